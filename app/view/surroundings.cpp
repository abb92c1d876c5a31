#include "view/surroundings.h"

#include <algorithm>
#include <cmath>

#include "collide/manifold.h"

namespace keystone {

struct Surroundings::View {
  const Camera& camera;
  const ViewOptions& options;
  const Frame& frame;
  RenderStats& stats;
};

namespace {

// Width [m] of a grid cell: the power of ten of which some ten to a hundred fill the view; and how far, 0..1, the
// camera is on its way to the next power.
glm::vec3 gridOf(const Camera& camera, bool shown) {
  const double decade = std::log10(std::max(camera.distance, 1e-3) / 8.0);
  const double whole = std::floor(decade);
  return {float(std::pow(10.0, whole)), float(decade - whole), shown ? 1.0F : 0.0F};
}

double snapped(double value, double step) {
  return std::round(value / step) * step;
}

FramedPlane planeOf(const HalfSpace& shape, const Pose& pose) {
  FramedPlane plane;
  plane.normal = pose.rotate(shape.normal);
  plane.offset = shape.offset + plane.normal.dot(pose.position);
  tangents(plane.normal, plane.axis1, plane.axis2);
  plane.origin = plane.offset * plane.normal;
  return plane;
}

void setPlane(const Program& program, const FramedPlane& plane) {
  program.set("u_origin", toGlm(plane.origin));
  program.set("u_axis1", toGlm(plane.axis1));
  program.set("u_axis2", toGlm(plane.axis2));
}

void drawParallelogram(const Program& program, const glm::vec3& corner, const glm::vec3& side1,
                       const glm::vec3& side2) {
  program.set("u_corner", corner);
  program.set("u_side1", side1);
  program.set("u_side2", side2);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

// Draws the part of the plane that the shadow map covers; only there the map need be read. False when there is none.
bool drawShadowed(const Program& program, const FramedPlane& plane, const Frame& frame) {
  const glm::vec3 sun(frame.sun), normal = toGlm(plane.normal);
  const float slope = glm::dot(sun, normal);
  if (frame.sun.w <= 0.0F || slope < 0.05F) return false;
  const glm::mat4 to_world = glm::inverse(frame.shadow);
  const auto corner = [&](float u, float v) {
    const glm::vec3 at(to_world * glm::vec4(u, v, 0.5F, 1.0F));
    return at - sun * ((glm::dot(at, normal) - float(plane.offset)) / slope);
  };
  const glm::vec3 first = corner(0, 0);
  drawParallelogram(program, first, corner(1, 0) - first, corner(0, 1) - first);
  return true;
}

// Corner and sides of the picture at the far plane, world frame, relative to `from`.
void drawScreen(const Program& program, const Frame& frame, const glm::vec3& from) {
  const glm::mat4 inverse = glm::inverse(frame.view_projection);
  const auto corner = [&](float x, float y) {
    const glm::vec4 at = inverse * glm::vec4(x, y, 1.0F, 1.0F);
    return glm::vec3(at) / at.w;
  };
  const glm::vec3 first = corner(-1, -1);
  program.set("u_from", from);
  program.set("u_corner", first);
  program.set("u_side1", corner(1, -1) - first);
  program.set("u_side2", corner(-1, 1) - first);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace

bool seenAsSection(const Camera& camera) {
  return camera.orthographic && std::abs(camera.forward().z()) > 0.999;
}

glm::vec4 floorOf(const World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto* shape = std::get_if<HalfSpace>(&world.colliders[i].shape);
    if (shape == nullptr) continue;
    const Pose& pose = world.bodies[i].pose;
    const Vec3 normal = pose.rotate(shape->normal);
    return {toGlm(normal), float(shape->offset + normal.dot(pose.position))};
  }
  return {0.0F, 1.0F, 0.0F, -1e9F};
}

Surroundings::Surroundings(const std::string& shader_dir)
    : ground_(shader_dir, "plane.vert", "ground.frag"),
      sunny_ground_(shader_dir, "plane.vert", "ground.frag", {"SUN"}),
      section_(shader_dir, "plane.vert", "section.frag"),
      sky_(shader_dir, "screen.vert", "sky.frag"),
      wall_(shader_dir, "screen.vert", "wall.frag"),
      sunny_wall_(shader_dir, "plane.vert", "wall.frag", {"SUN"}),
      empty_(makeGlArray()) {}

void Surroundings::drawGround(const View& view, const FramedPlane& given, const Vec3& colour) const {
  constexpr double kReach = 14.0;  // camera distances after which haze has swallowed the ground
  const Camera& camera = view.camera;
  const Vec3 to_eye = camera.orthographic ? Vec3(-camera.forward()) : Vec3(camera.eye() - given.origin);
  if (given.normal.dot(to_eye) <= 0.0) return;  // from below one looks through it
  const Backdrop colours = backdrop(view.options.baraff_theme);
  const glm::vec3 grid = gridOf(camera, view.options.grid);
  // The frame's origin follows the camera in whole cells, so that the shader's numbers stay small and the grid stays.
  FramedPlane plane = given;
  const Vec3 arm = camera.target - given.origin;
  plane.origin += snapped(arm.dot(given.axis1), 100.0 * grid.x) * given.axis1 +
                  snapped(arm.dot(given.axis2), 100.0 * grid.x) * given.axis2;
  const Vec3 middle = camera.target - arm.dot(given.normal) * given.normal;
  const Vec3 off = middle - plane.origin;
  const glm::vec3 fade(float(off.dot(plane.axis1)), float(off.dot(plane.axis2)),
                       float(0.09 / (camera.distance * camera.distance)));
  const Vec3 shade = colour.cwiseProduct(colours.ground_shade.cwiseQuotient(colours.ground));
  const auto prepare = [&](const Program& program) {
    program.use();
    setPlane(program, plane);
    program.set("u_lit", toGlm(colour));
    program.set("u_shaded", toGlm(shade));
    program.set("u_line", toGlm(colours.grid));
    program.set("u_haze", toGlm(colours.horizon));
    program.set("u_grid", grid);
    program.set("u_fade", fade);
  };
  prepare(sunny_ground_);
  view.stats.draw_calls += drawShadowed(sunny_ground_, plane, view.frame) ? 1 : 0;
  prepare(ground_);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0F, 2.0F);  // behind the shadowed part
  const double reach = kReach * camera.distance;
  drawParallelogram(ground_, toGlm(middle - reach * (plane.axis1 + plane.axis2)), toGlm(2.0 * reach * plane.axis1),
                    toGlm(2.0 * reach * plane.axis2));
  glDisable(GL_POLYGON_OFFSET_FILL);
  ++view.stats.draw_calls;
}

void Surroundings::drawSection(const View& view, const FramedPlane& given, const Vec3& colour) const {
  const Camera& camera = view.camera;
  FramedPlane plane = given;
  plane.axis1 = Vec3(given.normal.y(), -given.normal.x(), 0.0);
  plane.axis2 = given.normal;
  if (plane.axis1.norm() < 1e-6) return;
  const Vec3 middle = plane.origin + camera.target.dot(plane.axis1) * plane.axis1;
  const double metres = camera.metresPerPixel(camera.target);
  const double reach =
      metres * std::hypot(camera.width(), camera.height()) + std::abs(camera.target.dot(given.normal) - given.offset);
  const Backdrop colours = backdrop(view.options.baraff_theme);
  section_.use();
  setPlane(section_, plane);
  section_.set("u_lit", toGlm(colour));
  section_.set("u_line", toGlm(view.options.baraff_theme ? colour : Vec3(colour + 3.0 * colours.grid)));
  section_.set("u_deep", float(0.4 * camera.height() * metres));
  drawParallelogram(section_, toGlm(middle - reach * (plane.axis1 + plane.axis2)), toGlm(2.0 * reach * plane.axis1),
                    toGlm(reach * plane.axis2));
  ++view.stats.draw_calls;
}

void Surroundings::drawWall(const View& view, double back) const {
  const Backdrop colours = backdrop(view.options.baraff_theme);
  const auto prepare = [&](const Program& program) {
    program.use();
    program.set("u_low", toGlm(colours.horizon));
    program.set("u_high", toGlm(colours.zenith));
    program.set("u_line", 0.5F * toGlm(colours.grid));
    program.set("u_grid", gridOf(view.camera, view.options.grid));
  };
  const Vec3 facing = -view.camera.forward();
  const FramedPlane plane{facing, facing.z() * back, Vec3::UnitX(), Vec3::UnitY(), Vec3(0, 0, back)};
  prepare(sunny_wall_);
  view.stats.draw_calls += drawShadowed(sunny_wall_, plane, view.frame) ? 1 : 0;
  glDepthFunc(GL_LEQUAL);  // what is still at the far plane
  prepare(wall_);
  drawScreen(wall_, view.frame, glm::vec3(0.0F));
  ++view.stats.draw_calls;
}

void Surroundings::drawSky(const View& view) const {
  const Backdrop colours = backdrop(view.options.baraff_theme);
  glDepthFunc(GL_LEQUAL);
  sky_.use();
  sky_.set("u_low", toGlm(colours.horizon));
  sky_.set("u_high", toGlm(colours.zenith));
  drawScreen(sky_, view.frame, glm::vec3(view.frame.eye));
  ++view.stats.draw_calls;
}

void Surroundings::draw(const World& world, const Camera& camera, const ViewOptions& options, const Frame& frame,
                        double back, RenderStats& stats) const {
  const View view{camera, options, frame, stats};
  const bool section = seenAsSection(camera);
  glBindVertexArray(empty_.id());
  glDisable(GL_CULL_FACE);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto* shape = std::get_if<HalfSpace>(&world.colliders[i].shape);
    if (shape == nullptr) continue;
    const FramedPlane plane = planeOf(*shape, world.bodies[i].pose);
    const bool own = world.colours[i].minCoeff() >= 0.0 && !options.baraff_theme;
    const Vec3 colour = own ? world.colours[i] : backdrop(options.baraff_theme).ground;
    if (section) {
      drawSection(view, plane, options.baraff_theme ? bodyColour(world, int(i), true) : colour);
    } else {
      drawGround(view, plane, colour);
    }
  }
  if (section) {
    drawWall(view, back);
  } else {
    drawSky(view);
  }
  glDepthFunc(GL_LESS);
  glEnable(GL_CULL_FACE);
}

}  // namespace keystone

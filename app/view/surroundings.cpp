#include "view/surroundings.h"

#include <cmath>

#include "collide/manifold.h"
#include "view/palette.h"

namespace keystone {
namespace {

// Width [m] of a grid cell: the power of ten of which some ten to a hundred fill the view; and how far, 0..1, the
// camera is on its way to the next power.
struct GridStep {
  double cell;
  double fade;
};
GridStep gridStep(double distance) {
  const double decade = std::log10(std::max(distance, 1e-3) / 8.0);
  const double whole = std::floor(decade);
  return {std::pow(10.0, whole), decade - whole};
}

struct Plane {  // world frame
  Vec3 normal;
  double offset;
};
Plane worldPlane(const HalfSpace& shape, const Pose& pose) {
  const Vec3 normal = pose.rotate(shape.normal);
  return {normal, shape.offset + normal.dot(pose.position)};
}

double snapped(double value, double step) {
  return std::round(value / step) * step;
}

}  // namespace

bool seenAsSection(const Camera& camera) {
  return camera.orthographic && std::abs(camera.forward().z()) > 0.999;
}

Surroundings::Surroundings(const std::string& shader_dir)
    : ground_(shader_dir, "ground.vert", "ground.frag"),
      section_(shader_dir, "ground.vert", "section.frag"),
      sky_(shader_dir, "sky.vert", "sky.frag"),
      wall_(shader_dir, "sky.vert", "sky.frag", {"WALL"}),
      empty_(makeGlArray()) {}

glm::vec4 Surroundings::floorOf(const World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto* shape = std::get_if<HalfSpace>(&world.colliders[i].shape);
    if (shape == nullptr) continue;
    const Plane plane = worldPlane(*shape, world.bodies[i].pose);
    return {toGlm(plane.normal), float(plane.offset)};
  }
  return {0.0F, 1.0F, 0.0F, -1e9F};
}

void Surroundings::drawGround(const HalfSpace& shape, const Pose& pose, const Vec3& colour, const Camera& camera,
                              const ViewOptions& options) const {
  const Plane plane = worldPlane(shape, pose);
  if (plane.normal.dot(camera.orthographic ? Vec3(-camera.forward())
                                           : Vec3(camera.eye() - plane.offset * plane.normal)) <= 0) {
    return;  // from below one looks through it
  }
  Vec3 u, v;
  tangents(plane.normal, u, v);
  const GridStep grid = gridStep(camera.distance);
  const Vec3 on_plane = camera.target - (camera.target.dot(plane.normal) - plane.offset) * plane.normal;
  const Vec3 origin = plane.offset * plane.normal + snapped(on_plane.dot(u), 100.0 * grid.cell) * u +
                      snapped(on_plane.dot(v), 100.0 * grid.cell) * v;
  ground_.use();
  ground_.set("u_origin", toGlm(origin));
  ground_.set("u_axis1", toGlm(v));
  ground_.set("u_axis2", toGlm(u));
  ground_.set("u_lower", glm::vec2(float(-90.0 * camera.distance - 100.0 * grid.cell)));
  ground_.set("u_upper", glm::vec2(float(90.0 * camera.distance + 100.0 * grid.cell)));
  ground_.set("u_albedo", linearFromSrgb(colour));
  ground_.set("u_line", linearFromSrgb(backdrop(options.baraff_theme).ground_line));
  ground_.set("u_grid", glm::vec3(float(grid.cell), float(grid.fade), options.grid ? 1.0F : 0.0F));
  ground_.set("u_fade", glm::vec4(toGlm(on_plane), float(camera.distance)));
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Surroundings::drawSection(const HalfSpace& shape, const Pose& pose, const Vec3& colour, const Camera& camera,
                               const ViewOptions& options) const {
  const Plane plane = worldPlane(shape, pose);
  const Vec3 along(plane.normal.y(), -plane.normal.x(), 0.0);
  if (along.norm() < 1e-6) return;
  const Vec3 surface = plane.normal * plane.offset + along * camera.target.dot(along);
  const double metres = camera.metresPerPixel(camera.target);
  const double reach =
      metres * std::hypot(camera.width(), camera.height()) + std::abs(camera.target.dot(plane.normal) - plane.offset);
  section_.use();
  section_.set("u_origin", toGlm(surface));
  section_.set("u_axis1", toGlm(along));
  section_.set("u_axis2", toGlm(plane.normal));
  section_.set("u_lower", glm::vec2(float(-reach)));
  section_.set("u_upper", glm::vec2(float(reach), 0.0F));
  section_.set("u_albedo", linearFromSrgb(colour));
  section_.set("u_line", linearFromSrgb(options.baraff_theme ? Vec3(0, 0, 0) : backdrop(false).ground_line));
  section_.set("u_deep", float(0.3 * camera.height() * metres));
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Surroundings::draw(const World& world, const Camera& camera, const ViewOptions& options, const Frame& frame,
                        double back, RenderStats& stats) const {
  const bool section = seenAsSection(camera);
  const Backdrop colours = backdrop(options.baraff_theme);
  glBindVertexArray(empty_.id());
  glDisable(GL_CULL_FACE);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto* shape = std::get_if<HalfSpace>(&world.colliders[i].shape);
    if (shape == nullptr) continue;
    const bool own = world.colours[i].minCoeff() >= 0.0 && !options.baraff_theme;
    const Vec3 colour = own                               ? world.colours[i]
                        : section && options.baraff_theme ? bodyColour(world, int(i), true)
                                                          : colours.ground;
    (this->*(section ? &Surroundings::drawSection : &Surroundings::drawGround))(*shape, world.bodies[i].pose, colour,
                                                                                camera, options);
    ++stats.draw_calls;
  }
  // The backdrop fills what is still at the far plane.
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  const Program& program = section ? wall_ : sky_;
  program.use();
  const glm::mat4 inverse = glm::inverse(frame.view_projection);
  const auto corner = [&](float x, float y) {
    const glm::vec4 at = inverse * glm::vec4(x, y, section ? 0.0F : 1.0F, 1.0F);
    return glm::vec3(at) / at.w;
  };
  const glm::vec3 lower = corner(-1, -1);
  program.set("u_lower", lower);
  program.set("u_across", corner(1, -1) - lower);
  program.set("u_upward", corner(-1, 1) - lower);
  const GridStep grid = gridStep(camera.distance);
  program.set("u_grid",
              glm::vec3(float(grid.cell), float(grid.fade), options.grid && !options.baraff_theme ? 1.0F : 0.0F));
  program.set("u_back", float(back));
  glDrawArrays(GL_TRIANGLES, 0, 3);
  ++stats.draw_calls;
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glEnable(GL_CULL_FACE);
}

}  // namespace keystone

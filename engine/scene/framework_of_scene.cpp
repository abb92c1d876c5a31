// The bricks of a planar scene as point masses and bars.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "collide/planar_polygon.h"
#include "scene/framework_file.h"

namespace keystone {
namespace {

constexpr double kGroundReach = 50.0;  // [m], how far a half-space reaches beyond the bodies, either way
constexpr double kGroundDepth = 10.0;  // [m], of it

[[noreturn]] void refuse(const Scene& scene, const std::string& place, const std::string& found,
                         const std::string& expected) {
  throw SceneError(scene.id + ": " + place + ": found " + found + ", expected " + expected);
}

void checkScene(const Scene& scene) {
  const World& world = scene.simulation.world;
  if (!world.planar) refuse(scene, "/planar", "a scene in space", "a planar one, whose bricks become frameworks");
  if (!world.joints.empty())
    refuse(scene, "/joints", std::to_string(world.joints.size()) + " joints",
           "none: in a framework objects share points");
  if (!world.forces.empty()) refuse(scene, "/forces", std::to_string(world.forces.size()) + " forces", "none");
}

// Mean and farthest distance from it of the bodies that are bounded [m].
struct Extent {
  Vec2 middle = Vec2::Zero();
  double radius = 0.0;
};

Extent extentOf(const World& world) {
  Extent extent;
  int count = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (isHalfSpace(world.colliders[i].shape)) continue;
    extent.middle += world.bodies[i].pose.position.head<2>();
    ++count;
  }
  extent.middle /= std::max(count, 1);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (isHalfSpace(world.colliders[i].shape)) continue;
    const double away = (world.bodies[i].pose.position.head<2>() - extent.middle).norm();
    extent.radius = std::max(extent.radius, away + boundingRadius(world.colliders[i].shape));
  }
  return extent;
}

void addGround(Framework& framework, const HalfSpace& ground, const Pose& pose, const Extent& extent) {
  const Vec2 normal = pose.rotate(ground.normal).head<2>().normalized(), along(normal.y(), -normal.x());
  const Vec2 on_surface = (pose.toWorld(ground.offset * ground.normal)).head<2>();
  const Vec2 foot = extent.middle - normal * normal.dot(extent.middle - on_surface);
  const Vec2 reach = along * (extent.radius + kGroundReach), depth = normal * (extent.radius + kGroundDepth);
  addFixedPolygon(framework,
                  std::array<Vec2, 4>{foot - reach - depth, foot + reach - depth, foot + reach, foot - reach});
}

std::vector<Vec2> cornersOf(const Scene& scene, const Body& body, const Shape& shape) {
  PlanarPolygon polygon;
  try {
    planarSection(shape, body.pose, body.pose.position.head<2>(), polygon);
  } catch (const std::invalid_argument&) {
    polygon.count = 0;
  }
  if (polygon.count < 3 || polygon.radius > 0.0)
    refuse(scene, "/bodies: \"" + body.name + "\"", "a shape that is no convex polygon in the plane",
           "a box or a prism without margin");
  return {polygon.points.begin(), polygon.points.begin() + polygon.count};
}

void addBody(const Scene& scene, std::size_t index, BrickMasses model, const Extent& extent, FrameworkScene& made) {
  const Body& body = scene.simulation.world.bodies[index];
  const Shape& shape = scene.simulation.world.colliders[index].shape;
  Framework& framework = made.framework;
  const int first = framework.points();
  if (body.kind == BodyKind::Kinematic)
    refuse(scene, "/bodies: \"" + body.name + "\"", "a kinematic body", "static and dynamic ones");
  if (const auto* ground = std::get_if<HalfSpace>(&shape)) {
    addGround(framework, *ground, body.pose, extent);
  } else if (const auto* box = std::get_if<Box>(&shape); box != nullptr && body.isDynamic() && box->margin == 0.0) {
    const Vec3 along = body.pose.rotate(Vec3::UnitX());
    addBrick(framework, body.pose.position.head<2>(), 2.0 * box->half.head<2>(), std::atan2(along.y(), along.x()),
             body.mass, model);
  } else {
    const std::vector<Vec2> corners = cornersOf(scene, body, shape);
    if (body.isDynamic())
      addPolygon(framework, corners, body.mass);
    else
      addFixedPolygon(framework, corners);
  }
  made.names.push_back(body.name);
  made.velocities.conservativeResize(framework.positions.size());
  for (int point = first; point < framework.points(); ++point) {
    const Vec2 p = at(framework.positions, point);
    made.velocities.segment<2>(2 * point) =
        framework.isFixed(point) ? Vec2(Vec2::Zero())
                                 : Vec2(body.velocityAt({p.x(), p.y(), body.pose.position.z()}).head<2>());
  }
}

}  // namespace

FrameworkScene frameworkOf(const Scene& scene, BrickMasses model) {
  checkScene(scene);
  const World& world = scene.simulation.world;
  FrameworkScene made{.id = scene.id, .name = scene.name, .description = scene.description, .source = scene.source};
  made.gravity = world.gravity.head<2>();
  made.h = std::min(made.h, world.h);  // the paper's step, where the scene's is longer
  const Extent extent = extentOf(world);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) addBody(scene, i, model, extent, made);
  const auto moves = [](const Body& body) { return body.isDynamic(); };
  if (std::ranges::none_of(world.bodies, moves)) refuse(scene, "/bodies", "none that moves", "at least one");
  return made;
}

}  // namespace keystone

#include "observe/mirror.h"

#include <algorithm>
#include <cmath>

#include "shape/compound.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

Vec3 imageOf(Vec3 point, double plane) {
  point.x() = 2.0 * plane - point.x();
  return point;
}

bool isSame(const Material& a, const Material& b) {
  return a == b && a.grain.isZero(0.0);
}

// Boxes and hulls of the same corners are the same solid; of other kinds only one is like itself. Surfaces have too
// many triangles to look for images of all.
bool mayBeSame(const Shape& a, const Shape& b) {
  if (isSurface(a) || isSurface(b)) return false;
  const auto is_polytope = [](const Shape& s) {
    return std::holds_alternative<Box>(s) || std::holds_alternative<Hull>(s);
  };
  return (is_polytope(a) && is_polytope(b)) || &kindOf(a) == &kindOf(b);
}

bool isImage(const World& world, std::size_t i, std::size_t j, double plane, double tolerance) {
  const Body &a = world.bodies[i], &b = world.bodies[j];
  if ((imageOf(a.pose.position, plane) - b.pose.position).norm() > tolerance) return false;
  const Vec3 velocity(-a.velocity.x(), a.velocity.y(), a.velocity.z()), omega(a.omega.x(), -a.omega.y(), -a.omega.z());
  if ((velocity - b.velocity).norm() > tolerance || (omega - b.omega).norm() > tolerance) return false;
  if (!world.colliders[i].surface_velocity.isZero(0.0) || !world.colliders[i].parts.empty()) return false;
  if (a.kind != b.kind || a.mass != b.mass || !isSame(world.colliders[i].material, world.colliders[j].material))
    return false;
  const Shape &my_shape = world.colliders[i].shape, &its_shape = world.colliders[j].shape;
  if (!mayBeSame(my_shape, its_shape)) return false;
  const Outline mine = kindOf(my_shape).outline(my_shape), its = kindOf(its_shape).outline(its_shape);
  if (mine.radius != its.radius || mine.points.size() != its.points.size()) return false;
  return std::all_of(mine.points.begin(), mine.points.end(), [&](const Vec3& point) {
    const Vec3 image = imageOf(a.pose.toWorld(point), plane);
    return std::any_of(its.points.begin(), its.points.end(),
                       [&](const Vec3& other) { return (b.pose.toWorld(other) - image).norm() <= tolerance; });
  });
}

// A half-space is its own image when it looks straight up, down or along z.
bool isUpright(const World& world, std::size_t i) {
  const auto& half_space = std::get<HalfSpace>(world.colliders[i].shape);
  return world.bodies[i].pose.rotate(half_space.normal).x() == 0.0;
}

// Mean x of what moves; none when nothing does.
std::optional<double> middle(const World& world) {
  double sum = 0.0;
  int count = 0;
  for (const Body& body : world.bodies) {
    if (!body.isDynamic()) continue;
    sum += body.pose.position.x();
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace

std::optional<Mirror> findMirror(const World& world, double tolerance) {
  const std::optional<double> plane = middle(world);
  if (!plane || !world.joints.empty() || !world.forces.empty() || !world.paths.empty() || world.gravity.x() != 0.0)
    return std::nullopt;
  Mirror mirror{*plane, std::vector<int>(world.bodies.size(), -1)};
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (std::holds_alternative<HalfSpace>(world.colliders[i].shape)) {
      if (!isUpright(world, i)) return std::nullopt;
      continue;
    }
    for (std::size_t j = 0; j < world.bodies.size() && mirror.partner[i] < 0; ++j) {
      const bool finite = !std::holds_alternative<HalfSpace>(world.colliders[j].shape);
      if (finite && isImage(world, i, j, *plane, tolerance)) mirror.partner[i] = static_cast<int>(j);
    }
    if (mirror.partner[i] < 0) return std::nullopt;
  }
  return mirror;
}

double mirrorError(const World& world, const Mirror& mirror) {
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(world.bodies.size(), mirror.partner.size()); ++i) {
    if (mirror.partner[i] < 0) continue;
    const Vec3& partner = world.bodies[mirror.partner[i]].pose.position;
    worst = std::max(worst, (imageOf(world.bodies[i].pose.position, mirror.plane) - partner).norm());
  }
  return worst;
}

}  // namespace keystone

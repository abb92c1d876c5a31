#include "collide/field_points.h"

#include <algorithm>
#include <cmath>

#include "collide/roof_contact.h"
#include "math/scratch_pool.h"
#include "shape/distance_field.h"
#include "shape/triangle.h"

namespace keystone {
namespace {

const CompoundData& dataOf(const Shape& shape) {
  return *std::get<Compound>(shape).data;
}

// The triangle nearest to a point of the body's frame, and how far it is away.
double nearestTriangle(const CompoundData& data, const Vec3& point, int& nearest) {
  double least = HUGE_VAL;
  data.tree.findNear(point, least, [&](int part) {
    const auto at = static_cast<std::size_t>(part);
    const Vec3 local = data.parts[at].pose.toLocal(point);
    const double distance = (local - nearestOn(data.roofs[at].corners, local)).norm();
    if (distance < least) nearest = part;
    least = std::min(least, distance);
    return least;
  });
  return least;
}

double heightOverPlane(const Pose& pose, const HalfSpace& plane, const Vec3& normal, const Vec3& point) {
  return normal.dot(point - pose.position) - plane.offset;
}

std::optional<Height> heightOverField(const Pose& pose, const CompoundData& data, const Vec3& point, double limit) {
  const Vec3 local = pose.toLocal(point);
  Height height;
  Vec3 gradient;
  height.gap = distanceAt(data.field->grid, local, &gradient);
  if (height.gap > limit || gradient.isZero(0.0)) return std::nullopt;
  gradient.normalize();
  height.normal = pose.rotate(gradient);
  return height;
}

std::optional<Height> heightOverTriangles(const Pose& body, const Shape& shape, const Vec3& seen_from,
                                          const Vec3& point, double limit) {
  const CompoundData& data = dataOf(shape);
  const Vec3 local = body.toLocal(point);
  const Scratch<std::vector<int>> found;
  std::vector<int>& near = *found;
  near.clear();
  data.tree.find({local.array() - limit, local.array() + limit}, near);
  std::optional<Height> best;
  for (const int part : near) {
    const Pose pose = body * data.parts[part].pose;
    const Roof roof = seenFrom(groundOf(shape, part), pose, seen_from);
    const Vec3 here = pose.toLocal(point);
    const double gap = roof.normal.dot(here - roof.corners[0]);
    if (std::abs(gap) > limit || (best && std::abs(gap) >= std::abs(best->gap))) continue;
    if (comesOver(roof, here, here, 0.0)) best = Height{gap, pose.rotate(roof.normal)};
  }
  return best;
}

}  // namespace

bool meetByPoints(const Shape& a, const Shape& b) {
  if (fieldOf(a) == nullptr && fieldOf(b) == nullptr) return false;
  return (isHalfSpace(a) || isOfTriangles(a)) && (isHalfSpace(b) || isOfTriangles(b));
}

void surfacePoints(const Shape& shape, const std::vector<int>& parts, std::vector<SurfacePoint>& points) {
  const CompoundData& data = dataOf(shape);
  points.clear();
  for (const int part : parts) {
    const auto at = static_cast<std::size_t>(part);
    const Roof& roof = data.roofs[at];
    for (std::size_t i = 0; i < 3; ++i)
      if (roof.owns[i]) points.push_back({roof.vertices[i], part, data.parts[at].pose.toWorld(roof.corners[i])});
  }
}

std::optional<Height> heightOver(const Body& body, const Shape& shape, const Vec3& seen_from, const Vec3& point,
                                 double limit) {
  if (const auto* plane = std::get_if<HalfSpace>(&shape)) {
    const Vec3 normal = body.pose.rotate(plane->normal);
    const double gap = heightOverPlane(body.pose, *plane, normal, point);
    return gap <= limit ? std::optional<Height>({gap, normal}) : std::nullopt;
  }
  if (fieldOf(shape) != nullptr) return heightOverField(body.pose, dataOf(shape), point, limit);
  return heightOverTriangles(body.pose, shape, seen_from, point, limit);
}

int partNear(const Body& body, const Shape& shape, const Vec3& point) {
  int nearest = 0;
  if (isOfTriangles(shape)) nearestTriangle(dataOf(shape), body.pose.toLocal(point), nearest);
  return nearest;
}

double distanceTo(const Pose& pose, const Shape& shape, const Vec3& point) {
  if (const auto* plane = std::get_if<HalfSpace>(&shape))
    return heightOverPlane(pose, *plane, pose.rotate(plane->normal), point);
  if (const DistanceField* field = fieldOf(shape)) return distanceAt(field->grid, pose.toLocal(point));
  int nearest = 0;
  return nearestTriangle(dataOf(shape), pose.toLocal(point), nearest);
}

}  // namespace keystone

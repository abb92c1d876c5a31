#include <algorithm>
#include <cmath>

#include "shape/rounded.h"

namespace keystone {
namespace {

bool isOverFace(const HullData& core, std::size_t f, const Vec3& point) {
  const std::vector<int>& face = core.faces[f];
  for (std::size_t i = 0; i < face.size(); ++i) {
    const Vec3& start = core.vertices[face[i]];
    const Vec3& end = core.vertices[face[i + 1 < face.size() ? i + 1 : 0]];
    if ((end - start).cross(core.normals[f]).dot(point - start) > 0.0) return false;
  }
  return true;
}

bool isInside(const HullData& core, double radius, const Vec3& point) {
  bool in_core = true;
  for (std::size_t f = 0; f < core.faces.size(); ++f) {
    const double height = core.normals[f].dot(point) - core.offsets[f];
    if (height > 0.0) in_core = false;
    if (height > 0.0 && height < radius && isOverFace(core, f, point)) return true;
  }
  return in_core || std::any_of(core.edges.begin(), core.edges.end(), [&](const auto& edge) {
           const Vec3& p = core.vertices[edge.first];
           const Vec3 way = core.vertices[edge.second] - p;
           const double share = std::clamp((point - p).dot(way) / way.squaredNorm(), 0.0, 1.0);
           return (p + share * way - point).norm() < radius;
         });
}

std::optional<RayHit> castEdge(const LocalRay& ray, const Vec3& p, const Vec3& q, double radius) {
  const Quat turn = Quat::FromTwoVectors(q - p, Vec3::UnitY());
  const LocalRay turned{turn * (ray.origin - 0.5 * (p + q)), turn * ray.direction};
  std::optional<RayHit> hit = castCylinderSide(turned, radius, 0.5 * (q - p).norm());
  if (hit) hit->normal = turn.conjugate() * hit->normal;
  return hit;
}

std::optional<RayHit> castFace(const HullData& core, std::size_t f, double radius, const LocalRay& ray) {
  const double speed = core.normals[f].dot(ray.direction);
  if (speed >= 0.0) return std::nullopt;
  const double distance = (core.offsets[f] + radius - core.normals[f].dot(ray.origin)) / speed;
  if (distance < 0.0 || !isOverFace(core, f, ray.at(distance))) return std::nullopt;
  return RayHit{distance, core.normals[f]};
}

}  // namespace

std::optional<RayHit> castRounded(const HullData& core, double radius, const LocalRay& ray) {
  if (isInside(core, radius, ray.origin)) return std::nullopt;
  std::optional<RayHit> first;
  const auto offer = [&](const std::optional<RayHit>& hit) {
    if (hit && (!first || hit->distance < first->distance)) first = hit;
  };
  for (std::size_t f = 0; f < core.faces.size(); ++f) offer(castFace(core, f, radius, ray));
  for (const auto& [from, to] : core.edges) offer(castEdge(ray, core.vertices[from], core.vertices[to], radius));
  for (const Vec3& vertex : core.vertices) offer(castBall(ray, vertex, radius));
  return first;
}

}  // namespace keystone

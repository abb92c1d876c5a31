// Where two bodies touch, or will within the speculative margin.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "collide/collider.h"

namespace keystone {

struct ManifoldPoint {
  Vec3 point = Vec3::Zero();  // [m], world, midway between the two surfaces
  double gap = 0.0;           // [m], distance along the normal; negative = overlap
  std::uint32_t feature = 0;  // names the touching features; the same while they touch in the same way
};

struct Manifold {
  int a = -1, b = -1;                    // body indices, a < b
  int part_a = 0, part_b = 0;            // of their shapes, that touch (partOf)
  Vec3 normal = Vec3::UnitY();           // unit, from a to b, world frame
  Material material;                     // combined, its grain in the world's frame
  Vec3 surface_velocity = Vec3::Zero();  // [m/s], of b's surface over b less that of a's over a, world frame
  int count = 0;                         // 1..4 in 3D, ..8 on a round rim, 1..2 in a planar scene
  std::array<ManifoldPoint, 8> points;
  bool apart = false;  // the bodies do not touch, even if a gap is none: along this normal their corners pass
};

inline std::span<const ManifoldPoint> pointsOf(const Manifold& manifold) {
  return std::span(manifold.points).first(static_cast<std::size_t>(manifold.count));
}

inline constexpr double kSameNormal = 1e-7;  // between unit normals: rounding of those that the general path finds

// Two unit tangents that complete the normal to a right-handed frame (t1 x t2 = n), a fixed function of the normal.
// For a normal in the xy plane, t1 lies in that plane: t1 = (n.y, -n.x, 0), so planar problems take t1 alone.
void tangents(const Vec3& normal, Vec3& t1, Vec3& t2);

}  // namespace keystone

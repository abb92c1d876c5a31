// Flat discs square to the body's y axis: the caps of cylinders, the base of cones.
#pragma once

#include <cstdint>

#include "shape/shape_kind.h"

namespace keystone {

struct Disc {
  double radius;  // [m]
  double y;       // [m]
  double side;    // 1: it looks along +y, -1: along -y

  // Where the rim is, x^2 + z^2 = 1.
  Vec3 onRim(double x, double z) const { return {radius * x, y, radius * z}; }
};

// Contact knows a rim by points fixed to the body, and the one that is farthest wherever that is. The polygon of the
// fixed ones lies within 2 % of the radius of the circle.
inline constexpr std::uint32_t kRimPoints = 16;

// How far a disc of radius 1 reaches along the world's axes, `turn` from the body's frame.
Vec3 discReach(const Mat3& turn);
// Through the side that it looks to.
std::optional<RayHit> castDisc(const LocalRay& ray, const Disc& disc);
// Adds the loop around the disc: its fixed points, named from `first_name` on, and in its place among them the point
// farthest along d.
void faceDisc(const Disc& disc, const Vec3& d, std::uint32_t first_name, std::uint32_t farthest_name, Facing& facing);

}  // namespace keystone

// Contacts with ground of triangles: the edges that they share are seen from both sides.
#pragma once

#include <span>

#include "body/body.h"
#include "collide/manifold.h"
#include "shape/compound.h"

namespace keystone {

// The triangle of ground that a part of a body bears on top; none of other parts.
struct Ground {
  const Roof* roof = nullptr;
  std::span<const Roof> all;  // of the ground
  Sides sides = Sides::Solid;
};
Ground groundOf(const Shape& shape, int part);
// Whether it has such triangles: a height field, a surface or a distance field.
inline bool isOfTriangles(const Shape& shape) {
  return groundOf(shape, 0).roof != nullptr;
}

// Whether a triangle of ground, a part placed at `pose`, is seen from there (world), where it may be met from its front
// alone.
bool isSeen(const Ground& ground, const Pose& pose, const Vec3& from);
// Whether it may be met by a shape placed at another pose: by none that is behind it altogether. One that has its
// centre behind it meets at most its edges and corners.
bool mayMeet(const Ground& ground, const Pose& pose, const Shape& other, const Pose& other_pose);
// The triangle as it is seen from there: turned over, where it is met from behind.
Roof seenFrom(const Ground& ground, const Pose& pose, const Vec3& center);

// What the edges of a roof make of a contact's normal.
enum class RoofVerdict { Keep, Own, Drop };

// A contact may have the normal of an edge that is none, seen with the triangle beyond it. In a valley, and between
// triangles in one plane, it is one with the triangle's own plane; on a ridge, beyond the other triangle's normal, and
// at a corner that an edge rises from along the normal, it is left to another triangle. Others stay. Of a triangle that
// is not seen from the other body's centre only ridges and corners are met. `roof` is the ground's as it is seen; unit
// normal out of the ground and point [m] on it, both in the part's frame.
RoofVerdict judge(const Ground& ground, const Roof& roof, const Vec3& normal, const Vec3& point, bool is_seen);

// Whether a point that goes from one place to another [m], give or take `slack` [m], comes to lie over the triangle,
// seen along its normal; the part's frame. May err to true beyond its corners.
bool comesOver(const Roof& roof, const Vec3& from, const Vec3& to, double slack);

}  // namespace keystone

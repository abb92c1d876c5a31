// What of a pair that meets by points (meetByPoints) is a point, and how high it is over the other body.
#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "body/body.h"
#include "shape/shape.h"

namespace keystone {

// Whether such a body and another one meet by points instead of parts: one is known by distances, and the other one is
// a half-space or made of triangles. Corners of the triangles of either are met by the other one.
bool meetByPoints(const Shape& a, const Shape& b);

// A corner of triangles: its number among the vertices, the part that owns it, its place [m] in the body's frame.
struct SurfacePoint {
  int vertex, part;
  Vec3 place;
};
// Those that some parts of a body made of triangles own; `points` is overwritten.
void surfacePoints(const Shape& shape, const std::vector<int>& parts, std::vector<SurfacePoint>& points);

// How high a point is over a body, and which way is up.
struct Height {
  double gap = 0.0;  // [m]
  Vec3 normal;       // unit, world frame
};
// Over a half-space, over what is known by distances, or over the nearest triangle that the point is above or below,
// seen from the side that `seen_from` is on. None farther away than `limit` [m].
std::optional<Height> heightOver(const Body& body, const Shape& shape, const Vec3& seen_from, const Vec3& point,
                                 double limit);

// The body's part nearest to a point (world).
int partNear(const Body& body, const Shape& shape, const Vec3& point);

// [m] A lower bound of the distance from a point outside, or that itself; negative inside of what has an inside.
double distanceTo(const Pose& pose, const Shape& shape, const Vec3& point);

}  // namespace keystone

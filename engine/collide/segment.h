// Closest points of two segments.
#pragma once

#include "math/types.h"

namespace keystone {

struct SegmentPair {
  double s, t;  // in [0, 1]: a0 + s (a1 - a0), b0 + t (b1 - b0)
  Vec3 on_a, on_b;
  double squared;  // [m^2], between them
};

// Segments may have no length. Of parallel ones, some closest pair.
SegmentPair closestPoints(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

}  // namespace keystone

// Concave solids as several convex ones.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "shape/shape.h"

namespace keystone {

struct ConvexPart {
  std::shared_ptr<const HullData> hull;
  Vec3 center;  // [m], of the hull's own frame
};

struct ConvexParts {
  std::vector<ConvexPart> parts;
  double filled = 0.0;     // [m], the deepest dent of the surface that a part fills
  bool is_coarse = false;  // whether a hull has fewer corners than the surface gives it (coarseHullFromPoints)
};

// The solid inside a closed surface of triangles, counter-clockwise seen from outside, cut by planes until no dent is
// deeper than `concavity` [m], no cut leaves usable hulls, or there are `most` parts. A dent's depth is the way along
// the surface's normal out of the convex hull (after [lien2006]). Parts do not overlap. Throws std::invalid_argument
// where there is no volume. Cost: 0.1 s for a thousand triangles.
ConvexParts convexParts(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                        double concavity, int most);

}  // namespace keystone

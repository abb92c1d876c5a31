// Worlds that are their own mirror image about a vertical plane x = constant, and how far they leave it.
#pragma once

#include <optional>
#include <vector>

#include "world/world.h"

namespace keystone {

struct Mirror {
  double plane = 0.0;        // [m], x of the mirror
  std::vector<int> partner;  // per body: the body that is its image, itself where it stands in the middle; -1: fixed
};

// The mirror of a world whose bodies, their shapes, masses, materials, motions and what stands still are symmetric to
// `tolerance` [m, m/s]; none when there is no such mirror, nothing moves, or there are joints.
std::optional<Mirror> findMirror(const World& world, double tolerance = 1e-9);

// [m], the farthest that the centre of a body lies from the image of its partner's.
double mirrorError(const World& world, const Mirror& mirror);

}  // namespace keystone

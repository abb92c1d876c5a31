// Compounds as the narrow phase sees them: every part is a body of its own, which moves with the others.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "collide/collide.h"

namespace keystone {

bool anyCompound(std::span<const Collider> colliders);

// All bodies, taken apart. Bodies that are no compounds are their own only part.
class PartList {
 public:
  void takeApart(std::span<const Body> bodies, std::span<const Collider> colliders);
  // Pairs of parts of the pairs of bodies, in order, whose bounds overlap as in broadPhase().
  std::span<const std::pair<int, int>> pairUp(std::span<const std::pair<int, int>> pairs, const CollideParams& params,
                                              double h);
  std::span<const Body> bodies() const { return bodies_; }
  std::span<const Collider> colliders() const { return colliders_; }
  // From numbers of parts to bodies and their parts; names of features tell parts apart.
  void nameOwners(Manifold& manifold) const;

 private:
  std::vector<int> first_;   // [bodies + 1], of each body's parts
  std::vector<int> owners_;  // [parts], bodies
  std::vector<Body> bodies_;
  std::vector<Collider> colliders_;
  std::vector<std::pair<int, int>> pairs_;
};

}  // namespace keystone

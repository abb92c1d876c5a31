// Compounds as the narrow phase sees them: every part is a body of its own, which moves with the others.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "collide/collide.h"
#include "collide/roof_contact.h"
#include "shape/compound.h"

namespace keystone {

bool anyCompound(std::span<const Collider> colliders);

// The parts of a body that may come near the other one in h [s]; `near` is overwritten.
void findNearParts(const Body& body, const Shape& shape, const Body& other, const Shape& other_shape,
                   const CollideParams& params, double h, std::vector<int>& near);

// The same of a body's parts and one part of the other one, where `near` holds those that may come near any: it stays
// where they are few.
void narrowToPart(const Body& body, const Shape& shape, const Body& other, const PartView& part,
                  const CollideParams& params, double h, std::vector<int>& near);

// The parts of bodies that may touch, numbered as they are met. Bodies that are no compounds are their own only part.
class PartList {
 public:
  // Finds the pairs of parts of the pairs of bodies, in order, whose bounds overlap as in broadPhase().
  void pairUp(std::span<const Body> bodies, std::span<const Collider> colliders,
              std::span<const std::pair<int, int>> pairs, const CollideParams& params, double h);
  std::span<const Body> bodies() const { return bodies_; }
  std::span<const Collider> colliders() const { return colliders_; }
  std::span<const std::pair<int, int>> pairs() const { return pairs_; }
  std::span<const Ground> grounds() const { return grounds_; }
  // From numbers of parts to bodies and their parts; names of features tell parts apart.
  void nameOwners(Manifold& manifold) const;

 private:
  struct Owner {
    int body, part;
  };
  int numberOf(const Body& body, const Collider& collider, Owner owner, const CollideParams& params, double h);
  bool overlap(int i, int j, const CollideParams& params, double h) const;
  // Whether neither is a triangle that all of the other one is behind.
  bool mayMeet(int i, int j) const;

  std::vector<int> first_;    // [bodies], of each one's parts among the numbers
  std::vector<int> numbers_;  // [parts of all bodies], -1: not met
  std::vector<Owner> owners_;
  std::vector<Body> bodies_;
  std::vector<Collider> colliders_;
  std::vector<Ground> grounds_;  // [parts met]
  std::vector<Aabb> bounds_;     // [parts met], over the step; not of half-spaces
  std::vector<std::pair<int, int>> pairs_;
  std::vector<int> near_a_, near_b_, near_part_;
};

}  // namespace keystone

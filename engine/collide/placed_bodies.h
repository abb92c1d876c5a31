// What the narrow phase has to know of each body, found once a step.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "body/body.h"
#include "collide/collider.h"
#include "collide/planar_polygon.h"
#include "collide/polytope.h"

namespace keystone {

inline bool isPlanarPair(const Body& a, const Body& b) {
  return a.planar || b.planar;
}

// Of the bodies in the pairs, until the next ones are placed.
class PlacedBodies {
 public:
  // Several threads take part.
  void place(std::span<const Body> bodies, std::span<const Collider> colliders,
             std::span<const std::pair<int, int>> pairs);

  double radius(int body) const { return radii_[body]; }  // [m], boundingRadius()
  // Of a box or hull in a spatial pair.
  const Polytope& polytope(int body) const { return *polytopes_[body]; }
  // Of a hull in a planar pair, about its centre. Other shapes are as quick to cut as to look up.
  const PlanarPolygon& cut(int body) const { return cuts_[cut_of_[body]]; }

 private:
  std::vector<char> is_in_space_, is_in_plane_;  // [bodies], whether one of its pairs is
  std::vector<double> radii_;                    // [bodies]
  std::vector<const Polytope*> polytopes_;       // [bodies], or null
  std::vector<int> cut_of_;                      // [bodies], among the cuts, or -1
  std::vector<PlanarPolygon> cuts_;
  PolytopeStore store_;
};

}  // namespace keystone

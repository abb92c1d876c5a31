// The problem of an island in reduced coordinates: its rows through the velocities that trees of joints leave free.
#pragma once

#include "articulated/articulated_inertia.h"
#include "problem/islands.h"

namespace keystone {

// Trees where their bodies are, factored.
struct TreeSystem {
  PlacedForest placed;
  ArticulatedInertia factor;

  const std::vector<Link>& links() const { return placed.forest.links; }
};

inline Eigen::Index columnOf(const Link& link) {
  return 6 * static_cast<Eigen::Index>(link.body);
}

// J^T of one row on the bodies that it names: at most two.
struct RowEnds {
  int count = 0;
  std::array<int, 2> body{-1, -1};
  std::array<Vec6, 2> part{Vec6::Zero(), Vec6::Zero()};
};
RowEnds endsOfRow(const SparseRows& J, int row);

// The problem of an island without bodies. `v` [6 bodies]: velocities before impulses, along the joints. `kept`: the
// island less the rows of tree joints; idle ones go, too. `rows` become its rows in the whole problem.
void reduceIsland(const TreeSystem& system, const ContactProblem& problem, const VecX& v, Island& kept,
                  std::vector<int>& rows, ContactProblem& part);

// What impulses on the bodies, f [6 bodies], and on the coordinates, tau [dofs] or empty, change of v [6 bodies].
void push(const TreeSystem& system, const VecX& f, const VecX& tau, VecX& v);

}  // namespace keystone

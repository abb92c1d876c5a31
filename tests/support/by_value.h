// Results by value, where a test reads better so: the engine's own functions fill an argument.
#pragma once

#include "collide/collide.h"
#include "problem/assemble.h"
#include "problem/delassus.h"
#include "problem/index_sets.h"
#include "problem/islands.h"
#include "solver/system/cone_system.h"
#include "world/warm_start.h"

namespace keystone {

inline std::vector<std::pair<int, int>> pairsOf(std::span<const Body> bodies, std::span<const Collider> colliders,
                                                const CollideParams& params, double h) {
  std::vector<std::pair<int, int>> pairs;
  broadPhase(bodies, colliders, params, h, pairs);
  return pairs;
}

inline std::vector<Manifold> manifoldsOf(std::span<const Body> bodies, std::span<const Collider> colliders,
                                         std::span<const std::pair<int, int>> pairs, const CollideParams& params,
                                         double h) {
  std::vector<Manifold> manifolds;
  narrowPhase(bodies, colliders, pairs, params, h, manifolds);
  return manifolds;
}

inline ContactProblem assembled(std::span<const Body> bodies, std::span<const Manifold> manifolds, const VecX& v_free,
                                const AssembleParams& params) {
  ContactProblem problem;
  assemble(bodies, manifolds, v_free, params, problem);
  return problem;
}

inline SparseRows delassusOf(const ContactProblem& problem) {
  SparseRows W;
  formDelassus(problem, W);
  return W;
}

// The same problem by W alone.
inline ContactProblem withoutBodies(const ContactProblem& problem) {
  ContactProblem bare = problem;
  bare.W = delassusOf(problem);
  bare.J = SparseRows();
  bare.inv_mass.clear();
  return bare;
}

inline VecX diagonalOf(const ContactProblem& problem) {
  VecX diagonal;
  delassusDiagonal(problem, diagonal);
  return diagonal;
}

inline IndexSets classified(const ContactProblem& problem, const VecX& lambda) {
  IndexSets sets;
  classify(problem, lambda, sets);
  return sets;
}

inline std::vector<Island> islandsOf(const ContactProblem& problem) {
  std::vector<Island> islands;
  findIslands(problem, islands);
  return islands;
}

inline ContactProblem restricted(const ContactProblem& problem, const Island& island) {
  ContactProblem part;
  restrictTo(problem, island, part);
  return part;
}

inline std::vector<int> rowNumbers(const ContactProblem& problem, const Island& island) {
  std::vector<int> rows;
  rowsOf(problem, island, rows);
  return rows;
}

inline Solution warmStarted(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints = {}) {
  Solution start;
  warmStart(problem, cache, joints, start);
  return start;
}

inline ContactCache remembered(const ContactProblem& problem, const Solution& solution) {
  ContactCache cache;
  remember(problem, solution, cache);
  return cache;
}

inline VecX productOf(const ConeSystem& system, const VecX& x) {
  VecX result;
  system.product(x, result);
  return result;
}

}  // namespace keystone

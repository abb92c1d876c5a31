#include "solver/parametric/blocks.h"

#include <cmath>
#include <limits>

#include "math/scratch_pool.h"
#include "solver/parametric/conditions.h"
#include "solver/trace.h"

namespace keystone {
namespace {

// Blocks that bring nothing before single pivots take over (as in Judice and Pires). With 5 wall_10x10 and arch, cold,
// go back to single pivots; 20 settles stack_15 as well, and delays the way back of all that no blocks settle.
constexpr int kPatience = 10;

// The set that a row's condition asks for; contacts without a normal impulse have no friction.
RowSet wantedSet(const Basis& basis, int i, double tolerance, bool has_friction) {
  const ScaledProblem& problem = basis.problem();
  const RowSet set = basis.set(i);
  if (problem.isInert(i) || set == RowSet::Bilateral) return set;
  if (problem.isNormal(i)) {
    const bool presses = set == RowSet::Clamped ? basis.lambda[i] >= -tolerance : basis.u[i] < -tolerance;
    return presses ? RowSet::Clamped : RowSet::Unclamped;
  }
  if (problem.isTangent(i)) {
    const int normal = problem.parent[i];
    if (!has_friction || !(problem.mu[i] > 0.0)) return RowSet::Ignored;
    if (wantedSet(basis, normal, tolerance, has_friction) != RowSet::Clamped) return RowSet::Ignored;
  }
  if (const double sign = slideSign(set); sign != 0.0) return sign * basis.u[i] > tolerance ? RowSet::Stick : set;
  if (set == RowSet::Ignored || std::abs(basis.lambda[i]) <= problem.bound(i, basis.lambda) + tolerance)
    return RowSet::Stick;
  return basis.lambda[i] > 0.0 ? RowSet::SlideForward : RowSet::SlideBackward;
}

struct Block {
  IndexSets sets;
};

// Whether all conditions hold in the end; without friction only those of normals.
bool pivotUntilSettled(Basis& basis, bool has_friction, SolverTrace* trace, SolveReport& report) {
  const int rows = basis.problem().rows();
  const Scratch<Block> block(rows);
  int fewest = std::numeric_limits<int>::max(), patience = kPatience;
  for (;;) {
    const double tolerance = kAccept * basis.problem().scaleOf(basis.lambda);
    block->sets = basis.sets();
    int changed = 0;
    for (int i = 0; i < rows; ++i) {
      RowSet& set = block->sets[i];
      set = wantedSet(basis, i, tolerance, has_friction);
      if (set != basis.set(i)) ++changed;
    }
    if (changed == 0) return true;
    if (changed >= fewest && --patience == 0) return false;
    if (changed < fewest) {
      fewest = changed;
      patience = kPatience;
    }
    report.pivots += changed;
    ++report.iterations;
    basis.start(block->sets, basis.lambda);
    for (int i = 0; i < rows; ++i)
      if (basis.isDependent(i)) basis.enter(i, basis.set(i));
    basis.settle();
    if (trace != nullptr) trace->add({.kind = TraceKind::Block}, basis.lambda, basis.sets(), basis.factorizations());
  }
}

}  // namespace

bool pivotInBlocks(Basis& basis, const BoxOptions& options, SolveReport& report) {
  if (basis.isCold() && !pivotUntilSettled(basis, false, options.trace, report)) return false;
  return pivotUntilSettled(basis, true, options.trace, report);
}

}  // namespace keystone

// The conditions of the scaled box problem, row by row: what is left for pivoting to do.
#pragma once

#include "problem/index_sets.h"
#include "solver/parametric/scaled_problem.h"

namespace keystone {

// Violation of a condition, of the largest scaled impulse, that is none: well below 'exact'.
inline constexpr double kAccept = 5e-11;

// By how much row i breaks the condition of its set, as an impulse or a velocity of the scaled problem; 0 when it
// holds.
double complementarityViolation(const ScaledProblem& problem, RowSet set, int i, const VecX& lambda, const VecX& u);

// The largest complementarityViolation of all rows.
double violation(const ScaledProblem& problem, const IndexSets& sets, const VecX& lambda, const VecX& u);

}  // namespace keystone

// Other people's contact solvers as Debian ships them. Each wants W dense.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "solver/solver.h"

namespace keystone {

struct DenseResult {
  VecX lambda;         // [rows], impulses of u = W lambda + q; empty when the solver says it failed
  int iterations = 0;  // of a solver that counts them
};
// For W [rows x rows].
using DenseSolve = DenseResult (*)(const ContactProblem& problem, const MatX& W);

struct DenseSolver {
  std::string_view id, title, family, source;
  std::string_view package;  // Debian's, which it needs when this is built
  Accepts accepts;
  bool counts_iterations;
  DenseSolve solve;  // null: its package was not there when this was built
};

// All that are known.
std::span<const DenseSolver> denseSolvers();

// dPAD of ODE: rows of its matrices begin at multiples of four numbers.
inline int padded(int n) {
  return n > 1 ? ((n - 1) | 3) + 1 : n;
}

// The problem as the Dantzig codes of ODE and its descendants want it: A x = b + w, lo <= x <= hi; where findex >= 0
// the bounds are multiplied by that row's |x|.
struct DantzigInput {
  DantzigInput(const ContactProblem& problem, const MatX& W, int stride);
  std::vector<double> A;  // [n x stride], row by row
  VecX x, b, w, lo, hi;   // [n]
  std::vector<int> findex;
};

}  // namespace keystone

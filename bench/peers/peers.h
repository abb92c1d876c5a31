// Other people's solvers of the boxed linear complementarity problem, as Debian ships them, behind one call.
#pragma once

#include <span>
#include <string_view>

#include "problem/contact_problem.h"

namespace keystone::bench {

struct Peer {
  std::string_view name;
  bool friction;  // takes tangent rows, with bounds that stay as they were when the normals were solved
  // Impulses [rows] of u = W lambda + q with W dense [rows x rows]; empty when the solver says it failed.
  VecX (*solve)(const ContactProblem& problem, const MatX& W);
};

// Those whose packages were there when this was built.
std::span<const Peer> peers();

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

}  // namespace keystone::bench

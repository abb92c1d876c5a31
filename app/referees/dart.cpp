#include <dart/external/odelcpsolver/lcp.h>

#include "referees/dense_solvers.h"

namespace keystone {

VecX solveDartDantzig(const ContactProblem& problem, const MatX& W) {
  const int n = problem.rows();
  DantzigInput input(problem, W, padded(n));
  const bool solved = dart::external::ode::dSolveLCP(n, input.A.data(), input.x.data(), input.b.data(), input.w.data(),
                                                     0, input.lo.data(), input.hi.data(), input.findex.data());
  return solved ? input.x : VecX();
}

}  // namespace keystone

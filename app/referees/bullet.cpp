#include <BulletDynamics/MLCPSolvers/btDantzigLCP.h>

#include "referees/dense_solvers.h"

namespace keystone {

DenseResult solveBulletDantzig(const ContactProblem& problem, const MatX& W) {
  const int n = problem.rows();
  DantzigInput input(problem, W, n);
  btDantzigScratchMemory scratch;
  const bool solved = btSolveDantzigLCP(n, input.A.data(), input.x.data(), input.b.data(), input.w.data(), 0,
                                        input.lo.data(), input.hi.data(), input.findex.data(), scratch);
  return {solved ? input.x : VecX()};
}

}  // namespace keystone

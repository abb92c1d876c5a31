#include <dart/external/odelcpsolver/error.h>
#include <dart/external/odelcpsolver/lcp.h>

#include <cstdarg>

#include "referees/dense_solvers.h"

namespace keystone {

namespace ode = dart::external::ode;

DenseResult solveDartDantzig(const ContactProblem& problem, const MatX& W) {
  const int n = problem.rows();
  DantzigInput input(problem, W, padded(n));
  ode::dSetMessageHandler([](int, const char*, va_list) {});  // else it writes on stderr that it failed, as is returned
  const bool solved = ode::dSolveLCP(n, input.A.data(), input.x.data(), input.b.data(), input.w.data(), 0,
                                     input.lo.data(), input.hi.data(), input.findex.data());
  return {solved ? input.x : VecX()};
}

}  // namespace keystone

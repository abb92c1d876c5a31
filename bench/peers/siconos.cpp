#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include "peers/peers.h"

namespace keystone::bench {

VecX solveSiconosLemke(const ContactProblem& problem, const MatX& W) {
  const int n = problem.rows();
  MatX M = W;
  VecX q = problem.q;
  VecX z = VecX::Zero(n);
  VecX w = VecX::Zero(n);
  LinearComplementarityProblem lcp{n, NM_create_from_data(NM_DENSE, n, n, M.data()), q.data()};
  SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 20 * n + 1000;
  const int failed = linearComplementarity_driver(&lcp, z.data(), w.data(), options);
  solver_options_delete(options);
  free(options);
  lcp.M->matrix0 = nullptr;  // ours
  NM_free(lcp.M);
  return failed == 0 ? z : VecX();
}

}  // namespace keystone::bench

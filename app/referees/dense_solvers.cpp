#include "referees/dense_solvers.h"

#include <limits>
#include <vector>

namespace keystone {

#ifdef KEYSTONE_REFEREE_BULLET
VecX solveBulletDantzig(const ContactProblem& problem, const MatX& W);
#endif
#ifdef KEYSTONE_REFEREE_DART
VecX solveDartDantzig(const ContactProblem& problem, const MatX& W);
#endif
#ifdef KEYSTONE_REFEREE_SICONOS
VecX solveSiconosLemke(const ContactProblem& problem, const MatX& W);
VecX solveSiconosNsgs(const ContactProblem& problem, const MatX& W);
#endif

DantzigInput::DantzigInput(const ContactProblem& problem, const MatX& W, int stride)
    : A(static_cast<std::size_t>(stride) * static_cast<std::size_t>(W.rows())),
      x(VecX::Zero(W.rows())),
      b(-problem.q),
      w(VecX::Zero(W.rows())),
      lo(VecX::Zero(W.rows())),
      hi(VecX::Constant(W.rows(), std::numeric_limits<double>::infinity())),
      findex(static_cast<std::size_t>(W.rows()), -1) {
  for (int i = 0; i < W.rows(); ++i) {
    for (int j = 0; j < W.cols(); ++j)
      A[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(j)] = W(i, j);
    if (!problem.isTangent(i)) continue;
    hi[i] = problem.mu[problem.contactOf(i)];
    lo[i] = -hi[i];
    findex[static_cast<std::size_t>(i)] = problem.normalRow(problem.contactOf(i));
  }
}

std::span<const DenseSolver> denseSolvers() {
#if defined(KEYSTONE_REFEREE_BULLET) || defined(KEYSTONE_REFEREE_DART)
  // The bounds of tangents stay as they were when the normals had been solved without friction.
  static constexpr Accepts kBox{
      .frictionless = true, .box_friction = true, .cone_friction = false, .joints = false, .w_only = true};
#endif
#ifdef KEYSTONE_REFEREE_SICONOS
  static constexpr Accepts kFrictionless{
      .frictionless = true, .box_friction = false, .cone_friction = false, .joints = false, .w_only = true};
  static constexpr Accepts kCone{
      .frictionless = false, .box_friction = false, .cone_friction = true, .joints = false, .w_only = true};
#endif
  static const std::vector<DenseSolver> all{
#ifdef KEYSTONE_REFEREE_BULLET
      {"bullet_dantzig", "Bullet Dantzig", "pivoting", "Bullet, btSolveDantzigLCP", kBox, solveBulletDantzig},
#endif
#ifdef KEYSTONE_REFEREE_DART
      {"dart_dantzig", "ODE Dantzig (DART)", "pivoting", "DART, dSolveLCP of ODE", kBox, solveDartDantzig},
#endif
#ifdef KEYSTONE_REFEREE_SICONOS
      {"siconos_lemke", "Siconos Lemke", "pivoting", "Siconos, SICONOS_LCP_LEMKE", kFrictionless, solveSiconosLemke},
      {"siconos_nsgs", "Siconos NSGS", "iterative", "Siconos, SICONOS_FRICTION_3D_NSGS", kCone, solveSiconosNsgs},
#endif
  };
  return all;
}

}  // namespace keystone

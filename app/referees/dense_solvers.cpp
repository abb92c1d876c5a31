#include "referees/dense_solvers.h"

#include <array>
#include <limits>

namespace keystone {

DenseResult solveBulletDantzig(const ContactProblem& problem, const MatX& W);
DenseResult solveDartDantzig(const ContactProblem& problem, const MatX& W);
DenseResult solveSiconosLemke(const ContactProblem& problem, const MatX& W);
DenseResult solveSiconosNsgs(const ContactProblem& problem, const MatX& W);

namespace {

// KEYSTONE_REFEREE_NAME is defined where the package was there, and so is the file.
#ifdef KEYSTONE_REFEREE_BULLET
constexpr DenseSolve kBulletDantzig = solveBulletDantzig;
#else
constexpr DenseSolve kBulletDantzig = nullptr;
#endif
#ifdef KEYSTONE_REFEREE_DART
constexpr DenseSolve kDartDantzig = solveDartDantzig;
#else
constexpr DenseSolve kDartDantzig = nullptr;
#endif
#ifdef KEYSTONE_REFEREE_SICONOS
constexpr DenseSolve kSiconosLemke = solveSiconosLemke, kSiconosNsgs = solveSiconosNsgs;
#else
constexpr DenseSolve kSiconosLemke = nullptr, kSiconosNsgs = nullptr;
#endif

// The bounds of tangents stay as they were when the normals had been solved without friction.
constexpr Accepts kBox{
    .frictionless = true, .box_friction = true, .cone_friction = false, .joints = false, .w_only = true};
constexpr Accepts kFrictionless{
    .frictionless = true, .box_friction = false, .cone_friction = false, .joints = false, .w_only = true};
constexpr Accepts kCone{
    .frictionless = false, .box_friction = false, .cone_friction = true, .joints = false, .w_only = true};

constexpr std::array kAll{DenseSolver{"bullet_dantzig", "Bullet Dantzig", "pivoting", "Bullet, btSolveDantzigLCP",
                                      "libbullet-dev", kBox, false, kBulletDantzig},
                          DenseSolver{"dart_dantzig", "ODE Dantzig (DART)", "pivoting", "DART, dSolveLCP of ODE",
                                      "libdart-dev", kBox, false, kDartDantzig},
                          DenseSolver{"siconos_lemke", "Siconos Lemke", "pivoting", "Siconos, SICONOS_LCP_LEMKE",
                                      "libsiconos-numerics-dev", kFrictionless, true, kSiconosLemke},
                          DenseSolver{"siconos_nsgs", "Siconos NSGS", "iterative", "Siconos, SICONOS_FRICTION_3D_NSGS",
                                      "libsiconos-numerics-dev", kCone, true, kSiconosNsgs}};

}  // namespace

std::span<const DenseSolver> denseSolvers() {
  return kAll;
}

DantzigInput::DantzigInput(const ContactProblem& problem, const MatX& W, int stride)
    : A(static_cast<std::size_t>(stride) * static_cast<std::size_t>(W.rows())),
      x(VecX::Zero(W.rows())),
      b(-problem.q),
      w(VecX::Zero(W.rows())),
      lo(VecX::Zero(W.rows())),
      hi(VecX::Constant(W.rows(), std::numeric_limits<double>::infinity())),
      findex(static_cast<std::size_t>(W.rows()), -1) {
  for (int i = 0; i < W.rows(); ++i) {
    for (int j = 0; j < W.cols(); ++j) A[i * stride + j] = W(i, j);
    if (!problem.isTangent(i)) continue;
    hi[i] = problem.mu[problem.contactOf(i)];
    lo[i] = -hi[i];
    findex[i] = problem.normalRow(problem.contactOf(i));
  }
}

}  // namespace keystone

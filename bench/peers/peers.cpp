#include "peers/peers.h"

#include <limits>
#include <vector>

namespace keystone::bench {

#ifdef KEYSTONE_BENCH_BULLET
VecX solveBullet(const ContactProblem& problem, const MatX& W);
#endif
#ifdef KEYSTONE_BENCH_DART
VecX solveDart(const ContactProblem& problem, const MatX& W);
#endif
#ifdef KEYSTONE_BENCH_SICONOS
VecX solveSiconosLemke(const ContactProblem& problem, const MatX& W);
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

std::span<const Peer> peers() {
  static const std::vector<Peer> all{
#ifdef KEYSTONE_BENCH_BULLET
      {"Bullet Dantzig", true, solveBullet},
#endif
#ifdef KEYSTONE_BENCH_DART
      {"ODE Dantzig (DART)", true, solveDart},
#endif
#ifdef KEYSTONE_BENCH_SICONOS
      {"Siconos Lemke", false, solveSiconosLemke},
#endif
  };
  return all;
}

}  // namespace keystone::bench

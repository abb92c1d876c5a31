#include <algorithm>
#include <cmath>

#include "program/quadratic_program.h"

namespace keystone {

VecX rowMobility(const QuadraticProgram& program) {
  const VecX inverse = program.H.diagonal().cwiseInverse();
  VecX w = VecX::Zero(program.A.rows());
  for (int row = 0; row < program.A.outerSize(); ++row)
    for (SparseRows::InnerIterator it(program.A, row); it; ++it) w[row] += it.value() * it.value() * inverse[it.col()];
  return w;
}

KktResidual measure(const QuadraticProgram& program, const VecX& x, const VecX& lambda) {
  KktResidual residual;
  if (x.size() == 0) return residual;
  const VecX push = program.A.transpose() * lambda;
  const VecX defect = program.H * x - program.f - push;
  if (!x.allFinite() || !lambda.allFinite() || !defect.allFinite()) {
    residual.stationarity = residual.complementarity = std::numeric_limits<double>::quiet_NaN();
    return residual;
  }
  const double forces = std::max(program.f.lpNorm<Eigen::Infinity>(), push.lpNorm<Eigen::Infinity>());
  residual.stationarity = forces > 0.0 ? defect.lpNorm<Eigen::Infinity>() / forces : 0.0;
  if (lambda.size() == 0) return residual;

  const VecX w = rowMobility(program);
  const VecX x_free = program.f.cwiseQuotient(program.H.diagonal());
  const VecX s_free = program.A * x_free - program.b, s = program.A * x - program.b;
  double worst = 0.0;
  for (Eigen::Index i = 0; i < lambda.size(); ++i) {
    if (w[i] <= 0.0) continue;  // nothing that moves
    residual.scale = std::max({residual.scale, std::abs(lambda[i]),
                               std::abs(std::clamp(-s_free[i] / w[i], program.lower[i], program.upper[i]))});
    const double kept = std::clamp(lambda[i] - s[i] / w[i], program.lower[i], program.upper[i]);
    // Without bounds the row's own error, free of the rounding of lambda - (lambda - s / w).
    const bool free = program.lower[i] == -QuadraticProgram::kUnbounded && program.upper[i] == -program.lower[i];
    worst = std::max(worst, free ? std::abs(s[i]) / w[i] : std::abs(lambda[i] - kept));
  }
  if (residual.scale > 0.0) residual.complementarity = worst / residual.scale;
  return residual;
}

}  // namespace keystone

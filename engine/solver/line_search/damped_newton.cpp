#include "solver/line_search/damped_newton.h"

#include <algorithm>
#include <cmath>

#include "math/scratch_pool.h"
#include "math/stop.h"

namespace keystone {
namespace {

struct Workspace {
  VecX u, F, change, delta_u, trial, trial_u, trial_F;
  GeneralizedJacobian jacobian;
};

class DampedNewton {
 public:
  DampedNewton(const ConeRows& rows, ConeSystem& system, RowEquations& equations, const DampedNewtonOptions& options,
               VecX& lambda, const NewtonWatch& watch)
      : rows_(rows),
        system_(system),
        equations_(equations),
        options_(options),
        watch_(watch),
        lambda_(lambda),
        workspace_(rows.rows()) {}

  DampedNewtonEnd solve(int& factorizations) {
    const int most = factorizations + options_.factorizations;
    double damping = 1.0;
    place();
    while (!isSolved()) {
      if (factorizations >= most) return DampedNewtonEnd::Limit;
      stopIfAsked();
      const double asked = damping * w_.F.lpNorm<Eigen::Infinity>();
      const double weight = std::clamp(asked, options_.least, options_.most);
      ++factorizations;
      const bool found = findDirection(weight);
      const double share = found ? searchLine() : 0.0;
      if (share > 0.0) {
        lambda_ = w_.trial;
        place();
      }
      if (watch_) watch_({lambda_, share, factorizations});
      if (share > 0.0) {
        if (share == 1.0) damping *= 0.1;
      } else if (weight < options_.most) {
        damping *= 10.0;
      } else {
        return DampedNewtonEnd::Stalled;
      }
    }
    return DampedNewtonEnd::Solved;
  }

 private:
  void place() {
    system_.product(lambda_, w_.u);
    w_.u += rows_.q;
    equations_.evaluate(lambda_, w_.u, w_.F);
  }
  bool isSolved() const { return w_.F.lpNorm<Eigen::Infinity>() <= options_.tolerance * rows_.scaleOf(lambda_); }
  bool findDirection(double weight) {
    w_.change = -w_.F;
    equations_.linearize(lambda_, w_.u, weight, w_.change, w_.jacobian);
    if (!system_.factor(w_.jacobian)) return false;
    system_.solveInPlace(w_.change);
    if (!w_.change.allFinite()) return false;
    system_.product(w_.change, w_.delta_u);
    return true;
  }
  // The share of the step at which |F| has fallen enough, or zero.
  double searchLine() {
    const double before = w_.F.squaredNorm();
    double share = 1.0;
    for (int halving = 0; halving <= options_.halvings; ++halving, share *= 0.5) {
      w_.trial = lambda_ + share * w_.change;
      w_.trial_u = w_.u + share * w_.delta_u;
      equations_.evaluate(w_.trial, w_.trial_u, w_.trial_F);
      if (w_.trial_F.squaredNorm() <= (1.0 - 2.0 * options_.decrease * share) * before) return share;
    }
    return 0.0;
  }

  const ConeRows& rows_;
  ConeSystem& system_;
  RowEquations& equations_;
  const DampedNewtonOptions& options_;
  const NewtonWatch& watch_;
  VecX& lambda_;
  const Scratch<Workspace> workspace_;
  Workspace& w_ = *workspace_;
};

}  // namespace

DampedNewtonEnd solveDampedNewton(const ConeRows& rows, ConeSystem& system, RowEquations& equations,
                                  const DampedNewtonOptions& options, VecX& lambda, int& factorizations,
                                  const NewtonWatch& watch) {
  return DampedNewton(rows, system, equations, options, lambda, watch).solve(factorizations);
}

}  // namespace keystone

#include "solver/newton/proximal_newton.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr double kStiffness = 1.0;      // r, of the inverse of W's unit diagonal
constexpr double kCautious = 1e-3;      // epsilon after a first round that got lost
constexpr double kWeaker = 1e-2;        // least factor on epsilon after a round that arrived; a round that gets lost
                                        // makes it its root, one that arrives lets it recover by
constexpr double kRecovery = 0.5;
constexpr double kStronger = 10.0;      // and after one that got lost
constexpr double kLeastEpsilon = 1e-6;  // rounds close in a thousandfold and more; W's rounding stays far below
constexpr double kMostEpsilon = 1e-1;
constexpr int kRounds = 60;
constexpr int kSteps = 10;        // of one round
constexpr int kHalvings = 2;      // of one step
constexpr int kBlindSteps = 4;    // steps of one round that may make the defect larger
constexpr double kLoose = 0.1;    // a round ends where its own defect is this much below the problem's

class Newton {
 public:
  Newton(const ConeRows& rows, ConeSystem& system, const NewtonLimits& limits, VecX& lambda, const NewtonWatch& watch)
      : rows_(rows), system_(system), limits_(limits), watch_(watch), lambda_(lambda) {}

  NewtonResult run() {
    epsilon_ = limits_.first_epsilon;
    place(lambda_);
    best_ = lambda_;
    result_.defect = problemDefect();
    while (result_.rounds < kRounds && result_.factorizations < limits_.factorizations) {
      anchor_ = lambda_;
      const bool arrived = settle();
      ++result_.rounds;
      const double defect = problemDefect();
      if (defect < result_.defect) {
        result_.defect = defect;
        best_ = lambda_;
      }
      result_.solved = isSmall(defect, limits_.tolerance);
      if (result_.solved) break;
      if (!arrived) {
        // Written so that a defect that is not a number is taken back too.
        if (!(defect <= result_.defect)) place(best_);
        epsilon_ = std::clamp(kStronger * epsilon_, kCautious, kMostEpsilon);
        if (result_.rounds > 1) weaker_ = std::sqrt(weaker_);
      } else {
        epsilon_ = std::max(weaker_ * epsilon_, kLeastEpsilon);
        weaker_ = std::max(kRecovery * weaker_, kWeaker);
      }
    }
    lambda_ = best_;
    return result_;
  }

 private:
  void place(const VecX& lambda) {
    lambda_ = lambda;
    u_ = system_.product(lambda_) + rows_.q;
  }
  bool isSmall(double defect, double tolerance) const {
    return defect <= tolerance * std::max(1.0, lambda_.lpNorm<Eigen::Infinity>());
  }
  double problemDefect() const { return (lambda_ - rows_.project(lambda_ - u_)).lpNorm<Eigen::Infinity>(); }
  VecX moved(const VecX& lambda, const VecX& u) const {
    return lambda - kStiffness * (u + epsilon_ * (lambda - anchor_));
  }

  // One proximal problem; false when Newton does not get there.
  bool settle() {
    VecX y = moved(lambda_, u_);
    VecX F = lambda_ - rows_.project(y);
    int blind = 0;
    for (int step = 0; step < kSteps && result_.factorizations < limits_.factorizations; ++step) {
      const double size = F.lpNorm<Eigen::Infinity>();
      if (isSmall(size, 0.1 * limits_.tolerance) || (step > 0 && size <= kLoose * problemDefect())) return true;
      VecX change = -F;
      ++result_.factorizations;
      if (!system_.factor(rows_.linearize(y, kStiffness, epsilon_, change))) return false;
      change = system_.solve(change);
      if (!change.allFinite()) return false;
      const double share = search(change, y, F);
      if (share == 0.0 && ++blind > kBlindSteps) return false;
      // What Newton meant to do, where no part of it makes the equations truer.
      if (share == 0.0) take(lambda_ + change, y, F);
      if (watch_) watch_({lambda_, share > 0.0 ? share : 1.0, result_.factorizations});
    }
    return isSmall(F.lpNorm<Eigen::Infinity>(), limits_.tolerance);
  }

  void take(const VecX& lambda, VecX& y, VecX& F) {
    place(lambda);
    y = moved(lambda_, u_);
    F = lambda_ - rows_.project(y);
  }

  // The largest of a few shares of the step that brings F down enough, taken; 0, and nothing is, when none does.
  double search(const VecX& change, VecX& y, VecX& F) {
    const VecX start = lambda_;
    const double size = F.norm();
    double share = 1.0;
    for (int halving = 0; halving <= kHalvings; ++halving, share *= 0.5) {
      take(start + share * change, y, F);
      if (F.norm() < (1.0 - 1e-3 * share) * size) return share;
    }
    place(start);
    return 0.0;
  }

  const ConeRows& rows_;
  ConeSystem& system_;
  const NewtonLimits& limits_;
  const NewtonWatch& watch_;
  VecX& lambda_;
  VecX u_, anchor_, best_;
  double epsilon_ = 0.0, weaker_ = kWeaker;
  NewtonResult result_;
};

}  // namespace

NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonLimits& limits, VecX& lambda,
                                 const NewtonWatch& watch) {
  return Newton(rows, system, limits, lambda, watch).run();
}

}  // namespace keystone

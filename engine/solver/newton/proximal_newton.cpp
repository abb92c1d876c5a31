#include "solver/newton/proximal_newton.h"

#include <algorithm>
#include <cmath>

#include "solver/newton/proximal_problem.h"

namespace keystone {
namespace {

// Of the proximal weight, of W's unit diagonal.
constexpr double kMost = 1e-1;
constexpr double kCautious = 1e-3;     // at least, after a first round that got lost
constexpr double kLeast = 1e-6;        // smaller ones lose digits, but
constexpr double kLeastDrift = 1e-11;  // not where rounds follow a drift
constexpr double kStronger = 10.0;     // factor after a round that got lost
constexpr double kBoldest = 1e-2;      // factor after one that arrived, at least
constexpr double kBolder = 0.5;        // of that factor, after one that arrived

constexpr double kSlow = 0.3;   // a round that leaves more of the defect than that brings little
constexpr double kLoose = 0.1;  // a round ends where its own defect is this much below the problem's
constexpr int kRounds = 60;
constexpr int kSteps = 10;           // of one round
constexpr int kLastRounds = 3;       // with the last factor, which cost nothing more
constexpr double kRounding = 1e-14;  // a defect that is not worth another of these

class ProximalNewton {
 public:
  ProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonOptions& options, VecX& lambda,
                 int& factorizations, const NewtonWatch& watch)
      : rows_(rows),
        options_(options),
        factorizations_(factorizations),
        problem_(rows, system, watch, factorizations),
        room_(rows.rows()),
        best_(lambda),
        weight_(options.weight),
        factor_(options.factor) {}

  NewtonResult solve() {
    const int most = factorizations_ + options_.factorizations;
    problem_.place(best_);
    result_.defect = problem_.defect();
    while (!result_.solved && result_.rounds < kRounds && factorizations_ < most) {
      const double before = problem_.defect();
      problem_.begin(options_.rho, weight_);
      const bool arrived = problem_.settle(kSteps, most, options_.tolerance,
                                           [this] { return problem_.ownDefect() <= kLoose * problem_.defect(); });
      ++result_.rounds;
      const double after = problem_.defect();
      if (after < result_.defect) keep(after);
      const bool slow = after > kSlow * before;
      // Redundant contacts that contradict each other by so little would have to shift their whole load.
      result_.solved = problem_.isSmall(after, arrived && slow ? options_.sufficient : options_.tolerance);
      if (result_.solved)
        polish();
      else
        prepareRound(arrived, before, after);
    }
    return result_;
  }

 private:
  void prepareRound(bool arrived, double before, double after) {
    if (!arrived) {
      // Written so that a defect that is not a number is taken back too.
      if (!(after < before)) problem_.place(problem_.anchor());
      const bool first = result_.rounds == 1;
      weight_ = std::min(std::max(kStronger * weight_, first ? kCautious : 0.0), kMost);
      if (!first) factor_ = std::sqrt(factor_);
      return;
    }
    const bool slow = after > kSlow * before;
    weight_ = std::max(factor_ * weight_, slow ? kLeastDrift : std::min(weight_, kLeast));
    factor_ = std::max(kBolder * factor_, kBoldest);
    if (slow) followDrift(after);
  }

  // Rounds that bring little move along a direction in which no velocity changes, until a row meets its bound: go there
  // at once.
  void followDrift(double defect) {
    VecX &start = room_->start, &change = room_->change;
    start = problem_.lambda();
    change = start - problem_.anchor();
    const double reach = rows_.reach(start, change);
    if (!std::isfinite(reach)) return;
    problem_.place(start + reach * change);
    if (!(problem_.defect() <= 2.0 * defect)) problem_.place(start);
  }

  // Rounds with the last factor as long as they halve the defect and no set changes.
  void polish() {
    for (int round = 0; round < kLastRounds && !problem_.isSmall(result_.defect, kRounding); ++round) {
      problem_.begin(options_.rho, weight_);
      if (!problem_.repeat()) return;
      const double defect = problem_.defect();
      if (!(defect < 0.5 * result_.defect)) return;
      keep(defect);
    }
  }

  void keep(double defect) {
    result_.defect = defect;
    best_ = problem_.lambda();
  }

  const ConeRows& rows_;
  const NewtonOptions& options_;
  int& factorizations_;
  NewtonResult result_;
  ProximalProblem problem_;
  struct Room {
    VecX start, change;
  };
  Spare<Room> room_;
  VecX& best_;
  double weight_, factor_;
};

}  // namespace

NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonOptions& options, VecX& lambda,
                                 int& factorizations, const NewtonWatch& watch) {
  return ProximalNewton(rows, system, options, lambda, factorizations, watch).solve();
}

}  // namespace keystone

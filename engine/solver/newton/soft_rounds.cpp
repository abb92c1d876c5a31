#include "solver/newton/soft_rounds.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

// Epsilon, of W's unit diagonal.
constexpr double kSoftest = 0.04;
constexpr double kStiffest = 1e-3;
constexpr double kRigid = 1e-10;  // of joints, which nobody takes to be off

constexpr double kLeastShrink = 0.5;  // of epsilon in a round; its root after one that got lost
constexpr double kEasier = 5.0;       // factor on epsilon then
constexpr double kAim = 0.6;          // how far to be off next, of what is allowed
constexpr double kSettled = 3.0;      // of what contacts give way by, that Newton's steps may have left
constexpr int kRounds = 100;
constexpr int kSteps = 10;            // of one round
constexpr double kTolerance = 1e-11;  // of the largest scaled impulse: no step makes it smaller

// r, of the inverse of W's unit diagonal: the stiffer the contacts the larger, within these bounds.
constexpr double kStiffness = 0.03, kMostStiffness = 30.0;

class SoftRounds {
 public:
  SoftRounds(ProximalProblem& problem, const ConeRows& rows, NewtonJudge& judge, const int& factorizations)
      : problem_(problem), rows_(rows), judge_(judge), factorizations_(factorizations) {}

  bool follow(int most) {
    problem_.dropFactor();
    epsilon_.setConstant(rows_.rows(), kSoftest);
    epsilon_.tail(rows_.joint_rows).setConstant(kRigid);
    bool is_accepted = accept(problem_.lambda() - problem_.u());
    for (int round = 0; round < kRounds && !is_accepted && factorizations_ < most; ++round) {
      const double stiffest = epsilon_.head(rows_.firstJointRow()).minCoeff();
      problem_.begin(std::clamp(kStiffness / stiffest, 1.0, kMostStiffness), epsilon_);
      const bool arrived = problem_.settle(kSteps, most, kTolerance, [this] { return isSettled(); });
      is_accepted = accept(problem_.argument());
      if (is_accepted) break;
      if (arrived)
        stiffen();
      else
        ease();
    }
    if (is_accepted) problem_.place(lawful_);
    return is_accepted;
  }

 private:
  bool accept(const VecX& y) {
    rows_.project(y, lawful_);
    return judge_.accept(lawful_, factorizations_);
  }
  bool isSettled() const { return judge_.off(problem_.ownDefects()) <= kSettled * judge_.off(problem_.give()); }

  void stiffen() {
    for (int c = 0; c < rows_.contacts; ++c) {
      const double off = judge_.off()[c];
      const double shrink = off > kAim ? std::max(kAim / off, least_shrink_) : 1.0;
      auto own = epsilon_.segment(rows_.dim * c, rows_.dim);
      own.setConstant(std::max(shrink * own[0], kStiffest));
    }
  }
  void ease() {
    problem_.place(problem_.anchor());
    for (int row = 0; row < rows_.firstJointRow(); ++row) epsilon_[row] = std::min(kEasier * epsilon_[row], kSoftest);
    least_shrink_ = std::sqrt(least_shrink_);
  }

  ProximalProblem& problem_;
  const ConeRows& rows_;
  NewtonJudge& judge_;
  const int& factorizations_;
  VecX epsilon_;  // [rows]
  VecX lawful_;   // the last point that the judge was asked about
  double least_shrink_ = kLeastShrink;
};

}  // namespace

bool followSoftRounds(ProximalProblem& problem, const ConeRows& rows, NewtonJudge& judge, const int& factorizations,
                      int most) {
  return SoftRounds(problem, rows, judge, factorizations).follow(most);
}

}  // namespace keystone

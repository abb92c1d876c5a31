#include "solver/newton/proximal_newton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/newton/interior_path.h"
#include "solver/newton/proximal_problem.h"
#include "solver/newton/rest_correction.h"
#include "solver/newton/smoothing_path.h"
#include "solver/newton/soft_rounds.h"

namespace keystone {
namespace {

// r of each attempt, of the inverse of W's unit diagonal: where one is caught between sets, another is not.
constexpr std::array kStiffness{1.0, 10.0, 0.1};

// Of an attempt's factorizations.
constexpr double kSure = 0.4;     // before other ways are tried: without friction, and with joints, rounds settle
constexpr double kCold = 0.06;    // likewise: from nothing
constexpr double kWarm = 0.04;    // likewise: a start that has not led there by then is none
constexpr double kSoft = 0.6;     // with contacts that give way
constexpr double kInside = 0.14;  // through the inside of the law
constexpr double kPath = 0.24;    // on each stage of the smoothed path, and
constexpr double kPolish = 0.12;  // from its end
constexpr double kTouch = 0.026;  // likewise, where the judge says how far it is, and then
constexpr double kLonger = 3.0;   // times as long where that came no closer, until that
constexpr double kLongTouch = 0.2;
constexpr int kStages = 5;

constexpr double kPathAtMost = 0.6;  // of the work that is left: the rest is for rounds from there

// Tau, from which the way leads through the inside, of the fastest closing velocity's square: where it gets stuck from
// one, it may not from another.
constexpr std::array kCentres{1.0, 0.1};
constexpr double kNearlyThere = 1e-6;  // likewise, from rounds to what the judge accepts

// Distances, of what the judge accepts.
constexpr double kNearby = 100.0;  // rounds may come close enough from there
constexpr double kNearer = 0.3;    // of the last point they were tried from, before they are tried again
constexpr double kGoing = 0.5;     // of the last point, as long as a path makes its way by itself
constexpr double kLikely = 0.8;    // worth asking

constexpr int kFew = 200;    // contacts: rounds cost nothing, and what is exact is better than what the judge accepts
constexpr int kMany = 3000;  // likewise: where few bodies move, what is kept awake costs more than giving way saves

// Defects, of the largest impulse, of a start that rounds
constexpr double kDistant = 1e-3;  // hardly ever lead from
constexpr double kLost = 0.1;      // have never led from

// Epsilon, of W's unit diagonal.
constexpr double kFar = 1e-6;       // first round from far away: closes in a thousandfold where the sets are found
constexpr double kCautious = 1e-3;  // first round from nearby, which rounding then does not scatter; and after a first
                                    // round that got lost
constexpr double kFirm = 1e-2;      // first round from a path, toward what the judge accepts, and
constexpr double kEasy = 1e-4;      // where it accepts as much already
constexpr double kNoise = 1e-6;     // defect of a start that is nearby, where nothing slides
constexpr double kMost = 1e-1;
constexpr double kLeast = 1e-6;
constexpr double kLeastDrift = 1e-11;  // where rounds follow a drift
constexpr double kStronger = 10.0;     // factor after a round that got lost
constexpr double kWeaker = 1e-2;       // least factor after one that arrived; its root after a round that got lost
constexpr double kRecovery = 0.5;      // of that factor, after one that arrived

constexpr double kSlow = 0.3;   // a round that leaves more of the defect than that brings little
constexpr double kLoose = 0.1;  // a round ends where its own defect is this much below the problem's
constexpr int kRounds = 60;
constexpr int kSteps = 10;      // of one round
constexpr int kLastRounds = 3;  // that need no new factor, after the last

constexpr double kRounding = 1e-14;  // a defect that is not worth another round

class Newton {
 public:
  Newton(const ConeRows& rows, ConeSystem& system, const NewtonLimits& limits, VecX& lambda, const NewtonWatch& watch,
         NewtonJudge* judge)
      : rows_(rows),
        system_(system),
        limits_(limits),
        watch_(watch),
        judge_(judge),
        frictionless_(rows.mu.isZero(0.0)),
        is_rough_(judge != nullptr && judge->isLenient() && rows.contacts > kFew),
        is_judged_(judge != nullptr && (!frictionless_ || is_rough_)),
        problem_(rows, system, watch, result_.factorizations),
        room_(rows.rows()),
        best_(lambda) {}

  NewtonResult run() {
    problem_.place(best_);
    result_.defect = problem_.defect();
    result_.solved = result_.at_once = problem_.isSmall(result_.defect, limits_.start);
    if (!result_.solved && problem_.isSmall(result_.defect, kNoise)) correct();
    if (limits_.only_at_rest) return result_;
    if (!result_.solved && mayBeNearby()) attempt(best_, kStiffness[0], firstShare() * limits_.factorizations);
    if (!result_.solved && limits_.inside) insist();
    return result_;
  }

 private:
  // At rest.
  void correct() {
    double defect = result_.defect;
    result_.solved =
        correctAtRest(rows_, system_, limits_.tolerance, problem_, defect, result_.factorizations, result_.kept);
    if (!result_.solved) return;
    ++result_.rounds;
    keep(defect);
    if (watch_) watch_({best_, 1.0, result_.factorizations});
  }

  // Rounds from a start, with so many factorizations.
  void attempt(const VecX& start, double stiffness, double factorizations, double cautious = kCautious) {
    problem_.place(start);
    problem_.dropFactor();
    weaker_ = kWeaker;
    const bool far = problem_.lambda().isZero(0.0) || (frictionless_ && limits_.inside && result_.defect > kNoise);
    epsilon_ = far ? kFar : cautious;
    const int most = mostAfter(factorizations);
    const int first = result_.rounds;
    while (!result_.solved && result_.rounds - first < kRounds && result_.factorizations < most) {
      const double before = problem_.defect();
      problem_.begin(stiffness, epsilon_);
      const bool arrived = problem_.settle(kSteps, most, limits_.tolerance,
                                           [this] { return problem_.ownDefect() <= kLoose * problem_.defect(); });
      ++result_.rounds;
      const double after = problem_.defect();
      if (after < result_.defect) keep(after);
      const bool slow = after > kSlow * before;
      // Redundant contacts that contradict each other by so little would have to shift their whole load.
      result_.solved = problem_.isSmall(after, arrived && slow ? limits_.sufficient : limits_.tolerance);
      if (result_.solved)
        polish(stiffness);
      else
        prepareRound(arrived, result_.rounds == first + 1, before, after);
    }
  }

  // Whether rounds may lead there from the start, at less cost than other ways.
  bool mayBeNearby() {
    if (!is_judged_ || !limits_.inside || rows_.contacts <= kFew) return true;
    if (is_rough_ || isLost()) return false;
    if (!isOff(kDistant)) return true;
    judge_->begin(best_, false);
    return !judge_->mayGiveWay();
  }

  bool isLost() const { return isOff(rows_.contacts > kMany ? kLost : kDistant); }
  bool isOff(double share) const {
    return result_.defect > share * std::max(1.0, best_.lpNorm<Eigen::Infinity>()) && !best_.isZero(0.0);
  }

  double firstShare() const {
    if (!limits_.inside) return 1.0;
    if ((frictionless_ && !is_judged_) || (rows_.joint_rows > 0 && !frictionless_)) return kSure;
    return best_.isZero(0.0) ? kCold : kWarm;
  }

  // By all other means.
  void insist() {
    tryNothing();
    if (isDone()) return;
    if (judge_ != nullptr) judge_->begin(best_, isLost());
    if (is_judged_ && judge_->mayGiveWay()) giveWay();
    const double closing = closingVelocity();
    for (const double centre : kCentres) {
      if (isDone() || !(frictionless_ || is_judged_)) break;
      problem_.place(best_);
      InteriorPath path(rows_, system_, best_ - problem_.u(), centre * closing * closing, result_.factorizations,
                        watch_);
      approach(path, kInside * limits_.factorizations, 1);
    }
    if (!isDone() && !frictionless_) {
      SmoothingPath path(rows_, system_, best_, result_.factorizations, watch_);
      approach(path, kPath * limits_.factorizations, kStages);
    }
    for (const double stiffness : kStiffness) {
      if (isDone()) return;
      attempt(best_, stiffness, limits_.factorizations);
      problem_.place(best_);
      if (judge_ != nullptr && !isDone() && distance(best_, problem_.u()) <= 1.0)
        refine(best_, problem_.u(), kNearlyThere);
    }
  }

  // By contacts that give way.
  void giveWay() {
    problem_.place(best_);
    const int most = mostAfter(kSoft * limits_.factorizations);
    result_.solved = followSoftRounds(problem_, rows_, *judge_, result_.factorizations, most);
    if (result_.solved) best_ = problem_.lambda();
  }

  // Along a path through the inside of the law, in stages of so many factorizations, and from its points to the end.
  template <class Path>
  void approach(Path& path, double factorizations, int stages) {
    double now = 0.0, tried = std::numeric_limits<double>::infinity();
    const double nearby = is_rough_ ? kLikely : kNearby;
    const PathPause pause = [&](const VecX& lambda, const VecX& u) {
      if (!is_judged_) return false;
      const double last = std::exchange(now, distance(lambda, u));
      return now <= std::min(nearby, kNearer * tried) && (now <= kLikely || now > kGoing * last);
    };
    const int most = mostAfter(stages * factorizations);
    while (!path.isOver() && result_.factorizations < most) {
      now = std::numeric_limits<double>::infinity();
      path.follow(std::min(most, mostAfter(std::min(factorizations, kPathAtMost * left()))), pause);
      if (!(path.tau() > 0.0)) return;
      const VecX start = rows_.project(path.lambda());
      if (!is_judged_) attempt(start, kStiffness[0], kPolish * limits_.factorizations);
      if (now <= kLikely) {
        if (!is_rough_) attempt(start, kStiffness[0], kTouch * limits_.factorizations, kEasy);
        if (!isDone()) refine(path.lambda(), path.u(), path.tau());
      }
      if (is_judged_ && !is_rough_ && !isDone()) closeIn(start);
      if (isDone()) return;
      tried = std::min(tried, now);
    }
  }

  // Rounds, friction under the normal impulses that they find, rounds from there: as long as they come closer to what
  // the judge accepts. Nearby, rounds that come no closer go on for longer.
  void closeIn(const VecX& start) {
    double length = kTouch, nearest = kNearby;
    attempt(start, kStiffness[0], length * limits_.factorizations, kFirm);
    while (!isDone()) {
      const double now = distance(problem_.lambda(), problem_.u());
      const bool nearer = now < nearest;
      if (!nearer) {
        if (now > 1.0 || length > kLongTouch) return;
        length *= kLonger;
      }
      nearest = std::min(nearest, now);
      const bool likely = nearer && now <= kLikely;
      if (likely && refine(problem_.lambda(), problem_.u(), kNearlyThere)) return;
      attempt(likely ? refused_ : VecX(problem_.lambda()), kStiffness[0], length * limits_.factorizations,
              likely ? kFirm : epsilon_);
    }
  }

  double distance(const VecX& lambda, const VecX& u) { return judge_->distance(lambda, u, result_.factorizations); }
  bool refine(const VecX& lambda, const VecX& u, double tau) {
    VecX found = lambda;
    const int most = static_cast<int>(std::min<double>(limits_.factorizations, left()));
    result_.solved = judge_->refine(found, u, tau, most, result_.factorizations);
    (result_.solved ? best_ : refused_) = found;
    return result_.solved;
  }

  bool isDone() const { return result_.solved || !(left() > 0.0); }

  // The fastest at which impulses are needed; 1, the largest free velocity, where there is none.
  double closingVelocity() const {
    double fastest = rows_.joint_rows > 0 ? rows_.q.tail(rows_.joint_rows).lpNorm<Eigen::Infinity>() : 0.0;
    for (int n = 0; n < rows_.firstJointRow(); n += rows_.dim) fastest = std::max(fastest, -rows_.q[n]);
    return fastest > 0.0 ? fastest : 1.0;
  }

  // Where all fall apart no impulse is needed, however loaded they were.
  void tryNothing() {
    problem_.place(VecX::Zero(rows_.rows()));
    const double defect = problem_.defect();
    result_.solved = problem_.isSmall(defect, limits_.tolerance);
    if (result_.solved) keep(defect);
  }

  void keep(double defect) {
    result_.defect = defect;
    best_ = problem_.lambda();
  }

  // Factorizations.
  double left() const {
    return limits_.work > 0 ? limits_.work - result_.factorizations : std::numeric_limits<double>::infinity();
  }
  int mostAfter(double factorizations) const {
    const int most = result_.factorizations + std::max(1, static_cast<int>(factorizations));
    return limits_.work > 0 ? std::min(most, limits_.work) : most;
  }

  void prepareRound(bool arrived, bool first, double before, double after) {
    if (!arrived) {
      // Written so that a defect that is not a number is taken back too.
      if (!(after < before)) problem_.place(problem_.anchor());
      epsilon_ = std::min(first ? std::max(kStronger * epsilon_, kCautious) : kStronger * epsilon_, kMost);
      if (!first) weaker_ = std::sqrt(weaker_);
      return;
    }
    const bool slow = after > kSlow * before;
    epsilon_ = std::max(weaker_ * epsilon_, slow ? kLeastDrift : std::min(epsilon_, kLeast));
    weaker_ = std::max(kRecovery * weaker_, kWeaker);
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

  // The last factor costs nothing more: rounds with it as long as they halve the defect and no set changes.
  void polish(double stiffness) {
    for (int round = 0; round < kLastRounds && !problem_.isSmall(result_.defect, kRounding); ++round) {
      problem_.begin(stiffness, epsilon_);
      if (!problem_.repeat()) return;
      const double defect = problem_.defect();
      if (!(defect < 0.5 * result_.defect)) return;
      keep(defect);
    }
  }

  const ConeRows& rows_;
  ConeSystem& system_;
  const NewtonLimits& limits_;
  const NewtonWatch& watch_;
  NewtonJudge* judge_;
  bool frictionless_;
  bool is_rough_;   // straight to what the judge accepts, without rounds
  bool is_judged_;  // all along; else a judge is only asked in the end
  NewtonResult result_;
  ProximalProblem problem_;
  struct Room {
    VecX start, change;
  };
  Spare<Room> room_;
  VecX& best_;
  VecX refused_;  // where the judge moved the last point that it did not accept
  double epsilon_ = 0.0, weaker_ = kWeaker;
};

}  // namespace

NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonLimits& limits, VecX& lambda,
                                 const NewtonWatch& watch, NewtonJudge* judge) {
  return Newton(rows, system, limits, lambda, watch, judge).run();
}

}  // namespace keystone

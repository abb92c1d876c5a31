#include "solver/newton/proximal_newton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "math/spare.h"
#include "math/stop.h"
#include "solver/newton/interior_path.h"
#include "solver/newton/smoothing_path.h"

namespace keystone {
namespace {

// r of each attempt, of the inverse of W's unit diagonal: where one is caught between sets, another is not.
constexpr std::array kStiffness{1.0, 10.0, 0.1};

// Of an attempt's factorizations.
constexpr double kSure = 0.4;     // before the path is tried: without friction, and with joints, rounds settle
constexpr double kCold = 0.06;    // likewise: from nothing
constexpr double kWarm = 0.02;    // likewise: a start that has not led there by then is none
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

constexpr int kFew = 200;      // contacts: rounds cost nothing, and what is exact is better than what the judge accepts
constexpr double kLost = 0.1;  // defect, of the largest impulse, of a start that no rounds have ever led from

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

constexpr double kTouching = 1e-6;  // slower than that, of the largest free velocity, contacts neither part nor close
constexpr double kSlow = 0.3;       // a round that leaves more of the defect than that brings little
constexpr double kLoose = 0.1;      // a round ends where its own defect is this much below the problem's
constexpr int kRounds = 60;
constexpr int kSteps = 10;      // of one round
constexpr int kHalvings = 2;    // of one step
constexpr int kLastRounds = 3;  // that need no new factor, after the last
constexpr int kBlindSteps = 4;  // steps of one round that may make the defect larger

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
        lambda_(lambda),
        frictionless_(rows.mu.isZero(0.0)),
        is_rough_(judge != nullptr && judge->isLenient() && rows.contacts > kFew),
        is_judged_(judge != nullptr && (!frictionless_ || is_rough_)),
        room_(rows.rows()) {}

  NewtonResult run() {
    place(lambda_);
    best_ = lambda_;
    result_.defect = problemDefect();
    result_.solved = result_.at_once = isSmall(result_.defect, limits_.start);
    if (!result_.solved && mayBeNearby()) attempt(best_, kStiffness[0], firstShare() * limits_.factorizations);
    if (!result_.solved && limits_.inside) insist();
    lambda_ = best_;
    return result_;
  }

 private:
  // Rounds from a start, with so many factorizations.
  void attempt(const VecX& start, double stiffness, double factorizations, double cautious = kCautious) {
    place(start);
    stiffness_ = stiffness;
    weaker_ = kWeaker;
    is_factored_ = false;
    const bool far = lambda_.isZero(0.0) || (frictionless_ && limits_.inside && result_.defect > kNoise);
    epsilon_ = far ? kFar : cautious;
    most_ = mostAfter(factorizations);
    const int first = result_.rounds;
    while (!result_.solved && result_.rounds - first < kRounds && result_.factorizations < most_) {
      anchor_ = lambda_;
      const double before = problemDefect();
      const bool arrived = settle();
      ++result_.rounds;
      const double after = problemDefect();
      if (after < result_.defect) {
        result_.defect = after;
        best_ = lambda_;
      }
      const bool slow = after > kSlow * before;
      // Redundant contacts that contradict each other by so little would have to shift their whole load.
      result_.solved = isSmall(after, arrived && slow ? limits_.sufficient : limits_.tolerance);
      if (result_.solved)
        polish();
      else
        prepareRound(arrived, result_.rounds == first + 1, before, after);
    }
  }

  // Whether rounds may lead there from the start, at less cost than the way through the inside.
  bool mayBeNearby() const {
    if (!is_judged_ || !limits_.inside || rows_.contacts <= kFew) return true;
    return !is_rough_ && (best_.isZero(0.0) || isSmall(result_.defect, kLost));
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
    const double closing = closingVelocity();
    for (const double centre : kCentres) {
      if (isDone() || !(frictionless_ || is_judged_)) break;
      place(best_);
      InteriorPath path(rows_, system_, best_ - u_, centre * closing * closing, result_.factorizations, watch_);
      approach(path, kInside * limits_.factorizations, 1);
    }
    if (!isDone() && !frictionless_) {
      SmoothingPath path(rows_, system_, best_, result_.factorizations, watch_);
      approach(path, kPath * limits_.factorizations, kStages);
    }
    for (const double stiffness : kStiffness) {
      if (isDone()) return;
      attempt(best_, stiffness, limits_.factorizations);
      place(best_);
      if (judge_ != nullptr && !isDone() && distance(lambda_, u_) <= 1.0) accept(lambda_, u_, kNearlyThere);
    }
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
        if (!isDone()) accept(path.lambda(), path.u(), path.tau());
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
      const double now = distance(lambda_, u_);
      const bool nearer = now < nearest;
      if (!nearer) {
        if (now > 1.0 || length > kLongTouch) return;
        length *= kLonger;
      }
      nearest = std::min(nearest, now);
      const bool likely = nearer && now <= kLikely;
      if (likely && accept(lambda_, u_, kNearlyThere)) return;
      attempt(likely ? refused_ : VecX(lambda_), kStiffness[0], length * limits_.factorizations,
              likely ? kFirm : epsilon_);
    }
  }

  bool isDone() const { return result_.solved || !mayGoOn(); }
  double distance(const VecX& lambda, const VecX& u) const {
    return judge_->distance(lambda, u, result_.factorizations);
  }
  bool accept(const VecX& lambda, const VecX& u, double tau) {
    VecX found = lambda;
    const int most = static_cast<int>(std::min<double>(limits_.factorizations, left()));
    result_.solved = judge_->accept(found, u, tau, most, result_.factorizations);
    (result_.solved ? best_ : refused_) = found;
    return result_.solved;
  }

  // The fastest at which impulses are needed; 1, the largest free velocity, where there is none.
  double closingVelocity() const {
    double fastest = rows_.joint_rows > 0 ? rows_.q.tail(rows_.joint_rows).lpNorm<Eigen::Infinity>() : 0.0;
    for (int n = 0; n < rows_.firstJointRow(); n += rows_.dim) fastest = std::max(fastest, -rows_.q[n]);
    return fastest > 0.0 ? fastest : 1.0;
  }

  // Where all fall apart no impulse is needed, however loaded they were.
  void tryNothing() {
    place(VecX::Zero(rows_.rows()));
    const double defect = problemDefect();
    result_.solved = isSmall(defect, limits_.tolerance);
    if (!result_.solved) return;
    result_.defect = defect;
    best_ = lambda_;
  }

  bool mayGoOn() const { return left() > 0.0; }
  // Factorizations.
  double left() const {
    return limits_.work > 0 ? limits_.work - result_.factorizations : std::numeric_limits<double>::infinity();
  }

  int mostAfter(double factorizations) const {
    const int most = result_.factorizations + std::max(1, static_cast<int>(factorizations));
    return limits_.work > 0 ? std::min(most, limits_.work) : most;
  }

  template <class Impulses>
  void place(const Impulses& lambda) {
    lambda_ = lambda;
    system_.product(lambda_, u_);
    u_ += rows_.q;
  }
  bool isSmall(double defect, double tolerance) const {
    return defect <= tolerance * std::max(1.0, lambda_.lpNorm<Eigen::Infinity>());
  }
  double problemDefect() {
    lawful_ = lambda_ - u_;
    rows_.project(lawful_, lawful_);
    return (lambda_ - lawful_).lpNorm<Eigen::Infinity>();
  }
  // The proximal problem's argument of the law, and its defect.
  void evaluate() {
    y_ = lambda_ - stiffness_ * (u_ + epsilon_ * (lambda_ - anchor_));
    rows_.project(y_, lawful_);
    F_ = lambda_ - lawful_;
  }

  void prepareRound(bool arrived, bool first, double before, double after) {
    if (!arrived) {
      // Written so that a defect that is not a number is taken back too.
      if (!(after < before)) place(anchor_);
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
    change_ = lambda_ - anchor_;
    const double reach = rows_.reach(lambda_, change_);
    if (!std::isfinite(reach)) return;
    start_ = lambda_;
    place(start_ + reach * change_);
    if (!(problemDefect() <= 2.0 * defect)) place(start_);
  }

  // Without impulses, contacts at rest part or close by their rounding alone: all of them are closed for the first
  // step.
  void closeWhatTouches() {
    for (int c = 0; c < rows_.contacts; ++c)
      if (double& normal = y_[rows_.dim * c]; std::abs(normal) < kTouching) normal = kTouching;
  }

  // One proximal problem; false when Newton does not get there.
  bool settle() {
    evaluate();
    if (lambda_.isZero(0.0)) closeWhatTouches();
    int blind = 0;
    for (int step = 0; step < kSteps && result_.factorizations < most_; ++step) {
      const double size = F_.lpNorm<Eigen::Infinity>();
      if (isSmall(size, 0.1 * limits_.tolerance) || (step > 0 && size <= kLoose * problemDefect())) return true;
      change_ = -F_;
      rows_.linearize(y_, stiffness_, epsilon_, change_, slope_);
      if (!factor()) return false;
      system_.solveInPlace(change_);
      if (!change_.allFinite()) return false;
      const double share = search();
      if (share == 0.0 && ++blind > kBlindSteps) return false;
      // What Newton meant to do, where no part of it makes the equations truer.
      if (share == 0.0) take(1.0);
      if (watch_) watch_({lambda_, share > 0.0 ? share : 1.0, result_.factorizations});
    }
    return isSmall(F_.lpNorm<Eigen::Infinity>(), limits_.tolerance);
  }

  // The last factor costs nothing more: rounds with it as long as they halve the defect and no set changes.
  void polish() {
    for (int round = 0; round < kLastRounds && !isSmall(result_.defect, kRounding); ++round) {
      anchor_ = lambda_;
      evaluate();
      change_ = -F_;
      rows_.linearize(y_, stiffness_, epsilon_, change_, slope_);
      if (!is_factored_ || !(slope_ == factored_)) return;
      system_.solveInPlace(change_);
      place(lambda_ + change_);
      const double defect = problemDefect();
      if (!(defect < 0.5 * result_.defect)) return;
      result_.defect = defect;
      best_ = lambda_;
    }
  }

  // Unless nothing has changed since the last time.
  bool factor() {
    if (is_factored_ && slope_ == factored_) return true;
    stopIfAsked();
    ++result_.factorizations;
    is_factored_ = system_.factor(slope_);
    std::swap(factored_, slope_);
    return is_factored_;
  }

  // A share of the change, from the start.
  void take(double share) {
    place(start_ + share * change_);
    evaluate();
  }

  // The largest of a few shares of the step that brings F down enough, taken; 0, and nothing is, when none does.
  double search() {
    start_ = lambda_;
    const double size = F_.norm();
    double share = 1.0;
    // Without friction whole steps settle the sets soonest (Hintermueller, Ito, Kunisch 2002).
    const int halvings = frictionless_ ? 0 : kHalvings;
    for (int halving = 0; halving <= halvings; ++halving, share *= 0.5) {
      take(share);
      if (F_.norm() < (1.0 - 1e-3 * share) * size) return share;
    }
    place(start_);
    return 0.0;
  }

  const ConeRows& rows_;
  ConeSystem& system_;
  const NewtonLimits& limits_;
  const NewtonWatch& watch_;
  NewtonJudge* judge_;
  VecX& lambda_;
  bool frictionless_;
  bool is_rough_;   // straight to what the judge accepts, without rounds
  bool is_judged_;  // all along; else a judge is only asked in the end
  struct Room {
    VecX u, best, anchor, lawful, y, F, change, start;
    LawSlope slope, factored;
  };
  Spare<Room> room_;
  VecX &u_ = room_->u, &best_ = room_->best, &anchor_ = room_->anchor, &lawful_ = room_->lawful;
  VecX &y_ = room_->y, &F_ = room_->F;                    // of the proximal problem
  VecX &change_ = room_->change, &start_ = room_->start;  // a step and where it began
  LawSlope &slope_ = room_->slope, &factored_ = room_->factored;
  bool is_factored_ = false;
  int most_ = 0;  // factorizations, before this attempt ends
  VecX refused_;  // where the judge moved the last point that it did not accept
  double stiffness_ = 1.0, epsilon_ = 0.0, weaker_ = kWeaker;
  NewtonResult result_;
};

}  // namespace

NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonLimits& limits, VecX& lambda,
                                 const NewtonWatch& watch, NewtonJudge* judge) {
  return Newton(rows, system, limits, lambda, watch, judge).run();
}

}  // namespace keystone

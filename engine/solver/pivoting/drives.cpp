#include "solver/pivoting/drives.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "math/scratch_pool.h"
#include "math/stop.h"
#include "solver/pivoting/held_rows.h"
#include "solver/pivoting/max_step.h"
#include "solver/pivoting/row_states.h"
#include "solver/trace.h"
#include "solver/turning/isotropy.h"

namespace keystone {
namespace {

// Of scaled impulses and velocities, the largest free one being one: what counts as none.
constexpr double kNone = 1e-11;
constexpr double kRounding = 1e-9;     // slip of held rows that passes may leave where frames are turned yet
constexpr double kHolds = 1e-7;        // of what drives: with more left on a held row, it cannot be held
constexpr int kPivotsOfDrive = 20;     // times the rows, at most
constexpr double kPivotsOfWarm = 0.4;  // a row: starts from earlier sets that take more are worse than none
constexpr int kPasses = 8;             // of drives, until rounding leaves nothing

enum class Outcome { Arrived, Unbounded, Singular, Cycle, WorkDone };

struct Vectors {
  VecX f, a, df, da;  // [rows]
  RowStates states;
  HeldRows held;
  std::vector<int> moved;  // rows that changed sets since f last changed
  IndexSets recorded;
};

// One problem with box friction.
class BaraffSolve {
 public:
  BaraffSolve(const ContactProblem& problem, const BaraffOptions& options, const BaraffWork& work, SolverTrace* trace)
      : contacts_(problem, FrictionLaw::Box),
        rows_(contacts_.rows()),
        options_(options),
        allowed_(work),
        trace_(trace),
        vectors_(problem.rows()),
        f_(vectors_->f),
        a_(vectors_->a),
        df_(vectors_->df),
        da_(vectors_->da),
        states_(vectors_->states),
        held_(vectors_->held),
        moved_(vectors_->moved) {}

  SolveReport solve(BoxState& state, BaraffWork& left) {
    held_.begin(contacts_);
    moved_.reserve(static_cast<std::size_t>(rows_.rows()));
    f_ = rows_.scaled(state.lambda);
    const bool is_warm = !state.sets.empty();
    Outcome outcome = solveFrom(state.sets, is_warm ? std::min(allowed_.pivots, pivotsOfWarm()) : allowed_.pivots);
    if (is_warm && outcome != Outcome::Arrived && !isWorkDone(allowed_.pivots)) outcome = solveAnew();
    report_.factorizations = held_.factorizations();
    left = {allowed_.pivots - report_.pivots, allowed_.rounds - held_.rounds()};
    say(outcome);
    state.lambda = rows_.unscaled(f_);
    states_.toSets(state.sets);
    state.ray.resize(0);
    if (report_.status == SolveStatus::Ray) state.ray = rows_.unscaled(df_);
    return report_;
  }

 private:
  int pivotsOfWarm() const { return static_cast<int>(std::ceil(kPivotsOfWarm * rows_.rows())); }
  bool isWorkDone(int pivots) const { return report_.pivots >= pivots || held_.rounds() >= allowed_.rounds; }

  Outcome solveFrom(const IndexSets& sets, int pivots) {
    pivots_ = pivots;
    begin(sets);
    return computeForces();
  }

  // From no impulses, after a start from earlier sets that did not arrive. Where neither does the better point is the
  // result, unless a ray says that there is none.
  Outcome solveAnew() {
    const Scratch<Vectors> before(rows_.rows());
    before->f = f_;
    before->states = states_;
    const Outcome anew = solveFrom({}, allowed_.pivots);
    if (anew == Outcome::Arrived || anew == Outcome::Unbounded) return anew;
    if (!(contacts_.defect(before->f) < contacts_.defect(f_))) return anew;
    f_ = before->f;
    states_ = before->states;
    return anew;
  }

  void begin(const IndexSets& sets) {
    states_.begin(rows_);
    if (sets.empty()) {
      f_.setZero();
      for (int row = rows_.firstJointRow(); row < rows_.rows(); ++row)
        f_[row] = std::clamp(0.0, states_.lower(row, f_), states_.upper(row, f_));
    } else {
      states_.take(sets, f_);
    }
    renewVelocities();
    for (int row = 0; row < rows_.rows(); ++row) {
      if (states_.side(row) == 0.0 || violationOf(row) == 0.0) continue;
      // What was at its bound and would leave it: friction sticks, contacts wait for their turn.
      states_.set(row, states_.isNormal(row) ? RowState::None : RowState::Held);
    }
    record({.kind = TraceKind::Start});
  }

  void renewVelocities() {
    contacts_.system().product(f_, a_);
    a_ += rows_.q;
  }

  // By how much a row's condition fails; friction waits for the normal of its contact.
  double violationOf(int row) const {
    if (states_.isInert(row)) return 0.0;
    const double a = a_[row], f = f_[row];
    switch (states_[row]) {
      case RowState::Held:
      case RowState::Away:
        return 0.0;
      case RowState::Lower:
        return a < -kNone ? -a : 0.0;
      case RowState::Upper:
        return a > kNone ? a : 0.0;
      case RowState::None:
        break;
    }
    if (!states_.isFriction(row)) {
      const bool may_fall = f > states_.lower(row, f_) + kNone, may_rise = f < states_.upper(row, f_) - kNone;
      return (a < -kNone && may_rise) || (a > kNone && may_fall) ? std::abs(a) : 0.0;
    }
    if (violationOf(states_.normalOf(row)) > 0.0 || states_.mu(row) == 0.0) return 0.0;
    if (isGivenUp(row)) {
      const double excess = excessOf(row);
      if (!options_.to_bound && std::abs(excess) <= kNone && f * a < 0.0) return 0.0;  // slides
      const double violation = std::max(excess, std::abs(a));
      return violation > kNone ? violation : 0.0;
    }
    return states_.upper(row, f_) > kNone && std::abs(a) > kNone ? std::abs(a) : 0.0;
  }
  // Friction that was given up keeps its force until it is driven away.
  bool isGivenUp(int row) const {
    return states_.isFriction(row) && states_[row] == RowState::None && std::abs(f_[row]) > kNone;
  }
  double excessOf(int row) const { return std::abs(f_[row]) - states_.upper(row, f_); }

  // Of the worst, a normal rather than friction, which is driven in vain while the normals change.
  int next() const {
    int found = -1;
    double most = 0.0;
    for (int row = 0; row < rows_.rows(); ++row) {
      const double violation = violationOf(row);
      if (violation == 0.0) continue;
      if (options_.order == DriveOrder::Lowest) return row;
      const bool comes_later = found >= 0 && states_.isFriction(row) && !states_.isFriction(found);
      const bool comes_first = found >= 0 && !states_.isFriction(row) && states_.isFriction(found);
      const double speed = violation / rows_.scale[row];
      if (!comes_first && (comes_later || speed <= most)) continue;
      found = row;
      most = speed;
    }
    return found;
  }

  // compute_forces of the paper.
  Outcome computeForces() {
    for (int pass = 0; pass < kPasses; ++pass) {
      if (pass > 0) renewVelocities();
      if (const Outcome outcome = bringHeldToRest(); outcome != Outcome::Arrived) return outcome;
      const int before = report_.drives;
      for (int row = next(); row >= 0; row = next()) {
        if (const Outcome outcome = driveToZero(row); outcome != Outcome::Arrived) return outcome;
        holdWhatRests();
      }
      if (report_.drives == before && states_.largestHeld(a_) <= kNone) return Outcome::Arrived;
    }
    return states_.largestHeld(a_) <= kRounding ? Outcome::Arrived : Outcome::Singular;
  }

  // drive_to_zero of the paper.
  Outcome driveToZero(int d) {
    ++report_.drives;
    if (states_.isFriction(d) && states_.side(d) != 0.0) giveUp(d);  // it no longer opposes the slip
    const bool loses_force = losesForce(d);
    const double& driven = loses_force ? f_[d] : a_[d];
    const double first = std::abs(driven);
    const double sense = -std::copysign(1.0, driven);
    record({.kind = TraceKind::Drive, .driven = d});
    moved_.clear();
    for (int pivots = 0; pivots < kPivotsOfDrive * rows_.rows(); ++pivots) {
      stopIfAsked();
      if (isWorkDone(pivots_)) return Outcome::WorkDone;
      if (!loses_force && -sense * a_[d] <= kNone) {  // others have brought it there
        move(d, RowState::Held);
        return arrive(d);
      }
      if (!findDirection(d, sense)) return Outcome::Singular;
      const Step step = maxStep({states_, f_, a_, df_, da_}, {d, loses_force, options_.to_bound}, kNone);
      if (!step.isFound()) return Outcome::Unbounded;
      const double before = std::abs(driven) / first;
      const double after = std::abs(driven + step.length * (loses_force ? df_ : da_)[d]) / first;
      go(step, d, 1.0 - after, before - after);
      if (step.row == d) return arrive(d);
    }
    return Outcome::Cycle;
  }
  Outcome arrive(int d) const {
    record({.kind = TraceKind::DriveEnd, .stop = TraceStop::Arrived, .driven = d, .row = d, .removed = 1.0});
    return Outcome::Arrived;
  }

  // Given up friction loses its force; to the bound alone where it is beyond that and opposes the slip.
  bool losesForce(int row) const {
    if (!isGivenUp(row) || !options_.to_bound) return isGivenUp(row);
    return excessOf(row) > kNone && f_[row] * a_[row] <= 0.0;
  }
  // Friction that was given up and keeps its condition all the same.
  void holdWhatRests() {
    for (int row = 0; row < rows_.firstJointRow(); ++row)
      if (isGivenUp(row) && states_[states_.normalOf(row)] == RowState::Held && violationOf(row) == 0.0)
        states_.set(row, std::abs(a_[row]) <= kNone ? RowState::Held
                         : f_[row] > 0.0            ? RowState::Upper
                                                    : RowState::Lower);
  }

  // fdirection of the paper: what driving row d by `sense` does while held rows stay at rest.
  bool findDirection(int d, double sense) {
    if (!held_.factor(states_)) return false;
    df_.setZero(rows_.rows());
    df_[d] = sense;
    if (states_.isNormal(d)) states_.tie(df_);
    contacts_.system().product(df_, da_);
    const double pushed = da_.lpNorm<Eigen::Infinity>();
    return held_.bringToRest(states_, df_, da_) <= kHolds * pushed;
  }

  // Along the path, and the row that ends it into its next set.
  void go(const Step& step, int driven, double removed, double share) {
    const bool is_zero = step.length * df_.lpNorm<Eigen::Infinity>() <= kNone;
    ++report_.pivots;
    report_.zero_steps += is_zero ? 1 : 0;
    f_ += step.length * df_;
    a_ += step.length * da_;
    if (!is_zero) moved_.clear();
    const bool returns = step.row != driven && std::find(moved_.begin(), moved_.end(), step.row) != moved_.end();
    moved_.push_back(step.row);
    const TraceStop stop = returns ? TraceStop::GivenUp : stopOf(step);
    if (returns)
      giveUp(step.row);
    else
      move(step.row, step.to);
    states_.tie(f_);
    record({.kind = TraceKind::Pivot,
            .stop = stop,
            .driven = driven,
            .row = step.row,
            .step = share,
            .removed = removed,
            .zero = is_zero});
  }

  TraceStop stopOf(const Step& step) const {
    const bool is_friction = states_.isFriction(step.row);
    if (step.to == RowState::Held) return is_friction ? TraceStop::SlideSticks : TraceStop::NormalCloses;
    return is_friction ? TraceStop::StickSlides : TraceStop::NormalOpens;
  }

  void move(int row, RowState to) {
    states_.set(row, to);
    if (to == RowState::None) f_[row] = 0.0;
    if (to == RowState::Lower) f_[row] = states_.lower(row, f_);
    if (to == RowState::Upper) f_[row] = states_.upper(row, f_);
    if (states_.isNormal(row)) moveFriction(row, to);
  }

  // A normal that opens takes its friction out with it, and brings it back.
  void moveFriction(int n, RowState to) {
    for (int row = n + 1; row < n + rows_.dim; ++row) {
      if (to == RowState::Lower && states_[row] != RowState::None) {
        states_.set(row, RowState::Away);
        f_[row] = 0.0;
      } else if (to == RowState::Held && states_[row] == RowState::Away) {
        const double slip = a_[row];
        states_.set(row, std::abs(slip) <= kNone ? RowState::Held : slip > 0.0 ? RowState::Lower : RowState::Upper);
      }
    }
  }

  // The paper's remedy for steps of length zero: a row that goes to and fro is in no set until it is driven again, and
  // with a normal its friction.
  void giveUp(int row) {
    const int rows = states_.isNormal(row) ? rows_.dim : 1;
    for (int k = 0; k < rows; ++k) states_.set(row + k, RowState::None);
  }

  // What the last step held, and joints, together: along the line to where they rest, with the other rows' conditions
  // kept as in any drive.
  Outcome bringHeldToRest() {
    if (states_.largestHeld(a_) <= kNone) return Outcome::Arrived;
    ++report_.drives;
    record({.kind = TraceKind::Drive, .driven = TraceEvent::kTogether});
    moved_.clear();
    double removed = 0.0;
    for (int pivots = 0; pivots < kPivotsOfDrive * rows_.rows(); ++pivots) {
      stopIfAsked();
      if (isWorkDone(pivots_) && pivots > 0) return Outcome::WorkDone;
      if (!held_.factor(states_)) return Outcome::Singular;
      df_.setZero(rows_.rows());
      da_ = a_;
      const double left = held_.bringToRest(states_, df_, da_);
      if (left > kHolds * states_.largestHeld(a_) && letGo(left)) continue;
      da_ -= a_;
      const Step step = maxStep({states_, f_, a_, df_, da_}, {}, kNone);
      if (!step.isFound() || step.length >= 1.0) {
        f_ += df_;
        states_.tie(f_);
        renewVelocities();
        record({.kind = TraceKind::DriveEnd,
                .stop = TraceStop::Arrived,
                .driven = TraceEvent::kTogether,
                .step = 1.0 - removed,
                .removed = 1.0});
        return Outcome::Arrived;
      }
      const double share = (1.0 - removed) * step.length;
      removed += share;
      go(step, TraceEvent::kTogether, removed, share);
      renewVelocities();
    }
    return Outcome::Cycle;
  }

  // Held rows that cannot rest together with the others are in no set until they are driven.
  bool letGo(double left) {
    bool any = false;
    for (int row = 0; row < rows_.rows(); ++row) {
      if (states_[row] != RowState::Held || states_.isBilateral(row) || std::abs(da_[row]) < 0.5 * left) continue;
      giveUp(row);
      any = true;
    }
    return any;
  }

  void say(Outcome outcome) {
    switch (outcome) {
      case Outcome::Arrived:
        return;
      case Outcome::Unbounded:
        return report_.end(rows_.mu.isZero(0.0) ? SolveStatus::Ray : SolveStatus::Breakdown,
                           "unbounded ray: impulses can grow for ever without closing the violation");
      case Outcome::Singular:
        return report_.end(SolveStatus::Breakdown, "singular: the clamped rows cannot all be kept at rest");
      case Outcome::Cycle:
        return report_.end(SolveStatus::IterationLimit, "cycle: too many pivots in one drive");
      case Outcome::WorkDone:
        return report_.end(SolveStatus::IterationLimit, kWorkDone);
    }
  }

  void record(const TraceEvent& event) const {
    if (trace_ == nullptr) return;
    trace_->begin(event);
    states_.toSets(vectors_->recorded);
    trace_->state(rows_.unscaled(f_), vectors_->recorded, held_.factorizations());
  }

  ContactSystem contacts_;
  const ConeRows& rows_;
  const BaraffOptions& options_;
  BaraffWork allowed_;
  int pivots_ = 0;  // at most, of the present start
  SolverTrace* trace_;
  Scratch<Vectors> vectors_;
  VecX &f_, &a_, &df_, &da_;
  RowStates& states_;
  HeldRows& held_;
  std::vector<int>& moved_;
  SolveReport report_;
};

}  // namespace

SolveReport drive(const ContactProblem& problem, const BaraffOptions& options, BoxState& state, BaraffWork& work,
                  SolverTrace* trace) {
  return BaraffSolve(problem, options, work, trace).solve(state, work);
}

}  // namespace keystone

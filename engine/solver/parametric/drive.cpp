#include "solver/parametric/drive.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/rounding.h"
#include "math/scratch_pool.h"
#include "math/stop.h"

namespace keystone {
namespace {

constexpr double kRateNoise = 1e-10;  // a rate below this, of the largest, is rounding
constexpr double kLost = 1e-6;        // a bound overshot by more than that: a pivot was too small to trust
constexpr double kRelax = 1e-13;  // how far a bound may be overshot to choose the better pivot among ties (Harris 1973)

using EventKind = TraceStop;  // None to DependentMoves

struct Event {
  EventKind kind = EventKind::None;
  int row = -1;
  double step = kInfinity;
  double distance = 0.0;  // to the bound; negative = already beyond it
  double rate = 0.0;      // how fast the bound is approached
  double sign = 0.0;      // StickSlides: which bound; DependentMoves: which way
};

// Collects candidate events; the smallest relaxed step bounds the choice, the largest rate makes it.
class EventChoice {
 public:
  void begin() {
    bound_ = kInfinity;
    candidates_.clear();
  }
  void offer(EventKind kind, int row, double distance, double rate, double sign = 0.0) {
    const double slack = std::max(distance, 0.0);
    bound_ = std::min(bound_, (slack + kRelax) / rate);
    candidates_.push_back({kind, row, slack / rate, distance, rate, sign});
  }
  Event best() const {
    Event best;
    for (const Event& event : candidates_)
      if (event.step <= bound_ && (best.kind == EventKind::None || event.rate > best.rate)) best = event;
    return best;
  }

 private:
  double bound_ = kInfinity;
  std::vector<Event> candidates_;
};

// Which row ends the step along `direction`, and how far that is.
Event firstEvent(const Basis& basis, const Direction& direction, const std::vector<char>& active, EventChoice& choice) {
  const ScaledProblem& problem = basis.problem();
  const double force_noise = kRateNoise * std::max(direction.lambda.lpNorm<Eigen::Infinity>(), 1e-30);
  const double speed_noise =
      kRateNoise * std::max({direction.u.lpNorm<Eigen::Infinity>(), direction.lambda.lpNorm<Eigen::Infinity>(), 1e-30});
  choice.begin();
  for (int i = 0; i < problem.rows(); ++i) {
    if (active[i] == 0) continue;
    const double dl = direction.lambda[i];
    const double du = direction.u[i];
    switch (basis.set(i)) {
      case RowSet::Clamped:
        if (dl < -force_noise) choice.offer(EventKind::NormalOpens, i, basis.lambda[i], -dl);
        if (basis.isDependent(i) && std::abs(du) > speed_noise)
          choice.offer(EventKind::DependentMoves, i, 0.0, std::abs(du), du);
        break;
      case RowSet::Unclamped:
        if (du < -speed_noise) choice.offer(EventKind::NormalCloses, i, basis.u[i], -du);
        break;
      case RowSet::Stick: {
        const double bound = problem.bound(i, basis.lambda);
        const double growth = problem.boundRate(i, direction.lambda);
        if (dl - growth > force_noise)
          choice.offer(EventKind::StickSlides, i, bound - basis.lambda[i], dl - growth, 1.0);
        if (-dl - growth > force_noise)
          choice.offer(EventKind::StickSlides, i, bound + basis.lambda[i], -dl - growth, -1.0);
        if (basis.isDependent(i) && std::abs(du) > speed_noise)
          choice.offer(EventKind::DependentMoves, i, 0.0, std::abs(du), du);
        break;
      }
      case RowSet::SlideForward:
      case RowSet::SlideBackward: {
        const double sign = slideSign(basis.set(i));
        if (sign * du > speed_noise) choice.offer(EventKind::SlideSticks, i, -sign * basis.u[i], sign * du);
        break;
      }
      case RowSet::Bilateral:
        if (basis.isDependent(i) && !problem.isInert(i) && std::abs(du) > speed_noise)
          choice.offer(EventKind::DependentMoves, i, 0.0, std::abs(du), du);
        break;
      case RowSet::Ignored:
        break;
    }
  }
  return choice.best();
}

TraceStop traceStop(DriveEnd end) {
  constexpr std::array kStops{TraceStop::Arrived, TraceStop::Ray, TraceStop::Cycle, TraceStop::Lost};
  return kStops[static_cast<std::size_t>(end)];
}

struct DriveWorkspace {
  Direction direction;
  EventChoice choice;
};

class Driver {
 public:
  Driver(Basis& basis, const VecX& r, const std::vector<char>& active, const DriveLimits& limits)
      : basis_(basis),
        problem_(basis.problem()),
        r_(r),
        active_(active),
        limits_(limits),
        workspace_(basis.problem().rows()) {
    basis_.u += r_;
  }

  DriveResult run() {
    int zero_run = 0;
    int since_settled = 0;
    while (true) {
      stopIfAsked();
      if (++since_settled > kSettleEvery) {
        basis_.settle(1.0 - theta_, r_);
        since_settled = 0;
      }
      findPath();
      if (lost()) {
        basis_.refactor();
        basis_.settle(1.0 - theta_, r_);
        findPath();
        if (lost()) return finish(DriveEnd::Lost);
      }
      turn();
      const Event event = nextEvent();
      if (event.distance < -kLost * std::max(1.0, basis_.lambda.lpNorm<Eigen::Infinity>()))
        return finish(DriveEnd::Lost);
      const double slack = sense_ > 0.0 ? 1.0 - theta_ : kInfinity;
      if (event.step >= slack) {
        if (slack == kInfinity) return finishOnRay();
        advance(slack);
        return finish(DriveEnd::Arrived);
      }
      advance(event.step);
      zero_run = event.step * std::max(1.0, event.rate) <= kRelax ? zero_run + 1 : 0;
      result_.zero_steps += zero_run > 0 ? 1 : 0;
      ++result_.pivots;
      record(TraceKind::Pivot, event, sense_ * event.step, zero_run > 0);
      if (zero_run > limits_.zero_run || result_.pivots > limits_.pivots) return finish(DriveEnd::Cycle);
      watch_ = EventKind::None;
      if (!apply(event)) return finish(failure_);
      recordState();
    }
  }

 private:
  static constexpr int kSettleEvery = 40;

  DriveResult finish(DriveEnd end) {
    result_.end = end;
    if (end == DriveEnd::Arrived) basis_.settle();
    record(TraceKind::DriveEnd, {.kind = traceStop(end)}, 0.0, false);
    return result_;
  }

  DriveResult finishOnRay() {
    result_.ray = direction_.lambda;
    return finish(DriveEnd::Ray);
  }

  void record(TraceKind kind, const Event& event, double step, bool zero, int entering = -1) const {
    if (limits_.trace == nullptr) return;
    limits_.trace->begin({.kind = kind,
                          .stop = event.kind,
                          .row = event.row,
                          .entering = entering,
                          .step = step,
                          .removed = theta_,
                          .zero = zero});
    recordState();
  }

  void recordState() const {
    if (limits_.trace != nullptr) limits_.trace->state(basis_.lambda, basis_.sets(), basis_.factorizations());
  }

  // Impulses' and velocities' rates as the perturbation shrinks.
  void findPath() {
    basis_.impulsesFor(r_, direction_.lambda);
    basis_.apply(direction_.lambda, direction_.u);
    direction_.u -= r_;
  }

  Event nextEvent() { return firstEvent(basis_, direction_, active_, workspace_->choice); }

  // The factor no longer holds its rows at zero velocity.
  bool lost() const {
    const double size = std::max(direction_.lambda.lpNorm<Eigen::Infinity>(), r_.lpNorm<Eigen::Infinity>());
    if (!std::isfinite(size)) return true;
    for (const int row : basis_.basic())
      if (!(std::abs(direction_.u[row]) <= 1e-8 * size)) return true;
    return false;
  }

  // Lemke's rule: after a pivot the path goes on the way that keeps the row that just changed on its new side.
  void turn() {
    double rate = 0.0;
    if (watch_ == EventKind::NormalCloses) rate = direction_.lambda[watched_];
    if (watch_ == EventKind::NormalOpens) rate = direction_.u[watched_];
    if (watch_ == EventKind::StickSlides) rate = -watched_sign_ * direction_.u[watched_];
    if (watch_ == EventKind::SlideSticks)
      rate = problem_.boundRate(watched_, direction_.lambda) - watched_sign_ * direction_.lambda[watched_];
    const double noise =
        1e-9 * std::max(direction_.lambda.lpNorm<Eigen::Infinity>(), direction_.u.lpNorm<Eigen::Infinity>());
    if (std::abs(rate) > noise) sense_ = rate > 0.0 ? 1.0 : -1.0;
    direction_.lambda *= sense_;
    direction_.u *= sense_;
  }

  void advance(double step) {
    if (step == 0.0 || step == kInfinity) return;
    basis_.lambda += step * direction_.lambda;
    basis_.u += step * direction_.u;
    theta_ += sense_ * step;
  }

  void watch(EventKind kind, int row, double sign = 0.0) {
    watch_ = kind;
    watched_ = row;
    watched_sign_ = sign;
  }

  bool fail(DriveEnd end) {
    failure_ = end;
    return false;
  }

  bool apply(const Event& event) {
    switch (event.kind) {
      case EventKind::NormalOpens:
        watch(EventKind::NormalOpens, event.row);
        return open(event.row);
      case EventKind::NormalCloses:
        return close(event.row);
      case EventKind::StickSlides:
        watch(EventKind::StickSlides, event.row, event.sign);
        return slide(event.row, event.sign);
      case EventKind::SlideSticks: {
        const double sign = slideSign(basis_.set(event.row));
        watch(EventKind::SlideSticks, event.row, sign);
        return basis_.enter(event.row, RowSet::Stick) || exchange(event.row, inwardSense(event.row, sign));
      }
      case EventKind::DependentMoves:
        // A dependent row that would move: it enters, or changes places with a row of its dependency, against the
        // motion.
        return basis_.enter(event.row, basis_.set(event.row)) || exchange(event.row, event.sign > 0.0 ? -1.0 : 1.0);
      default:  // None, and the ends of drives, which are no events
        break;
    }
    return true;
  }

  bool open(int normal) {
    const int first = problem_.first_tangent[normal];
    const int last = first + problem_.tangents[normal];
    basis_.leave(normal, RowSet::Unclamped);
    basis_.lambda[normal] = 0.0;
    for (int k = first; first >= 0 && k < last; ++k) {
      if (basis_.set(k) == RowSet::Ignored) continue;
      basis_.leave(k, RowSet::Ignored);
      basis_.lambda[k] = 0.0;
    }
    return true;
  }

  bool close(int normal) {
    const int first = problem_.first_tangent[normal];
    const int last = first + problem_.tangents[normal];
    // Tangents that move slide from the start, tied to the normal before it enters; the others stick.
    for (int k = first; first >= 0 && k < last; ++k) {
      if (problem_.mu[k] == 0.0 || active_[k] == 0) continue;
      if (std::abs(basis_.u[k]) > kStill)
        basis_.leave(k, basis_.u[k] < 0.0 ? RowSet::SlideForward : RowSet::SlideBackward);
    }
    watch(EventKind::NormalCloses, normal);
    if (!basis_.enter(normal, RowSet::Clamped) && !exchange(normal, 1.0)) return false;
    for (int k = first; first >= 0 && k < last; ++k)
      if (problem_.mu[k] != 0.0 && active_[k] != 0 && basis_.set(k) == RowSet::Ignored) basis_.enter(k, RowSet::Stick);
    return true;
  }

  bool slide(int tangent, double sign) {
    basis_.lambda[tangent] = sign * problem_.bound(tangent, basis_.lambda);
    basis_.leave(tangent, sign > 0.0 ? RowSet::SlideForward : RowSet::SlideBackward);
    return true;
  }

  // Which way along its dependency a tangent at its bound gets inside: the bound moves too.
  double inwardSense(int tangent, double sign) {
    basis_.alongDependency(tangent, -sign, direction_);
    const double growth = problem_.boundRate(tangent, direction_.lambda);
    return growth - sign * direction_.lambda[tangent] >= 0.0 ? -sign : sign;
  }

  // `row` depends on the basic rows: its impulse changes along the dependency until a basic row must give way to it.
  bool exchange(int row, double sense) {
    recordState();
    while (result_.pivots <= limits_.pivots) {
      basis_.alongDependency(row, sense, direction_);
      const Event event = nextEvent();
      if (event.kind == EventKind::None) {
        result_.ray = direction_.lambda;
        return fail(DriveEnd::Ray);
      }
      basis_.lambda += event.step * direction_.lambda;
      basis_.u += event.step * direction_.u;
      ++result_.pivots;
      record(TraceKind::Exchange, event, event.step, event.step * std::max(1.0, event.rate) <= kRelax, row);
      const bool own_bound = event.row == row;
      if (!apply(event)) return false;
      recordState();
      if (own_bound || basis_.isBasic(row) || basis_.enter(row, basis_.set(row))) return true;
    }
    return fail(DriveEnd::Cycle);
  }

  static constexpr double kStill = 1e-11;  // a slower slip, of the largest free velocity, is rounding

  Basis& basis_;
  const ScaledProblem& problem_;
  const VecX& r_;
  const std::vector<char>& active_;
  DriveLimits limits_;
  Scratch<DriveWorkspace> workspace_;
  Direction& direction_ = workspace_->direction;  // of the step at hand
  DriveResult result_;
  DriveEnd failure_ = DriveEnd::Arrived;
  double theta_ = 0.0;  // share of the perturbation that is gone
  double sense_ = 1.0;  // which way along the path
  EventKind watch_ = EventKind::None;
  int watched_ = -1;
  double watched_sign_ = 0.0;
};

}  // namespace

DriveResult drive(Basis& basis, const VecX& r, const std::vector<char>& active, const DriveLimits& limits) {
  return Driver(basis, r, active, limits).run();
}

}  // namespace keystone

#include "session/framework_session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace keystone {
namespace {

constexpr double kFrameBudget = 0.012;  // [s], of physics in a frame, as of scenes
constexpr int kTheoremSteps = 100;      // after which both loops of theorem 5.1 are compared
constexpr double kFarPoints = 1e3;      // [m] from its start a point counts as thrown
constexpr double kSameRow = 1e-6;       // [m], by which outlines of a row may differ in height

// What a method is compared with: (L'') and (L') with each other, the loops of theorem 5.1 with each other, what is not
// exact with what is.
FrameworkOptions rivalOf(const FrameworkOptions& options) {
  if (options.loop == FrameworkLoop::Position && options.objective == Objective::L2)
    return {.objective = Objective::L1};
  if (options.loop == FrameworkLoop::Position && options.objective == Objective::L1)
    return {.loop = FrameworkLoop::Acceleration, .objective = Objective::L1};
  if (options.loop == FrameworkLoop::Acceleration && (!options.all_terms || options.averaged))
    return {.loop = FrameworkLoop::Acceleration, .objective = Objective::L1};
  if (options.loop == FrameworkLoop::Acceleration) return {.objective = Objective::L1};
  return {};
}

double farthest(const VecX& p, const VecX& q) {
  double worst = 0.0;
  for (Eigen::Index i = 0; i < p.size(); i += 2) worst = std::max(worst, (p - q).segment<2>(i).norm());
  return worst;
}

bool hasPenalty(const FrameworkScene& scene) {
  return !scene.framework.braces.empty();
}

double loopsApart(const FrameworkScene& scene) {
  if (hasPenalty(scene)) return 0.0;
  FrameworkRun by_positions(scene, {.objective = Objective::L1});
  FrameworkRun by_accelerations(scene, {.loop = FrameworkLoop::Acceleration, .objective = Objective::L1});
  for (int i = 0; i < kTheoremSteps; ++i) {
    by_positions.step();
    by_accelerations.step();
  }
  return farthest(by_positions.state().p, by_accelerations.state().p);
}

using Neighbours = std::vector<std::pair<std::size_t, std::size_t>>;

// Left and right neighbours in the rows above the widest row; a row is what lies at one height at the start.
Neighbours neighboursAboveWidest(const Framework& framework) {
  std::map<long, std::vector<std::pair<double, std::size_t>>> rows;  // by height, of (x, outline)
  for (std::size_t o = 0; o < framework.outlines.size(); ++o) {
    if (isFixed(framework, framework.outlines[o])) continue;
    const Vec2 centre = outlineMotion(framework, framework.positions, o).linear;
    rows[std::lround(centre.y() / kSameRow)].emplace_back(centre.x(), o);
  }
  const auto widest = std::ranges::max_element(rows, {}, [](const auto& row) { return row.second.size(); });
  Neighbours neighbours;
  if (rows.empty()) return neighbours;
  for (auto row = std::next(widest); row != rows.end(); ++row) {
    std::ranges::sort(row->second);
    for (std::size_t i = 1; i < row->second.size(); ++i)
      neighbours.emplace_back(row->second[i - 1].second, row->second[i].second);
  }
  return neighbours;
}

// [m], least and largest x of an outline's corners.
std::pair<double, double> reachOf(const PointOutline& outline, const VecX& p) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const int corner : outline.corners) {
    low = std::min(low, at(p, corner).x());
    high = std::max(high, at(p, corner).x());
  }
  return {low, high};
}

}  // namespace

FrameworkSession::FrameworkSession(FrameworkScene scene, PaperFigure figure)
    : figure_(figure),
      run_(std::make_unique<FrameworkRun>(std::move(scene), FrameworkOptions{})),
      first_(firstMotion(run_->scene())),
      neighbours_(neighboursAboveWidest(run_->scene().framework)) {
  if (figure_ != PaperFigure::None) loops_apart_ = keystone::loopsApart(run_->scene());
  renewRival();
}

int FrameworkSession::theoremSteps() {
  return kTheoremSteps;
}

double FrameworkSession::medianMs() const {
  if (samples_.empty()) return 0.0;
  std::vector<double> ms;
  for (const FrameworkSample& sample : samples_) ms.push_back(sample.ms);
  std::ranges::nth_element(ms, ms.begin() + static_cast<std::ptrdiff_t>(ms.size() / 2));
  return ms[ms.size() / 2];
}

void FrameworkSession::renewRival() {
  FrameworkOptions options = rivalOf(run_->options());
  if (hasPenalty(run_->scene()) && options.loop == FrameworkLoop::Acceleration) options = {};
  options.penalty = run_->options().penalty;
  rival_ = std::make_unique<FrameworkRun>(run_->scene(), options);
  rival_->restore(run_->state(), run_->steps());
  record_ = {};
  for (FrameworkSample& sample : samples_) sample.apart = 0.0;  // from another rival
}

double FrameworkSession::rowGap() const {
  double widest = 0.0;
  const auto& outlines = run_->scene().framework.outlines;
  for (const auto& [left, right] : neighbours_)
    widest = std::max(
        widest, reachOf(outlines[right], run_->state().p).first - reachOf(outlines[left], run_->state().p).second);
  return widest;
}

void FrameworkSession::measure(const FrameworkStep& step) {
  FrameworkRecord& r = record_;
  const double apart = farthest(run_->state().p, rival_->state().p);
  samples_.push_back({step.residual.value(), step.mirror_error, step.length_error, step.overlap, step.kinetic,
                      step.kinetic + step.potential, apart, step.ms});
  if (r.steps > 0) r.gain = std::max(r.gain, samples_.back().energy - samples_[samples_.size() - 2].energy);
  if (samples_.size() > kLength) samples_.pop_front();
  r.residual = std::max(r.residual, step.residual.value());
  r.mirror_error = std::max(r.mirror_error, step.mirror_error);
  r.length_error = std::max(r.length_error, step.length_error);
  r.apart = std::max(r.apart, apart);
  r.row_gap = std::max(r.row_gap, rowGap());
  if (r.steps == 0) r.first_ms = step.ms;
  r.total_ms += step.ms;
  r.unsolved += step.qp.status == QpStatus::Solved ? 0 : 1;
  ++r.steps;
}

void FrameworkSession::step() {
  if (thrown_) return;
  const PositionState start = run_->state();
  past_.push_back({start, rival_->state()});
  if (past_.size() > kLength) past_.pop_front();
  LoopTrace trace;
  last_ = run_->step(recording ? &trace : nullptr);
  if (recording) microscope = std::make_unique<FrameworkMicroscope>(std::move(trace), *last_, start);
  record_.rival_length_error = std::max(record_.rival_length_error, rival_->step().length_error);
  measure(*last_);
  thrown_ = !(farthest(run_->state().p, run_->scene().framework.positions) < kFarPoints);
}

bool FrameworkSession::stepBack() {
  if (past_.empty()) return false;
  const long steps = run_->steps() - 1;
  run_->restore(past_.back().state, steps);
  rival_->restore(past_.back().rival, steps);
  past_.pop_back();
  if (!samples_.empty()) samples_.pop_back();
  last_.reset();
  microscope.reset();
  thrown_ = false;
  return true;
}

void FrameworkSession::restart() {
  run_->restart();
  past_.clear();
  samples_.clear();
  last_.reset();
  microscope.reset();
  clock_.reset();
  thrown_ = false;
  renewRival();
}

void FrameworkSession::choose(const FrameworkOptions& options) {
  run_->choose(options);
  renewRival();
}

void FrameworkSession::advance(double real_seconds, double speed) {
  const double h = run_->scene().h;
  if (paused) {
    clock_.reset();
    for (; asked > 0; --asked) step();
    return;
  }
  asked = 0;
  clock_.add(real_seconds, speed);
  const auto begin = std::chrono::steady_clock::now();
  while (clock_.due(h) && !thrown_) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (taken.count() > kFrameBudget) return clock_.drop(h);
    clock_.take(h);
    step();
  }
  if (thrown_) paused = true;
}

}  // namespace keystone

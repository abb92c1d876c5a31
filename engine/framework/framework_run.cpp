#include "framework/framework_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

#include "framework/inelastic.h"

namespace keystone {
namespace {

constexpr double kParting = 1e-6;  // [m/s], speed above which a corner parts from its edge: rounding of 1e-9 m a step

// The conditions of (S2+): the corner lies on the edge, and moves along it.
bool isActive(const VelocityState& state, const Triple& triple) {
  constexpr double kEqual = 1e-12;  // [m] and [m/s]: rounding of a few metres
  const Vec2 edge = at(state.p, triple.j) - at(state.p, triple.i);
  const Vec2 across = Vec2(-edge.y(), edge.x()).normalized();
  const Vec2 u =
      at(state.v, triple.k) - triple.alpha * at(state.v, triple.j) - (1.0 - triple.alpha) * at(state.v, triple.i);
  return triple.alpha >= 0.0 && triple.alpha <= 1.0 && std::abs(triple.gap) <= kEqual &&
         std::abs(u.dot(across)) <= kEqual;
}

// By how much the printed right side of the triple's row is off [m]: its term is divided by the time step.
double printedError(const PositionState& start, const Triple& triple, double h) {
  const VecX w = start.p - start.before;
  const double area = doubledArea(at(w, triple.i), at(w, triple.j), at(w, triple.k));
  return 2.0 * std::abs(area * (1.0 / h - 1.0)) / (at(start.p, triple.j) - at(start.p, triple.i)).norm();
}

void measureBars(const Framework& framework, const VecX& p, FrameworkStep& step) {
  for (std::size_t i = 0; i < framework.bars.size(); ++i) {
    const Bar& bar = framework.bars[i];
    const double longer = (at(p, bar.i) - at(p, bar.j)).norm() - bar.length;
    step.length_error = std::max(step.length_error, bar.strut ? -longer : std::abs(longer));
    step.struts_refused += bar.strut && step.bar_forces[i] == 0.0 ? 1 : 0;
  }
}

void measurePoints(const FrameworkScene& scene, const PositionState& state, FrameworkStep& step) {
  bool first = true;
  for (int point = 0; point < scene.framework.points(); ++point) {
    if (scene.framework.isFixed(point)) continue;
    const double mass = scene.framework.masses[point];
    const Vec2 p = at(state.p, point), v = (p - at(state.before, point)) / scene.h;
    step.kinetic += 0.5 * mass * v.squaredNorm();
    step.potential -= mass * scene.gravity.dot(p);
    step.top = first ? p.y() : std::max(step.top, p.y());
    first = false;
  }
}

// The collision of the step: its velocities against those before, with gravity's share, and theorem 7.1.
void measureCollision(const FrameworkScene& scene, const PositionState& start, const PositionState& end,
                      std::span<const Triple> triples, FrameworkStep& step) {
  const Framework& framework = scene.framework;
  VecX before = (start.p - start.before) / scene.h;
  for (int point = 0; point < framework.points(); ++point)
    if (!framework.isFixed(point)) before.segment<2>(2 * point) += scene.h * scene.gravity;
  const VecX after = (end.p - start.p) / scene.h;
  step.velocity_change = (after - before).lpNorm<Eigen::Infinity>();
  const VecX inelastic = inelasticVelocities(framework, start.p, before, triples, scene.h);
  step.collision_error = (after - inelastic).lpNorm<Eigen::Infinity>();
}

}  // namespace

FrameworkRun::FrameworkRun(FrameworkScene scene, const FrameworkOptions& options)
    : scene_(std::move(scene)), options_(options), mirror_(findMirror(scene_.framework, scene_.velocities)) {
  if (scene_.gravity.x() != 0.0) mirror_.reset();
  restart();
}

void FrameworkRun::renewLoop() {
  loop_.emplace(scene_.framework, loopParams(scene_, options_));
}

void FrameworkRun::choose(const FrameworkOptions& options) {
  loopParams(scene_, options);  // throws while everything is as it was
  options_ = options;
  renewLoop();
}

void FrameworkRun::restart() {
  restore(positionState({scene_.framework.positions, scene_.velocities}, scene_.h), 0);
}

void FrameworkRun::restore(const PositionState& state, long steps) {
  state_ = state;
  steps_ = steps;
  renewLoop();
}

LoopReport FrameworkRun::advance() {
  if (options_.loop != FrameworkLoop::Acceleration) return loop_->step(state_);
  const VecX before = state_.p - state_.before;
  VelocityState state{state_.p, before / scene_.h};
  std::vector<Triple> triples = loop_->triplesWithinReach(state_.p, before);
  if (!options_.all_terms) std::erase_if(triples, [&](const Triple& triple) { return !isActive(state, triple); });
  LoopReport result = loop_->step(state, std::move(triples), options_.all_terms, options_.averaged);
  state_ = positionState(state, scene_.h);
  return result;
}

FrameworkStep FrameworkRun::step(LoopTrace* trace) {
  const auto begin = std::chrono::steady_clock::now();
  const PositionState start = state_;
  loop_->recordTo(trace);
  LoopReport result = advance();
  loop_->recordTo(nullptr);
  if (!state_.p.allFinite()) {  // the step is rejected
    state_ = start;
    result.qp.status = QpStatus::NotFinite;
    renewLoop();
  }
  ++steps_;
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  FrameworkStep done = report(result, start);
  done.ms = taken.count();
  return done;
}

FrameworkStep FrameworkRun::report(const LoopReport& result, const PositionState& start) const {
  const Framework& framework = scene_.framework;
  const std::size_t bars = options_.loop == FrameworkLoop::Penalty ? 0 : framework.bars.size();
  FrameworkStep step{.step = steps_, .time = time(), .qp = result.qp, .residual = result.residual};
  step.rows = static_cast<int>(result.forces.size());
  step.active = static_cast<int>((result.forces.array() != 0.0).count());
  step.bar_forces.assign(result.forces.begin(), result.forces.begin() + static_cast<std::ptrdiff_t>(bars));
  step.bar_forces.insert(step.bar_forces.end(), result.pulls.begin(), result.pulls.end());
  step.contacts = contactsOf(result, bars);
  for (FrameworkContact& contact : step.contacts) {
    const double parting = (gapAt(state_.p, contact.triple) - contact.triple.gap) / scene_.h;
    contact.opened = contact.touching && contact.force == 0.0 && parting > kParting;
    step.contacts_opened += contact.opened ? 1 : 0;
    if (options_.objective == Objective::S)
      step.side_error = std::max(step.side_error, printedError(start, contact.triple, scene_.h));
  }
  if (options_.collisions) measureCollision(scene_, start, state_, result.triples, step);
  measureBars(framework, state_.p, step);
  measurePoints(scene_, state_, step);
  step.overlap = deepestOverlap(framework, state_.p);
  step.mirror_error = mirror_ ? mirrorError(*mirror_, state_.p) : 0.0;
  return step;
}

}  // namespace keystone

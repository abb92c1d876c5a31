#include "framework/loops.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "math/rounding.h"

namespace keystone {
namespace {

auto key(const Triple& triple) {
  return std::tuple(triple.i, triple.j, triple.k);
}

void addEffort(const QpReport& solve, QpReport& sum) {
  for (int QpReport::*const count :
       {&QpReport::pivots, &QpReport::rounds, &QpReport::corrections, &QpReport::factorizations, &QpReport::searches})
    sum.*count += solve.*count;
  sum.error = solve.error;
  if (sum.status == QpStatus::Solved) sum.status = solve.status;
}

}  // namespace

PositionState restingState(const Framework& framework) {
  return {framework.positions, framework.positions};
}

PositionState positionState(const VelocityState& state, double h) {
  return {state.p, state.p - h * state.v};
}

GaussLoop::GaussLoop(const Framework& framework, const LoopParams& params)
    : framework_(framework), params_(params), unknowns_(numberUnknowns(framework)) {}

std::vector<Triple> GaussLoop::triplesWithinReach(const VecX& p, const VecX& before) const {
  double farthest = 0.0;
  for (int point = 0; point < framework_.points(); ++point) farthest = std::max(farthest, at(before, point).norm());
  // Both may come; gravity moves all alike, but not what is fixed.
  const double reach = 2.0 * farthest + params_.gravity.norm() * params_.h * params_.h + params_.margin;
  return findTriples(framework_, p, reach, params_.lines);
}

void GaussLoop::recall(const std::vector<Triple>& triples, double unit) {
  const std::size_t rows = bars() + triples.size();
  solution_ = {};
  if (known_force_.size() < bars()) return;
  solution_.lambda.setZero(static_cast<Eigen::Index>(rows));
  solution_.sides.assign(rows, Side::Lower);
  for (std::size_t bar = 0; bar < bars(); ++bar) {
    solution_.lambda[static_cast<Eigen::Index>(bar)] = unit * known_force_[bar];
    solution_.sides[bar] = known_side_[bar];
  }
  for (std::size_t t = 0; t < triples.size(); ++t) {
    const auto found = std::ranges::lower_bound(known_, key(triples[t]), {}, key);
    if (found == known_.end() || key(*found) != key(triples[t])) continue;
    const std::size_t old = bars() + static_cast<std::size_t>(found - known_.begin());
    solution_.lambda[static_cast<Eigen::Index>(bars() + t)] = unit * known_force_[old];
    solution_.sides[bars() + t] = known_side_[old];
  }
}

void GaussLoop::remember(const std::vector<Triple>& triples, double unit) {
  std::vector<std::size_t> order(triples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t t) { return key(triples[t]); });
  const auto rows = static_cast<std::size_t>(solution_.lambda.size());
  known_.clear();
  known_force_.assign(rows, 0.0);
  known_side_.assign(rows, Side::Free);
  for (std::size_t bar = 0; bar < bars(); ++bar) {
    known_force_[bar] = solution_.lambda[static_cast<Eigen::Index>(bar)] / unit;
    known_side_[bar] = solution_.sides[bar];
  }
  for (std::size_t place = 0; place < order.size(); ++place) {
    known_.push_back(triples[order[place]]);
    known_force_[bars() + place] = solution_.lambda[static_cast<Eigen::Index>(bars() + order[place])] / unit;
    known_side_[bars() + place] = solution_.sides[bars() + order[place]];
  }
}

// Rounding of the rows' errors: they are differences of coordinates.
double GaussLoop::rounding(const VecX& p) const {
  double farthest = 0.0;
  for (int point = 0; point < framework_.points(); ++point)
    if (!framework_.isFixed(point)) farthest = std::max(farthest, at(p, point).lpNorm<Eigen::Infinity>());
  return kFewRoundings * farthest;
}

void GaussLoop::solve(const QuadraticProgram& program, LoopReport& report) {
  if (trace_ != nullptr) trace_->begin(program, solution_);
  const QpWatch watch = trace_ == nullptr ? QpWatch() : [this](const QpEvent& event) { trace_->add(event); };
  addEffort(solver_.solve(program, params_.qp, solution_, watch), report.qp);
  report.residual = measure(program, solution_.x, solution_.lambda);
}

void GaussLoop::beginTrace(double unit) {
  if (trace_ != nullptr) *trace_ = {.unit = unit, .programs = {}, .events = {}};
}

// The derivative of the penalty's term at the displacement w, along each bar.
VecX GaussLoop::pulls(const VecX& p, const VecX& w) const {
  std::vector<const Bar*> held;
  if (params_.lengths == Lengths::Penalty)
    for (const Bar& bar : framework_.bars) held.push_back(&bar);
  for (const Bar& brace : framework_.braces) held.push_back(&brace);
  VecX forces(static_cast<Eigen::Index>(held.size()));
  for (Eigen::Index i = 0; i < forces.size(); ++i) {
    const Bar& bar = *held[i];
    const Vec2 D = at(p, bar.i) - at(p, bar.j);
    const double miss = (at(w, bar.i) - at(w, bar.j)).dot(D) - (bar.length - D.norm()) * D.norm();
    forces[i] = -params_.penalty * miss * D.norm() / (params_.h * params_.h);
  }
  return forces;
}

LoopReport GaussLoop::step(PositionState& state) {
  return step(state, triplesWithinReach(state.p, state.p - state.before));
}

LoopReport GaussLoop::step(PositionState& state, std::vector<Triple> triples) {
  LoopReport report;
  const double unit = params_.h * params_.h;
  const VecX before = state.p - state.before;
  QuadraticProgram program = pointProgram(framework_, unknowns_, state.p, triples, params_.lengths);
  // (a), (b): the displacement that nothing hinders.
  VecX free = gather(unknowns_, before);
  for (Eigen::Index i = 0; i < free.size(); i += 2) free.segment<2>(i) += unit * params_.gravity;
  program.f = program.H * free;
  program.rounding = rounding(state.p);
  if (params_.lengths == Lengths::Penalty) addPenalty(framework_.bars, unknowns_, state.p, params_.penalty, program);
  if (!framework_.braces.empty()) addPenalty(framework_.braces, unknowns_, state.p, params_.penalty, program);

  // (c)
  const int bends = params_.lengths == Lengths::Previous || params_.printed_sides ? 0 : params_.bends;
  const double share = params_.printed_sides ? 1.0 / params_.h : 1.0;
  program.b = bends > 0 ? exactRight(framework_, state.p, before, triples, params_.lengths)
                        : positionRight(framework_, state.p, before, triples, params_.lengths, share);
  recall(triples, unit);
  beginTrace(unit);
  solve(program, report);
  for (int bend = 0; bend < bends; ++bend) {
    program.b = exactRight(framework_, state.p, spread(unknowns_, solution_.x), triples, params_.lengths);
    solve(program, report);
  }
  if (trace_ != nullptr) trace_->end(solution_);
  remember(triples, unit);
  report.forces = solution_.lambda / unit;
  report.pulls = pulls(state.p, spread(unknowns_, solution_.x));
  report.triples = std::move(triples);

  // (d)
  state.before = state.p;
  state.p += spread(unknowns_, solution_.x);
  return report;
}

VecX GaussLoop::accelerations(const VecX& p, const VecX& v, std::vector<Triple> triples, double h, LoopReport& report) {
  QuadraticProgram program = pointProgram(framework_, unknowns_, p, triples, Lengths::Previous);
  VecX free(unknowns_.back());
  for (Eigen::Index i = 0; i < free.size(); i += 2) free.segment<2>(i) = params_.gravity;
  program.f = program.H * free;
  program.b = accelerationRight(framework_, p, v, triples, h);
  recall(triples, 1.0);
  beginTrace(1.0);
  solve(program, report);
  if (trace_ != nullptr) trace_->end(solution_);
  remember(triples, 1.0);
  report.forces = solution_.lambda;
  report.triples = std::move(triples);
  return spread(unknowns_, solution_.x);
}

LoopReport GaussLoop::step(VelocityState& state, std::vector<Triple> triples, bool all_terms, bool averaged) {
  LoopReport report;
  const VecX a = accelerations(state.p, state.v, std::move(triples), all_terms ? params_.h : 0.0, report);
  state.v += params_.h * a;
  state.p += params_.h * (averaged ? VecX(state.v - 0.5 * params_.h * a) : state.v);
  return report;
}

}  // namespace keystone

#include "comparison.h"

#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

#include "problem/delassus.h"

namespace keystone {
namespace {

// Sets the method's knob for the law, where it has one. False when it cannot hold this problem to the law.
bool chooseLaw(const ContactProblem& problem, const SolverInfo& solver, FrictionLaw law, KnobValues& knobs) {
  const std::string_view wanted = law == FrictionLaw::Cone ? "cone" : "box";
  for (const Knob& knob : solver.knobs) {
    if (knob.id != "friction" || knob.type != Knob::Type::Choice) continue;
    int index = 0;
    for (std::string_view rest = knob.choices; !rest.empty(); ++index) {
      const std::string_view name = rest.substr(0, rest.find('|'));
      if (name == wanted) knobs["friction"] = index;
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
  }
  const Accepts& accepts = solver.accepts;
  if (problem.joint_rows > 0 && !accepts.joints) return false;
  if (!problem.hasBodies() && !accepts.w_only) return false;
  if (problem.dim == 1) return accepts.frictionless;
  if (problem.dim == 2) return accepts.box_friction || accepts.cone_friction;  // one tangent: the laws are the same
  return law == FrictionLaw::Cone ? accepts.cone_friction : accepts.box_friction;
}

}  // namespace

Comparison::Comparison(ContactProblem problem, FrictionLaw law, SolverKnobs knobs, std::string title)
    : problem_(std::move(problem)), law_(law), knobs_(std::move(knobs)), title_(std::move(title)) {
  for (const SolverInfo* solver : solvers()) rows_.emplace_back().solver = solver;
  lambdas_.resize(rows_.size());
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Comparison::~Comparison() = default;

std::vector<ComparedSolve> Comparison::rows() const {
  const std::lock_guard lock(mutex_);
  return rows_;
}

bool Comparison::running() const {
  const std::lock_guard lock(mutex_);
  for (const ComparedSolve& row : rows_)
    if (row.state != ComparedSolve::State::Done) return true;
  return false;
}

void Comparison::run(const std::stop_token& stop) {
  for (std::size_t i = 0; i < rows_.size() && !stop.stop_requested(); ++i) {
    solveOne(i);
    findDifferences();
  }
}

void Comparison::solveOne(std::size_t index) {
  ComparedSolve row;
  row.solver = rows_[index].solver;  // never changes
  row.state = ComparedSolve::State::Running;
  {
    const std::lock_guard lock(mutex_);
    rows_[index] = row;
  }
  KnobValues& knobs = knobs_[std::string(row.solver->id)];
  row.accepted = chooseLaw(problem_, *row.solver, law_, knobs);
  if (row.accepted) {
    Solution cold;
    cold.lambda = VecX::Zero(problem_.rows());
    const auto begin = std::chrono::steady_clock::now();
    row.report = row.solver->solve(problem_, knobs, cold, nullptr);
    row.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    row.residual = measure(problem_, cold.lambda, law_).value;
    if (row.report.status != SolveStatus::Unsupported && std::isfinite(row.residual)) lambdas_[index] = cold.lambda;
  } else {
    row.report.status = SolveStatus::Unsupported;
  }
  row.state = ComparedSolve::State::Done;
  const std::lock_guard lock(mutex_);
  rows_[index] = row;
}

void Comparison::findDifferences() {
  std::size_t best = rows_.size();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (lambdas_[i].size() > 0 && (best == rows_.size() || rows_[i].residual < rows_[best].residual)) best = i;
  if (best == rows_.size()) return;
  const VecX u = relativeVelocity(problem_, lambdas_[best]);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (lambdas_[i].size() == 0) continue;
    const double impulse = (lambdas_[i] - lambdas_[best]).lpNorm<Eigen::Infinity>();
    const double velocity = (relativeVelocity(problem_, lambdas_[i]) - u).lpNorm<Eigen::Infinity>();
    const std::lock_guard lock(mutex_);
    rows_[i].impulse_difference = impulse;
    rows_[i].velocity_difference = velocity;
    rows_[i].best = i == best;
  }
}

}  // namespace keystone

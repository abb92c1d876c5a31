#include "session/comparison.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "math/stop.h"
#include "problem/difference.h"
#include "solver/by_islands.h"
#include "step/choose_method.h"

namespace keystone {
namespace {

bool isOver(const ComparedSolve& row) {
  return row.state == ComparedSolve::State::Done || row.state == ComparedSolve::State::Cancelled;
}

}  // namespace

bool takesProblem(const ContactProblem& problem, const SolverInfo& solver, FrictionLaw law,
                  ParameterValues& parameters) {
  return chooseLaw(problem, solver, law, parameters).empty();
}

std::string_view toString(ComparedSolve::State state) {
  constexpr std::array<std::string_view, 4> kNames{"waiting", "running", "done", "cancelled"};
  return kNames[static_cast<std::size_t>(state)];
}

struct Comparison::Work {
  ContactProblem problem;
  FrictionLaw law;
  SolverParameters parameters;
  std::vector<VecX> lambdas;  // of the thread alone
  std::mutex mutex;           // guards rows
  std::vector<ComparedSolve> rows;
  std::atomic<bool> cancelled = false;

  // Unless it was cancelled in the meantime.
  void tell(std::size_t index, const ComparedSolve& row) {
    const std::lock_guard lock(mutex);
    if (!cancelled) rows[index] = row;
  }
  void solveOne(std::size_t index);
  void findDifferences();
  void run() {
    const StopScope scope(&cancelled);
    try {
      for (std::size_t i = 0; i < rows.size() && !cancelled; ++i) {
        solveOne(i);
        if (!cancelled) findDifferences();
      }
    } catch (const Stopped&) {  // whoever cancelled has told the rows
    }
  }
};

void Comparison::Work::solveOne(std::size_t index) {
  ComparedSolve row;
  row.solver = rows[index].solver;  // never changes
  row.state = ComparedSolve::State::Running;
  tell(index, row);
  ParameterValues& own = parameters[std::string(row.solver->id)];
  row.accepted = takesProblem(problem, *row.solver, law, own);
  if (row.accepted) {
    Solution cold;
    cold.lambda = VecX::Zero(problem.rows());
    const auto begin = std::chrono::steady_clock::now();
    row.report = solveAndCheck(*row.solver, problem, own, cold, nullptr);
    row.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    row.residual = row.report.residual.value;
    if (row.report.status != SolveStatus::Unsupported && std::isfinite(row.residual)) lambdas[index] = cold.lambda;
  } else {
    row.report.status = SolveStatus::Unsupported;
  }
  row.state = ComparedSolve::State::Done;
  tell(index, row);
}

void Comparison::Work::findDifferences() {
  std::vector<double> residuals(lambdas.size(), std::nan(""));
  for (std::size_t i = 0; i < lambdas.size(); ++i)
    if (lambdas[i].size() > 0) residuals[i] = rows[i].residual;
  const int best = mostAccurate(residuals);
  if (best < 0) return;
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    if (lambdas[i].size() == 0) continue;
    const SolutionDifference apart = difference(problem, lambdas[i], lambdas[best]);
    const std::lock_guard lock(mutex);
    rows[i].impulse_difference = apart.impulses;
    rows[i].velocity_difference = apart.velocities;
    rows[i].best = static_cast<int>(i) == best;
  }
}

Comparison::Comparison(ContactProblem problem, FrictionLaw law, SolverParameters parameters, std::string title)
    : title_(std::move(title)), work_(std::make_shared<Work>()) {
  work_->problem = std::move(problem);
  work_->law = law;
  work_->parameters = std::move(parameters);
  for (const SolverInfo* solver : solvers()) work_->rows.emplace_back().solver = solver;
  work_->lambdas.resize(work_->rows.size());
  std::thread([work = work_] { work->run(); }).detach();
}

Comparison::~Comparison() {
  cancel();
}

void Comparison::cancel() {
  const std::lock_guard lock(work_->mutex);
  work_->cancelled = true;
  for (ComparedSolve& row : work_->rows)
    if (!isOver(row)) row.state = ComparedSolve::State::Cancelled;
}

std::vector<ComparedSolve> Comparison::rows() const {
  const std::lock_guard lock(work_->mutex);
  return work_->rows;
}

bool Comparison::running() const {
  const std::lock_guard lock(work_->mutex);
  return !std::all_of(work_->rows.begin(), work_->rows.end(), isOver);
}

}  // namespace keystone

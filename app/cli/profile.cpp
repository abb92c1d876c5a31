#include "cli/profile.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "cli/cold_solve.h"
#include "cli/setup.h"
#include "math/stop.h"

namespace keystone {
namespace {

constexpr double kFine = 1.1;  // how near the number of iterations is found

const Parameter* parameterOf(const SolverInfo& solver, std::string_view id) {
  const auto found = std::ranges::find(solver.parameters, id, &Parameter::id);
  return found == solver.parameters.end() ? nullptr : &*found;
}

void take(const SolverInfo& solver, const ColdSolve& solve, double residual, Reach& reach) {
  reach.reached = solve.residual.value <= residual;
  reach.residual = solve.residual.value;
  reach.time_ms = solve.time_ms;
  reach.iterations = solver.pivots ? solve.report.pivots : solve.report.iterations;
  reach.factorizations = solve.report.factorizations;
  reach.products = solve.report.products;
}

// Solves with more and more iterations; each number is tried once.
class Budgets {
 public:
  Budgets(const ContactProblem& problem, const SolverInfo& solver, ParameterValues parameters, int most)
      : problem_(problem), solver_(solver), parameters_(std::move(parameters)) {
    const Parameter& iterations = *parameterOf(solver, "iterations");
    least_ = std::max(1, static_cast<int>(iterations.low));
    most_ = std::clamp(most, least_, static_cast<int>(iterations.high));
    // No early end but by the number of iterations.
    if (const Parameter* tolerance = parameterOf(solver, "tolerance")) parameters_["tolerance"] = tolerance->low;
  }

  const ColdSolve& fewestFor(double residual) {
    const auto reaches = [&](int iterations) { return solve(iterations).residual.value <= residual; };
    int enough = least_, few = 0;
    while (!reaches(enough)) {
      const bool ended = solve(enough).report.iterations < enough;  // by itself: more would change nothing
      if (enough == most_ || ended) return solve(enough);
      few = enough;
      enough = std::min(2 * enough, most_);
    }
    while (few > 0 && enough > few + 1 && enough > kFine * few) {
      const int middle =
          std::clamp(static_cast<int>(std::sqrt(static_cast<double>(few) * enough)), few + 1, enough - 1);
      (reaches(middle) ? enough : few) = middle;
    }
    return solve(enough);
  }

 private:
  const ColdSolve& solve(int iterations) {
    const auto known = tried_.find(iterations);
    if (known != tried_.end()) return known->second;
    parameters_["iterations"] = iterations;
    return tried_[iterations] = solveCold(problem_, solver_, parameters_);
  }

  const ContactProblem& problem_;
  const SolverInfo& solver_;
  ParameterValues parameters_;
  int least_, most_;
  std::map<int, ColdSolve> tried_;
};

constexpr std::chrono::milliseconds kLook(50);  // between two looks at the flag of the scope outside

// Stops what runs in its scope after a time, or when the scope outside is asked to stop.
class Deadline {
 public:
  explicit Deadline(double seconds)
      : scope_(&over_), watch_([this, seconds](const std::stop_token& ended) {
          const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
          std::unique_lock lock(mutex_);
          while (!ended.stop_requested() && !isAsked() && std::chrono::steady_clock::now() < end)
            wake_.wait_for(lock, ended, kLook, [] { return false; });
          if (!ended.stop_requested()) over_ = true;
        }) {}

 private:
  bool isAsked() const { return outer_ != nullptr && *outer_; }

  const std::atomic<bool>* const outer_ = stopFlag();
  std::atomic<bool> over_ = false;
  StopScope scope_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread watch_;
};

void reachAll(const ContactProblem& problem, const SolverInfo& solver, const ParameterValues& chosen,
              const std::vector<double>& residuals, int most_iterations, std::vector<Reach>& reaches) {
  ParameterValues parameters = chosen;
  if (hasParameter(solver, "iterations")) {
    Budgets budgets(problem, solver, parameters, most_iterations);
    for (std::size_t i = 0; i < residuals.size(); ++i)
      take(solver, budgets.fewestFor(residuals[i]), residuals[i], reaches[i]);
    return;
  }
  const Parameter* tolerance = parameterOf(solver, "tolerance");
  ColdSolve solve;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    if (tolerance != nullptr) parameters["tolerance"] = std::clamp(residuals[i], tolerance->low, tolerance->high);
    if (i == 0 || tolerance != nullptr) solve = solveCold(problem, solver, parameters);
    take(solver, solve, residuals[i], reaches[i]);
  }
}

}  // namespace

std::vector<Reach> reachResiduals(const ContactProblem& problem, const SolverInfo& solver, ParameterValues parameters,
                                  FrictionLaw law, const std::vector<double>& residuals, int most_iterations,
                                  double budget) {
  std::vector<Reach> reaches(residuals.size());
  if (!chooseLaw(problem, solver, law, parameters).empty()) return reaches;
  try {
    const Deadline deadline(budget);
    reachAll(problem, solver, parameters, residuals, most_iterations, reaches);
  } catch (const Stopped&) {  // what it had reached by then stands
  }
  stopIfAsked();
  return reaches;
}

double costOf(const Reach& reach, ProfileMeasure measure) {
  if (!reach.reached) return std::numeric_limits<double>::infinity();
  if (measure == ProfileMeasure::Time) return reach.time_ms;
  if (measure == ProfileMeasure::Iterations) return std::max(1, reach.iterations);
  return std::max(1, measure == ProfileMeasure::Products ? reach.products : reach.factorizations);
}

PerformanceProfile::PerformanceProfile(const std::vector<double>& costs, const std::vector<double>& best) {
  for (std::size_t i = 0; i < costs.size(); ++i)
    ratios_.push_back(std::isfinite(costs[i]) ? costs[i] / best[i] : std::numeric_limits<double>::infinity());
}

double PerformanceProfile::share(double tau) const {
  if (ratios_.empty()) return 0.0;
  return static_cast<double>(std::ranges::count_if(ratios_, [tau](double ratio) { return ratio <= tau; })) /
         static_cast<double>(ratios_.size());
}

}  // namespace keystone

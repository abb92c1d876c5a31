#include "solver/solve_to_residual.h"

#include <algorithm>

namespace keystone {
namespace {

constexpr double kShare = 0.3;                // of what the residual is too large by: most methods are linear
constexpr double kLeast = 1e-4, kMost = 0.1;  // that a tolerance is multiplied by
constexpr double kRounding = 1e-17;           // below it, a tolerance never ends a solve
constexpr std::string_view kName = "tolerance";

bool endsEarly(const SolverInfo& solver, const ParameterValues& parameters) {
  const bool has = std::ranges::find(solver.parameters, kName, &Parameter::id) != solver.parameters.end();
  return has && !parameters.contains(kName);
}

bool mayGoOn(const SolveReport& report) {
  return report.status == SolveStatus::Converged || report.status == SolveStatus::IterationLimit;
}

}  // namespace

SolveReport solveToResidual(double residual, const SolverInfo& solver, ParameterValues& parameters,
                            const std::function<SolveReport()>& solve) {
  if (!endsEarly(solver, parameters)) return solve();
  double& tolerance = parameters[std::string(kName)] = residual;
  SolveReport report = solve();
  if (solver.exact) return report;
  bool stuck = false;
  while (report.residual.value > residual && mayGoOn(report) && tolerance > 0.0) {
    // An island at its limit may have neighbours that ended early: these have one more chance.
    const bool spent = report.status == SolveStatus::IterationLimit && report.message != kAboveTolerance;
    tolerance *= std::clamp(kShare * residual / report.residual.value, kLeast, kMost);
    if (spent || stuck || tolerance < kRounding) tolerance = 0.0;
    const SolveReport before = std::move(report);
    report = solve();
    stuck = report.iterations == before.iterations && report.residual.value == before.residual.value;
  }
  return report;
}

}  // namespace keystone

// Pivoting against a dense LU solve of the same size, in one run; every time has its residual beside it.
#include <benchmark/benchmark.h>

#include "problem/residual.h"
#include "problems.h"
#include "solver/registry.h"

namespace keystone::bench {
namespace {

// The yardstick: what one unsymmetric dense solve of this size costs. A trace on the diagonal lets it run on singular
// W.
void denseLu(benchmark::State& state, const char* scene) {
  const ContactProblem problem = frictionless(firstProblem(scene));
  MatX W(problem.W);
  W.diagonal().array() += 1e-9;
  while (state.KeepRunning()) benchmark::DoNotOptimize(VecX(Eigen::PartialPivLU<MatX>(W).solve(problem.q)));
  state.counters["rows"] = problem.rows();
}

void solveCold(benchmark::State& state, const ContactProblem& problem, const char* solver) {
  const SolverInfo& info = *findSolver(solver);
  SolveReport report;
  Solution solution;
  while (state.KeepRunning()) {
    solution = {};
    solution.lambda.setZero(problem.rows());
    report = info.solve(problem, {}, solution, nullptr);
  }
  state.counters["rows"] = problem.rows();
  state.counters["pivots"] = report.pivots;
  state.counters["residual"] = measure(problem, solution.lambda).value;
  if (info.exact && report.status != SolveStatus::Converged) state.SkipWithError(report.message.c_str());
}

void coldFrictionless(benchmark::State& state, const char* scene, const char* solver) {
  solveCold(state, frictionless(firstProblem(scene)), solver);
}

void coldFriction(benchmark::State& state, const char* scene, const char* solver) {
  solveCold(state, firstProblem(scene), solver);
}

}  // namespace

BENCHMARK_CAPTURE(denseLu, wall_10x10, "wall_10x10")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFrictionless, wall_10x10_pivoting, "wall_10x10", "pivoting")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFrictionless, wall_10x10_pgs, "wall_10x10", "pgs")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(denseLu, pyramid2d_20, "pyramid2d_20")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFrictionless, pyramid2d_20_pivoting, "pyramid2d_20", "pivoting")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFriction, wall_10x10_pivoting, "wall_10x10", "pivoting")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFriction, wall_10x10_pgs, "wall_10x10", "pgs")->Unit(benchmark::kMillisecond);

}  // namespace keystone::bench

BENCHMARK_MAIN();

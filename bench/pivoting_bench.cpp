// Pivoting against a dense LU solve of the same size, in one run; every time has its residual beside it.
#include <benchmark/benchmark.h>

#include "problem/delassus.h"
#include "problem/residual.h"
#include "problems.h"
#include "solver/parametric/bordered_factor.h"
#include "solver/registry.h"
#include "solver/system/velocity_space_system.h"

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

// What a single pivot is made of: a solve by the dense factor of so many clamped rows,
void clampedSolve(benchmark::State& state) {
  const Eigen::Index rows = state.range(0);
  const MatX W = MatX::Identity(rows, rows) + MatX::Constant(rows, rows, 1.0 / static_cast<double>(rows));
  MatX block = W;
  BorderedFactor factor;
  factor.factorSymmetric(block, 0.0);
  const VecX q = VecX::LinSpaced(rows, -1.0, 1.0);
  VecX x;
  while (state.KeepRunning()) {
    x = q;
    factor.solve(x);
  }
  state.counters["residual"] = (W * x - q).lpNorm<Eigen::Infinity>();
}

// or one in the bodies' space, with all contacts clamped, and the product that tells what it has left.
void bodySolve(benchmark::State& state, const char* scene) {
  constexpr double kStiff = 1e6;
  const ContactProblem problem = firstProblem(scene);
  ConeRows rows;
  VecX diagonal;
  delassusDiagonal(problem, diagonal);
  coneRows(problem, diagonal, FrictionLaw::Cone, rows);
  std::unique_ptr<ConeSystem> system;
  bodySystem(problem, rows, system);
  GeneralizedJacobian S{
      .contacts = std::vector<double>(static_cast<std::size_t>(rows.dim * rows.dim * rows.contacts), 0.0),
      .joint_rows = VecX::Zero(rows.joint_rows),
      .discs = {},
      .couplings = {}};
  for (std::size_t at = 0; at < S.contacts.size(); ++at)
    if (at / static_cast<std::size_t>(rows.dim) % static_cast<std::size_t>(rows.dim) ==
        at % static_cast<std::size_t>(rows.dim))
      S.contacts[at] = kStiff;
  system->factor(S);
  const VecX g = VecX::LinSpaced(rows.rows(), -1.0, 1.0);
  VecX x, product;
  while (state.KeepRunning()) {
    x = g;
    system->solveInPlace(x);
    system->product(x, product);
  }
  state.counters["rows"] = rows.rows();
  state.counters["residual"] = (x + kStiff * product - g).lpNorm<Eigen::Infinity>() / kStiff;
}

}  // namespace

BENCHMARK(clampedSolve)->Arg(200)->Arg(311)->Arg(1907)->Arg(2975)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bodySolve, wall_10x10, "wall_10x10")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bodySolve, wall3d_10x10, "wall3d_10x10")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bodySolve, wall_40x25, "wall_40x25")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bodySolve, wall3d_40x25, "wall3d_40x25")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(denseLu, wall_10x10, "wall_10x10")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFrictionless, wall_10x10_pivoting, "wall_10x10", "pivoting")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFrictionless, wall_10x10_pgs, "wall_10x10", "pgs")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(denseLu, pyramid2d_20, "pyramid2d_20")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFrictionless, pyramid2d_20_pivoting, "pyramid2d_20", "pivoting")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFriction, wall_10x10_pivoting, "wall_10x10", "pivoting")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(coldFriction, wall_10x10_pgs, "wall_10x10", "pgs")->Unit(benchmark::kMillisecond);

}  // namespace keystone::bench

BENCHMARK_MAIN();

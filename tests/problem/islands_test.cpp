#include "problem/islands.h"

#include <gtest/gtest.h>

#include "math/parallel.h"
#include "problem/delassus.h"
#include "solver/by_islands.h"
#include "solver/registry.h"
#include "solver/trace.h"
#include "step/step_statistics.h"
#include "support/by_value.h"
#include "support/settled.h"

namespace keystone {
namespace {

TEST(Islands, HoldEveryRowOnceAndShareNoMovableBody) {
  for (const char* name : {"dominoes", "friction_sweep", "isotropic_friction", "ball_and_chain", "wall_5x5"}) {
    const Simulation& scene = settled(name, 40);
    const ContactProblem& problem = scene.problem;
    std::vector<int> seen(static_cast<std::size_t>(problem.rows()), 0);
    std::vector<int> owner(problem.inv_mass.size(), -1);
    const std::vector<Island> islands = islandsOf(problem);
    for (std::size_t i = 0; i < islands.size(); ++i) {
      for (const int row : rowNumbers(problem, islands[i])) ++seen[row];
      for (const int body : islands[i].bodies) {
        if (!scene.world.bodies[body].isDynamic()) continue;
        EXPECT_EQ(owner[body], -1) << name;
        owner[body] = static_cast<int>(i);
      }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), problem.rows()) << name;
  }
}

TEST(Islands, OfSeparateBoxesAreAsManyAsTheBoxes) {
  EXPECT_EQ(islandsOf(settled("friction_sweep", 5).problem).size(), 11U);
  EXPECT_EQ(islandsOf(settled("wall_5x5", 5).problem).size(), 1U);
}

TEST(Islands, CarryTheirPartOfWAndQ) {
  const ContactProblem& problem = settled("dominoes", 60).problem;
  const std::vector<Island> islands = islandsOf(problem);
  ASSERT_GT(islands.size(), 1U);
  const MatX W = delassusOf(problem);
  double outside = W.squaredNorm();
  for (const Island& island : islands) {
    const std::vector<int> rows = rowNumbers(problem, island);
    const ContactProblem part = restricted(problem, island);
    EXPECT_TRUE(MatX(delassusOf(part)) == MatX(W(rows, rows)));
    EXPECT_TRUE(part.q == VecX(problem.q(rows)));
    outside -= W(rows, rows).squaredNorm();
  }
  EXPECT_NEAR(outside, 0.0, 1e-9 * W.squaredNorm()) << "nothing of W ties two islands";
}

TEST(Islands, WithoutBodiesAreOne) {
  ContactProblem problem;
  problem.dim = 1;
  problem.contacts = 2;
  problem.W = MatX(MatX::Identity(2, 2)).sparseView();
  problem.q = -VecX::Ones(2);
  problem.mu = VecX::Zero(2);
  EXPECT_EQ(islandsOf(problem).size(), 1U);
  EXPECT_TRUE(islandsOf(ContactProblem()).empty());
}

TEST(Islands, SolvedByThemselvesSolveTheWhole) {
  for (const char* solver : {"pivoting", "newton_cone", "gauss", "lemke"})
    for (const char* name : {"dominoes", "friction_sweep"}) {
      const ContactProblem& problem = settled(name, 50).problem;
      const SolverInfo& info = *findSolver(solver);
      Solution solution;
      solution.lambda = VecX::Zero(problem.rows());
      const SolveReport report = solveAndCheck(info, problem, {}, solution, nullptr);
      EXPECT_EQ(report.status, SolveStatus::Converged) << solver << ' ' << name << ": " << report.message;
      EXPECT_LE(measure(problem, solution.lambda, frictionLaw(info, {})).value, 1e-9) << solver << ' ' << name;
    }
}

// Solves what rests on friction of 0.3 at least, in its first stage, and gives up on the rest in no stage.
SolveReport solveWhereRough(const ContactProblem& problem, const ParameterValues&, Solution& solution, SolverTrace*) {
  solution.lambda.setZero(problem.rows());
  if (problem.mu[0] >= 0.3) return {.stage = "first", .stage_rank = 1};
  return {.status = SolveStatus::IterationLimit, .message = "smooth"};
}

TEST(Islands, NameNoStageWhereOneIsNotSolved) {
  SolverInfo info = *findSolver("exact");
  info.run = solveWhereRough;
  const ContactProblem& problem = settled("friction_sweep", 5).problem;
  Solution solution;
  solution.lambda = VecX::Zero(problem.rows());
  const SolveReport report = solveAndCheck(info, problem, {}, solution, nullptr);
  EXPECT_EQ(report.status, SolveStatus::IterationLimit);
  EXPECT_EQ(report.message, "smooth");
  EXPECT_EQ(report.stage, "");
}

TEST(Islands, GiveTheSameBitsOnAnyNumberOfThreads) {
  std::vector<std::uint64_t> hashes;
  for (const int count : {1, 2, 4}) {
    setThreads(count);
    for (const auto& [id, steps] : {std::pair("dominoes", 90), {"wall3d_10x10", 10}}) {
      Simulation simulation = loadById(id).simulation;
      for (int n = 0; n < steps; ++n) step(simulation);
      hashes.push_back(simulation.report.state_hash);
    }
  }
  setThreads(0);
  EXPECT_EQ(hashes[0], hashes[2]);
  EXPECT_EQ(hashes[0], hashes[4]);
  EXPECT_EQ(hashes[1], hashes[3]);
  EXPECT_EQ(hashes[1], hashes[5]);
}

TEST(Islands, AreSweptTogetherAsTheyAreApart) {
  const SolverInfo& pgs = *findSolver("pgs");
  const ParameterValues parameters{{"iterations", 20.0}, {"tolerance", 0.0}};  // none ends early
  for (const char* name : {"dominoes", "friction_sweep", "isotropic_friction"}) {
    const ContactProblem& problem = settled(name, 50).problem;
    const std::vector<Island> islands = islandsOf(problem);
    ASSERT_GT(islands.size(), 1U) << name;
    Solution whole;
    pgs.solve(problem, parameters, whole, nullptr);
    for (const Island& island : islands) {
      Solution apart;
      pgs.solve(restricted(problem, island), parameters, apart, nullptr);
      EXPECT_TRUE(VecX(whole.lambda(rowNumbers(problem, island))) == apart.lambda) << name;
    }
  }
}

TEST(Islands, FollowEachOtherInATraceOfTheWhole) {
  const ContactProblem& problem = settled("dominoes", 50).problem;
  Solution solution;
  solution.lambda = VecX::Zero(problem.rows());
  SolverTrace trace;
  solveAndCheck(*findSolver("pivoting"), problem, {}, solution, &trace);
  ASSERT_GT(trace.frames().size(), 2U);
  EXPECT_EQ(trace.frames().front().kind, TraceKind::Start);
  EXPECT_EQ(trace.frames().back().kind, TraceKind::Result);
  EXPECT_TRUE(trace.frames().back().lambda == solution.lambda);
  IndexSets sets(static_cast<std::size_t>(problem.rows()), RowSet::Ignored);
  for (const TraceFrame& frame : trace.frames()) {
    EXPECT_EQ(frame.lambda.size(), problem.rows());
    EXPECT_LT(frame.row, problem.rows());
    for (const SetChange& change : frame.changes) {
      EXPECT_EQ(sets[change.row], change.from);
      sets[change.row] = change.to;
    }
  }
  EXPECT_EQ(sets, solution.sets);
  Solution silent;
  silent.lambda = VecX::Zero(problem.rows());
  solveAndCheck(*findSolver("pivoting"), problem, {}, silent, nullptr);
  EXPECT_TRUE(silent.lambda == solution.lambda) << "recorded or not, the same bits";
}

}  // namespace
}  // namespace keystone

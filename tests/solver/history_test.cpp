// The residual after every iteration, for every method there is.
#include "solver/history.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "problem/islands.h"
#include "scene_problems.h"
#include "solver/by_islands.h"
#include "solver/registry.h"

namespace keystone {
namespace {

using testing::problemAfter;

struct Traced {
  std::vector<HistoryPoint> points;
  SolveReport report, plain_report;
  Solution solution, plain;
};

Traced historyOf(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters) {
  Traced history;
  history.solution.lambda = history.plain.lambda = VecX::Zero(problem.rows());
  history.plain_report = solveAndCheck(solver, problem, parameters, history.plain, nullptr);
  history.report = solveWithHistory(solver, problem, parameters, history.solution,
                                    [&](const HistoryPoint& point) { history.points.push_back(point); });
  return history;
}

// What the methods count: pivots where these are their work, else sweeps, rounds or steps.
int countOfReport(const SolverInfo& solver, const SolveReport& report) {
  const bool counts_pivots =
      solver.id == "pivoting" || solver.id == "parametric" || solver.id == "keller" || solver.id == "lemke";
  return counts_pivots ? report.pivots : report.iterations;
}

bool sameOrBothNan(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

void checkCourse(const Traced& history) {
  EXPECT_EQ(history.points.front().iteration, 0);
  EXPECT_GE(history.points.front().time_ms, 0.0);
  for (std::size_t i = 1; i < history.points.size(); ++i) {
    const HistoryPoint &before = history.points[i - 1], &now = history.points[i];
    const bool is_end = i + 1 == history.points.size();
    EXPECT_GE(now.iteration, before.iteration + (is_end ? 0 : 1)) << "point " << i;
    EXPECT_GE(now.factorizations, before.factorizations) << "point " << i;
    EXPECT_GE(now.products, before.products) << "point " << i;
    EXPECT_GE(now.time_ms, before.time_ms) << "point " << i;
  }
}

class HistoryOf : public ::testing::TestWithParam<const SolverInfo*> {
 protected:
  // Of every problem that the method takes.
  static const std::vector<Traced>& histories() {
    static std::map<const SolverInfo*, std::vector<Traced>> made;
    const SolverInfo& solver = *GetParam();
    const auto [at, is_new] = made.try_emplace(&solver);
    if (!is_new) return at->second;
    for (ContactProblem problem : {problemAfter("wall_5x5", 3), problemAfter("tower3d_10", 3), problemAfter("arch", 20),
                                   problemAfter("seesaw", 30)}) {
      if (!solver.accepts.cone_friction && !solver.accepts.box_friction) problem.mu.setZero();
      Traced history = historyOf(solver, problem, {});
      if (history.plain_report.status != SolveStatus::Unsupported) at->second.push_back(std::move(history));
    }
    EXPECT_FALSE(at->second.empty());
    return at->second;
  }
};

TEST_P(HistoryOf, DoesNotChangeABitOfTheSolveAndEndsInItsResidual) {
  for (const Traced& history : histories()) {
    EXPECT_EQ(history.solution.lambda, history.plain.lambda);
    EXPECT_EQ(history.report.status, history.plain_report.status);
    ASSERT_FALSE(history.points.empty());
    EXPECT_TRUE(sameOrBothNan(history.points.back().residual, history.plain_report.residual.value));
    EXPECT_EQ(history.points.back().factorizations, history.plain_report.factorizations);
    const int uncounted = history.plain_report.products - history.points.back().products;
    EXPECT_TRUE(uncounted == 0 || uncounted == 1) << uncounted << " by which a method sees that it has arrived";
    EXPECT_GT(history.plain_report.products, 0);
  }
}

TEST_P(HistoryOf, HasAPointForEveryIterationThatTheReportCounts) {
  for (const Traced& history : histories()) {
    checkCourse(history);
    const int count = countOfReport(*GetParam(), history.report);
    EXPECT_EQ(history.points.back().iteration, count);
    const auto points = static_cast<int>(history.points.size());
    EXPECT_GE(points, count + 1) << "the start, and one each";
    EXPECT_LE(points, count + 2) << "and what was returned, where that is another";
  }
}

INSTANTIATE_TEST_SUITE_P(Every, HistoryOf, ::testing::ValuesIn(solvers().begin(), solvers().end()),
                         [](const auto& method) { return std::string(method.param->id); });

// A sweep of k iterations is a solve that is allowed k of them.
TEST(History, PointKIsWhatTheMethodReturnsAfterKIterations) {
  const ContactProblem problem = problemAfter("wall_5x5", 3);
  for (const char* id : {"pgs", "psor", "jacobi", "nsgs", "nncg", "admm"}) {
    const SolverInfo& solver = *findSolver(id);
    const Traced whole = historyOf(solver, problem, {{"iterations", 20}, {"tolerance", 0}});
    ASSERT_EQ(whole.points.size(), 21u) << id;
    for (const int k : {1, 2, 7, 20}) {
      const Traced part = historyOf(solver, problem, {{"iterations", k}, {"tolerance", 0}});
      EXPECT_EQ(whole.points[k].residual, part.plain_report.residual.value) << id << ", " << k << " iterations";
    }
  }
}

// A sweep is a product with W. Gradients laid over sweeps take J^T of the new impulses besides, half of one, but not
// where they restart; block Gauss-Seidel counts contacts and joints by their rows.
TEST(History, ProductsOfSweepsAreTheirNumber) {
  const ContactProblem problem = problemAfter("wall_5x5", 3);
  for (const char* id : {"pgs", "psor", "jacobi", "nsgs", "bgs_pcg"}) {
    const Traced sweeps = historyOf(*findSolver(id), problem, {{"iterations", 20}, {"tolerance", 0}});
    for (const HistoryPoint& point : sweeps.points) EXPECT_EQ(point.products, point.iteration) << id;
  }
  const Traced gradients = historyOf(*findSolver("nncg"), problem, {{"iterations", 20}, {"tolerance", 0}});
  EXPECT_GT(gradients.points.back().products, 20);
  EXPECT_LE(gradients.points.back().products, 30);
}

TEST(History, ProductsOfAConjugateGradientStepAreTheShareOfItsRows) {
  const ContactProblem problem = problemAfter("table", 5);
  ASSERT_GT(problem.contacts, 0);
  const double joints = static_cast<double>(problem.joint_rows) / problem.rows();
  const Traced blocks = historyOf(*findSolver("bgs_pcg"), problem, {{"iterations", 60}, {"tolerance", 0}});
  const double share = static_cast<double>(blocks.points.back().products) / blocks.points.back().iteration;
  EXPECT_GE(share, std::min(joints, 1.0 - joints) - 0.02);  // rounded down
  EXPECT_LE(share, std::max(joints, 1.0 - joints));
}

// Two walls far from each other are two islands, each solved by itself.
TEST(History, IslandsIterateSideBySide) {
  Simulation simulation = loadById("wall_5x5").simulation;
  World& world = simulation.world;
  const std::size_t bodies = world.bodies.size();
  for (std::size_t i = 0; i < bodies; ++i) {
    if (world.bodies[i].kind != BodyKind::Dynamic) continue;
    Body copy = world.bodies[i];
    copy.pose.position.x() += 40.0;
    addBody(world, std::move(copy), Collider(world.colliders[i]), Vec3(world.colours[i]));
  }
  for (int i = 0; i < 3; ++i) step(simulation);
  std::vector<Island> islands;
  findIslands(simulation.problem, islands);
  ASSERT_EQ(islands.size(), 2u) << "the scene's ground reaches that far";
  for (const char* id : {"pgs", "apgd", "newton_cone", "interior_point"}) {
    const SolverInfo& solver = *findSolver(id);
    const Traced both = historyOf(solver, simulation.problem, {});
    checkCourse(both);
    EXPECT_EQ(both.points.back().iteration, both.report.iterations) << id << ": the most of one";
    EXPECT_EQ(both.points.back().factorizations, both.report.factorizations) << id << ": of both";
    EXPECT_EQ(both.points.back().products, both.report.products) << id << ": of both";
    EXPECT_EQ(both.points.back().residual, both.report.residual.value) << id;
    EXPECT_GT(both.points.front().residual, 1e-3) << id << ": from nothing";
  }
}

TEST(History, AProblemWithNothingToDoHasItsStart) {
  ContactProblem problem;
  problem.contacts = 1;
  problem.q = VecX::Ones(1);
  problem.W = MatX::Identity(1, 1).sparseView();
  problem.mu.setZero(1);
  for (const SolverInfo* solver : solvers()) {
    const Traced history = historyOf(*solver, problem, {});
    if (history.report.status == SolveStatus::Unsupported) {
      EXPECT_TRUE(history.points.empty()) << solver->id;
      continue;
    }
    ASSERT_FALSE(history.points.empty()) << solver->id;
    EXPECT_EQ(history.points.back().residual, history.plain_report.residual.value) << solver->id;
  }
}

TEST(History, GradingTakesNoTimeOfTheMethod) {
  const ContactProblem problem = problemAfter("wall_10x10", 3);
  const SolverInfo& solver = *findSolver("pgs");
  Solution solution{VecX::Zero(problem.rows()), {}};
  double last = 0.0;
  int points = 0;
  const auto begin = std::chrono::steady_clock::now();
  solveWithHistory(solver, problem, {{"iterations", 20}}, solution, [&](const HistoryPoint& point) {
    last = point.time_ms;
    ++points;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  const double all = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  ASSERT_EQ(points, 21);
  EXPECT_GE(all, 5.0 * points);
  EXPECT_LE(last, all - 5.0 * points) << "whoever looks on takes his time";
}

}  // namespace
}  // namespace keystone

#include <gtest/gtest.h>

#include <thread>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "problem/residual.h"
#include "solver/registry.h"
#include "support/effort.h"
#include "support/settled.h"

namespace keystone {
namespace {

using testing::randomLcp;
using testing::solveBy;

constexpr double kExact = 1e-9;  // the project's definition of exact

const SolverInfo& pivoting() {
  return *findSolver("pivoting");
}

SolveReport solveCold(const ContactProblem& problem, Solution& solution, const ParameterValues& parameters = {}) {
  return solveBy("pivoting", problem, solution, parameters);
}

TEST(Pivoting, SolvesRankDeficientFrictionlessProblems) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < trials(10000); ++trial) {
    const int n = 3 + trial % 30;
    const ContactProblem problem = randomLcp(random, n, 1 + trial % std::max(1, n / 2), true);
    Solution solution;
    const SolveReport report = solveCold(problem, solution);
    ASSERT_EQ(report.status, SolveStatus::Converged) << "trial " << trial << ": " << report.message;
    ASSERT_LE(measure(problem, solution.lambda).value, kExact) << "trial " << trial;
  }
}

// One planar contact of unit mass: u = lambda + q.
ContactProblem block(double q_n, double q_t, double mu) {
  ContactProblem problem;
  problem.dim = 2;
  problem.contacts = 1;
  problem.mu = VecX::Constant(1, mu);
  problem.q = Vec2(q_n, q_t);
  problem.W = MatX(MatX::Identity(2, 2)).sparseView();
  return problem;
}

TEST(Pivoting, BlockSticksBelowTheFrictionBoundAndSlidesAboveIt) {
  Solution solution;
  ASSERT_EQ(solveCold(block(-1.0, -0.3, 0.5), solution).status, SolveStatus::Converged);
  EXPECT_NEAR(solution.lambda[1], 0.3, 1e-14);
  EXPECT_EQ(solution.sets[1], RowSet::Stick);
  ASSERT_EQ(solveCold(block(-1.0, -0.8, 0.5), solution).status, SolveStatus::Converged);
  EXPECT_NEAR(solution.lambda[1], 0.5, 1e-14);
  EXPECT_EQ(solution.sets[1], RowSet::SlideForward);
}

TEST(Pivoting, RememberedSlideFollowsItsNormalImpulse) {
  // Friction remembered off its bound was once taken over as it stood, and reported as solved.
  const ContactProblem problem = block(-1.0, -0.8, 0.5);
  Solution solution;
  solution.lambda = Vec2(1.0, 0.2);
  solution.sets = {RowSet::Clamped, RowSet::SlideForward};
  ASSERT_EQ(pivoting().solve(problem, {}, solution, nullptr).status, SolveStatus::Converged);
  EXPECT_LE(measure(problem, solution.lambda).value, kExact);
}

TEST(Pivoting, SlidingInSpaceIsOpposedExactly) {
  ContactProblem problem;
  problem.dim = 3;
  problem.contacts = 1;
  problem.mu = VecX::Constant(1, 0.5);
  problem.q = Vec3(-1.0, -3.0, -4.0);
  problem.W = MatX(Vec3(1.0, 1.0, 2.0).asDiagonal()).sparseView();
  Solution solution;
  ASSERT_EQ(solveCold(problem, solution).status, SolveStatus::Converged);
  EXPECT_LE(measure(problem, solution.lambda).value, kExact);
  EXPECT_NEAR(solution.lambda.tail<2>().norm(), 0.5, 1e-12);
}

// What a thread keeps of one solve is memory, not numbers: blocks of other sizes in between change no bit.
TEST(Pivoting, DoesNotDependOnWhatWasSolvedBefore) {
  std::mt19937_64 random(11);
  std::vector<ContactProblem> problems;
  for (const int rows : {5, 40, 8, 120, 17, 300, 40}) problems.push_back(randomLcp(random, rows, rows / 2, true));
  const ParameterValues one_by_one{};
  std::vector<VecX> first;
  for (const ContactProblem& problem : problems) {
    Solution solution;
    std::thread([&] { solveCold(problem, solution, one_by_one); }).join();
    first.push_back(solution.lambda);
  }
  int pivots = 0;
  for (const int pass : {1, 2})
    for (std::size_t i = 0; i < problems.size(); ++i) {
      Solution solution;
      pivots += solveCold(problems[i], solution, one_by_one).pivots;
      EXPECT_EQ(solution.lambda, first[i]) << "problem " << i << ", pass " << pass;
    }
  EXPECT_GT(pivots, 300);
}

// Where blocks settle no row is driven; where they do not, as on a wall in space, single pivots begin again.
TEST(Parametric, SettlesScenesInBlocksOfPivots) {
  for (const char* scene : {"arch", "wall_10x10", "harmonic_10", "tower3d_10", "wall3d_10x10"}) {
    const ContactProblem& problem = settled(scene, 1).problem;
    Solution solution;
    const SolveReport report = solveBy("parametric", problem, solution, {{"block_pivots", 1}});
    ASSERT_EQ(report.status, SolveStatus::Converged) << scene << ": " << report.message;
    EXPECT_LE(measure(problem, solution.lambda).value, kExact) << scene;
    EXPECT_EQ(report.drives == 0, std::string_view(scene) != "wall3d_10x10") << scene << ": " << report.drives;
  }
}

TEST(Pivoting, SaysWhyAProblemHasNoSolution) {
  // Two rows that oppose each other and both approach.
  MatX W(2, 2);
  W << 1, -1, -1, 1;
  Solution solution;
  const SolveReport report = solveCold(testing::lcp(W, Vec2(-1.0, -1.0)), solution);
  EXPECT_EQ(report.status, SolveStatus::Ray);
  EXPECT_NE(report.message.find("ray"), std::string::npos) << report.message;
  EXPECT_TRUE(solution.lambda.allFinite());
}

}  // namespace
}  // namespace keystone

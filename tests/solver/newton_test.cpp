#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "solver/by_islands.h"
#include "solver/cone_rows_of.h"
#include "solver/registry.h"
#include "solver/system/delassus_system.h"
#include "solver/system/root_system.h"
#include "solver/system/velocity_space_system.h"
#include "support/by_value.h"
#include "support/settled.h"

namespace keystone {
namespace {

const ContactProblem& problemOf(const std::string& scene, int steps) {
  return settled(scene, steps, "newton_cone").problem;
}

class Systems : public ::testing::TestWithParam<const char*> {};

// Newton's step must remove the equations' defect to first order, whatever the sets, and all systems must find it.
TEST_P(Systems, StepsRemoveTheDefectToFirstOrder) {
  ContactProblem problem = problemOf(GetParam(), 3);
  problem.mu = problem.mu.cwiseMin(0.4);
  ConeRows rows = testing::coneRowsOf(problem, diagonalOf(problem));
  std::unique_ptr<ConeSystem> bodies;
  bodySystem(problem, rows, bodies);
  const auto plain = rowSystem(delassusOf(problem), rows);
  const auto root = rootSystem(delassusOf(problem), rows);
  ASSERT_NE(root, nullptr);
  std::mt19937_64 random(7);
  constexpr double kEpsilon = 1e-3;
  for (int trial = 0; trial < 8; ++trial) {
    const VecX lambda = testing::gaussian(random, rows.rows()).cwiseProduct(rows.scale.cwiseSign());
    const VecX anchor = VecX::Zero(rows.rows());
    const auto defect = [&](const VecX& at) -> VecX {
      const VecX y = at - (productOf(*bodies, at) + rows.q + kEpsilon * (at - anchor));
      VecX lawful;
      rows.project(y, lawful);
      return at - lawful;
    };
    const VecX F = defect(lambda);
    VecX g = -F;
    const VecX y = lambda - (productOf(*bodies, lambda) + rows.q + kEpsilon * (lambda - anchor));
    GeneralizedJacobian S;
    rows.linearize(y, kEpsilon, g, S);
    ASSERT_TRUE(bodies->factor(S));
    ASSERT_TRUE(plain->factor(S));
    ASSERT_TRUE(root->factor(S));
    const auto solved = [&g](const ConeSystem& system) {
      VecX x = g;
      system.solveInPlace(x);
      return x;
    };
    const VecX change = solved(*bodies);
    for (const auto* other : {&plain, &root}) {
      EXPECT_LE((productOf(*bodies, g) - productOf(**other, g)).norm(), 1e-11 * g.norm());
      EXPECT_LE((change - solved(**other)).norm(), 1e-8 * change.norm()) << "one equation, three factorizations";
    }
    constexpr double t = 1e-7;
    EXPECT_LE((defect(lambda + t * change) - (1.0 - t) * F).norm(), 1e-3 * t * F.norm());
  }
}
INSTANTIATE_TEST_SUITE_P(PlanarSpatialAndJointed, Systems,
                         ::testing::Values("wall_5x5", "tower3d_10", "bridge", "ratchet_pawl"));

// Half of a wall's contacts open, a quarter slide so slowly that they are 1e7 times as stiff across as along: some
// directions of a brick are soft beside others. Inverses of diagonal blocks left velocities wrong by 0.4 per cent, and
// walls that collapse were given up.
TEST(StiffSystems, LeaveSoftDirectionsExact) {
  const ContactProblem problem = problemOf("wall3d_10x10", 3);
  const ConeRows rows = testing::coneRowsOf(problem, diagonalOf(problem));
  std::mt19937_64 random(11);
  VecX y(rows.rows());
  for (int c = 0; c < rows.contacts; ++c) {
    const double angle = 0.7 * c;
    const bool is_open = random() % 2 == 0, slides = random() % 2 == 0;
    y[3 * c] = is_open ? -1.0 : 0.1 + 1e-3 * static_cast<double>(random() % 1000);
    const double friction = (slides ? 1.0 + 1e-7 : 0.5) * rows.mu[c] * y[3 * c];
    y.segment<2>(3 * c + 1) = friction * Vec2(std::cos(angle), std::sin(angle));
  }
  VecX g = testing::gaussian(random, rows.rows());
  std::unique_ptr<ConeSystem> system;
  bodySystem(problem, rows, system);
  GeneralizedJacobian S;
  rows.linearize(y, 1e-8, g, S);
  ASSERT_TRUE(system->factor(S));
  VecX x = g, delta_v;
  system->solveWithProduct(x, delta_v);
  EXPECT_LE((delta_v - productOf(*system, x)).norm(), 1e-9 * g.norm());
  VecX pushed;
  rows.apply(S, productOf(*system, x), pushed);
  VecX missing = g - x - pushed;
  system->solveInPlace(missing);
  EXPECT_LE(productOf(*system, missing).norm(), 1e-5 * productOf(*system, x).norm());
}

class Newton : public ::testing::TestWithParam<const char*> {};

TEST_P(Newton, IsExactFromColdAndHasNothingToDoAtItsOwnSolution) {
  const ContactProblem problem = problemOf(GetParam(), 20);
  Solution solution;
  const SolverInfo& newton = *findSolver("newton_cone");
  ASSERT_EQ(newton.solve(problem, {}, solution, nullptr).status, SolveStatus::Converged);
  EXPECT_LE(measure(problem, solution.lambda).value, 1e-9);
  const Solution before = solution;
  const SolveReport again = solveAndCheck(newton, problem, {}, solution, nullptr);
  EXPECT_EQ(again.factorizations, 0);
  EXPECT_EQ(solution.sets, before.sets);
}
INSTANTIATE_TEST_SUITE_P(Scenes, Newton,
                         ::testing::Values("wall_10x10", "pyramid3d_5", "wall3d_10x10", "arch", "card_house", "bridge",
                                           "double_action_jack", "isotropic_friction", "diamond_5"));

// Redundant contacts: impulses are many, velocities are not.
TEST(NewtonCone, FindsTheVelocitiesThatPivotingFindsWhereOnlyWIsKnown) {
  std::mt19937_64 random(11);
  for (const int rank : {5, 20, 60}) {
    const ContactProblem problem = testing::randomLcp(random, 60, rank, true);
    Solution newton, pivoting;
    ASSERT_EQ(testing::solveBy("newton_cone", problem, newton).status, SolveStatus::Converged) << rank;
    ASSERT_EQ(testing::solveBy("pivoting", problem, pivoting).status, SolveStatus::Converged) << rank;
    EXPECT_LE(measure(problem, newton.lambda).value, 1e-9) << rank;
    const VecX difference = problem.W * (newton.lambda - pivoting.lambda);
    EXPECT_LE(difference.lpNorm<Eigen::Infinity>(), 1e-8 * problem.q.lpNorm<Eigen::Infinity>()) << rank;
  }
}

TEST(NewtonCone, MovesBodiesAsPivotingDoesWithoutFriction) {
  for (const char* scene : {"diamond_5", "inverted_triangle_3", "pyramid2d_10"}) {
    ContactProblem problem = problemOf(scene, 10);
    problem.mu.setZero();
    Solution newton, pivoting;
    ASSERT_EQ(testing::solveBy("newton_cone", problem, newton).status, SolveStatus::Converged);
    ASSERT_EQ(findSolver("pivoting")->solve(problem, {}, pivoting, nullptr).status, SolveStatus::Converged);
    const VecX difference = velocityAfter(problem, newton.lambda) - velocityAfter(problem, pivoting.lambda);
    EXPECT_LE(difference.lpNorm<Eigen::Infinity>(), 1e-9) << scene << ": velocities are unique without friction";
  }
}

// A tower pulled over: faces that close unevenly contradict each other by 1e-10 m/s in their tangents, so that no round
// ends the search and impulses drift for ever.
TEST(NewtonCone, StaysExactWhileATowerIsPulledOver) {
  Simulation simulation = settled("tower3d_10", 0, "newton_cone");
  const Vec3 from = simulation.world.bodies[5].pose.position;
  simulation.world.drags.push_back({.body = 5, .target = from});
  for (int n = 0; n < 80; ++n) {
    simulation.world.drags[0].target = from + std::min(1.0, (n + 1) / 40.0) * Vec3(2.0, 0.0, 1.0);
    const StepReport& report = step(simulation);
    ASSERT_EQ(report.solve.status, SolveStatus::Converged) << "step " << n << ": " << report.trouble;
    ASSERT_LE(report.residual.value, 1e-9) << "step " << n;
  }
}

TEST(NewtonCone, RefusesAnUnsymmetricProblem) {
  ContactProblem problem = testing::lcp(MatX::Identity(3, 3), VecX::Constant(3, -1.0));
  problem.symmetric = false;
  Solution solution;
  EXPECT_EQ(testing::solveBy("newton_cone", problem, solution).status, SolveStatus::Unsupported);
}

TEST(Newton, StopsAtTheWorkAllowedWithTheBestPointAndSaysSo) {
  const ContactProblem& problem = settled("wall3d_10x10", 1).problem;
  for (const char* id : {"newton_cone", "exact"}) {
    const SolverInfo& solver = *findSolver(id);
    std::vector<double> residuals;
    for (const double work : {1.0, 3.0, -1.0}) {
      Solution solution;
      solution.lambda = VecX::Zero(problem.rows());
      const SolveReport report = solver.solve(problem, {{"work", work}}, solution, nullptr);
      residuals.push_back(measure(problem, solution.lambda).value);
      if (work < 0.0) {
        EXPECT_EQ(report.status, SolveStatus::Converged) << id;
        EXPECT_GT(report.factorizations, 3) << id;
        continue;
      }
      EXPECT_EQ(report.status, SolveStatus::IterationLimit) << id;
      EXPECT_EQ(report.message, kWorkDone) << id;
      EXPECT_EQ(report.factorizations, static_cast<int>(work)) << id;
      EXPECT_TRUE(solution.lambda.allFinite()) << id;
    }
    EXPECT_LE(residuals[1], residuals[0]) << id;
    EXPECT_LE(residuals[2], 1e-9) << id;
  }
}

}  // namespace
}  // namespace keystone

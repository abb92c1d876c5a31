// What Baraff 1994 claims of the method, by the solver `pivoting`; the literal copy of the paper is the judge.
#include <gtest/gtest.h>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "problem/residual.h"
#include "reference/baraff_1994.h"
#include "solver/registry.h"
#include "solver/trace.h"
#include "support/effort.h"
#include "support/settled.h"

namespace keystone {
namespace {

using testing::randomLcp;
using testing::solveBy;

constexpr double kExact = 1e-9;
constexpr double kLowest = 0.0, kMostViolated = 1.0;  // of the parameter `order`

// Section 4.4 and appendix A: it ends for every positive semidefinite A with b in its range.
TEST(BaraffMethod, SolvesWithoutFrictionWhatHasASolution) {
  for (int seed = 0; seed < trials(10000); ++seed) {
    std::mt19937_64 random(seed);
    const int rows = 2 + static_cast<int>(random() % 59), rank = 1 + static_cast<int>(random() % rows);
    const ContactProblem problem = randomLcp(random, rows, rank, true);
    const VecX forces = reference::solveBaraff(problem, reference::Order::Lowest).f;
    for (const double order : {kLowest, kMostViolated}) {
      Solution solution;
      const SolveReport report = solveBy("pivoting", problem, solution, {{"order", order}});
      ASSERT_EQ(report.status, SolveStatus::Converged) << seed << ": " << report.message;
      ASSERT_LE(report.drives, rows) << seed;
      // Accelerations are unique, forces are not.
      ASSERT_LE((problem.W * (solution.lambda - forces)).lpNorm<Eigen::Infinity>(), 1e-8) << seed;
    }
  }
}

// Section 7: about as many drives as rows, and few pivots each. The first step of the scene, from no forces.
TEST(BaraffMethod, TakesADriveARowAtMostFromCold) {
  for (const char* scene : {"wall_5x5", "wall_10x10", "card_house", "arch", "pyramid2d_10", "double_action_jack",
                            "linkage_blocks", "cam_follower", "chain_on_bricks", "gear_hoist", "ratchet_pawl"}) {
    const ContactProblem& problem = settled(scene, 1).problem;
    for (const double order : {kLowest, kMostViolated}) {
      Solution solution;
      const SolveReport report = solveBy("pivoting", problem, solution, {{"order", order}});
      EXPECT_EQ(report.status, SolveStatus::Converged) << scene << ": " << report.message;
      EXPECT_LE(measure(problem, solution.lambda).value, kExact) << scene;
      EXPECT_LE(report.drives, problem.rows()) << scene;
      EXPECT_LE(report.pivots, 2.5 * problem.rows()) << scene;
    }
  }
}

// Friction alone holds cards in space: rows are given up, and come back where their conditions hold. Rounding decides
// whether the drives end: of 40 copies 28 are solved under the cone, and 39 under the box.
TEST(BaraffMethod, StandsMostCardsUpFromCold) {
  const ContactProblem& problem = settled("cards_26", 1).problem;
  constexpr int kCopies = 10;
  const auto solved = [&](FrictionLaw law) {
    int count = 0;
    for (int seed = 0; seed < kCopies; ++seed) {
      std::mt19937 random(seed);
      ContactProblem copy = problem;
      for (double& q : copy.q) q *= 1.0 + 1e-13 * std::uniform_real_distribution(-1.0, 1.0)(random);
      Solution solution;
      const SolveReport report = solveBy("pivoting", copy, solution, {{"friction", static_cast<double>(law)}});
      if (report.status != SolveStatus::Converged) {
        EXPECT_FALSE(report.message.empty());
        continue;
      }
      EXPECT_LE(measure(copy, solution.lambda, law).value, kExact) << seed;
      ++count;
    }
    return count;
  };
  EXPECT_GE(solved(FrictionLaw::Cone), kCopies / 3);
  EXPECT_GE(solved(FrictionLaw::Box), 2 * kCopies / 3);
}

TEST(BaraffMethod, TakesFewPivotsAContactWithoutFriction) {
  for (const char* scene : {"pyramid2d_10", "pyramid2d_20"}) {
    ContactProblem problem = settled(scene, 1).problem;
    problem.mu.setZero();
    for (const double order : {kLowest, kMostViolated}) {
      Solution solution;
      const SolveReport report = solveBy("pivoting", problem, solution, {{"order", order}});
      EXPECT_EQ(report.status, SolveStatus::Converged) << scene << ": " << report.message;
      EXPECT_LE(report.pivots, 3 * problem.contacts) << scene;
    }
  }
}

// As many drives as the literal copy, to within a tenth: of forces that are not unique both choose the least, ours of
// rows of one size.
TEST(BaraffMethod, DrivesAsTheLiteralCopyDoes) {
  for (const char* scene : {"wall_5x5", "card_house", "pyramid2d_10"}) {
    const ContactProblem& problem = settled(scene, 1).problem;
    Solution solution;
    const SolveReport report = solveBy("pivoting", problem, solution, {{"order", kLowest}});
    const reference::Baraff copy = reference::solveBaraff(problem, reference::Order::Lowest);
    EXPECT_NEAR(report.drives, copy.drives, 0.1 * copy.drives) << scene;
  }
}

TEST(BaraffMethod, NeedsNoPivotWhereTheSetsOfTheLastStepHold) {
  for (const char* scene : {"wall_10x10", "wall3d_10x10", "jenga", "pyramid3d_5", "arch", "arch_101"}) {
    Scene loaded = loadById(scene);
    loaded.simulation.solver = findSolver("pivoting");
    for (int n = 0; n < 5; ++n) {
      const StepReport& report = step(loaded.simulation);
      ASSERT_EQ(report.solve.status, SolveStatus::Converged) << scene << ", step " << n << ": " << report.trouble;
      if (n > 0) {
        EXPECT_EQ(report.solve.pivots, 0) << scene << ", step " << n;
        EXPECT_EQ(report.solve.factorizations, 0) << scene << ", step " << n;
      }
    }
  }
}

// A brick of the wall pulled up: hundreds of contacts slide and part.
void pullABrick(Simulation& simulation, int step_number) {
  constexpr int kBrick = 46;
  static const Vec3 from = simulation.world.bodies[kBrick].pose.position;
  if (step_number == 0) simulation.world.drags.push_back({.body = kBrick, .target = from});
  simulation.world.drags[0].target = from + Vec3(0.0, 3.0 * (step_number + 1) / 40.0, 0.0);
  step(simulation);
}

TEST(BaraffMethod, SolvesEachStepWhileABrickIsPulledOut) {
  Simulation simulation = loadById("wall_10x10").simulation;
  simulation.solver = findSolver("pivoting");
  for (int n = 0; n < 20; ++n) {
    pullABrick(simulation, n);
    EXPECT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n << ": " << simulation.report.solve.message;
    EXPECT_LE(simulation.report.residual.value, kExact) << n;
  }
}

TEST(BaraffMethod, SaysWhereTheWorkAllowedDoesNotDo) {
  Simulation simulation = loadById("wall_10x10").simulation;
  simulation.solver = findSolver("pivoting");
  simulation.parameters["work"] = 2;
  for (int n = 0; n < 3; ++n) pullABrick(simulation, n);
  EXPECT_EQ(simulation.report.solve.status, SolveStatus::IterationLimit);
  EXPECT_EQ(simulation.report.solve.message, kWorkDone);
  EXPECT_NE(simulation.report.trouble.find("Pivoting (Baraff)"), std::string::npos) << simulation.report.trouble;
}

TEST(BaraffMethod, DrivesOneRowAtATime) {
  const ContactProblem& problem = settled("card_house", 1).problem;
  SolverTrace trace;
  Solution solution{VecX::Zero(problem.rows()), {}};
  ASSERT_EQ(findSolver("pivoting")->solve(problem, {}, solution, &trace).status, SolveStatus::Converged);
  int driven = -1, drives = 0;
  for (const TraceFrame& frame : trace.frames()) {
    if (frame.kind == TraceKind::Drive) {
      driven = frame.driven;
      ++drives;
      EXPECT_GE(driven, 0);
    } else if (frame.kind == TraceKind::Pivot || frame.kind == TraceKind::DriveEnd) {
      EXPECT_EQ(frame.driven, driven);
      EXPECT_GE(frame.row, 0);
    }
  }
  EXPECT_GT(drives, 100);
}

}  // namespace
}  // namespace keystone

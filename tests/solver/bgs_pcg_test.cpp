// Conjugate gradients on joints: a chain's forces, the number of steps, what preconditioners are worth, contacts.
#include <gtest/gtest.h>

#include "lcp_problems.h"
#include "scene_problems.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

using testing::problemAfter;
using testing::solveBy;

// Links that hang from the world, each 0.2 m long, straight down, or let go to the side and half a second later. Link i
// has masses[i % ...] [kg].
ContactProblem chain(int links, const std::vector<double>& masses, bool sideways) {
  Simulation hanging = simulation(*findSolver("exact"), true);
  const Vec3 along = sideways ? Vec3::UnitX() : Vec3(-Vec3::UnitY());
  for (int i = 0; i < links; ++i) {
    const Vec3 half = sideways ? Vec3(0.1, 0.02, 0.02) : Vec3(0.02, 0.1, 0.02);
    addBox(hanging.world, half, masses[i % masses.size()], (0.1 + 0.2 * i) * along);
    addJoint(hanging.world, JointKind::Hinge, i - 1, i, 0.2 * i * along);
  }
  for (int i = 0; i < (sideways ? 30 : 1); ++i) step(hanging);
  return hanging.problem;
}

TEST(BgsPcg, ChainBearsWhatHangsBelowWithinAsManyStepsAsRows) {
  for (const int links : {1, 5, 20, 60}) {
    const ContactProblem problem = chain(links, {2.0}, false);
    Solution solution;
    const SolveReport report = solveBy("bgs_pcg", problem, solution);
    EXPECT_EQ(report.status, SolveStatus::Converged) << report.residual.value;
    EXPECT_LE(report.iterations, problem.rows()) << links << " links";
    for (int i = 0; i < links; ++i) {
      const double weight = (links - i) * 2.0 * 9.81 * problem.h;
      EXPECT_NEAR(solution.lambda[2 * i + 1], weight, 1e-8 * links * weight) << "joint " << i;
      EXPECT_NEAR(solution.lambda[2 * i], 0.0, 1e-8 * links * weight) << "joint " << i;
    }
  }
}

int stepsOf(const ContactProblem& problem, double preconditioner, double residual = 1e-9) {
  Solution solution;
  const SolveReport report =
      solveBy("bgs_pcg", problem, solution, {{"preconditioner", preconditioner}, {"iterations", 10000}});
  EXPECT_LE(report.residual.value, residual) << "preconditioner " << preconditioner;
  return report.iterations;
}

// Links of very different masses: 240 steps by themselves, 51 with the blocks of single joints. A row's own size alone
// is worth nothing, and ends at 3e-9: it is the two rows of a joint that differ, along a light link and across it.
TEST(BgsPcg, BlocksOfJointsPayWhereMassesDiffer) {
  const ContactProblem alike = chain(30, {2.0}, true), unlike = chain(30, {0.01, 1.0, 100.0}, true);
  const int plain = stepsOf(unlike, 0.0), diagonal = stepsOf(unlike, 1.0, 1e-8), joint = stepsOf(unlike, 2.0);
  EXPECT_LE(joint, plain / 4) << plain << ", " << diagonal << ", " << joint;
  EXPECT_LE(joint, diagonal);
  EXPECT_LE(stepsOf(alike, 2.0), stepsOf(alike, 0.0));
}

// Redundant joints: W is singular, and the gradients stay in its range.
TEST(BgsPcg, RedundantJointsAreSolved) {
  Simulation hung = simulation(*findSolver("exact"), false);
  addBox(hung.world, {0.5, 0.1, 0.1}, 3.0, {0, 0, 0});
  for (const double x : {-0.5, 0.0, 0.5}) addJoint(hung.world, JointKind::Fixed, -1, 0, {x, 0, 0});
  step(hung);
  ASSERT_EQ(hung.problem.rows(), 18) << "of which six are enough";
  Solution solution;
  EXPECT_LE(solveBy("bgs_pcg", hung.problem, solution).residual.value, 1e-9);
  EXPECT_NEAR(solution.lambda.head(18).reshaped(6, 3).row(1).sum(), 3.0 * 9.81 * hung.problem.h, 1e-6);
}

// The survey's claim (section 4.3.3): for the cost of as many sweeps, much less is left on joints than by Gauss-Seidel.
TEST(BgsPcg, LeavesLessOnJointsThanAsManySweeps) {
  for (const char* scene : {"bridge", "ball_and_chain"}) {
    const ContactProblem problem = problemAfter(scene, 30);
    Solution gradients, sweeps;
    const ParameterValues same{{"iterations", 100}};
    const double by_pcg = solveBy("bgs_pcg", problem, gradients, same).residual.value;
    EXPECT_LE(by_pcg, 1e-5 * solveBy("pgs", problem, sweeps, same).residual.value) << scene;
  }
}

// A load on a table: contacts bear on joints.
TEST(BgsPcg, ContactsAndJointsSettleTogether) {
  const ContactProblem problem = problemAfter("table", 30);
  Solution solution;
  EXPECT_LE(solveBy("bgs_pcg", problem, solution, {{"iterations", 40000}, {"tolerance", 1e-13}}).residual.value, 1e-8);
}

}  // namespace
}  // namespace keystone

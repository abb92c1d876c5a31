// Exact solutions for gaps that are slightly off.
#include <gtest/gtest.h>

#include <random>

#include "problem/delassus.h"
#include "problem/shift_gaps.h"
#include "scene/scene_fixture.h"
#include "solver/newton/body_system.h"
#include "solver/newton/nearby_gaps.h"
#include "solver/registry.h"

namespace keystone {
namespace {

constexpr double kExact = 1e-9;
constexpr int kMuchWork = 1000000;  // factorizations, after which all that is tolerated will do

// A step's problem with its exact impulses.
Lane solvedStep(const std::string& scene, int steps) {
  Lane lane = loadScene(findScene(scene, assetDir()), assetDir()).lane;
  for (int n = 0; n < steps; ++n) step(lane);
  EXPECT_LE(measure(lane.problem, lane.solution.lambda).value, kExact);
  return lane;
}

TEST(ShiftGaps, OfAnExactSolutionAreNone) {
  Lane lane = solvedStep("wall3d_10x10", 3);
  EXPECT_LE(shiftGaps(lane.problem, lane.solution.lambda), 1e-11);
}

TEST(ShiftGaps, FindTheProblemThatTheImpulsesSolve) {
  const Lane lane = solvedStep("isotropic_friction", 3);
  const VecX& lambda = lane.solution.lambda;
  for (const bool loaded : {true, false}) {
    ContactProblem off = lane.problem;
    int contact = 0;
    while ((lambda[off.normalRow(contact)] > 0.0) != loaded) ++contact;
    const int row = off.normalRow(contact);
    // A gap that is 2 um smaller than what the impulses were found for.
    const double smaller = relativeVelocity(off, lambda)[row] + 2e-6 / off.h;
    off.q[row] -= smaller;
    off.bias[row] -= smaller;
    EXPECT_GT(measure(off, lambda).value, kExact);
    EXPECT_NEAR(shiftGaps(off, lambda), 2e-6, 1e-10);
    EXPECT_LE(measure(off, lambda).value, kExact);
    EXPECT_NEAR(off.bias[row], lane.problem.bias[row] - smaller + 2e-6 / off.h, 1e-8);
  }
}

TEST(ShiftGaps, OfAnOpenContactThatStaysOpenAreNone) {
  Lane lane = solvedStep("isotropic_friction", 3);
  const VecX& lambda = lane.solution.lambda;
  int contact = 0;
  while (lambda[lane.problem.normalRow(contact)] > 0.0) ++contact;
  lane.problem.q[lane.problem.normalRow(contact)] += 1.0;
  EXPECT_LE(shiftGaps(lane.problem, lambda), 1e-11);
}

class NearbyGapsOf : public ::testing::TestWithParam<const char*> {};

// Friction alone, under normal impulses that are a little wrong, is found from none: all that is left then is gaps.
TEST_P(NearbyGapsOf, LeaveNothingButGaps) {
  const Lane lane = solvedStep(GetParam(), 3);
  ContactProblem problem = lane.problem;
  problem.gap_tolerance = 1.0;
  const ConeRows rows = coneRows(problem, delassusDiagonal(problem), FrictionLaw::Cone);
  const auto system = bodySystem(problem, rows);
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> wrong(-1e-4, 1e-4);
  VecX lambda = VecX::Zero(problem.rows());
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    if (rows.scale[n] > 0.0) lambda[n] = lane.solution.lambda[n] * (1.0 + wrong(random)) / (rows.scale[n] * rows.size);
  }
  const VecX before = rows.unscaled(lambda);
  const VecX u = system->product(lambda) + rows.q;
  const NewtonWatch nobody;
  NearbyGaps nearby(problem, rows, *system, nobody);
  int factorizations = 0;
  EXPECT_LE(nearby.distance(lambda, u, kMuchWork), 1.0);
  ASSERT_TRUE(nearby.accept(lambda, u, 1e-3, 100, factorizations));
  EXPECT_LE(factorizations, 100);
  const VecX impulses = rows.unscaled(lambda);
  for (int c = 0; c < problem.contacts; ++c)
    if (const double normal = impulses[problem.normalRow(c)]; normal > 0.0) {
      EXPECT_NEAR(normal, before[problem.normalRow(c)], 1e-12 * before.maxCoeff());
    }
  if (problem.contacts > 0) {
    EXPECT_GT(measure(problem, impulses).value, kExact) << "as long as the gaps are not moved";
  }
  EXPECT_EQ(shiftGaps(problem, impulses), nearby.shift());
  EXPECT_LE(measure(problem, impulses).value, kExact);
}
INSTANTIATE_TEST_SUITE_P(RestingSlidingAndJointed, NearbyGapsOf,
                         ::testing::Values("wall_5x5", "wall3d_10x10", "isotropic_friction", "bridge"));

// What is off by more than is tolerated is not taken, and how far it is off is told beforehand.
TEST(NearbyGaps, TellHowFarAPointIs) {
  const Lane lane = solvedStep("wall3d_10x10", 3);
  ContactProblem problem = lane.problem;
  problem.gap_tolerance = 1e-5;
  const ConeRows rows = coneRows(problem, delassusDiagonal(problem), FrictionLaw::Cone);
  const auto system = bodySystem(problem, rows);
  VecX lambda = VecX::Zero(problem.rows());
  for (int i = 0; i < problem.rows(); ++i)
    if (rows.scale[i] > 0.0) lambda[i] = lane.solution.lambda[i] / (rows.scale[i] * rows.size);
  const NewtonWatch nobody;
  NearbyGaps nearby(problem, rows, *system, nobody);
  const auto distance = [&] { return nearby.distance(lambda, system->product(lambda) + rows.q, kMuchWork); };
  EXPECT_LE(distance(), 1e-3);
  lambda *= 1.01;
  const double off = distance();
  EXPECT_GT(off, 1.0);
  int factorizations = 0;
  EXPECT_FALSE(nearby.accept(lambda, system->product(lambda) + rows.q, 1e-6, 100, factorizations));
  EXPECT_EQ(nearby.shift(), 0.0);
}

TEST(NearbyGaps, AreNotLookedForWhereTheyAreToBeExact) {
  const Lane lane = solvedStep("wall3d_10x10", 1);
  EXPECT_GT(lane.problem.gap_tolerance, 0.0) << "of a step";
  EXPECT_EQ(ContactProblem().gap_tolerance, 0.0) << "of a problem from a file";
}

}  // namespace
}  // namespace keystone

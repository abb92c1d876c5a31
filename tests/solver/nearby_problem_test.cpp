// Exact solutions for contacts that are slightly off.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "problem/delassus.h"
#include "problem/shift_contacts.h"
#include "scene/scene_fixture.h"
#include "solver/newton/body_system.h"
#include "solver/newton/nearby_problem.h"
#include "solver/newton/soft_rounds.h"
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

TEST(ShiftContacts, OfAnExactSolutionAreNone) {
  Lane lane = solvedStep("wall3d_10x10", 3);
  EXPECT_LE(shiftContacts(lane.problem, lane.solution.lambda, response(lane.problem, lane.solution.lambda),
                          FrictionLaw::Cone),
            1e-11);
}

TEST(ShiftContacts, FindTheProblemThatTheImpulsesSolve) {
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
    EXPECT_NEAR(shiftContacts(off, lambda, response(off, lambda), FrictionLaw::Cone), 2e-6, 1e-10);
    EXPECT_LE(measure(off, lambda).value, kExact);
    EXPECT_NEAR(off.bias[row], lane.problem.bias[row] - smaller + 2e-6 / off.h, 1e-8);
  }
}

TEST(ShiftContacts, OfAnOpenContactThatStaysOpenAreNone) {
  Lane lane = solvedStep("isotropic_friction", 3);
  const VecX& lambda = lane.solution.lambda;
  int contact = 0;
  while (lambda[lane.problem.normalRow(contact)] > 0.0) ++contact;
  lane.problem.q[lane.problem.normalRow(contact)] += 1.0;
  EXPECT_LE(shiftContacts(lane.problem, lambda, response(lane.problem, lambda), FrictionLaw::Cone), 1e-11);
}

// One contact, mu = 0.5, loaded by 2: what remains of a velocity that the law allows.
struct LawfulCase {
  int dim;
  FrictionLaw law;
  Vec3 lambda, u, lawful;
};

TEST(MakeLawful, TakesWhatTheLawForbids) {
  constexpr auto kCone = FrictionLaw::Cone, kBox = FrictionLaw::Box;
  const std::vector<LawfulCase> cases{
      {3, kCone, {2.0, 0.3, 0.4}, {1e-3, 2e-3, 3e-3}, {0.0, 0.0, 0.0}},     // sticks
      {3, kCone, {2.0, 0.6, 0.8}, {-1e-3, -2.0, -1.0}, {0.0, -1.2, -1.6}},  // slides: along friction's line only
      {3, kCone, {2.0, 0.6, 0.8}, {0.0, 2.0, 1.0}, {0.0, 0.0, 0.0}},        // friction would push it on
      {3, kBox, {2.0, 1.0, 0.2}, {0.0, -2.0, -1.0}, {0.0, -2.0, 0.0}},      // slides along one tangent
      {2, kCone, {2.0, -1.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 2.0, 0.0}},
      {3, kCone, {0.0, 0.0, 0.0}, {-1e-3, 1.0, 2.0}, {0.0, 1.0, 2.0}},  // open: may slide, not close
      {3, kCone, {0.0, 0.0, 0.0}, {1e-3, 1.0, 2.0}, {1e-3, 1.0, 2.0}},
  };
  for (const LawfulCase& c : cases) {
    Vec3 u = c.u;
    makeLawful(c.dim, c.law, 0.5, c.lambda.data(), u.data());
    EXPECT_LE((u - c.lawful).norm(), 1e-15) << u.transpose();
  }
  Vec3 smooth(1e-3, 1.0, 2.0);
  makeLawful(3, kCone, 0.0, Vec3(2.0, 0.0, 0.0).eval().data(), smooth.data());
  EXPECT_EQ(smooth, Vec3(0.0, 1.0, 2.0)) << "without friction it slides as it likes";
}

// A contact that sticks, and one that slides, where its surface runs by 2 um in the step.
TEST(ShiftContacts, FindTheSlipThatTheImpulsesSolve) {
  for (const bool slides : {true, false}) {
    const Lane lane = solvedStep(slides ? "isotropic_friction" : "wall3d_10x10", 3);
    const VecX& lambda = lane.solution.lambda;
    ContactProblem off = lane.problem;
    int n = 0;
    const auto isSought = [&] {
      const double pull = lambda.segment<2>(n + 1).norm(), most = off.mu[n / 3] * lambda[n];
      return most > 0.0 && (slides ? pull > (1.0 - 1e-12) * most : pull < 0.9 * most);
    };
    while (!isSought()) n += 3;
    const Vec2 pull = lambda.segment<2>(n + 1);
    const Vec2 along = slides ? pull.normalized() : Vec2::UnitX().eval();
    const Vec2 runs = 2e-6 / off.h * Vec2(-along.y(), along.x());
    off.q.segment<2>(n + 1) += runs;
    EXPECT_GT(measure(off, lambda).value, kExact);
    EXPECT_NEAR(shiftContacts(off, lambda, response(off, lambda), FrictionLaw::Cone), 2e-6, 1e-9);
    EXPECT_LE(measure(off, lambda).value, kExact);
  }
}

class NearbyProblemOf : public ::testing::TestWithParam<const char*> {};

// Friction alone, under normal impulses that are a little wrong, is found from none: all that is left then is gaps.
TEST_P(NearbyProblemOf, LeaveNothingButGaps) {
  const Lane lane = solvedStep(GetParam(), 3);
  ContactProblem problem = lane.problem;
  problem.shift_tolerance = 1.0;
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
  NearbyProblem nearby(problem, rows, *system, nobody);
  nearby.begin(lambda, false);
  int factorizations = 0;
  EXPECT_LE(nearby.distance(lambda, u, kMuchWork), 1.0);
  ASSERT_TRUE(nearby.refine(lambda, u, 1e-3, 100, factorizations));
  EXPECT_LE(factorizations, 100);
  const VecX impulses = rows.unscaled(lambda);
  for (int c = 0; c < problem.contacts; ++c)
    if (const double normal = impulses[problem.normalRow(c)]; normal > 0.0) {
      EXPECT_NEAR(normal, before[problem.normalRow(c)], 1e-12 * before.maxCoeff());
    }
  if (problem.contacts > 0) {
    EXPECT_GT(measure(problem, impulses).value, kExact) << "as long as the gaps are not moved";
  }
  EXPECT_EQ(shiftContacts(problem, impulses, response(problem, impulses), FrictionLaw::Cone), nearby.shift());
  EXPECT_LE(measure(problem, impulses).value, kExact);
}
INSTANTIATE_TEST_SUITE_P(RestingSlidingAndJointed, NearbyProblemOf,
                         ::testing::Values("wall_5x5", "wall3d_10x10", "isotropic_friction", "bridge"));

// What is off by more than is tolerated is not taken, and how far it is off is told beforehand.
TEST(NearbyProblem, TellHowFarAPointIs) {
  const Lane lane = solvedStep("wall3d_10x10", 3);
  ContactProblem problem = lane.problem;
  problem.shift_tolerance = 1e-5;
  const ConeRows rows = coneRows(problem, delassusDiagonal(problem), FrictionLaw::Cone);
  const auto system = bodySystem(problem, rows);
  VecX lambda = rows.scaled(lane.solution.lambda);
  const NewtonWatch nobody;
  NearbyProblem nearby(problem, rows, *system, nobody);
  nearby.begin(lambda, false);
  const auto distance = [&] { return nearby.distance(lambda, system->product(lambda) + rows.q, kMuchWork); };
  EXPECT_LE(distance(), 1e-3);
  lambda *= 1.01;
  const double off = distance();
  EXPECT_GT(off, 1.0);
  int factorizations = 0;
  EXPECT_FALSE(nearby.refine(lambda, system->product(lambda) + rows.q, 1e-6, 100, factorizations));
  EXPECT_EQ(nearby.shift(), 0.0);
}

// Micrometres are too much at once, and will do after much work; for bodies that move, sooner.
TEST(NearbyProblem, AllowMoreTheMoreWorkItHasCost) {
  const Lane lane = solvedStep("wall3d_10x10", 3);
  ContactProblem problem = lane.problem;
  problem.shift_tolerance = 1e-4;
  problem.q[problem.normalRow(7)] += 2e-5 / problem.h;
  const ConeRows rows = coneRows(problem, delassusDiagonal(problem), FrictionLaw::Cone);
  const auto system = bodySystem(problem, rows);
  const VecX lambda = rows.scaled(lane.solution.lambda);
  const NewtonWatch nobody;
  int taken_at = 0;
  for (const double speed : {1.0, 0.0}) {
    problem.v_free[problem.v_free.size() - 6] = speed;  // of a brick elsewhere
    NearbyProblem nearby(problem, rows, *system, nobody);
    nearby.begin(lambda, false);
    EXPECT_EQ(nearby.mayGiveWay(), speed > 0.0);
    int factorizations = 0;
    while (!nearby.accept(lambda, factorizations)) {
      ASSERT_EQ(nearby.shift(), 0.0);
      ASSERT_LT(++factorizations, kMuchWork);
    }
    EXPECT_GT(factorizations, taken_at);
    taken_at = factorizations;
    EXPECT_NEAR(nearby.shift(), 2e-5, 1e-9);
    EXPECT_LE(nearby.off().maxCoeff(), 1.0);
  }
}

// A wall that a ball has hit, from impulses that are far off, and joints, which may not be off at all.
TEST(SoftRounds, LeadToANearbyProblem) {
  for (const std::string scene : {"wall3d_10x10", "chain_on_bricks"}) {
    const Lane lane = solvedStep(scene, 3);
    ContactProblem problem = lane.problem;
    problem.shift_tolerance = 1e-4;
    const ConeRows rows = coneRows(problem, delassusDiagonal(problem), FrictionLaw::Cone);
    const auto system = bodySystem(problem, rows);
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> wrong(0.0, 2.0);
    VecX start = rows.scaled(lane.solution.lambda);
    for (double& impulse : start) impulse *= wrong(random);
    const NewtonWatch nobody;
    int factorizations = 0;
    ProximalProblem proximal(rows, *system, nobody, factorizations);
    proximal.place(start);
    NearbyProblem nearby(problem, rows, *system, nobody);
    nearby.begin(start, true);
    EXPECT_FALSE(nearby.accept(rows.project(start), 0));
    ASSERT_TRUE(followSoftRounds(proximal, rows, nearby, factorizations, 100)) << scene;
    EXPECT_LE(factorizations, 60) << scene;
    const VecX impulses = rows.unscaled(proximal.lambda());
    EXPECT_LE(nearby.shift(), 1e-4);
    EXPECT_EQ(shiftContacts(problem, impulses, response(problem, impulses), FrictionLaw::Cone), nearby.shift());
    EXPECT_LE(measure(problem, impulses).value, kExact) << scene;
  }
}

TEST(SoftRounds, GiveUpAfterTheWorkAllowed) {
  const Lane lane = solvedStep("wall3d_10x10", 3);
  const ConeRows rows = coneRows(lane.problem, delassusDiagonal(lane.problem), FrictionLaw::Cone);
  const auto system = bodySystem(lane.problem, rows);
  const NewtonWatch nobody;
  int factorizations = 0;
  ProximalProblem proximal(rows, *system, nobody, factorizations);
  proximal.place(VecX::Zero(rows.rows()));
  NearbyProblem nearby(lane.problem, rows, *system, nobody);
  nearby.begin(proximal.lambda(), true);
  EXPECT_FALSE(followSoftRounds(proximal, rows, nearby, factorizations, 3));
  EXPECT_EQ(factorizations, 3);
  EXPECT_EQ(nearby.shift(), 0.0);
}

TEST(NearbyProblem, AreNotLookedForWhereTheyAreToBeExact) {
  const Lane lane = solvedStep("wall3d_10x10", 1);
  EXPECT_GT(lane.problem.shift_tolerance, 0.0) << "of a step";
  EXPECT_EQ(ContactProblem().shift_tolerance, 0.0) << "of a problem from a file";
}

}  // namespace
}  // namespace keystone

// Several contacts struck at once: what each law of impacts (world/choices.h) gives in closed form, under both
// steppers that have impacts. Equal balls without friction or gravity; the derivations are in docs/steppers.md.
#include <gtest/gtest.h>

#include <tuple>

#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kBallRadius = 0.25, kSpeed = 3.0;
constexpr double kSolved = 1e-8;  // of a speed; the iterative methods' tolerance
constexpr double kLined = 1e-3;   // of a speed: lines of centres, which move by a step before the balls touch

class Impacts : public ::testing::TestWithParam<std::tuple<StepperKind, const SolverInfo*>> {
 protected:
  Simulation table(ImpactLaw law) const {
    Simulation result = simulation(*std::get<1>(GetParam()), true);
    result.stepper = std::get<0>(GetParam());
    result.world.gravity.setZero();
    result.params.impacts = law;
    result.params.restitution_threshold = 1e-3;
    return result;
  }

  // `strikers` balls side by side come at kSpeed along x to `resting` ones that touch.
  Simulation row(ImpactLaw law, int strikers, int resting, double restitution = 1.0) const {
    Simulation result = table(law);
    for (int i = 0; i < strikers + resting; ++i) {
      const double start =
          i < strikers ? -1.0 - 2.0 * kBallRadius * (strikers - 1 - i) : 2.0 * kBallRadius * (i - strikers + 1);
      const int ball = addSphere(result.world, kBallRadius, 1.0, {start, 0, 0}, material(0.0, restitution));
      if (i < strikers) result.world.bodies[ball].velocity = {kSpeed, 0, 0};
    }
    return result;
  }

  // A cue ball with kSpeed along x, a tenth of a millimetre before the tip of a triangle of so many rows of touching
  // balls.
  Simulation rack(ImpactLaw law, int rows) const {
    Simulation result = table(law);
    result.world.h = 1e-6;
    addSphere(result.world, kBallRadius, 1.0, {-2.0 * kBallRadius - 1e-4, 0, 0}, material(0.0, 1.0));
    result.world.bodies[0].velocity = {kSpeed, 0, 0};
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k <= i; ++k)
        addSphere(result.world, kBallRadius, 1.0, {std::sqrt(3.0) * kBallRadius * i, kBallRadius * (2 * k - i), 0},
                  material(0.0, 1.0));
    return result;
  }

  static void run(Simulation& simulation, int steps) {
    for (int i = 0; i < steps; ++i) {
      step(simulation);
      ASSERT_FALSE(simulation.report.rejected) << simulation.report.trouble;
    }
  }
};

std::string impactsName(const ::testing::TestParamInfo<std::tuple<StepperKind, const SolverInfo*>>& instance) {
  return std::string(toString(std::get<0>(instance.param))) + "_" + std::string(std::get<1>(instance.param)->id);
}
INSTANTIATE_TEST_SUITE_P(EveryStepper, Impacts,
                         ::testing::Combine(::testing::Values(StepperKind::Velocity, StepperKind::Acceleration),
                                            ::testing::Values(findSolver("pivoting"), findSolver("pgs"))),
                         impactsName);

double speed(const Simulation& simulation, int ball) {
  return simulation.world.bodies[ball].velocity.x();
}

TEST_P(Impacts, SequentialRowLetsAsManyOutAsComeIn) {
  for (int strikers = 1; strikers <= 3; ++strikers) {
    Simulation cradle = row(ImpactLaw::Sequential, strikers, 5 - strikers);
    run(cradle, 60);
    for (int ball = 0; ball < 5; ++ball)
      EXPECT_NEAR(speed(cradle, ball), ball < 5 - strikers ? 0.0 : kSpeed, kSolved) << strikers << " in, ball " << ball;
  }
}

TEST_P(Impacts, SimultaneousRowsStrikeAsTwoBodies) {
  for (int strikers = 1; strikers <= 3; ++strikers) {
    const int resting = 5 - strikers;
    Simulation cradle = row(ImpactLaw::Simultaneous, strikers, resting);
    run(cradle, 60);
    for (int ball = 0; ball < 5; ++ball) {
      const double exact = ball < strikers ? (strikers - resting) / 5.0 : 2.0 * strikers / 5.0;
      EXPECT_NEAR(speed(cradle, ball), kSpeed * exact, kSolved) << strikers << " in, ball " << ball;
    }
  }
}

TEST_P(Impacts, LawsAgreeOnTwoBalls) {
  for (const ImpactLaw law : {ImpactLaw::Simultaneous, ImpactLaw::Sequential}) {
    Simulation pair = row(law, 1, 1, 0.6);
    run(pair, 60);
    EXPECT_NEAR(speed(pair, 0), 0.2 * kSpeed, kSolved);
    EXPECT_NEAR(speed(pair, 1), 0.8 * kSpeed, kSolved);
  }
}

TEST_P(Impacts, DullRowKeepsMomentumGainsNoEnergyAndStopsApproaching) {
  for (const ImpactLaw law : {ImpactLaw::Simultaneous, ImpactLaw::Sequential}) {
    Simulation cradle = row(law, 1, 4, 0.5);
    run(cradle, 60);
    EXPECT_NEAR(cradle.report.momentum.x(), kSpeed, kSolved);
    EXPECT_LT(cradle.report.kinetic, 0.5 * kSpeed * kSpeed);
    for (int ball = 1; ball < 5; ++ball)
      EXPECT_GE(speed(cradle, ball) - speed(cradle, ball - 1), -cradle.params.restitution_threshold);
  }
}

TEST_P(Impacts, PairOfTouchingBallsSplitsTheCueBallsBlowAlikeByBothLaws) {
  // Both contacts close at the same moment: 1/5 back, 2 sqrt(3) / 5 along the lines of centres.
  for (const ImpactLaw law : {ImpactLaw::Simultaneous, ImpactLaw::Sequential}) {
    Simulation pair = table(law);
    pair.world.h = 1e-6;
    addSphere(pair.world, kBallRadius, 1.0, {-std::sqrt(3.0) * kBallRadius - 1e-4, 0, 0}, material(0.0, 1.0));
    pair.world.bodies[0].velocity = {kSpeed, 0, 0};
    for (const double side : {-1.0, 1.0})
      addSphere(pair.world, kBallRadius, 1.0, {0, side * kBallRadius, 0}, material(0.0, 1.0));
    run(pair, 100);
    EXPECT_NEAR(speed(pair, 0), -kSpeed / 5.0, kLined);
    for (const int ball : {1, 2}) {
      const Vec3 v = pair.world.bodies[ball].velocity;
      EXPECT_NEAR(v.norm(), 2.0 * std::sqrt(3.0) / 5.0 * kSpeed, kLined);
      EXPECT_NEAR(std::abs(v.y()) / v.x(), std::tan(M_PI / 6), kLined);
    }
  }
}

// Cue ball, tip, and the two behind it: speeds along x and those of the last two, as parts of the cue ball's.
struct Break {
  ImpactLaw law;
  double cue, tip, wing;
};

TEST_P(Impacts, BreakOfThreeBallsHasTheClosedFormOfItsLaw) {
  const double root = std::sqrt(3.0);
  for (const Break& exact : {Break{ImpactLaw::Simultaneous, -3.0 / 7.0, 4.0 / 7.0, 2.0 * root / 7.0},
                             Break{ImpactLaw::Sequential, -1.0 / 5.0, 0.0, 2.0 * root / 5.0}}) {
    SCOPED_TRACE(infoOf(impactLaws(), exact.law).id);
    Simulation broken = rack(exact.law, 2);
    run(broken, 100);
    EXPECT_NEAR(speed(broken, 0), exact.cue * kSpeed, kLined);
    EXPECT_NEAR(speed(broken, 1), exact.tip * kSpeed, kLined);
    for (const int ball : {2, 3}) {
      const Vec3 v = broken.world.bodies[ball].velocity;
      EXPECT_NEAR(v.norm(), exact.wing * kSpeed, kLined);
      EXPECT_NEAR(std::abs(v.y()) / v.x(), std::tan(M_PI / 6), kLined);
    }
    EXPECT_NEAR(broken.report.kinetic, 0.5 * kSpeed * kSpeed, kSolved);
  }
}

TEST_P(Impacts, BreakOfAFullRackKeepsMomentumEnergyAndItsMirrorImage) {
  for (const ImpactLaw law : {ImpactLaw::Simultaneous, ImpactLaw::Sequential}) {
    SCOPED_TRACE(infoOf(impactLaws(), law).id);
    Simulation broken = rack(law, 5);
    run(broken, 100);
    EXPECT_EQ(broken.report.solve.status, SolveStatus::Converged);
    EXPECT_NEAR(broken.report.momentum.x(), kSpeed, kSolved);
    EXPECT_NEAR(broken.report.momentum.y(), 0.0, kSolved);
    EXPECT_NEAR(broken.report.kinetic, 0.5 * kSpeed * kSpeed, 1e-5);  // the threshold's square, ten contacts
    int ball = 1;
    for (int i = 0; i < 5; ++i) {
      for (int k = 0; k <= i; ++k) {
        const auto at = static_cast<std::size_t>(ball + k), mirror = static_cast<std::size_t>(ball + i - k);
        const Vec3 v = broken.world.bodies[at].velocity, w = broken.world.bodies[mirror].velocity;
        EXPECT_LE((v - Vec3(w.x(), -w.y(), 0)).norm(), 1e-6) << "row " << i << ", ball " << k;
      }
      ball += i + 1;
    }
  }
}

TEST(ImpactLaws, RestingContactsBelowAStruckOneTakePartWhenTheBlowReachesThem) {
  // A ball falls on a ball that lies on the ground, all with e = 1: three waves, and the upper one leaves as it came.
  for (const StepperKind stepper : {StepperKind::Velocity, StepperKind::Acceleration}) {
    Simulation dropped = simulation(*findSolver("pivoting"), true);
    dropped.stepper = stepper;
    dropped.params.impacts = ImpactLaw::Sequential;
    dropped.world.gravity.setZero();
    addPlane(dropped.world, Vec3::UnitY(), material(0.0, 1.0));
    addSphere(dropped.world, kBallRadius, 1.0, {0, kBallRadius, 0}, material(0.0, 1.0));
    addSphere(dropped.world, kBallRadius, 1.0, {0, 4 * kBallRadius, 0}, material(0.0, 1.0));
    dropped.world.bodies[2].velocity = {0, -kSpeed, 0};
    int contacts = 0;
    for (int i = 0; i < 60; ++i) contacts += step(dropped).impacts;
    EXPECT_NEAR(dropped.world.bodies[2].velocity.y(), kSpeed, 1e-12);
    EXPECT_NEAR(dropped.world.bodies[1].velocity.y(), 0.0, 1e-12);
    EXPECT_EQ(contacts, 3);
  }
}

}  // namespace
}  // namespace keystone

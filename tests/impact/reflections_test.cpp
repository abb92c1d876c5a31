// Generalized reflections (Smith et al. 2012) hold what the paper asks of a law of impacts: bodies break away (BRK),
// symmetry is preserved (SYM), kinetic energy conserved at e = 1 (KIN), momentum conserved (MOM), and impulses only
// push (ONE). Balls without friction or gravity; the closed forms are derived in docs/steppers.md.
#include <gtest/gtest.h>

#include <random>

#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kBall = 0.25, kStrike = 3.0;
constexpr double kWaves = 1e-12;  // of a speed: some tens of solves, each right to rounding

class Reflections : public ::testing::TestWithParam<StepperKind> {
 protected:
  Simulation table(ImpactLaw law = ImpactLaw::Reflections) const {
    Simulation result = simulation(*findSolver("pivoting"), true);
    result.stepper = GetParam();
    result.world.gravity.setZero();
    result.params.impacts = law;
    result.params.restitution_threshold = 1e-9;
    return result;
  }

  // Equal balls in a row that touch; the first `strikers` move along x at kStrike.
  Simulation row(int strikers, int balls, double restitution, ImpactLaw law = ImpactLaw::Reflections) const {
    Simulation result = table(law);
    for (int i = 0; i < balls; ++i) {
      addSphere(result.world, kBall, 1.0, {2.0 * kBall * i, 0, 0}, material(0.0, restitution));
      if (i < strikers) result.world.bodies[i].velocity.x() = kStrike;
    }
    return result;
  }
};

INSTANTIATE_TEST_SUITE_P(EveryStepper, Reflections, ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration),
                         [](const auto& instance) { return std::string(toString(instance.param)); });

Body& ballOf(Simulation& simulation, int index) {
  return simulation.world.bodies[index];
}

double speedOf(Simulation& simulation, int index) {
  return ballOf(simulation, index).velocity.x();
}

TEST_P(Reflections, CradleLetsAsManyOutAsComeIn) {
  for (int balls = 2; balls <= 8; ++balls) {
    for (int strikers = 1; strikers < balls; ++strikers) {
      Simulation cradle = row(strikers, balls, 1.0);
      step(cradle);
      for (int i = 0; i < balls; ++i)
        EXPECT_NEAR(speedOf(cradle, i), i < balls - strikers ? 0.0 : kStrike, kWaves) << strikers << " of " << balls;
    }
  }
}

// BRK. By the simultaneous law the struck balls stay together.
TEST_P(Reflections, LastBallBreaksAway) {
  Simulation cradle = row(1, 5, 1.0);
  step(cradle);
  EXPECT_GT(speedOf(cradle, 4) - speedOf(cradle, 3), 0.99 * kStrike);
  Simulation together = row(1, 5, 1.0, ImpactLaw::Simultaneous);
  step(together);
  EXPECT_NEAR(speedOf(together, 4) - speedOf(together, 3), 0.0, kWaves);
}

// SYM. Bernoulli's problem: a ball strikes two that touch at 30 degrees to its way, for any e.
TEST_P(Reflections, BallThatStrikesTwoAlikePartsThemAlike) {
  for (const double e : {0.0, 0.3, 1.0}) {
    Simulation pair = table();
    pair.world.h = 1e-6;  // in which the lines of centres turn by a part in a million
    addSphere(pair.world, kBall, 1.0, {-std::sqrt(3.0) * kBall, 0, 0}, material(0.0, e));
    ballOf(pair, 0).velocity.x() = kStrike;
    for (const double side : {-1.0, 1.0}) addSphere(pair.world, kBall, 1.0, {0, side * kBall, 0}, material(0.0, e));
    for (int i = 0; i < 5; ++i) step(pair);
    EXPECT_NEAR(speedOf(pair, 0), (2.0 - 3.0 * e) / 5.0 * kStrike, 1e-4);
    EXPECT_NEAR(ballOf(pair, 0).velocity.y(), 0.0, kWaves);
    EXPECT_NEAR(speedOf(pair, 1), speedOf(pair, 2), kWaves);
    EXPECT_NEAR(ballOf(pair, 1).velocity.y(), -ballOf(pair, 2).velocity.y(), kWaves);
    EXPECT_NEAR(ballOf(pair, 2).velocity.norm(), (1.0 + e) * std::sqrt(3.0) / 5.0 * kStrike, 1e-4);
  }
}

// SYM, where balls are numbered in an order that is not symmetric: a row struck from both ends alike.
TEST_P(Reflections, RowStruckFromBothEndsMirrorsItself) {
  for (const double e : {0.2, 0.7, 1.0}) {
    Simulation struck = table();
    std::vector<int> order{3, 0, 5, 1, 4, 2, 6};
    for (const int place : order)
      addSphere(struck.world, kBall, place == 3 ? 3.0 : 1.0, {2.0 * kBall * place, 0, 0}, material(0.0, e));
    std::vector<int> at(7);
    for (int i = 0; i < 7; ++i) at[order[i]] = i;
    ballOf(struck, at[0]).velocity.x() = kStrike;
    ballOf(struck, at[6]).velocity.x() = -kStrike;
    step(struck);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(speedOf(struck, at[i]), -speedOf(struck, at[6 - i]), kWaves);
  }
}

// KIN, MOM, ONE and no approach left, for rows of balls of any masses and velocities. The impulse between two
// neighbours is the momentum that those before it lost.
TEST_P(Reflections, RowsOfAnyBallsKeepMomentumAndEnergyAndAreOnlyPushed) {
  std::mt19937_64 random{5};
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  int lossless = 0;
  for (int n = 0; n < 300; ++n) {
    Simulation struck = table();
    const double e = n % 3 == 0 ? 1.0 : uniform(random);
    const int balls = 2 + n % 5;
    for (int i = 0; i < balls; ++i) {
      const double own = n % 3 == 1 ? uniform(random) : e;  // the same for all, or each its own
      addSphere(struck.world, kBall, std::pow(10.0, 2.0 * uniform(random) - 1.0), {2.0 * kBall * i, 0, 0},
                material(0.0, own));
      ballOf(struck, i).velocity.x() = kStrike * (2.0 * uniform(random) - 1.0);
    }
    std::vector<double> before;
    double energy = 0.0, momentum = 0.0;
    for (int i = 0; i < balls; ++i) {
      before.push_back(speedOf(struck, i));
      energy += kineticEnergy(ballOf(struck, i));
      momentum += ballOf(struck, i).mass * before.back();
    }
    const StepReport& report = step(struck);
    ASSERT_FALSE(report.rejected) << report.trouble;
    EXPECT_NEAR(report.momentum.x(), momentum, 1e-12 * (1.0 + std::abs(momentum))) << n;
    EXPECT_LE(report.kinetic, energy * (1.0 + 1e-12)) << n;
    if (e == 1.0) {
      EXPECT_NEAR(report.kinetic, energy, 1e-11 * energy) << n;  // up to a hundred waves
      lossless += report.impacts > balls ? 1 : 0;
    }
    double impulse = 0.0;
    for (int i = 0; i + 1 < balls; ++i) {
      impulse += ballOf(struck, i).mass * (before[i] - speedOf(struck, i));
      EXPECT_GE(impulse, -1e-12) << n;
      EXPECT_GE(speedOf(struck, i + 1) - speedOf(struck, i), -1e-8) << n;
    }
  }
  EXPECT_GT(lossless, 20);  // more waves than contacts
}

// Between the row that lets its last balls go and the row that moves on as one.
TEST_P(Reflections, DullCradleIsTheBlendOfElasticAndInelasticImpact) {
  for (const double e : {0.0, 0.25, 0.9}) {
    for (const int strikers : {1, 2}) {
      Simulation cradle = row(strikers, 5, e);
      step(cradle);
      for (int i = 0; i < 5; ++i) {
        const double exact = (1.0 - e) * strikers / 5.0 + (i < 5 - strikers ? 0.0 : e);
        EXPECT_NEAR(speedOf(cradle, i), exact * kStrike, kWaves) << "e " << e << ", ball " << i;
      }
    }
  }
}

// Restitution 1 before 1/2: half of (0, 0, v), half of (0, v / 2, v / 2).
TEST_P(Reflections, ContactsOfDifferentRestitutionBlendLayerByLayer) {
  Simulation struck = table();
  addSphere(struck.world, kBall, 1.0, {0, 0, 0}, material(0.0, 1.0));
  addSphere(struck.world, kBall, 1.0, {2.0 * kBall, 0, 0}, material(0.0, 0.5));
  addSphere(struck.world, kBall, 1.0, {4.0 * kBall, 0, 0}, material(0.0, 0.5));
  ballOf(struck, 0).velocity.x() = kStrike;
  step(struck);
  EXPECT_NEAR(speedOf(struck, 0), 0.0, kWaves);
  EXPECT_NEAR(speedOf(struck, 1), 0.25 * kStrike, kWaves);
  EXPECT_NEAR(speedOf(struck, 2), 0.75 * kStrike, kWaves);
}

// Inelastic collapse: a light ball between two heavy ones that come together. Waves that lose energy each time go on as
// long as the threshold lets them; reflections do not depend on it.
TEST_P(Reflections, EndWhereSequentialWavesCollapse) {
  const auto impactsWith = [this](ImpactLaw law, double threshold) {
    Simulation struck = table(law);
    struck.params.restitution_threshold = threshold;
    for (int i = 0; i < 3; ++i)
      addSphere(struck.world, kBall, i == 1 ? 0.2 : 1.0, {2.0 * kBall * i, 0, 0}, material(0.0, 0.1));
    ballOf(struck, 0).velocity.x() = kStrike;
    return step(struck).impacts;
  };
  EXPECT_EQ(impactsWith(ImpactLaw::Reflections, 1e-3), impactsWith(ImpactLaw::Reflections, 1e-9));
  EXPECT_LE(impactsWith(ImpactLaw::Reflections, 1e-9), 8);
  EXPECT_GT(impactsWith(ImpactLaw::Sequential, 1e-9), 2 * impactsWith(ImpactLaw::Sequential, 1e-3));
}

// A ball between two touching ones of a triangle: the paper's law is the sequential one where e = 1.
TEST_P(Reflections, BreakOfThreeBallsIsThatOfSequentialWavesWhereNothingIsLost) {
  const auto velocities = [this](ImpactLaw law) {
    Simulation broken = table(law);
    addSphere(broken.world, kBall, 1.0, {-2.0 * kBall, 0, 0}, material(0.0, 1.0));
    addSphere(broken.world, kBall, 1.0, {0, 0, 0}, material(0.0, 1.0));
    for (const double side : {-1.0, 1.0})
      addSphere(broken.world, kBall, 1.0, {std::sqrt(3.0) * kBall, side * kBall, 0}, material(0.0, 1.0));
    ballOf(broken, 0).velocity.x() = kStrike;
    step(broken);
    std::vector<Vec3> all;
    for (const Body& body : broken.world.bodies) all.push_back(body.velocity);
    return all;
  };
  EXPECT_EQ(velocities(ImpactLaw::Reflections), velocities(ImpactLaw::Sequential));
  EXPECT_NEAR(velocities(ImpactLaw::Reflections)[0].x(), -kStrike / 5.0, 1e-9);
}

}  // namespace
}  // namespace keystone

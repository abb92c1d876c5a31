// Frictional impacts of all laws under the steppers that promise it: energy never grows.
#include <gtest/gtest.h>

#include <random>

#include "support/effort.h"
#include "support/impact_trial.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

class ImpactEnergy : public ::testing::TestWithParam<TrialMethod> {
 protected:
  std::mt19937_64 random{11};

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  Vec3 direction() {
    std::normal_distribution<double> normal;
    return Vec3(normal(random), normal(random), normal(random)).normalized();
  }

  int addStriker(World& world, const Vec3& position, const Material& surface) {
    const int kind = static_cast<int>(random() % 3);
    const double mass = std::pow(10.0, uniform(-1.0, 1.0));
    const int body = kind == 0 ? addSphere(world, uniform(0.05, 0.3), mass, position, surface)
                               : addBox(world, {uniform(0.02, 0.5), uniform(0.02, 0.5), kind == 1 ? 0.02 : 0.3}, mass,
                                        position, surface);
    Body& added = world.bodies[body];
    added.pose.orientation = Quat(Eigen::AngleAxisd(uniform(0.0, 3.0), world.planar ? Vec3::UnitZ() : direction()));
    added.omega = uniform(0.0, 10.0) * direction();
    return body;
  }

  // A body that comes down on the ground, or on another one that flies.
  Simulation impact() {
    Simulation result = simulation(*findSolver("exact"), random() % 2 == 0);
    result.stepper = GetParam().stepper;
    result.params.impacts = GetParam().impacts;
    result.params.impact_time = GetParam().impact_time;
    result.params.restitution_law = GetParam().restitution_law;
    result.params.restitution_threshold = 1e-3;
    result.world.gravity.setZero();
    const Material surface = material(uniform(0.0, 1.5), uniform(0.0, 1.0));
    if (random() % 2 == 0)
      addPlane(result.world, Vec3::UnitY(), surface);
    else
      addStriker(result.world, {0.0, -0.7, 0.0}, surface);
    const int striker = addStriker(result.world, {uniform(-0.3, 0.3), 0.7, 0.0}, surface);
    result.world.bodies[striker].velocity = {uniform(-5.0, 5.0), -10.0, uniform(-5.0, 5.0)};
    for (Body& body : result.world.bodies) {
      if (!result.world.planar) continue;
      body.velocity.z() = 0.0;
      body.omega.head<2>().setZero();
    }
    return result;
  }
};

double mechanicalEnergy(const World& world) {
  double energy = 0.0;  // [J], kinetic
  for (const Body& body : world.bodies)
    if (body.isDynamic()) energy += kineticEnergy(body);
  return energy;
}

TEST_P(ImpactEnergy, NeverGrows) {
  int impacts = 0, reduced = 0;
  for (int n = 0; n < trials(10000); ++n) {
    Simulation flying = impact();
    const double first = mechanicalEnergy(flying.world);
    for (int k = 0; k < 12; ++k) {
      const double before = mayGiveBack(GetParam().stepper) ? first : mechanicalEnergy(flying.world);
      const StepReport& report = step(flying);
      ASSERT_LE(report.kinetic, before * (1.0 + 1e-12)) << n << ", step " << k << " " << report.trouble;
      impacts += report.kinetic < 0.999 * before ? 1 : 0;
      reduced += report.note.find("restitution reduced") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(impacts, trials(3000));
  if (GetParam().restitution_law == RestitutionLaw::Newton) {
    EXPECT_GT(reduced, trials(100));
  }
}

// All under which impacts of all shapes keep their energy.
std::vector<TrialMethod> keepers() {
  return {{StepperKind::Velocity, ImpactLaw::Simultaneous},
          {StepperKind::Velocity, ImpactLaw::Sequential},
          {StepperKind::Velocity, ImpactLaw::Reflections},
          {StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Exact},
          {StepperKind::Velocity, ImpactLaw::Sequential, ImpactTime::Exact},
          {StepperKind::Velocity, ImpactLaw::Reflections, ImpactTime::Exact},
          {StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Poisson},
          {StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Stronge},
          {StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Exact, RestitutionLaw::Poisson},
          {StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Exact, RestitutionLaw::Stronge},
          {StepperKind::Position, ImpactLaw::Simultaneous},
          {StepperKind::Acceleration, ImpactLaw::Simultaneous},
          {StepperKind::Acceleration, ImpactLaw::Sequential},
          {StepperKind::Acceleration, ImpactLaw::Reflections},
          {StepperKind::Acceleration, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Poisson},
          {StepperKind::Acceleration, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Stronge}};
}

std::string methodName(const ::testing::TestParamInfo<TrialMethod>& instance) {
  return nameOf(instance.param);
}

INSTANTIATE_TEST_SUITE_P(Laws, ImpactEnergy, ::testing::ValuesIn(keepers()), methodName);

class ImpactEnergyOfShapes : public ::testing::TestWithParam<TrialMethod> {};

// On ground of all kinds, too: fewer, which take longer.
TEST_P(ImpactEnergyOfShapes, NeverGrows) {
  const int count = trials(300);
  int impacts = 0;
  for (int n = 0; n < count; ++n) {
    RandomShapes random = trialShapes(11, n);
    const TrialResult result = run(randomImpact(random), GetParam());
    ASSERT_FALSE(result.rejected) << n;
    ASSERT_LE(result.gain, kTrialRounding) << n;
    impacts += result.loss > 1e-3 ? 1 : 0;
  }
  EXPECT_GT(impacts, count / 2);
}

// With friction a problem has several solutions: the share of restitution that gains none in one gains in another.
TEST(ImpactEnergyOnce, OfSeveralSolutionsNoneGains) {
  for (const int trial : {1382, 6265}) {
    RandomShapes random = trialShapes(601, trial);
    const TrialResult result = run(randomImpact(random, plainSolid), {});
    EXPECT_LE(result.gain, kTrialRounding) << trial;
    EXPECT_GT(result.loss, 1e-3) << trial;
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, ImpactEnergyOfShapes, ::testing::ValuesIn(keepers()), methodName);

}  // namespace
}  // namespace keystone

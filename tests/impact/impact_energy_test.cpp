// Frictional impacts of all laws under all steppers that have any: energy never grows.
#include <gtest/gtest.h>

#include <random>

#include "support/effort.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

struct EnergyCase {
  StepperKind stepper;
  ImpactLaw law;
  ImpactTime time = ImpactTime::Step;
  RestitutionLaw restitution = RestitutionLaw::Newton;
};

class ImpactEnergy : public testing::TestWithParam<EnergyCase> {
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
    Body& added = world.bodies[static_cast<std::size_t>(body)];
    added.pose.orientation = Quat(Eigen::AngleAxisd(uniform(0.0, 3.0), world.planar ? Vec3::UnitZ() : direction()));
    added.omega = uniform(0.0, 10.0) * direction();
    return body;
  }

  // A body that comes down on the ground, or on another one that flies.
  Simulation impact() {
    Simulation result = simulation(*findSolver("exact"), random() % 2 == 0);
    result.stepper = GetParam().stepper;
    result.params.impacts = GetParam().law;
    result.params.impact_time = GetParam().time;
    result.params.restitution_law = GetParam().restitution;
    result.params.restitution_threshold = 1e-3;
    result.world.gravity.setZero();
    const Material surface = material(uniform(0.0, 1.5), uniform(0.0, 1.0));
    if (random() % 2 == 0)
      addPlane(result.world, Vec3::UnitY(), surface);
    else
      addStriker(result.world, {0.0, -0.7, 0.0}, surface);
    const int striker = addStriker(result.world, {uniform(-0.3, 0.3), 0.7, 0.0}, surface);
    result.world.bodies[static_cast<std::size_t>(striker)].velocity = {uniform(-5.0, 5.0), -10.0, uniform(-5.0, 5.0)};
    for (Body& body : result.world.bodies) {
      if (!result.world.planar) continue;
      body.velocity.z() = 0.0;
      body.omega.head<2>().setZero();
    }
    return result;
  }
};

double energyOf(const World& world) {
  double energy = 0.0;  // [J], kinetic
  for (const Body& body : world.bodies)
    if (body.isDynamic()) energy += kineticEnergy(body);
  return energy;
}

bool pushesBySprings(StepperKind stepper) {
  return stepper == StepperKind::TgsSoft || stepper == StepperKind::Penalty;
}

// What a step takes of the energy a later one may give back: of springs, or of an overlap that it has led to.
bool givesBack(StepperKind stepper) {
  return pushesBySprings(stepper) || stepper == StepperKind::Position || stepper == StepperKind::Avbd;
}

TEST_P(ImpactEnergy, NeverGrows) {
  int impacts = 0, reduced = 0, slowed = 0;
  for (int n = 0; n < trials(10000); ++n) {
    Simulation flying = impact();
    const double first = energyOf(flying.world);
    for (int k = 0; k < 12; ++k) {
      const double before = givesBack(GetParam().stepper) ? first : energyOf(flying.world);
      const StepReport& report = step(flying);
      ASSERT_LE(report.kinetic, before * (1.0 + 1e-12)) << n << ", step " << k << " " << report.trouble;
      impacts += report.kinetic < 0.999 * before ? 1 : 0;
      reduced += report.note.find("restitution reduced") != std::string::npos ? 1 : 0;
      slowed += report.note.find("slowed down") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(impacts, trials(3000));
  if (pushesBySprings(GetParam().stepper)) {
    EXPECT_GT(slowed, trials(20));
  } else if (GetParam().restitution == RestitutionLaw::Newton && GetParam().stepper != StepperKind::Avbd) {
    EXPECT_GT(reduced, trials(100));
  }
}

std::string energyName(const testing::TestParamInfo<EnergyCase>& instance) {
  const EnergyCase& tested = instance.param;
  std::string name(toString(tested.stepper));
  name.append("_").append(infoOf(impactLaws(), tested.law).id);
  name.append("_").append(infoOf(restitutionLaws(), tested.restitution).id);
  return name.append("_").append(infoOf(impactTimes(), tested.time).id);
}

INSTANTIATE_TEST_SUITE_P(
    Laws, ImpactEnergy,
    testing::Values(
        EnergyCase{StepperKind::Velocity, ImpactLaw::Simultaneous},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Sequential},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Reflections},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Exact},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Sequential, ImpactTime::Exact},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Reflections, ImpactTime::Exact},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Poisson},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Stronge},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Exact, RestitutionLaw::Poisson},
        EnergyCase{StepperKind::Velocity, ImpactLaw::Simultaneous, ImpactTime::Exact, RestitutionLaw::Stronge},
        EnergyCase{StepperKind::Position, ImpactLaw::Simultaneous},
        EnergyCase{StepperKind::Impulse, ImpactLaw::Simultaneous},
        EnergyCase{StepperKind::TgsSoft, ImpactLaw::Simultaneous},
        EnergyCase{StepperKind::Penalty, ImpactLaw::Simultaneous},
        EnergyCase{StepperKind::Avbd, ImpactLaw::Simultaneous},
        EnergyCase{StepperKind::Acceleration, ImpactLaw::Simultaneous},
        EnergyCase{StepperKind::Acceleration, ImpactLaw::Sequential},
        EnergyCase{StepperKind::Acceleration, ImpactLaw::Reflections},
        EnergyCase{StepperKind::Acceleration, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Poisson},
        EnergyCase{StepperKind::Acceleration, ImpactLaw::Simultaneous, ImpactTime::Step, RestitutionLaw::Stronge}),
    energyName);

}  // namespace
}  // namespace keystone

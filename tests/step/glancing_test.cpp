// Balls that hit others in passing: the impact is along the line of centres of the moment at which they touch, which
// within a step at speed is far from that of its start.
#include <gtest/gtest.h>

#include <random>

#include "scene/scene_fixture.h"
#include "support/effort.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

class GlancingHits : public testing::TestWithParam<StepperKind> {};

TEST_P(GlancingHits, AreAlongTheLineOfCentres) {
  constexpr double kKnown = 0.05;  // [rad], to which the line is known (kTurned in step/near_misses.cpp)
  std::mt19937 random(81);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  int turned = 0;
  for (int trial = 0; trial < trials(2000); ++trial) {
    Simulation simulation = keystone::simulation(*findSolver("exact"));
    simulation.stepper = GetParam();
    simulation.params.restitution_threshold = 0.0;
    simulation.world.gravity.setZero();
    const double r = uniform(0.05, 0.5), other_r = uniform(0.05, 0.5), reach = r + other_r;
    const double mass = uniform(0.1, 10.0), other_mass = uniform(0.1, 10.0);
    const double speed = std::pow(10.0, uniform(0.0, 2.0)), e = uniform(0.0, 1.0), aside = reach * uniform(0.0, 0.999);
    const double way = speed / 60.0 * uniform(1.0, 3.0);  // [m] to where they touch
    const Vec3 meeting(-std::sqrt(reach * reach - aside * aside), aside, 0.0);
    const Material smooth{0.0, 0.0, e};
    addSphere(simulation.world, other_r, other_mass, {0, 0, 0}, smooth);
    addSphere(simulation.world, r, mass, meeting - Vec3(way, 0, 0), smooth);
    simulation.world.bodies[1].velocity = {speed, 0, 0};
    for (int n = 0; n < 5; ++n) step(simulation);

    const Vec3 line = meeting.normalized();
    const double share = (1.0 + e) * other_mass / (mass + other_mass);  // of the speed of approach
    const Vec3 expected = Vec3(speed, 0, 0) - share * speed * line.x() * line;
    EXPECT_LE((simulation.world.bodies[1].velocity - expected).norm(), kKnown * share * speed)
        << trial << ": " << speed << " m/s, " << aside / reach << " aside, e " << e;
    const Vec3 at_first = (meeting - Vec3(std::fmod(way, speed / 60.0), 0, 0)).normalized();
    turned += std::acos(std::min(1.0, line.dot(at_first))) > 4.0 * kKnown ? 1 : 0;
  }
  EXPECT_GT(turned, trials(300)) << "what never turns proves nothing";
}

INSTANTIATE_TEST_SUITE_P(Steppers, GlancingHits,
                         testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::TgsSoft,
                                         StepperKind::Impulse),
                         [](const auto& instance) { return std::string(toString(instance.param)); });

}  // namespace
}  // namespace keystone

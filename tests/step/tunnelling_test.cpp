// Nothing passes through a wall, however thin, at whatever speed and spin.
#include <gtest/gtest.h>

#include "shape/random_shapes.h"
#include "support/effort.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kStep = 1.0 / 60.0;

// A wall across x at `at` [m], and a body that flies towards it.
struct Shot {
  double thickness, wall_speed;  // [m], [m/s]
  Shape shape;
  Body body;
};

Shot randomShot(RandomShapes& random) {
  Shot shot;
  shot.thickness = std::pow(10.0, random.uniform(-3.0, std::log10(0.05)));
  shot.wall_speed = random.uniform(0.0, 1.0) < 0.3 ? random.uniform(-20.0, 20.0) : 0.0;
  shot.shape = random.solid();
  const MassProperties mass = massProperties(shot.shape, 100.0);
  shot.body.mass = mass.mass;
  shot.body.inertia = mass.inertia;
  shot.body.pose.orientation = random.turn();
  const double speed = std::pow(10.0, random.uniform(0.0, 3.0));
  shot.body.velocity = speed * (Vec3::UnitX() + random.uniform(0.0, 0.5) * random.direction()).normalized();
  shot.body.omega =
      random.uniform(0.0, 1.0) < 0.3 ? Vec3(Vec3::Zero()) : Vec3(random.uniform(0.0, 300.0) * random.direction());
  return shot;
}

// Whether the body is still on its side of the wall, with all but a part of it, after a few steps around the time of
// the impact.
bool isHeld(const Shot& shot, StepperKind stepper) {
  Simulation simulation = keystone::simulation(*findSolver("exact"));
  simulation.stepper = stepper;
  simulation.world.gravity.setZero();
  Body wall;
  wall.kind = shot.wall_speed == 0.0 ? BodyKind::Static : BodyKind::Kinematic;
  wall.velocity.x() = shot.wall_speed;
  const double closing = shot.body.velocity.x() - shot.wall_speed;
  const double radius = boundingRadius(shot.shape);
  wall.pose.position.x() = radius + 0.5 * shot.thickness + std::abs(closing) * kStep * 1.7;
  addBody(simulation.world, wall, {Box{{0.5 * shot.thickness, 500.0, 500.0}}, material(0.3, 0.2)});
  addBody(simulation.world, shot.body, {shot.shape, material(0.3, 0.2)});
  for (int n = 0; n < 6; ++n) {
    step(simulation);
    if (simulation.world.bodies[1].pose.position.x() > simulation.world.bodies[0].pose.position.x()) return false;
  }
  return true;
}

// By seed: each is a third of the shots.
class Tunnelling : public ::testing::TestWithParam<unsigned> {};

TEST_P(Tunnelling, NothingPassesThroughAWall) {
  RandomShapes random(GetParam());
  for (int trial = 0; trial < trials(3400); ++trial) {
    const Shot shot = randomShot(random);
    for (const StepperKind stepper : {StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Position})
      EXPECT_TRUE(isHeld(shot, stepper)) << "trial " << trial << ", " << toString(stepper);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Tunnelling, ::testing::Values(11U, 12U, 13U));

// Those that have passed: from a generator's seed, the shot of that number.
struct Passed {
  unsigned seed;
  int trial;
  StepperKind stepper;
};

class TunnellingOnce : public ::testing::TestWithParam<Passed> {};

TEST_P(TunnellingOnce, IsHeld) {
  RandomShapes random(GetParam().seed);
  for (int trial = 0; trial < GetParam().trial; ++trial) randomShot(random);
  EXPECT_TRUE(isHeld(randomShot(random), GetParam().stepper));
}

INSTANTIATE_TEST_SUITE_P(
    Shots, TunnellingOnce,
    ::testing::Values(Passed{11, 4017, StepperKind::Acceleration},  // swept as if its phases were one motion
                      Passed{11, 4902, StepperKind::Acceleration},  // hundreds of parts
                      Passed{11, 5114, StepperKind::Position},      // bounced ahead, and so turned into the wall
                      Passed{13, 8674, StepperKind::Acceleration},  // parts of less than a microsecond
                      Passed{16, 1415, StepperKind::Acceleration}),
    [](const auto& shot) {
      return "Seed" + std::to_string(shot.param.seed) + "Shot" + std::to_string(shot.param.trial);
    });

}  // namespace
}  // namespace keystone

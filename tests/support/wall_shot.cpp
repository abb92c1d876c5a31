#include "support/wall_shot.h"

#include <cmath>

namespace keystone {
namespace {

constexpr int kShotSteps = 8;

double energyFrom(const Vec3& velocity, Body body) {
  body.velocity -= velocity;
  return kineticEnergy(body);
}

}  // namespace

WallShot randomWallShot(RandomShapes& random, ShapeSource source) {
  WallShot shot;
  shot.thickness = std::pow(10.0, random.uniform(-3.0, std::log10(0.05)));
  shot.wall_speed = random.uniform(0.0, 1.0) < 0.3 ? random.uniform(-20.0, 20.0) : 0.0;
  shot.shape = source(random);
  shot.body = bodyOf(shot.shape, 100.0);
  shot.body.pose.orientation = random.turn();
  const double speed = std::pow(10.0, random.uniform(0.0, 3.0));
  shot.body.velocity = speed * (Vec3::UnitX() + random.uniform(0.0, 0.5) * random.direction()).normalized();
  shot.body.omega =
      random.uniform(0.0, 1.0) < 0.3 ? Vec3(Vec3::Zero()) : Vec3(random.uniform(0.0, 300.0) * random.direction());
  return shot;
}

Simulation start(const WallShot& shot, const TrialMethod& method) {
  constexpr double kFarAway = 500.0;  // [m], the wall's half width and height
  Simulation result = emptySimulation(method);
  const Material surface{0.3, 0.3, 0.2};
  Body wall;
  wall.kind = shot.wall_speed == 0.0 ? BodyKind::Static : BodyKind::Kinematic;
  wall.velocity.x() = shot.wall_speed;
  const double closing = std::abs(shot.body.velocity.x() - shot.wall_speed);
  wall.pose.position.x() = boundingRadius(shot.shape) + 0.5 * shot.thickness + closing * kTrialStep * 1.7;
  addBody(result.world, wall, {Box{{0.5 * shot.thickness, kFarAway, kFarAway}}, surface});
  addBody(result.world, shot.body, {shot.shape, surface});
  return result;
}

TrialResult run(const WallShot& shot, const TrialMethod& method) {
  Simulation simulation = start(shot, method);
  const std::vector<Body>& bodies = simulation.world.bodies;
  const double first = energyFrom(bodies[0].velocity, bodies[1]);
  TrialResult result;
  double before = first;
  for (int n = 0; n < kShotSteps && !result.passed; ++n) {
    result.rejected |= step(simulation).rejected;
    result.passed = bodies[1].pose.position.x() > bodies[0].pose.position.x();
    const double energy = energyFrom(bodies[0].velocity, bodies[1]);
    result.gain = std::max(result.gain, (energy - before) / first);
    if (!mayGiveBack(method.stepper)) before = energy;
  }
  return result;
}

}  // namespace keystone

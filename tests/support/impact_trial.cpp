#include "support/impact_trial.h"

#include <cmath>

namespace keystone {
namespace {

constexpr int kImpactSteps = 12;

double trialEnergy(const World& world) {
  double energy = 0.0;  // [J], kinetic
  for (const Body& body : world.bodies) energy += kineticEnergy(body);
  return energy;
}

Quat randomTurn(RandomShapes& random, bool planar) {
  return planar ? Quat(Eigen::AngleAxisd(random.uniform(0.0, 2.0 * EIGEN_PI), Vec3::UnitZ())) : random.turn();
}

// At the origin.
Body randomBody(const Shape& shape, RandomShapes& random, bool planar) {
  Body body = bodyOf(shape, std::pow(10.0, random.uniform(1.5, 3.5)));
  body.pose.orientation = randomTurn(random, planar);
  body.omega = random.uniform(0.0, 30.0) * (planar ? Vec3(Vec3::UnitZ()) : random.direction());
  return body;
}

}  // namespace

ImpactTrial randomImpact(RandomShapes& random, ShapeSource source) {
  ImpactTrial trial;
  World& world = trial.world;
  world.planar = random.uniform(0.0, 1.0) < 0.3;
  world.gravity.setZero();
  const auto solid = [&] { return world.planar ? flatSolid(random) : source(random); };
  const double mu = random.uniform(0.0, 1.5);
  const Material surface{mu, mu, random.uniform(0.0, 1.0)};

  const double kind = random.uniform(0.0, 1.0);
  const Shape struck_shape = kind < 0.2                    ? Shape(HalfSpace{})
                             : kind < 0.4 && !world.planar ? anyGround(random)
                                                           : solid();
  Body struck;
  if (kind < 0.6) {
    struck.kind = BodyKind::Static;
    if (kind > 0.4) struck.pose.orientation = randomTurn(random, world.planar);
  } else {
    struck = randomBody(struck_shape, random, world.planar);
  }
  addBody(world, struck, {struck_shape, surface});

  const Shape shape = solid();
  Body striker = randomBody(shape, random, world.planar);
  const double speed = std::pow(10.0, random.uniform(0.0, 2.0)), radius = boundingRadius(shape);
  const Aabb bounds = keystone::bounds(struck_shape, struck.pose, 0.0);
  const double top = isHalfSpace(struck_shape) ? 0.0 : bounds.upper.y(), aside = 0.4 * radius;
  striker.pose.position = {random.uniform(-aside, aside), top + radius + speed * kTrialStep * random.uniform(0.0, 2.0),
                           random.uniform(-aside, aside)};
  striker.velocity = speed * (random.uniform(0.0, 0.5) * random.direction() - Vec3::UnitY());
  if (world.planar) striker.pose.position.z() = striker.velocity.z() = 0.0;
  addBody(world, striker, {shape, surface});
  return trial;
}

Simulation start(const ImpactTrial& impact, const TrialMethod& method) {
  Simulation result = emptySimulation(method);
  result.world = impact.world;
  result.params.restitution_threshold = 1e-3;
  return result;
}

TrialResult run(const ImpactTrial& impact, const TrialMethod& method) {
  Simulation simulation = start(impact, method);
  TrialResult result;
  double before = trialEnergy(simulation.world);
  for (int n = 0; n < kImpactSteps; ++n) {
    result.rejected |= step(simulation).rejected;
    const double energy = trialEnergy(simulation.world);
    if (energy > before) result.gain = std::max(result.gain, energy / before - 1.0);
    if (energy < before) result.loss = std::max(result.loss, 1.0 - energy / before);
    if (!mayGiveBack(method.stepper)) before = energy;
  }
  return result;
}

}  // namespace keystone

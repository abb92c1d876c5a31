#include "cli/check_world.h"

#include <cmath>

#include "shape/mass_properties.h"

namespace keystone {

Simulation emptySimulation(const CheckedMethod& method, const Vec3& gravity) {
  Simulation simulation;
  simulation.solver = &method.solver;
  simulation.parameters = method.parameters;
  simulation.stepper = method.stepper;
  simulation.world.gravity = gravity;
  return simulation;
}

int addSolid(Simulation& simulation, const Shape& shape, double mass, const Vec3& position, const Material& material) {
  const MassProperties unit = massProperties(shape, 1.0);
  Body body;
  body.mass = mass;
  body.inertia = unit.inertia * (mass / unit.mass);
  body.pose.position = position;
  return addBody(simulation.world, body, {.shape = shape, .material = material});
}

void addPlane(Simulation& simulation, const Vec3& normal, const Material& material) {
  Body body;
  body.name = "plane";
  body.kind = BodyKind::Static;
  addBody(simulation.world, body, {.shape = HalfSpace{normal, 0.0}, .material = material});
}

void stepFor(Simulation& simulation, double seconds) {
  const long steps = std::lround(seconds / simulation.world.h);
  for (long i = 0; i < steps; ++i) {
    step(simulation);
  }
}

Material material(double mu, double restitution) {
  return {.friction_static = mu, .friction_dynamic = mu, .restitution = restitution};
}

}  // namespace keystone

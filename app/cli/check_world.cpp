#include "cli/check_world.h"

#include <cmath>

#include "shape/mass_properties.h"

namespace keystone {

Lane emptyLane(const CheckedMethod& method, const Vec3& gravity) {
  Lane lane;
  lane.solver = &method.solver;
  lane.stepper = method.stepper;
  lane.world.gravity = gravity;
  return lane;
}

int addSolid(Lane& lane, const Shape& shape, double mass, const Vec3& position, const Material& material) {
  const MassProperties unit = massProperties(shape, 1.0);
  Body body;
  body.mass = mass;
  body.inertia = unit.inertia * (mass / unit.mass);
  body.pose.position = position;
  return addBody(lane.world, body, {.shape = shape, .material = material});
}

void addPlane(Lane& lane, const Vec3& normal, const Material& material) {
  Body body;
  body.name = "plane";
  body.kind = BodyKind::Static;
  addBody(lane.world, body, {.shape = HalfSpace{normal, 0.0}, .material = material});
}

void stepFor(Lane& lane, double seconds) {
  const long steps = std::lround(seconds / lane.world.h);
  for (long i = 0; i < steps; ++i) {
    step(lane);
  }
}

Material material(double mu, double restitution) {
  return {.friction_static = mu, .friction_dynamic = mu, .restitution = restitution};
}

}  // namespace keystone

// Motion without contact. Solvers have nothing to do here; that they do nothing is part of the check.
#include "cli/check_world.h"
#include "cli/checks.h"

namespace keystone {
namespace {

// Rounding of a few hundred steps of size-one arithmetic.

}  // namespace

// Semi-implicit Euler falls g h t / 2 farther than the parabola: its order of accuracy, and the position's bound.
std::vector<Check> checkFreeFall(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  constexpr double kTime = 1.0, kHeight = 10.0;
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  const auto ball =
      static_cast<std::size_t>(addSolid(simulation, Sphere{0.5}, 2.0, {0.0, kHeight, 0.0}, material(0.5, 0.0)));
  stepFor(simulation, kTime);
  const Body& body = simulation.world.bodies[ball];
  return {{"speed [m/s]", kGravity * kTime, -body.velocity.y(), kRounding},
          {"height [m]", kHeight - 0.5 * kGravity * kTime * kTime, body.pose.position.y(),
           0.5 * kGravity * simulation.world.h * kTime + kRounding}};
}

// Torque-free: angular momentum and energy stay as they are, to rounding, however the body tumbles.
std::vector<Check> checkSpin(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  Simulation simulation = emptySimulation(method, Vec3::Zero());
  const auto box =
      static_cast<std::size_t>(addSolid(simulation, Box{{0.25, 0.5, 1.0}}, 2.0, Vec3::Zero(), material(0.5, 0.0)));
  simulation.world.bodies[box].omega = {1.0, 10.0, 0.0};  // nearly about the middle principal axis
  const Vec3 momentum = angularMomentum(simulation.world.bodies[box]);
  const double energy = kineticEnergy(simulation.world.bodies[box]);
  stepFor(simulation, 10.0);
  const Body& body = simulation.world.bodies[box];
  return {{"angular momentum changed by [kg m^2/s]", 0.0, (angularMomentum(body) - momentum).norm(),
           kRounding * momentum.norm()},
          {"energy [J]", energy, kineticEnergy(body), kRounding * energy}};
}

}  // namespace keystone

// Contact without sliding: impacts of two balls, and the force under a box at rest.
#include "cli/check_world.h"
#include "cli/checks.h"

namespace keystone {
namespace {

// What an exact method owes, and what one that stops early is held to: a millionth.
double solved(const CheckedMethod& method) {
  return method.solver.exact ? 1e-9 : 1e-6;
}

struct Pair {
  double left, right;  // [m/s], along x, after the impact
  double energy;       // [J]
};

// A ball moves at `speed` [m/s] towards another at rest, 1 m of free way between them, without friction or gravity.
Pair collide(const CheckedMethod& method, double left_mass, double right_mass, double speed, double restitution) {
  Simulation simulation = emptySimulation(method, Vec3::Zero());
  const Material surface = material(0.0, restitution);
  const auto left = static_cast<std::size_t>(addSolid(simulation, Sphere{0.5}, left_mass, {-2.0, 0.0, 0.0}, surface));
  const auto right = static_cast<std::size_t>(addSolid(simulation, Sphere{0.5}, right_mass, Vec3::Zero(), surface));
  simulation.world.bodies[left].velocity.x() = speed;
  stepFor(simulation, 1.0);
  const Body& a = simulation.world.bodies[left];
  const Body& b = simulation.world.bodies[right];
  return {a.velocity.x(), b.velocity.x(), kineticEnergy(a) + kineticEnergy(b)};
}

}  // namespace

// Equal masses swap their velocities.
std::vector<Check> checkElasticPair(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  constexpr double kMass = 2.0, kSpeed = 3.0;
  const Pair after = collide(method, kMass, kMass, kSpeed, 1.0);
  const double bound = solved(method) * kSpeed;
  return {{"velocity of the striker [m/s]", 0.0, after.left, bound},
          {"velocity of the struck [m/s]", kSpeed, after.right, bound},
          {"energy [J]", 0.5 * kMass * kSpeed * kSpeed, after.energy, bound * kMass * kSpeed}};
}

// Both go on with the velocity of their common centre of mass.
std::vector<Check> checkInelasticPair(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  constexpr double kLeft = 1.0, kRight = 3.0, kSpeed = 4.0, kCommon = kLeft * kSpeed / (kLeft + kRight);
  const Pair after = collide(method, kLeft, kRight, kSpeed, 0.0);
  const double bound = solved(method) * kSpeed;
  return {{"velocity of the striker [m/s]", kCommon, after.left, bound},
          {"velocity of the struck [m/s]", kCommon, after.right, bound},
          {"energy [J]", 0.5 * (kLeft + kRight) * kCommon * kCommon, after.energy, bound * (kLeft + kRight) * kCommon}};
}

// The normal impulses of a step carry m g h, and the box does not move.
std::vector<Check> checkWeight(const CheckedMethod& method) {
  constexpr double kMass = 5.0;
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  addPlane(simulation, Vec3::UnitY(), material(0.5, 0.0));
  const auto box =
      static_cast<std::size_t>(addSolid(simulation, Box{{0.5, 0.5, 0.5}}, kMass, {0.0, 0.5, 0.0}, material(0.5, 0.0)));
  stepFor(simulation, 1.0);
  double impulse = 0.0;
  for (int contact = 0; contact < simulation.problem.contacts; ++contact) {
    impulse += simulation.solution.lambda[simulation.problem.normalRow(contact)];
  }
  const Vec3 moved = simulation.world.bodies[box].pose.position - simulation.world.start[box];
  return {
      {"force under the box [N]", kMass * kGravity, impulse / forceTime(simulation), solved(method) * kMass * kGravity},
      {"way moved [m]", 0.0, moved.norm(), solved(method)}};
}

}  // namespace keystone

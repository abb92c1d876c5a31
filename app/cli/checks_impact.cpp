// Several contacts struck at once: the closed forms of docs/steppers.md, for every law of impacts.
#include <cmath>
#include <string>

#include "cli/check_world.h"
#include "cli/checks.h"

namespace keystone {
namespace {

constexpr double kSpeed = 3.0, kRadius = 0.25;

Simulation table(const CheckedMethod& method, ImpactLaw law) {
  Simulation simulation = emptySimulation(method, Vec3::Zero());
  simulation.params.impacts = law;
  return simulation;
}

const Body& ball(const Simulation& simulation, int index) {
  return simulation.world.bodies[index];
}

// The position stepper knows simultaneous impacts alone.
std::vector<ImpactLaw> lawsOf(const CheckedMethod& method) {
  if (method.stepper == StepperKind::Position) return {ImpactLaw::Simultaneous};
  return {ImpactLaw::Simultaneous, ImpactLaw::Sequential, ImpactLaw::Reflections};
}

std::string quantity(const char* what, ImpactLaw law) {
  return std::string(what) + ", " + std::string(infoOf(impactLaws(), law).id) + " [m/s]";
}

}  // namespace

// Simultaneous: the row leaves as one body. By waves its last ball leaves.
std::vector<Check> checkImpactRow(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  std::vector<Check> checks;
  const double bound = (method.solver.exact ? 1e-9 : 1e-6) * kSpeed;
  for (const ImpactLaw law : lawsOf(method)) {
    Simulation simulation = table(method, law);
    for (int i = 0; i < 5; ++i)
      addSolid(simulation, Sphere{kRadius}, 1.0, {i == 0 ? -1.0 : 2.0 * kRadius * i, 0.0, 0.0}, material(0.0, 1.0));
    simulation.world.bodies[0].velocity.x() = kSpeed;
    stepFor(simulation, 1.0);
    const bool waves = law != ImpactLaw::Simultaneous;
    checks.push_back({quantity("striker", law), waves ? 0.0 : -0.6 * kSpeed, ball(simulation, 0).velocity.x(), bound});
    checks.push_back(
        {quantity("last ball", law), waves ? kSpeed : 0.4 * kSpeed, ball(simulation, 4).velocity.x(), bound});
  }
  return checks;
}

// Bound: before the balls touch, the lines of centres turn by less than a step's motion, 3e-6 m in 0.5 m.
std::vector<Check> checkRackBreak(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  std::vector<Check> checks;
  constexpr double kBound = 1e-4 * kSpeed;
  const double root = std::sqrt(3.0);
  for (const ImpactLaw law : lawsOf(method)) {
    Simulation simulation = table(method, law);
    simulation.world.h = 1e-6;
    addSolid(simulation, Sphere{kRadius}, 1.0, {-2.0 * kRadius - 1e-5, 0.0, 0.0}, material(0.0, 1.0));
    addSolid(simulation, Sphere{kRadius}, 1.0, Vec3::Zero(), material(0.0, 1.0));
    for (const double side : {-1.0, 1.0})
      addSolid(simulation, Sphere{kRadius}, 1.0, {root * kRadius, side * kRadius, 0.0}, material(0.0, 1.0));
    simulation.world.bodies[0].velocity.x() = kSpeed;
    stepFor(simulation, 1e-5);
    const bool waves = law != ImpactLaw::Simultaneous;
    const double cue = waves ? -1.0 / 5.0 : -3.0 / 7.0, tip = waves ? 0.0 : 4.0 / 7.0;
    const double wing = 2.0 * root / (waves ? 5.0 : 7.0);
    checks.push_back({quantity("cue ball", law), cue * kSpeed, ball(simulation, 0).velocity.x(), kBound});
    checks.push_back({quantity("tip", law), tip * kSpeed, ball(simulation, 1).velocity.x(), kBound});
    checks.push_back({quantity("wings", law), wing * kSpeed, ball(simulation, 3).velocity.norm(), kBound});
  }
  return checks;
}

}  // namespace keystone

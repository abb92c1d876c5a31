#include "observe/normal_forces.h"

#include <algorithm>
#include <limits>

namespace keystone {
namespace {

// [m/s^2] Of what would carry a body, or stop the fastest within a step, the share that counts as exact.
double leastAcceleration(const World& world) {
  double speed = 0.0;
  for (const Body& body : world.bodies) speed = std::max(speed, body.velocity.norm());
  return kExactResidual * (world.gravity.norm() + speed / world.h);
}

// [kg] Of the lighter of the two; 0 where neither moves by forces.
double lighterMass(const World& world, const ContactPoint& contact) {
  double mass = std::numeric_limits<double>::infinity();
  for (const int index : {contact.a, contact.b}) {
    if (index < 0 || index >= static_cast<int>(world.bodies.size())) continue;
    const Body& body = world.bodies[index];
    if (body.isDynamic()) mass = std::min(mass, body.mass);
  }
  return mass == std::numeric_limits<double>::infinity() ? 0.0 : mass;
}

}  // namespace

std::vector<double> normalForces(const Simulation& simulation) {
  const ContactProblem& problem = simulation.problem;
  std::vector<double> forces;
  if (simulation.solution.lambda.size() != problem.rows() ||
      problem.contact_points.size() != static_cast<std::size_t>(problem.contacts))
    return forces;
  const double least = leastAcceleration(simulation.world), time = forceTime(simulation);
  for (int i = 0; i < problem.contacts; ++i) {
    const double force = simulation.solution.lambda[problem.normalRow(i)] / time;
    const double mass = lighterMass(simulation.world, problem.contact_points[i]);
    forces.push_back(force > least * mass ? force : 0.0);
  }
  return forces;
}

}  // namespace keystone

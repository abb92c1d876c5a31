// Forces of a step's contacts, and how well they balance.
#pragma once

#include "observe/joint_loads.h"
#include "step/step.h"

namespace keystone {

// Force [N] of a contact on its second body, from a step's impulses.
inline Vec3 contactForce(const Simulation& simulation, int contact) {
  const ContactProblem& problem = simulation.problem;
  const ContactPoint& point = problem.contact_points[contact];
  const int row = problem.normalRow(contact);
  const VecX& lambda = simulation.solution.lambda;
  Vec3 impulse = lambda[row] * point.normal;
  if (problem.dim > 1) impulse += lambda[row + 1] * point.t1;
  if (problem.dim > 2) impulse += lambda[row + 2] * point.t2;
  return impulse / problem.h;
}

// [N] of the weights, and of what does not move, on all bodies together.
inline Vec3 forceFromOutside(const Simulation& simulation) {
  const World& world = simulation.world;
  const auto moves = [&](int body) { return body >= 0 && world.bodies[body].isDynamic(); };
  Vec3 sum = Vec3::Zero();
  const auto add = [&](int a, int b, const Vec3& on_b) {
    if (moves(a) == moves(b)) return;
    sum += moves(b) ? on_b : Vec3(-on_b);
  };
  for (const Body& body : world.bodies)
    if (body.isDynamic()) sum += body.mass * world.gravity;
  for (int contact = 0; contact < simulation.problem.contacts; ++contact) {
    const ContactPoint& point = simulation.problem.contact_points[contact];
    add(point.a, point.b, contactForce(simulation, contact));
  }
  const std::vector<JointLoad> loads = jointLoads(simulation);
  for (std::size_t i = 0; i < loads.size(); ++i) add(world.joints[i].a, world.joints[i].b, loads[i].force);
  return sum;
}

// [J] By how much recovery of overlap may have lifted bodies in the last step: all their weight, by 0.3 of the deepest
// overlap and by what it leaves alone.
inline double liftedByRecovery(const Simulation& simulation) {
  double weight = 0.0;
  for (const Body& body : simulation.world.bodies)
    if (body.isDynamic()) weight += body.mass * simulation.world.gravity.norm();
  return weight * (0.3 * simulation.report.max_penetration + simulation.params.recovery_slop);
}

// By how much the forces and moments on bodies fail to balance, as a share of all that push.
struct Imbalance {
  double force = 0.0;   // the largest of a body
  double moment = 0.0;  // likewise, about its centre of mass
  double weight = 0.0;  // of all bodies: what bears them less the weight, over the weight
};

// Of the last step of bodies that contacts alone hold, at rest.
inline Imbalance imbalanceAtRest(const Simulation& simulation) {
  const World& world = simulation.world;
  struct Sum {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    double pushes = 0.0, levers = 0.0;
  };
  std::vector<Sum> sums(world.bodies.size());
  const auto push = [&](int body, const Vec3& force, const Vec3& point) {
    const Vec3 arm = point - world.bodies[body].pose.position;
    Sum& sum = sums[body];
    sum.force += force;
    sum.moment += arm.cross(force);
    sum.pushes += force.norm();
    sum.levers += arm.norm() * force.norm();
  };
  for (int contact = 0; contact < simulation.problem.contacts; ++contact) {
    const ContactPoint& point = simulation.problem.contact_points[contact];
    push(point.a, -contactForce(simulation, contact), point.point);
    push(point.b, contactForce(simulation, contact), point.point);
  }
  Imbalance worst;
  double weight = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (!body.isDynamic()) continue;
    push(static_cast<int>(i), body.mass * world.gravity, body.pose.position);
    weight += body.mass * world.gravity.norm();
    worst.force = std::max(worst.force, sums[i].force.norm() / sums[i].pushes);
    worst.moment = std::max(worst.moment, sums[i].moment.norm() / sums[i].levers);
  }
  worst.weight = forceFromOutside(simulation).norm() / weight;
  return worst;
}

}  // namespace keystone

// Worlds of one or two bodies whose motion has a closed form.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "step/step.h"

namespace keystone {

// Names the instances of a test that runs with every solver.
inline std::string solverName(const ::testing::TestParamInfo<const SolverInfo*>& instance) {
  return std::string(instance.param->id);
}

inline std::string stepperName(const ::testing::TestParamInfo<StepperKind>& instance) {
  return std::string(toString(instance.param));
}

// The methods that can run a world: those that take Coulomb friction. The others refuse what they do not take.
inline std::vector<const SolverInfo*> frictionSolvers() {
  std::vector<const SolverInfo*> all;
  for (const SolverInfo* solver : solvers())
    if (solver->accepts.cone_friction) all.push_back(solver);
  return all;
}

// A simulation with the parameters that bring any method to its best: exact ones have none of these.
inline Simulation simulation(const SolverInfo& solver, bool planar = false) {
  Simulation result;
  result.world.planar = planar;
  result.solver = &solver;
  for (const Parameter& k : solver.parameters)
    if (k.id == "iterations") result.parameters["iterations"] = k.high;
  return result;
}

inline Material material(double mu, double restitution = 0.0) {
  return {mu, mu, restitution};
}

inline int addBox(World& world, const Vec3& half, double mass, const Vec3& position, const Material& surface = {}) {
  Body body;
  body.mass = mass;
  const Vec3 square = half.cwiseProduct(half);
  body.inertia =
      (mass / 3.0) *
      Vec3(square.y() + square.z(), square.x() + square.z(), square.x() + square.y()).asDiagonal().toDenseMatrix();
  body.pose.position = position;
  return addBody(world, body, {Box{half}, surface});
}

inline int addSphere(World& world, double radius, double mass, const Vec3& position, const Material& surface = {}) {
  Body body;
  body.mass = mass;
  body.inertia = 0.4 * mass * radius * radius * Mat3::Identity();
  body.pose.position = position;
  return addBody(world, body, {Sphere{radius}, surface});
}

inline int addPlane(World& world, const Vec3& normal, const Material& surface = {}) {
  Body body;
  body.kind = BodyKind::Static;
  return addBody(world, body, {HalfSpace{normal, 0.0}, surface});
}

// Sum of the last step's normal impulses [N s].
inline double normalImpulse(const Simulation& simulation) {
  double sum = 0.0;
  for (int c = 0; c < simulation.problem.contacts; ++c)
    sum += simulation.solution.lambda[simulation.problem.normalRow(c)];
  return sum;
}

// A flat box (1 x 0.2 x 1 m, 2 kg) that touches a plane inclined by `angle` about z; +x goes downhill.
inline Simulation inclined(const SolverInfo& solver, double angle, double mu, bool planar) {
  Simulation result = simulation(solver, planar);
  const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
  addPlane(result.world, normal, material(mu));
  const int box = addBox(result.world, {0.5, 0.1, 0.5}, 2.0, 0.1 * normal, material(mu));
  result.world.bodies[box].pose.orientation = Quat(Eigen::AngleAxisd(-angle, Vec3::UnitZ()));
  return result;
}

}  // namespace keystone

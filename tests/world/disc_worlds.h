// Worlds whose contact problems have every kind of row and disc.
#pragma once

#include <random>

#include "world/joint_worlds.h"

namespace keystone {

// Balls with torsional, rolling and elliptic friction, that of every other coupled, thrown and spun on a moving floor,
// and beams: one on a ball joint with one moment about all axes, one on a hinge with limits, one on a spring.
inline Simulation discWorld(const SolverInfo& solver, std::uint32_t seed, bool planar = false) {
  Simulation result = simulation(solver, planar);
  World& world = result.world;
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
  };
  Material surface = material(0.6);
  surface.torsional = 0.01;
  surface.rolling = 0.02;
  if (!planar) surface.grain = Vec3::UnitX();
  if (!planar) surface.across = 0.5;
  const int floor = addPlane(world, Vec3::UnitY(), surface);
  world.colliders[floor].surface_velocity = {0.2, 0.0, 0.0};
  for (int i = 0; i < 6; ++i) {
    const double radius = uniform(0.1, 0.2), z = planar ? 0.0 : uniform(-0.2, 0.2);
    surface.coupled = !planar && i % 2 == 1;
    const int ball = addSphere(world, radius, uniform(0.5, 5.0), {uniform(-0.2, 0.2), 0.2 + 0.4 * i, z}, surface);
    Body& body = world.bodies[ball];
    body.omega = Vec3(uniform(-9, 9), uniform(-9, 9), uniform(-9, 9));
    if (planar) body.omega = Vec3(0, 0, body.omega.z());
  }
  for (const JointKind kind : {JointKind::Ball, JointKind::Hinge, JointKind::Spring}) {
    const double x = 2.0 + 2.0 * static_cast<int>(kind);
    const int beam = addBox(world, {0.5, 0.05, 0.05}, 2.0, {x, 3.0, 0.0});
    addJoint(world, kind, -1, beam, {x - 0.5, 3.0, 0.0});
    Joint& joint = world.joints.back();
    if (kind == JointKind::Ball) {
      joint.friction = uniform(0.5, 5.0);
      joint.isotropic = true;
    } else if (kind == JointKind::Hinge) {
      joint.low = -uniform(0.0, 0.05);
      joint.high = 1.0;
    } else {
      joint.stiffness = 500.0;
      joint.damping = 5.0;
    }
  }
  return result;
}

}  // namespace keystone

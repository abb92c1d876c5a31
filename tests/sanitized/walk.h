// What the walks through the engine's tables share: they look at no results but whether they are finite.
#pragma once

#include <gtest/gtest.h>

#include "observe/impacts.h"
#include "observe/joint_loads.h"
#include "observe/normal_forces.h"
#include "shape/shape_kind.h"
#include "step/step.h"

namespace keystone {

constexpr std::size_t kSmall = 30;  // bodies of a scene that everything is tried with

inline void expectFinite(const World& world) {
  for (const Body& body : world.bodies) {
    EXPECT_TRUE(body.pose.position.allFinite() && body.pose.orientation.coeffs().allFinite()) << body.name;
    EXPECT_TRUE(body.velocity.allFinite() && body.omega.allFinite()) << body.name;
  }
}

inline void stepOn(Simulation& simulation, int steps) {
  for (int n = 0; n < steps; ++n) step(simulation);
  expectFinite(simulation.world);
}

// What is read off a step.
inline void observe(const Simulation& simulation) {
  jointLoads(simulation);
  normalForces(simulation);
  impactsOf(simulation);
  solvedProblem(simulation);
  RayHit hit;
  pick(simulation.world, {5.0, 5.0, 5.0}, Vec3(-1.0, -1.0, -1.0).normalized(), 100.0, hit);
  const World& world = simulation.world;
  for (const Collider& collider : world.colliders) EXPECT_FALSE(describe(collider.shape).empty());
}

}  // namespace keystone

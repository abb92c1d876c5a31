// A step that is the last one again is not computed, and nobody can tell by what it comes to.
#include "step/fixed_point.h"

#include <gtest/gtest.h>

#include <functional>

#include "support/settled.h"

namespace keystone {
namespace {

Simulation computed(Simulation simulation) {
  simulation.params.skip_repeated = false;
  return simulation;
}

// All of a report but how long it took.
void expectSame(const StepReport& a, const StepReport& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_EQ(a.bodies, b.bodies);
  EXPECT_EQ(a.contacts, b.contacts);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.islands, b.islands);
  EXPECT_EQ(a.sleeping, b.sleeping);
  EXPECT_EQ(a.solve.status, b.solve.status);
  EXPECT_EQ(a.solve.iterations, b.solve.iterations);
  EXPECT_EQ(a.solve.factorizations, b.solve.factorizations);
  EXPECT_EQ(a.residual.value, b.residual.value);
  EXPECT_EQ(a.max_penetration, b.max_penetration);
  EXPECT_EQ(a.joint_error, b.joint_error);
  EXPECT_EQ(a.kinetic, b.kinetic);
  EXPECT_EQ(a.potential, b.potential);
  EXPECT_EQ(a.note, b.note);
  EXPECT_EQ(a.trouble, b.trouble);
}

// Enough to slide a brick out.
AppliedForce push() {
  AppliedForce force;
  force.body = 3;
  force.force.x() = 1e5;  // [N]
  return force;
}

// Of so many steps those that were not computed.
int skippedOf(Simulation simulation, int steps) {
  Simulation all = computed(simulation);
  int skipped = 0;
  for (int i = 0; i < steps; ++i) {
    skipped += step(simulation).repeated ? 1 : 0;
    EXPECT_FALSE(step(all).repeated);
    expectSame(simulation.report, all.report);
    EXPECT_EQ(simulation.world.cache, all.world.cache);
    EXPECT_EQ(simulation.world.joint_cache, all.world.joint_cache);
    EXPECT_EQ(simulation.solution.lambda, all.solution.lambda);
  }
  return skipped;
}

TEST(FixedPoint, NobodyCanTellUnderAnyStepper) {
  for (const StepperInfo& stepper : steppers()) {
    SCOPED_TRACE(stepper.id);
    Simulation wall = loadById("wall_5x5").simulation;
    wall.stepper = stepper.kind;
    skippedOf(std::move(wall), 60);
  }
}

TEST(FixedPoint, RestingScenesAreSkippedWithinASecond) {
  for (const char* id : {"wall_10x10", "arch", "jenga", "pyramid3d_5", "card_house", "wedged", "table"}) {
    SCOPED_TRACE(id);
    EXPECT_GT(skippedOf(loadById(id).simulation, 120), 60);
  }
}

TEST(FixedPoint, WhatMovesIsComputed) {
  for (const char* id : {"billiards", "dominoes", "linkage_blocks"}) {
    SCOPED_TRACE(id);
    EXPECT_EQ(skippedOf(loadById(id).simulation, 60), 0);
  }
}

// Each is felt by the very next step, which is the one of a simulation that has computed all steps.
TEST(FixedPoint, AChangeIsFeltAtOnce) {
  const Simulation& rest = settled("wall_5x5", 60);
  ASSERT_TRUE(rest.report.repeated);
  const std::vector<std::function<void(Simulation&)>> changes{
      [](Simulation& s) { s.world.bodies[3].velocity.x() = 1e-12; },
      [](Simulation& s) { s.world.bodies[3].pose.position.x() += 1e-3; },
      [](Simulation& s) { s.world.bodies[3].mass *= 2.0; },
      [](Simulation& s) { s.world.colliders[3].material.friction_static = 0.1; },
      [](Simulation& s) { s.world.gravity.x() = 1.0; },
      [](Simulation& s) { s.world.h *= 0.5; },
      [](Simulation& s) { s.world.drags.push_back({.body = 3, .target = Vec3(0.0, 2.0, 0.0)}); },
      [](Simulation& s) { s.world.forces.push_back(push()); },
      [](Simulation& s) { removeBody(s.world, 10); },
      [](Simulation& s) { s.world.cache.clear(); },
      [](Simulation& s) { s.solver = findSolver("pgs"); },
      [](Simulation& s) { s.parameters["tolerance"] = 1e-6; },
      [](Simulation& s) { s.params.restitution_threshold = 1.0; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(i);
    Simulation changed = rest, all = computed(rest);
    changes[i](changed);
    changes[i](all);
    EXPECT_FALSE(step(changed).repeated);
    step(all);
    expectSame(changed.report, all.report);
  }
}

// A force that begins at a time, and one that swings.
TEST(FixedPoint, ForcesThatChangeWithTimeAreNotMissed) {
  Simulation wall = settled("wall_5x5", 60);
  AppliedForce late = push();
  late.from = wall.world.time + 0.1;
  wall.world.forces.push_back(late);
  EXPECT_EQ(skippedOf(wall, 30), 0);
  for (int i = 0; i < 30; ++i) step(wall);
  EXPECT_GT(wall.report.kinetic, 0.0);
}

}  // namespace
}  // namespace keystone

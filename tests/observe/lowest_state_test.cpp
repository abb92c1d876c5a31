// The state of least potential energy of towers: closed forms, and that balance means it is the present one.
#include <gtest/gtest.h>

#include "observe/analysis.h"
#include "support/settled.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

World ledge(double reach) {
  World world;
  world.planar = true;
  addPlane(world, Vec3::UnitY(), material(0.5));
  addBox(world, {1.0, 0.5, 0.5}, 0.0, {-1.0, 0.5, 0}, material(0.5));  // its edge at x = 0, its top at 1 m
  world.bodies.back().kind = BodyKind::Static;
  addBox(world, {0.5, 0.1, 0.5}, 2.0, {reach - 0.5, 1.1, 0}, material(0.5));
  return world;
}

// A brick that reaches over a ledge by more than half turns about the edge until its end is on the floor.
TEST(LowestState, OfABrickOverALedgeIsThatOnItsEdge) {
  for (const double reach : {0.3, 0.5, 0.6, 0.9}) {
    const auto state = lowestState(ledge(reach));
    ASSERT_TRUE(state && state->solved) << reach;
    const double slope = reach > 0.5 ? -1.0 / reach : 0.0, sink = -slope * (reach - 0.5);
    ASSERT_EQ(state->bricks.size(), 1U);
    EXPECT_NEAR(state->bricks[0].sink, sink, 1e-9) << reach;
    EXPECT_NEAR(state->energy, 2.0 * 9.81 * sink, 1e-8) << reach;
    EXPECT_NEAR(reach == 0.5 ? slope : state->bricks[0].slope, slope, 1e-9) << reach;  // there any angle will do
  }
}

// The next one that would fall beside the ledge lies on the floor.
TEST(LowestState, OfABrickInTheAirIsOnTheFloor) {
  World world = ledge(0.3);
  addBox(world, {0.5, 0.1, 0.5}, 2.0, {2.0, 0.7, 0}, material(0.5));
  const auto state = lowestState(world);
  ASSERT_TRUE(state && state->solved);
  EXPECT_NEAR(state->bricks[1].sink, 0.6, 1e-9);
  EXPECT_NEAR(state->energy, 2.0 * 9.81 * 0.6, 1e-8);
}

// The dual of the linear program is frictionless balance.
TEST(LowestState, IsThePresentOneWhereBricksAreBalanced) {
  int balanced = 0, unbalanced = 0;
  for (const char* id : {"diamond_4", "diamond_5", "collapse_5x5", "inverted_triangle_3", "inverted_triangle_5",
                         "harmonic_10_frictionless", "harmonic_10_over_frictionless", "wall_5x5", "stack_15"}) {
    const Simulation simulation = loadById(id).simulation;
    const auto state = lowestState(simulation.world);
    ASSERT_TRUE(state && state->solved) << id;
    const bool stands = analyze(simulation, {.frictionless = true}).balanced;
    EXPECT_EQ(state->energy <= 1e-6, stands) << id << " " << state->energy;
    (stands ? balanced : unbalanced) += 1;
  }
  EXPECT_GT(balanced, 2);
  EXPECT_GT(unbalanced, 2);
}

TEST(LowestState, IsNotAskedOfOtherWorlds) {
  EXPECT_FALSE(lowestState(loadById("arch").simulation.world));
  EXPECT_FALSE(lowestState(loadById("wall3d_10x10").simulation.world));
  World bottomless = ledge(0.9);
  bottomless.bodies.erase(bottomless.bodies.begin());
  bottomless.colliders.erase(bottomless.colliders.begin());
  const auto state = lowestState(bottomless);
  ASSERT_TRUE(state);
  EXPECT_TRUE(state->bottomless && !state->solved);
}

}  // namespace
}  // namespace keystone

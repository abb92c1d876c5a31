// The state of a world as bytes.
#include "record/world_state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

// A wall under springs, in the middle of an impact: its contacts hold energy that they may give back.
Simulation struck() {
  Simulation simulation = loadById("wall_5x5").simulation;
  simulation.stepper = StepperKind::TgsSoft;
  simulation.stepper_parameters.clear();
  simulation.world.bodies.back().velocity = {3.0, -1.0, 0.0};
  for (int n = 0; n < 5; ++n) step(simulation);
  return simulation;
}

TEST(WorldState, KeepsWhatContactsMayGiveBackToTheLastBit) {
  Simulation simulation = struck();
  ASSERT_EQ(simulation.world.energy_store.size(), simulation.world.bodies.size());
  EXPECT_GT(*std::ranges::max_element(simulation.world.energy_store), 0.0);
  ByteWriter bytes;
  writeState(simulation.world, bytes);
  Simulation restored = struck();
  restored.world.energy_store.clear();
  ByteReader reader(bytes.bytes());
  readState(reader, restored.world);
  EXPECT_EQ(restored.world, simulation.world);
  for (int n = 0; n < 20; ++n) EXPECT_EQ(step(restored).state_hash, step(simulation).state_hash) << n;
}

// Recordings made before there were stores end where these begin.
TEST(WorldState, OfAnOlderRecordingHasNoStore) {
  Simulation simulation = struck();
  ByteWriter with, empty;
  writeState(simulation.world, with);
  simulation.world.energy_store.clear();
  writeState(simulation.world, empty);
  const std::string older = empty.bytes().substr(0, empty.bytes().size() - sizeof(std::uint32_t));  // no list at all
  World world = struck().world;
  ByteReader reader(older);
  readState(reader, world);
  EXPECT_EQ(world, simulation.world);
  EXPECT_LT(older.size(), with.bytes().size());
}

TEST(WorldState, AStoreOfAnotherNumberOfBodiesIsRefused) {
  Simulation simulation = struck();
  simulation.world.energy_store.pop_back();
  ByteWriter bytes;
  writeState(simulation.world, bytes);
  World world = struck().world;
  ByteReader reader(bytes.bytes());
  EXPECT_THROW(readState(reader, world), BytesError);
}

TEST(WorldState, StoresFollowTheirBodies) {
  World world = struck().world;
  std::vector<double> left = world.energy_store;
  left.erase(left.begin() + 3);
  removeBody(world, 3);
  EXPECT_EQ(world.energy_store, left);
}

}  // namespace
}  // namespace keystone

// The state of a world as bytes.
#include "record/world_state.h"

#include <gtest/gtest.h>

#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

// A wall in the middle of an impact.
Simulation struck() {
  Simulation simulation = loadById("wall_5x5").simulation;
  simulation.stepper = StepperKind::TgsSoft;
  simulation.stepper_parameters.clear();
  simulation.world.bodies.back().velocity = {3.0, -1.0, 0.0};
  for (int n = 0; n < 5; ++n) step(simulation);
  return simulation;
}

std::string stateOf(const World& world) {
  ByteWriter bytes;
  writeState(world, bytes);
  return bytes.bytes();
}

TEST(WorldState, GoesOnFromWhereItWasToTheLastBit) {
  Simulation simulation = struck();
  Simulation restored = loadById("wall_5x5").simulation;
  restored.stepper = simulation.stepper;
  restored.stepper_parameters = simulation.stepper_parameters;
  const std::string state = stateOf(simulation.world);
  ByteReader reader(state);
  readState(reader, restored.world);
  EXPECT_EQ(restored.world, simulation.world);
  for (int n = 0; n < 20; ++n) EXPECT_EQ(step(restored).state_hash, step(simulation).state_hash) << n;
}

TEST(WorldState, OfAnotherNumberOfJointsIsRefused) {
  const World world = loadById("cradle").simulation.world;
  ASSERT_FALSE(world.joints.empty());
  for (const bool there : {true, false}) {
    World remembers = world;
    remembers.joint_cache.push_back(
        {.joint = static_cast<int>(world.joints.size()) - (there ? 1 : 0), .impulse = 1.0, .set = RowSet::Bilateral});
    const std::string state = stateOf(remembers);
    ByteReader reader(state);
    World read = world;
    if (there)
      readState(reader, read);
    else
      EXPECT_THROW(readState(reader, read), BytesError);
  }
}

// Recordings by versions that stored energies of bodies end with a list of these.
TEST(WorldState, MayEndWithEnergiesOfBodies) {
  const World world = struck().world;
  ByteWriter energies;
  energies.list(std::vector<double>{0.5, 0.0, 2.0}, [](auto& io, auto& value) { io(value); });
  const std::string older = stateOf(world) + energies.bytes();
  World read = loadById("wall_5x5").simulation.world;
  ByteReader reader(older);
  readState(reader, read);
  EXPECT_EQ(read, world);
  const std::string longer = older + "0123";
  ByteReader further(longer);
  EXPECT_THROW(readState(further, read), BytesError);
}

}  // namespace
}  // namespace keystone

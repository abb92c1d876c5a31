#include "world/world.h"

#include <gtest/gtest.h>

#include "world/small_worlds.h"

namespace keystone {
namespace {

TEST(World, RemovingABodyMovesDragsAndCachedContactsDown) {
  World world;
  for (int i = 0; i < 4; ++i) addSphere(world, 0.5, 1.0 + i, Vec3(2.0 * i, 0, 0));
  world.drags = {{.body = 1}, {.body = 3}};
  world.cache = {
      {.key = {0, 1, 7}}, {.key = {0, 2, 7}, .impulse = Vec3(1, 2, 3)}, {.key = {1, 3, 1}}, {.key = {2, 3, 5}}};
  removeBody(world, 1);
  EXPECT_EQ(world.bodies.size(), 3u);
  EXPECT_EQ(world.colliders.size(), 3u);
  EXPECT_EQ(world.colours.size(), 3u);
  EXPECT_EQ(world.start[1], Vec3(4, 0, 0));
  ASSERT_EQ(world.drags.size(), 1u);
  EXPECT_EQ(world.drags[0].body, 2);
  ASSERT_EQ(world.cache.size(), 2u);
  EXPECT_EQ(world.cache[0].key, (ContactKey{0, 1, 7}));
  EXPECT_EQ(world.cache[0].impulse, Vec3(1, 2, 3));
  EXPECT_EQ(world.cache[1].key, (ContactKey{1, 2, 5}));
}

TEST(World, RemovingAJointKeepsTheImpulsesOfTheOthers) {
  World world;
  for (int i = 0; i < 3; ++i) addSphere(world, 0.5, 1.0, Vec3(2.0 * i, 0, 0));
  for (int i = 0; i < 3; ++i) {
    world.joints.emplace_back().b = i;
    world.joint_cache.push_back({i, 10.0 + i, RowSet::Bilateral});
  }
  World other = world;
  removeJoint(world, 1);
  ASSERT_EQ(world.joint_cache.size(), 2u);
  EXPECT_EQ(world.joint_cache[1].joint, 1);
  EXPECT_EQ(world.joint_cache[1].impulse, 12.0);
  removeBody(other, 1);
  EXPECT_EQ(other.joint_cache, world.joint_cache);
  EXPECT_EQ(other.joints[1].b, 1);
}

TEST(World, PickFindsTheNearestBody) {
  World world;
  addSphere(world, 0.5, 1.0, {0, 0, -5});
  addSphere(world, 0.5, 1.0, {0, 0, -2});
  RayHit hit{};
  EXPECT_EQ(pick(world, Vec3::Zero(), -Vec3::UnitZ(), 100.0, hit), 1);
  EXPECT_NEAR(hit.distance, 1.5, 1e-12);
  EXPECT_EQ(pick(world, Vec3::Zero(), Vec3::UnitZ(), 100.0, hit), -1);
  EXPECT_EQ(pick(world, Vec3::Zero(), -Vec3::UnitZ(), 1.0, hit), -1);
}

TEST(World, StateHashSeesEveryBitOfTheState) {
  World world;
  addSphere(world, 0.5, 1.0, Vec3::Zero());
  const std::uint64_t before = stateHash(world);
  EXPECT_EQ(stateHash(World(world)), before);
  world.bodies[0].omega.z() = 1e-300;
  EXPECT_NE(stateHash(world), before);
  world.bodies[0].omega.z() = 0.0;
  world.time = 1.0;
  EXPECT_NE(stateHash(world), before);
}

}  // namespace
}  // namespace keystone

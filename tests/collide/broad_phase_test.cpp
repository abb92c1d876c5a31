#include <gtest/gtest.h>

#include "collide/contact_world.h"
#include "shape/random_shapes.h"
#include "support/by_value.h"

namespace keystone {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

Pairs pairsOf(const ContactWorld& world) {
  return pairsOf(world.bodies, world.colliders, world.params, world.h);
}

Pairs overlapping(const ContactWorld& world) {
  const auto box = [&](std::size_t i) {
    return bounds(world.colliders[i].shape, world.bodies[i].pose, 0.5 * world.params.margin);
  };
  Pairs pairs;
  for (std::size_t a = 0; a < world.bodies.size(); ++a)
    for (std::size_t b = a + 1; b < world.bodies.size(); ++b)
      if (box(a).overlaps(box(b))) pairs.emplace_back(a, b);
  return pairs;
}

// In a heap, far and wide in a plane, in a line, and all at one place; long bars and a wide plate among them.
TEST(BroadPhase, MissesNoPairOfOverlappingBounds) {
  RandomShapes random(21);
  for (const Vec3& spread : {Vec3(1.0, 1.0, 1.0), Vec3(9.0, 0.2, 20.0), Vec3(0.0, 40.0, 0.0), Vec3(0.0, 0.0, 0.0)}) {
    ContactWorld world;
    for (int i = 0; i < 200; ++i) {
      const Vec3 place = random.vector(4.0).cwiseProduct(spread);
      world.add(i % 40 == 7 ? Shape(Box{Vec3(20.0, 0.1, 0.1)}) : random.any(), place, false, random.turn());
    }
    world.add(Box{Vec3(100.0, 0.1, 100.0)}, Vec3::Zero());
    EXPECT_EQ(pairsOf(world), overlapping(world)) << spread.transpose();
  }
}

TEST(BroadPhase, FastBodiesMeetWhatTheyWillReach) {
  ContactWorld world;
  world.add(Sphere{0.1}, Vec3::Zero());
  world.add(Sphere{0.1}, Vec3(2.0, 0.0, 0.0));
  EXPECT_TRUE(pairsOf(world).empty());
  world.bodies[0].velocity = Vec3(120.0, 0.0, 0.0);  // 2 m a step
  EXPECT_EQ(pairsOf(world), (Pairs{{0, 1}}));
}

TEST(BroadPhase, BodiesThatNothingMovesDoNotMeet) {
  ContactWorld world;
  world.add(Box{}, Vec3::Zero()).kind = BodyKind::Static;
  world.add(Box{}, Vec3::Zero()).kind = BodyKind::Kinematic;
  world.add(HalfSpace{}, Vec3::Zero());
  EXPECT_TRUE(pairsOf(world).empty());
  world.add(Box{}, Vec3::Zero());
  EXPECT_EQ(pairsOf(world), (Pairs{{0, 3}, {1, 3}, {2, 3}}));
}

TEST(BroadPhase, LayersMustAgreeBothWays) {
  ContactWorld world;
  world.add(Box{}, Vec3::Zero());
  world.add(Box{}, Vec3::Zero());
  world.colliders[1].layer = 2;
  world.colliders[0].mask = 1;
  EXPECT_TRUE(pairsOf(world).empty());
  world.colliders[0].mask = 3;
  EXPECT_EQ(pairsOf(world).size(), 1u);
  world.colliders[1].mask = 2;
  EXPECT_TRUE(pairsOf(world).empty());
}

TEST(BroadPhase, HalfSpaceMeetsOnlyBodiesNearIt) {
  ContactWorld world;
  world.add(HalfSpace{Vec3(0.6, 0.8, 0.0), 0.0}, Vec3::Zero());
  world.add(Sphere{0.5}, Vec3(0.0, 10.0, 0.0));
  world.add(Sphere{0.5}, Vec3(8.0, -6.0, 0.0) + 0.51 * Vec3(0.6, 0.8, 0.0));
  world.add(Sphere{0.5}, Vec3(0.0, -10.0, 0.0));  // deep inside the solid
  EXPECT_EQ(pairsOf(world), (Pairs{{0, 2}, {0, 3}}));
}

TEST(Tangents, CompleteARightHandedFrame) {
  RandomShapes random(22);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 n = random.direction();
    Vec3 t1;
    Vec3 t2;
    tangents(n, t1, t2);
    EXPECT_LT((t1.cross(t2) - n).norm(), 1e-14);
    EXPECT_NEAR(t1.norm(), 1.0, 1e-14);
  }
  Vec3 t1;
  Vec3 t2;
  tangents(Vec3(0.6, 0.8, 0.0), t1, t2);
  EXPECT_EQ(t1, Vec3(0.8, -0.6, 0.0));
  EXPECT_EQ(t2, Vec3(0.0, 0.0, -1.0));
}

TEST(Materials, FrictionIsTheGeometricMeanAndRestitutionTheLarger) {
  const Material both = combine({0.4, 0.2, 0.1}, {0.9, 0.8, 0.6});
  EXPECT_DOUBLE_EQ(both.friction_static, 0.6);
  EXPECT_DOUBLE_EQ(both.friction_dynamic, 0.4);
  EXPECT_EQ(both.restitution, 0.6);
}

TEST(Materials, TheLargerFrictionIsFeltWhereOneSurfaceSaysSo) {
  Material rough{0.9, 0.8};
  rough.rule = FrictionRule::Larger;
  rough.torsional = 0.1;
  EXPECT_EQ(combine({0.4, 0.2}, rough).friction_static, 0.9);
  EXPECT_EQ(combine(rough, {1.0, 1.0}).friction_dynamic, 1.0);
  Material leads{0.1, 0.1};
  leads.priority = 1;
  EXPECT_EQ(combine(rough, leads).friction_static, 0.1);
  EXPECT_EQ(combine(rough, leads).torsional, 0.0);
}

TEST(Materials, OfTwoSurfacesTheOneWithMoreFrictionSaysWhatActs) {
  Material smooth{0.5, 0.5}, sliding{0.5, 0.5};
  smooth.condim = 1;
  sliding.condim = 3;
  smooth.torsional = smooth.rolling = 0.1;
  EXPECT_EQ(combine(smooth, smooth).friction_static, 0.0);
  EXPECT_EQ(combine(smooth, sliding).friction_static, 0.5);
  EXPECT_EQ(combine(smooth, sliding).torsional, 0.0);
  EXPECT_EQ(combine(smooth, {0.5, 0.5}).rolling, 0.1);
}

}  // namespace
}  // namespace keystone

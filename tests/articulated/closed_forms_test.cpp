// Pendulums whose equations stand in every book.
#include <gtest/gtest.h>

#include "articulated/tree_motion.h"

namespace keystone {
namespace {

// `count` rods of 1 m and 2 kg in a row along x, on hinges about z, the first at the origin.
World rodChain(int count) {
  World world;
  for (int i = 0; i < count; ++i) {
    Body rod;
    rod.mass = 2.0;
    rod.inertia = Vec3(1e-3, 2.0 / 12.0, 2.0 / 12.0).asDiagonal();
    rod.pose.position = {i + 0.5, 0.0, 0.0};
    addBody(world, rod, {Sphere{0.05}, {}});
    Joint joint;
    joint.kind = JointKind::Hinge;
    joint.a = i - 1;
    joint.b = i;
    const Vec3 at(i, 0.0, 0.0);
    attach(joint, world.bodies, at, at, Vec3::UnitZ());
    world.joints.push_back(joint);
  }
  return world;
}

VecX freeFall(const World& world) {
  PlacedForest placed;
  placeForest(world.bodies, world.joints, world.planar, placed);
  return forwardDynamics(placed, world.joints, velocitiesIn(world), weightsIn(world), {});
}

// (m l^2 / 3) a = -m g l / 2.
TEST(Articulated, RodLetGoHorizontallyTurnsAtThreeHalvesGOverLength) {
  EXPECT_NEAR(freeFall(rodChain(1))[0], -1.5 * 9.81, 1e-13);
}

// Two rods of length l and mass m, angles t1 and t2 from the horizontal, from the Lagrangian:
//   [4/3, c/2; c/2, 1/3] (t1'', t2'') = (s/2 t2'^2 - 3/2 g/l cos t1, -s/2 t1'^2 - 1/2 g/l cos t2),
// with c = cos(t1 - t2), s = -sin(t1 - t2).
TEST(Articulated, DoublePendulumObeysItsLagrangian) {
  const World level = rodChain(2);
  PlacedForest placed;
  placeForest(level.bodies, level.joints, false, placed);
  const double t1 = 0.7, turn = -1.1, t2 = t1 + turn, w1 = 1.3, w2 = -2.1;
  World world = displaced(level, placed.forest, Vec2(t1, turn));
  replaceForest(world.bodies, world.joints, placed);
  VecX v = VecX::Zero(12);
  spreadVelocities(placed, Vec2(w1, w2 - w1), v);
  setVelocitiesIn(world, v);
  const double c = std::cos(t1 - t2), s = -std::sin(t1 - t2), g = 9.81;
  Eigen::Matrix2d M;
  M << 4.0 / 3.0, 0.5 * c, 0.5 * c, 1.0 / 3.0;
  const Vec2 expected =
      M.inverse() * Vec2(0.5 * s * w2 * w2 - 1.5 * g * std::cos(t1), -0.5 * s * w1 * w1 - 0.5 * g * std::cos(t2));
  const VecX found = freeFall(world);
  EXPECT_NEAR(found[0], expected.x(), 1e-12);
  EXPECT_NEAR(found[0] + found[1], expected.y(), 1e-12);
}

// By articulated bodies in O(n) and by the mass matrix in O(n^3), whose condition number is some 1e8 here.
TEST(Articulated, HundredLinksFallAlikeByBothAlgorithms) {
  const World chain = rodChain(100);
  PlacedForest placed;
  placeForest(chain.bodies, chain.joints, false, placed);
  const VecX bias =
      inverseDynamics(placed, chain.joints, velocitiesIn(chain), VecX::Zero(placed.forest.dofs), weightsIn(chain));
  const VecX expected = massMatrix(placed).ldlt().solve(-bias), found = freeFall(chain);
  EXPECT_LE((found - expected).norm(), 1e-7 * expected.norm());
  EXPECT_GT(found.norm(), 1.0);
}

TEST(Articulated, ChainsOfAnyLengthAreTrees) {
  const World chain = rodChain(400);
  Forest forest;
  buildForest(chain.bodies, chain.joints, false, forest);
  EXPECT_EQ(forest.dofs, 400);
  for (int i = 0; i < 400; ++i) EXPECT_EQ(forest.links[i].parent, i - 1);
}

// A ring is a tree with a loop: one joint is none of the tree's.
TEST(Articulated, LoopsAreLeftToRows) {
  World ring = rodChain(4);
  ring.joints.front().a = 3;
  Forest forest;
  buildForest(ring.bodies, ring.joints, false, forest);
  EXPECT_EQ(forest.dofs, 6 + 3);
  EXPECT_EQ(std::count(forest.is_tree_joint.begin(), forest.is_tree_joint.end(), 0), 1);
}

// Steps of Runge-Kutta of h and h / 2: the error falls by 2^4.
TEST(Articulated, FreeMotionIsOfFourthOrder) {
  RandomTrees random(7);
  World start = random.tree(5, false, true);
  PlacedForest placed;
  placeForest(start.bodies, start.joints, false, placed);
  VecX v = VecX::Zero(30);
  spreadVelocities(placed, random.vector(placed.forest.dofs), v);
  setVelocitiesIn(start, v);
  const auto end = [&](int steps) {
    World world = start;
    for (int i = 0; i < steps; ++i) advance(world, placed.forest, 0.5 / steps);
    return world.bodies.back().pose.position;
  };
  const Vec3 fine = end(800);
  const double coarse = (end(25) - fine).norm(), half = (end(50) - fine).norm();
  EXPECT_NEAR(std::log2(coarse / half), 4.0, 0.3) << coarse << " and " << half;
}

}  // namespace
}  // namespace keystone

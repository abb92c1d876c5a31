// The steps of a scene against MuJoCo's, in free motion, and models at random.
#include "robot/mujoco_pair.h"
#include "support/settled.h"

namespace keystone {
namespace {

// A second of a file with steps of 1 ms, from velocities at random, under efforts on its hinges [N m] of so much at
// most, against MuJoCo's Runge-Kutta.
void expectSameSteps(const std::string& name, double most) {
  const std::string path = robotPath(name);
  Pair pair(path);
  Scene scene = loadScene(path, "");
  World& world = scene.simulation.world;
  world.h = 1e-3;
  for (Collider& collider : world.colliders) collider.mask = 0;
  RandomTrees random(6);
  const VecX qdot = 0.5 * random.vector(pair.dofs());
  VecX v = VecX::Zero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  spreadVelocities(pair.placed, qdot, v);
  setVelocitiesIn(world, v);
  pair.copyState(qdot);
  for (Joint& joint : world.joints) {
    joint.low = -HUGE_VAL;  // as there
    joint.high = HUGE_VAL;
    if (most == 0.0 || joint.kind != JointKind::Hinge) continue;
    joint.motor_max = 0.0;
    joint.effort = most * random.number();
    pair.push(joint.name, joint.effort);
  }
  for (int i = 0; i < 1000; ++i) {
    step(scene.simulation);
    ASSERT_LE(scene.simulation.report.residual.value, 1e-9) << i;
  }
  pair.run(1.0, 1e-3);
  for (int b = 0; b < static_cast<int>(world.bodies.size()); ++b) {
    if (!pair.has(b)) continue;
    EXPECT_LE((world.bodies[b].pose.position - pair.centre(b)).norm(), 1e-6) << world.bodies[b].name;
  }
}

// Links between the joints of one body, with next to no mass, cost no digits.
TEST(MujocoSteps, BodiesOfSeveralJointsFallAlike) {
  expectSameSteps("many_joints.xml", 0.0);
}

TEST(MujocoSteps, AnAntMovesAlikeUnderTorques) {
  expectSameSteps("ant.xml", 0.2);
}

TEST(MujocoSteps, RotorsTurnAlike) {
  expectSameSteps("geared.xml", 0.0);
  expectSameSteps("geared.xml", 0.2);
}

TEST(MujocoSteps, AHumanoidMovesAlikeUnderTorques) {
  expectSameSteps("humanoid.xml", 0.2);
}

// Trees of hinges, balls, sliders and fixed joints, every other one of them floating.
TEST(MujocoModels, AtRandomMoveAlike) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomTrees random(100 + seed);
    World world = random.tree(3 + static_cast<int>(seed) % 6, false, seed % 2 == 0);
    for (std::size_t b = 0; b < world.bodies.size(); ++b) world.bodies[b].name = "body" + std::to_string(b);
    for (std::size_t j = 0; j < world.joints.size(); ++j) {
      world.joints[j].name = "joint" + std::to_string(j);
      if (world.joints[j].hasCoordinate() && j % 2 == 0) world.joints[j].armature = 0.3;
    }
    const auto pair = convertedPair(world);
    ASSERT_EQ(pair->dofs(), pair->placed.forest.dofs) << seed;
    expectSameFreeMotion(*pair, random, 0.5);
  }
}

}  // namespace
}  // namespace keystone

// Springs, dampers and rotors on the joints of trees, which reduced coordinates solve without rows: as in maximal
// coordinates.
#include "step/tree_springs.h"

#include <gtest/gtest.h>

#include "solver/by_islands.h"
#include "step/step.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

// A chain of rods on hinges and sliders with springs, which falls onto smooth ground, where velocities are unique; in a
// hinge of it, a limit and a motor.
Simulation chain(double stiffness, double damping, bool planar, double armature = 0.0) {
  Simulation result = simulation(*findSolver("exact"), planar);
  World& world = result.world;
  Body ground;
  ground.kind = BodyKind::Static;
  ground.pose.position.y() = -0.4;
  addBody(world, ground, {HalfSpace{}, {.friction_static = 0.0, .friction_dynamic = 0.0}});
  int before = -1;
  for (int i = 0; i < 6; ++i) {
    const double x = 0.5 * i;
    const int rod = addBox(world, {0.25, 0.03, 0.03}, 1.0, {x + 0.25, 0.0, 0.0});
    const bool slides = i == 2 || i == 4;
    addJoint(world, slides ? JointKind::Slider : JointKind::Hinge, before, rod, {x, 0.0, 0.0},
             slides ? Vec3(0.6, 0.8, 0.0) : Vec3::UnitZ());
    Joint& joint = world.joints.back();
    joint.stiffness = stiffness;
    joint.damping = damping;
    joint.rest = 0.1;
    joint.rest_speed = 0.2;
    joint.armature = armature;
    before = rod;
  }
  world.joints[1].high = 0.1;
  world.joints[3].motor_max = 2.0;
  world.joints[3].motor_speed = -0.5;
  result.params.coordinates = Coordinates::Reduced;
  return result;
}

// Soft, damped, and as stiff as an implicit step may have it: the full form of each step's problem, springs and all,
// has the same solution.
TEST(TreeSprings, FullFormOfTheProblemHasTheSameSolution) {
  struct Kind {
    double stiffness, damping, armature = 0.0;
  };
  const Kind kinds[] = {{20.0, 0.0}, {20.0, 3.0}, {0.0, 5.0}, {1e7, 1e4}, {0.0, 0.0, 0.5}, {20.0, 3.0, 0.5}};
  for (const auto& [stiffness, damping, armature] : kinds)
    for (const bool planar : {false, true}) {
      Simulation trees = chain(stiffness, damping, planar, armature);
      double fastest = 0.0;
      for (int i = 0; i < 40; ++i) {
        step(trees);
        ASSERT_EQ(trees.report.solve.status, SolveStatus::Converged) << trees.report.trouble;
        ASSERT_LE(trees.report.residual.value, 1e-9);
        Solution full{VecX::Zero(trees.problem.rows()), {}};
        DeltaV delta_v;
        const SolveReport report =
            solveByIslands(*trees.solver, trees.problem, trees.islands, trees.parameters, full, nullptr, delta_v);
        ASSERT_EQ(report.status, SolveStatus::Converged) << i;
        const VecX v = trees.problem.v_free + delta_v.bodies, own = velocityAfter(trees.problem, trees.solution.lambda);
        // Impulses are known to 1e-9 of the largest, and turn rods of 0.02 kg m^2.
        const double largest = std::max(1.0, trees.solution.lambda.lpNorm<Eigen::Infinity>());
        EXPECT_LE((v - own).lpNorm<Eigen::Infinity>(), 1e-7 * largest) << i << " k " << stiffness << " c " << damping;
        fastest = std::max(fastest, own.lpNorm<Eigen::Infinity>());
      }
      EXPECT_GT(fastest, 0.1) << stiffness;
    }
}

TEST(TreeSprings, OfHingesAndSlidersAreNoUnknowns) {
  Simulation trees = chain(20.0, 3.0, false);
  PlacedForest placed;
  placeForest(trees.world.bodies, trees.world.joints, false, placed);
  step(trees);
  std::vector<TreeSpring> springs;
  findTreeSprings(placed, trees.problem, std::vector<char>(trees.problem.joint_rows, 0), springs);
  ASSERT_EQ(springs.size(), trees.world.joints.size());
  for (const TreeSpring& spring : springs) EXPECT_NEAR(std::abs(spring.rate), 1.0, 1e-12);
  EXPECT_GT(addedInertia(springs, trees.problem, placed.forest.dofs).minCoeff(), 0.0);
}

}  // namespace
}  // namespace keystone

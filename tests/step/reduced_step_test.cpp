// Reduced coordinates against maximal ones and against closed forms.
#include <gtest/gtest.h>

#include <numbers>

#include "solver/by_islands.h"
#include "step/step.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

Simulation reduced(const Simulation& maximal) {
  Simulation result = maximal;
  result.params.coordinates = Coordinates::Reduced;
  return result;
}

Simulation exactSimulation(bool planar = false) {
  return simulation(*findSolver("exact"), planar);
}

// [m/s] and [rad/s], the largest difference between the velocities of two worlds.
double velocityDifference(const World& a, const World& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i)
    worst = std::max(
        {worst, (a.bodies[i].velocity - b.bodies[i].velocity).norm(), (a.bodies[i].omega - b.bodies[i].omega).norm()});
  return worst;
}

double positionDifference(const World& a, const World& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i)
    worst = std::max(worst, (a.bodies[i].pose.position - b.bodies[i].pose.position).norm());
  return worst;
}

// A trunk on four legs of two parts on hinges with motors that hold them, feet on the ground.
Simulation quadruped() {
  Simulation result = exactSimulation();
  World& world = result.world;
  Body ground;
  ground.kind = BodyKind::Static;
  addBody(world, ground, {HalfSpace{}, {}});
  const int trunk = addBox(world, {0.4, 0.08, 0.2}, 10.0, {0.0, 0.6, 0.0});
  for (const double x : {-0.3, 0.3})
    for (const double z : {-0.2, 0.2}) {
      const int thigh = addBox(world, {0.03, 0.125, 0.03}, 1.0, {x, 0.4, z});
      const int shank = addBox(world, {0.03, 0.125, 0.03}, 0.5, {x, 0.125, z});
      addJoint(world, JointKind::Hinge, trunk, thigh, {x, 0.525, z});
      addJoint(world, JointKind::Hinge, thigh, shank, {x, 0.25, z});
    }
  for (Joint& joint : world.joints) joint.motor_max = 50.0;
  return result;
}

double normalForce(const Simulation& simulation) {
  double sum = 0.0;
  for (int c = 0; c < simulation.problem.contacts; ++c)
    sum += simulation.solution.lambda[simulation.problem.normalRow(c)];
  return sum / simulation.world.h;
}

// At rest both forms are one problem, and contact forces under four feet with 16 points are not unique: what is,
// agrees.
TEST(ReducedStep, StandingQuadrupedHasTheSameForcesInBothCoordinates) {
  Simulation maximal = quadruped(), trees = reduced(maximal);
  for (int i = 0; i < 60; ++i) {
    step(maximal);
    step(trees);
    ASSERT_FALSE(trees.report.rejected) << trees.report.trouble;
    ASSERT_EQ(trees.report.solve.status, SolveStatus::Converged) << trees.report.trouble;
    ASSERT_LE(trees.report.residual.value, 1e-9);
  }
  EXPECT_NEAR(normalForce(trees), (10.0 + 4 * 1.5) * 9.81, 1e-6);
  EXPECT_NEAR(normalForce(trees), normalForce(maximal), 1e-6);
  EXPECT_LE(positionDifference(maximal.world, trees.world), 1e-9);
  EXPECT_LE(velocityDifference(maximal.world, trees.world), 1e-9);
}

// Eliminating rows does not change the solution: the exact solver on the full form of the same step's problem.
TEST(ReducedStep, FullFormOfTheProblemHasTheSameSolution) {
  Simulation trees = reduced(quadruped());
  trees.world.bodies[1].velocity = {0.7, 0.0, 0.2};  // pushed aside: it tips and slides
  double largest = 0.0;
  for (int i = 0; i < 40; ++i) {
    step(trees);
    ASSERT_FALSE(trees.report.rejected) << trees.report.trouble;
    Solution full{VecX::Zero(trees.problem.rows()), {}};
    DeltaV delta_v;
    const SolveReport report =
        solveByIslands(*trees.solver, trees.problem, trees.islands, trees.parameters, full, nullptr, delta_v);
    ASSERT_EQ(report.status, SolveStatus::Converged) << i;
    const VecX v = trees.problem.v_free + delta_v.bodies, own = velocityAfter(trees.problem, trees.solution.lambda);
    // Both are off by 1e-9 of the largest impulse, some 10 N s, on rows that move as little as 0.01 kg. Pushed aside in
    // the first step it has two solutions, both to 1e-13.
    EXPECT_LE((v - own).lpNorm<Eigen::Infinity>(), i == 0 ? 1e-3 : 2e-5) << i;
    largest = std::max(largest, own.lpNorm<Eigen::Infinity>());
  }
  EXPECT_GT(largest, 0.1) << "nothing moved";
}

TEST(ReducedStep, TreeJointsDoNotDrift) {
  for (const bool planar : {false, true}) {
    Simulation trees = exactSimulation(planar);
    World& world = trees.world;
    int before = -1;
    for (int i = 0; i < 8; ++i) {
      const int rod = addBox(world, {0.25, 0.02, 0.02}, 1.0, {0.25 + 0.5 * i, 2.0, 0.0});
      addJoint(world, i % 3 == 2 ? JointKind::Ball : JointKind::Hinge, before, rod, {0.5 * i, 2.0, 0.0});
      before = rod;
    }
    trees.params.coordinates = Coordinates::Reduced;
    for (int i = 0; i < 300; ++i) {
      step(trees);
      ASSERT_FALSE(trees.report.rejected) << trees.report.trouble;
      ASSERT_LE(trees.report.joint_error, 1e-12) << "step " << i;
      // Links that fold onto each other may leave contacts without a solution: no choice of index sets solves them.
      if (trees.report.contacts == 0) {
        ASSERT_LE(trees.report.residual.value, 1e-9) << "step " << i;
      }
    }
  }
}

// Period of a hung rod at 0.1 rad, as JointLaws has it for maximal coordinates.
TEST(ReducedStep, PendulumHasItsPeriod) {
  Simulation swinging = reduced(hungRod(*findSolver("exact"), 0.1, false));
  const Body& rod = swinging.world.bodies[0];
  const double inertia = rod.inertia(2, 2) + rod.mass * 0.25;
  const double period = 2.0 * std::numbers::pi * std::sqrt(inertia / (rod.mass * 9.81 * 0.5)) * (1.0 + 0.01 / 16.0);
  double first = -1.0, last = 0.0;
  int crossings = 0;
  for (int i = 0; i < 600; ++i) {
    const double before = swinging.world.bodies[0].pose.position.x();
    step(swinging);
    const double x = swinging.world.bodies[0].pose.position.x();
    if ((before > 0.0) == (x > 0.0)) continue;
    last = swinging.world.time - swinging.world.h * x / (x - before);
    if (first < 0.0) first = last;
    ++crossings;
  }
  ASSERT_GT(crossings, 8);
  EXPECT_NEAR(2.0 * (last - first) / (crossings - 1), period, 4e-4 * period);  // (omega h)^2 / 24 = 1.6e-4
}

// One problem in two forms has one solution.
TEST(ReducedStep, BothCoordinatesHaveOneMotion) {
  Simulation maximal = exactSimulation();
  World& world = maximal.world;
  int before = -1;
  for (int i = 0; i < 4; ++i) {
    const int rod = addBox(world, {0.25, 0.03, 0.02}, 1.0 + i, {0.25 + 0.5 * i, 0.0, 0.0});
    addJoint(world, i % 2 == 0 ? JointKind::Ball : JointKind::Hinge, before, rod, {0.5 * i, 0.0, 0.0});
    before = rod;
  }
  maximal.params.integrator = Integrator::SemiImplicitEuler;
  Simulation trees = reduced(maximal);
  for (int n = 0; n < 60; ++n) {
    step(maximal);
    step(trees);
    ASSERT_LE(positionDifference(maximal.world, trees.world), 1e-10) << n;
  }
  EXPECT_GT(trees.world.bodies.back().velocity.norm(), 1.0);
}

TEST(ReducedStep, LimitsHoldAndMotorsDrive) {
  Simulation arm = exactSimulation();
  arm.world.gravity.setZero();
  const int rod = addBox(arm.world, {0.25, 0.03, 0.03}, 1.0, {0.25, 0.0, 0.0});
  addJoint(arm.world, JointKind::Hinge, -1, rod, Vec3::Zero());
  Joint& hinge = arm.world.joints.back();
  hinge.low = -0.5;
  hinge.high = 0.5;
  hinge.motor_speed = 2.0;
  hinge.motor_max = 100.0;
  arm.params.coordinates = Coordinates::Reduced;
  for (int i = 0; i < 10; ++i) step(arm);
  EXPECT_NEAR(arm.world.bodies[0].omega.z(), 2.0, 1e-9);
  for (int i = 0; i < 60; ++i) step(arm);
  EXPECT_NEAR(coordinateOf(arm.world.joints[0], arm.world.bodies), 0.5, 1e-9);
  EXPECT_NEAR(arm.world.bodies[0].omega.norm(), 0.0, 1e-9);
}

// A chain that falls and whips, whose hinges reach their limits one after the other, some of them in one step: none is
// crossed, and the full form has the same solution.
TEST(ReducedStep, LimitsThatAreReachedHold) {
  Simulation trees = exactSimulation();
  World& world = trees.world;
  int before = -1;
  for (int i = 0; i < 8; ++i) {
    const int rod = addBox(world, {0.25, 0.03, 0.03}, 1.0, {0.25 + 0.5 * i, 0.0, 0.0});
    addJoint(world, JointKind::Hinge, before, rod, {0.5 * i, 0.0, 0.0});
    world.joints.back().low = -0.2;
    world.joints.back().high = 0.3;
    before = rod;
  }
  trees.params.coordinates = Coordinates::Reduced;
  int reached = 0;
  for (int i = 0; i < 90; ++i) {
    step(trees);
    ASSERT_EQ(trees.report.solve.status, SolveStatus::Converged) << trees.report.trouble;
    ASSERT_LE(trees.report.residual.value, 1e-9);
    Solution full{VecX::Zero(trees.problem.rows()), {}};
    DeltaV delta_v;
    solveByIslands(*trees.solver, trees.problem, trees.islands, trees.parameters, full, nullptr, delta_v);
    const VecX v = trees.problem.v_free + delta_v.bodies, own = velocityAfter(trees.problem, trees.solution.lambda);
    EXPECT_LE((v - own).lpNorm<Eigen::Infinity>(), 1e-6) << i;
    int now = 0;
    for (int row = trees.problem.firstJointRow(); row < trees.problem.rows(); ++row) {
      if (!trees.problem.isLimit(row)) continue;
      const bool acts = trees.solution.lambda[row] > 0.0;
      EXPECT_EQ(trees.solution.sets[row] == RowSet::Unclamped, !acts);
      now += acts ? 1 : 0;
    }
    reached = std::max(reached, now);
    for (const Joint& joint : world.joints) {
      EXPECT_GE(coordinateOf(joint, world.bodies), -0.2 - 1e-9);
      EXPECT_LE(coordinateOf(joint, world.bodies), 0.3 + 1e-9);
    }
  }
  EXPECT_GE(reached, 3);
}

// Four bars of a parallelogram, upright and turned somehow: a tree with a loop that stays as rows. Across the plane,
// and about it, these ask for what holds anyhow.
TEST(ReducedStep, LoopsStayClosed) {
  for (const JointKind kind : {JointKind::Hinge, JointKind::Ball})
    for (const double tilt : {0.0, 0.7}) {
      const Quat turn(Eigen::AngleAxisd(tilt, Vec3(1.0, 2.0, 3.0).normalized()));
      Simulation trees = exactSimulation();
      World& world = trees.world;
      const int left = addBox(world, {0.02, 0.5, 0.02}, 1.0, turn * Vec3(0.0, -0.5, 0.0));
      const int bottom = addBox(world, {0.5, 0.02, 0.02}, 1.0, turn * Vec3(0.5, -1.0, 0.0));
      const int right = addBox(world, {0.02, 0.5, 0.02}, 1.0, turn * Vec3(1.0, -0.5, 0.0));
      for (Body& body : world.bodies) body.pose.orientation = turn;
      const Vec3 axis = turn * Vec3::UnitZ();
      addJoint(world, JointKind::Hinge, -1, left, Vec3::Zero(), axis);
      addJoint(world, JointKind::Hinge, left, bottom, turn * Vec3(0.0, -1.0, 0.0), axis);
      addJoint(world, JointKind::Hinge, -1, right, turn * Vec3(1.0, 0.0, 0.0), axis);
      addJoint(world, kind, bottom, right, turn * Vec3(1.0, -1.0, 0.0), axis);
      world.gravity = turn * Vec3(4.0, -9.0, 0.0);
      for (Collider& collider : world.colliders) collider.layer = 0;
      trees.params.coordinates = Coordinates::Reduced;
      double fastest = 0.0;
      for (int i = 0; i < 120; ++i) {
        step(trees);
        ASSERT_FALSE(trees.report.rejected) << trees.report.trouble;
        ASSERT_EQ(trees.report.solve.status, SolveStatus::Converged) << i << " " << trees.report.trouble;
        ASSERT_LE(trees.report.residual.value, 1e-9) << i;
        ASSERT_LE(trees.report.joint_error, 1e-9) << i;
        EXPECT_NEAR(trees.world.bodies[1].omega.norm(), 0.0, 1e-3) << i;  // the coupler only travels
        fastest = std::max(fastest, trees.world.bodies[0].omega.norm());
      }
      EXPECT_GT(fastest, 1.0);
    }
}

// A floating tree that tumbles: Runge-Kutta in reduced coordinates keeps energy and momentum.
TEST(ReducedStep, FreeTreesKeepEnergyAndMomentum) {
  Simulation trees = exactSimulation();
  World& world = trees.world;
  const int a = addBox(world, {0.3, 0.1, 0.2}, 2.0, {0.0, 0.0, 0.0});
  const int b = addBox(world, {0.3, 0.1, 0.1}, 1.0, {0.6, 0.0, 0.0});
  addJoint(world, JointKind::Ball, a, b, {0.3, 0.0, 0.0});
  world.gravity.setZero();
  for (Body& body : world.bodies) body.omega = {3.0, 1.0, 2.0};
  world.bodies[1].velocity = world.bodies[1].omega.cross(Vec3(0.6, 0.0, 0.0));
  trees.params.coordinates = Coordinates::Reduced;
  trees.params.integrator = Integrator::RungeKutta4;
  step(trees);
  const double energy = trees.report.kinetic;
  const Vec3 momentum = trees.report.momentum, spin = trees.report.angular_momentum;
  for (int i = 0; i < 120; ++i) step(trees);
  EXPECT_NEAR(trees.report.kinetic, energy, 1e-4 * energy);
  EXPECT_LE((trees.report.momentum - momentum).norm(), 1e-4);
  EXPECT_LE((trees.report.angular_momentum - spin).norm(), 1e-4);
}

// Nothing acts on its joints but the rounding of velocities that grow, which no residual may take for a problem.
TEST(ReducedStep, ATreeInFreeFallIsSolved) {
  for (const char* solver : {"exact", "newton_cone", "pgs"}) {
    Simulation falling = quadruped();
    falling.solver = findSolver(solver);
    falling.params.coordinates = Coordinates::Reduced;
    for (Body& body : falling.world.bodies)
      if (body.isDynamic()) body.pose.position += Vec3(0.37, 500.0, 0.0);
    for (Joint& joint : falling.world.joints) joint.motor_max = 0.0;
    for (int n = 0; n < 120; ++n) {
      const StepReport& report = step(falling);
      ASSERT_EQ(report.solve.status, SolveStatus::Converged) << solver << ", step " << n << ": " << report.trouble;
      ASSERT_LE(report.residual.value, 1e-9) << solver << ", step " << n;
    }
  }
}

TEST(ReducedStep, SolversThatNeedBodiesSolveTheFullForm) {
  for (const SolverInfo* solver : jointSolvers()) {
    Simulation trees = reduced(hungRod(*solver, 0.5, false));
    step(trees);
    EXPECT_FALSE(trees.report.rejected) << solver->id << ": " << trees.report.trouble;
  }
}

TEST(ReducedStep, SameInputGivesTheSameBits) {
  Simulation a = reduced(quadruped()), b = a;
  for (int i = 0; i < 20; ++i) {
    step(a);
    step(b);
  }
  EXPECT_EQ(a.report.state_hash, b.report.state_hash);
}

}  // namespace
}  // namespace keystone

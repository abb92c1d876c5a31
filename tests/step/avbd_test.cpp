// Augmented vertex block descent does what its paper (giles2025) says.
#include <gtest/gtest.h>

#include "scene/scene_fixture.h"
#include "step/own_worlds.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

OwnCase with(ParameterValues parameters) {
  return {"avbd", StepperKind::Avbd, std::move(parameters)};
}

// A ball held at its centre, in one step from rest: three rows of 1 kg each, of which the vertical one has
//   d <- d + (m (d_free - d) / h^2 + lambda - k C) / (m / h^2 + k),  lambda <- lambda - k C,  k <- k + beta |C|,
// C = d, from d = d_free, lambda = 0, k = k_start (eqs. 4 to 6, 11, 12).
TEST(Avbd, BallOnAJointFollowsTheRecursionOfThePaper) {
  for (const int iterations : {1, 2, 3, 10}) {
    const double beta = 1e4, k_start = 500.0;
    Simulation held = ownSimulation(with({{"iterations", iterations}, {"beta", beta}, {"k_start", k_start}}), false);
    addSphere(held.world, 0.5, 1.0, {0, 0, 0});
    addJoint(held.world, JointKind::Ball, -1, 0, {0, 0, 0});
    step(held);
    const double h = held.world.h, inertia = 1.0 / (h * h), free = -kFreeFall * h * h;
    double d = free, lambda = 0.0, k = k_start;
    for (int i = 0; i < iterations; ++i) {
      d += (inertia * (free - d) + lambda - k * d) / (inertia + k);
      lambda -= k * d;
      k += beta * std::abs(d);
    }
    EXPECT_NEAR(held.world.bodies[0].pose.position.y(), d, 1e-15);
    EXPECT_NEAR(held.solution.lambda[1] / h, lambda, 1e-12);
  }
}

// With iterations enough one step is the solution of the contact problem: the method converges to it.
TEST(Avbd, ConvergesToTheContactProblemsSolution) {
  double last = 1.0;
  for (const int iterations : {10, 30, 100, 1000}) {
    Simulation standing = ownStack(with({{"iterations", iterations}}), 3, true);
    standing.world.bodies[2].velocity = {0.4, 0.0, 0.0};
    step(standing);
    EXPECT_LT(standing.report.residual.value, last) << iterations;
    last = standing.report.residual.value;
  }
  EXPECT_LE(last, 1e-9);
}

// At rest nothing is left to converge: with errors taken away after the step all of the force is remembered.
TEST(Avbd, StackAtRestIsExactWhenForcesAreRememberedWhole) {
  Simulation standing = ownStack(kAvbdAfter, 5, true);
  stepTimes(standing, 300);
  EXPECT_LE(standing.report.residual.value, 1e-9);
  EXPECT_EQ(standing.report.solve.status, SolveStatus::Converged);
}

// Section 5: high mass ratios. Ten boxes, the top one far heavier than those below it: ten sweeps of Gauss-Seidel let
// it fall, ten iterations do not.
TEST(Avbd, TowerWithAHeavyTopStandsWhereAsManySweepsOfGaussSeidelFall) {
  Simulation pgs = loadScene(findScene("tower_heavy_top", assetDir()), assetDir()).simulation;
  pgs.solver = findSolver("pgs");
  pgs.parameters = {{"iterations", 10.0}};
  Simulation avbd = pgs;
  avbd.stepper = StepperKind::Avbd;
  stepTimes(pgs, 300);
  stepTimes(avbd, 300);
  const auto farthest = [](const World& world) {
    double way = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      way = std::max(way, (world.bodies[i].pose.position - world.start[i]).norm());
    return way;
  };
  EXPECT_GT(farthest(pgs.world), 1.0);
  EXPECT_LT(farthest(avbd.world), 0.1) << "sinks into what overlaps, by a tenth of a box";
}

// Section 3.3 and 3.5: stiffness ratios. A load of 1 kg hangs from two springs in a row, one a thousand times stiffer.
TEST(Avbd, SpringsOfFarDifferentStiffnessHangAsHookeSays) {
  Simulation hanging = ownSimulation(with({{"iterations", 50}}), true);
  for (int i = 0; i < 2; ++i) addBox(hanging.world, {0.1, 0.1, 0.1}, 1.0, {0, -0.5 * (i + 1), 0});
  const double stiffness[] = {1e5, 100.0};
  for (int i = 0; i < 2; ++i) {
    addJoint(hanging.world, JointKind::Spring, i - 1, i, {0, -0.5 * i, 0});
    Joint& spring = hanging.world.joints.back();
    attach(spring, hanging.world.bodies, {0, -0.5 * i, 0}, {0, -0.5 * (i + 1), 0}, Vec3::UnitZ());
    spring.rest = 0.5;
    spring.stiffness = stiffness[i];
    spring.damping = 5.0;
  }
  stepTimes(hanging, 1200);
  const double first = 2.0 * kFreeFall / stiffness[0];
  EXPECT_NEAR(hanging.world.bodies[0].pose.position.y(), -0.5 - first, 1e-5);
  EXPECT_NEAR(hanging.world.bodies[1].pose.position.y(), -1.0 - first - kFreeFall / stiffness[1], 1e-4);
}

// Section 5: joints with a mass ratio of 1000. Ten links bear a load of 1000 of their masses; each joint's force is the
// weight below it, and what it is off shrinks with the iterations.
TEST(Avbd, ChainBearsALoadOfAThousandLinks) {
  double last = 1.0;
  for (const int iterations : {10, 100}) {
    Simulation hanging = ownSimulation(with({{"iterations", iterations}}), true);
    for (int i = 0; i < 10; ++i) addBox(hanging.world, {0.05, 0.1, 0.05}, 1.0, {0, -0.1 - 0.2 * i, 0});
    addBox(hanging.world, {0.5, 0.5, 0.5}, 1000.0, {0, -2.5, 0});
    for (int i = 0; i <= 10; ++i) addJoint(hanging.world, JointKind::Hinge, i - 1, i, {0, -0.2 * i, 0});
    stepTimes(hanging, 600);
    EXPECT_LT(hanging.report.joint_error, 0.3 * last) << iterations;
    last = hanging.report.joint_error;
    for (int i = 0; i <= 10; ++i)
      EXPECT_NEAR(hanging.solution.lambda[hanging.problem.firstJointRow() + 2 * i + 1] / hanging.world.h,
                  (1010.0 - i) * kFreeFall, 1e-2 * 1010.0 * kFreeFall)
          << iterations << ", joint " << i;
  }
}

// Eq. 18: a step takes the share 1 - alpha of an overlap.
TEST(Avbd, OverlapDecaysByAlphaAStep) {
  const double alpha = 0.9;
  Simulation deep = ownSimulation(with({{"alpha", alpha}, {"iterations", 300}}), true);
  deep.world.gravity.setZero();
  addPlane(deep.world, Vec3::UnitY());
  addSphere(deep.world, 0.5, 1.0, {0, 0.49, 0});
  step(deep);
  EXPECT_NEAR(deep.world.bodies[1].pose.position.y(), 0.5 - alpha * 0.01, 1e-9);
}

TEST(Avbd, NothingBouncesAndTheReportSaysSo) {
  Simulation falling = ownSimulation(kAvbdAsPublished, true);
  addPlane(falling.world, Vec3::UnitY(), material(0.5, 1.0));
  addSphere(falling.world, 0.5, 1.0, {0, 0.52, 0}, material(0.5, 1.0));
  falling.world.bodies[1].velocity = {0, -3, 0};
  stepTimes(falling, 3);
  EXPECT_LE(falling.world.bodies[1].velocity.y(), 1e-6);
  EXPECT_NE(falling.report.note.find("no restitution"), std::string::npos);
}

}  // namespace
}  // namespace keystone

// Soft constraints in substeps do what their source (catto2011, catto2024) says.
#include <gtest/gtest.h>

#include "problem/delassus.h"
#include "step/own_worlds.h"
#include "step/soft_substeps.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

double angularFrequency(double hertz) {
  return 2.0 * std::numbers::pi * hertz;
}

// A soft row by itself is implicit Euler of a damped spring: k = m w^2, c = 2 m zeta w.
TEST(TgsSoft, SoftnessIsADampedSpringByImplicitEuler) {
  for (const double hertz : {1.0, 30.0, 400.0})
    for (const double zeta : {0.0, 1.0, 10.0}) {
      const double h = 1.0 / 240.0, m = 2.0, x = -0.01, v = 0.3, w = angularFrequency(hertz);
      const Softness soft = softness(hertz, zeta, h);
      const double impulse = -m * soft.mass * (v + soft.rate * x);  // from none
      const double implicit = (m * v - h * m * w * w * x) / (m + 2.0 * h * m * zeta * w + h * h * m * w * w);
      EXPECT_NEAR(v + impulse / m, implicit, 1e-14);
    }
}

// At rest a row's soft sweep must change nothing: overlap = F W_ii / w^2, F the force that it bears. On the ground w is
// twice that between bodies.
TEST(TgsSoft, StackOfTwelveBoxesRestsAtTheOverlapOfItsSprings) {
  constexpr int kBoxes = 12;
  Simulation standing = ownStack(kTgsSoftAsPublished, kBoxes, true);
  stepTimes(standing, 3600);
  ASSERT_EQ(standing.problem.contacts, 2 * kBoxes);
  for (int c = 0; c < standing.problem.contacts; ++c) {
    const int floor = standing.problem.contact_points[c].a;
    const double force = standing.solution.lambda[standing.problem.normalRow(c)] / standing.world.h;
    EXPECT_NEAR(force, 0.5 * (kBoxes - floor) * kFreeFall, 0.03 * force) << "a stack leans a little";
    const double w = angularFrequency(floor == 0 ? 60.0 : 30.0);
    const double W = delassusDiagonalEntry(standing.problem, standing.problem.normalRow(c));
    EXPECT_NEAR(-standing.problem.gap[c], force * W / (w * w), 1e-6 * force * W / (w * w)) << "floor " << floor;
  }
  EXPECT_LE(standing.report.kinetic, 1e-9);
}

// Box2D's sample of a vertical stack is as high. It settles by as much as its contacts overlap, leans while it does,
// and then rests for good: exactly, since softness is in no relaxed sweep.
TEST(TgsSoft, StackOfFifteenBoxesInSpaceComesToRest) {
  Simulation standing = ownStack(kTgsSoftAsPublished, 15, false);
  stepTimes(standing, 3000);
  const World settled = standing.world;
  stepTimes(standing, 1800);
  double overlap = 0.0;
  for (int c = 0; c < standing.problem.contacts; ++c) overlap = std::max(overlap, -standing.problem.gap[c]);
  EXPECT_LE(overlap, 0.015) << "15 boxes on a contact of four, by the law of the test above: 12 mm";
  for (std::size_t i = 1; i < settled.bodies.size(); ++i) {
    EXPECT_LE((standing.world.bodies[i].pose.position - settled.bodies[i].pose.position).norm(), 1e-7) << "box " << i;
    EXPECT_LE((settled.bodies[i].pose.position - settled.start[i]).norm(), 15 * 0.015) << "box " << i;
  }
  EXPECT_LE(standing.report.residual.value, 1e-9);
}

// The same at joints: a load of ten links' mass by a link. 30 Hz is an eighth of the rate of four substeps at 60 Hz.
TEST(TgsSoft, JointsOfALoadedChainAreOffByTheLoadOverTheirSprings) {
  const double load = 10.0, w = angularFrequency(30.0);
  Simulation hanging = ownSimulation(kTgsSoftAsPublished, true);
  addBox(hanging.world, {0.05, 0.1, 0.05}, 1.0, {0, -0.1, 0});
  addBox(hanging.world, {0.2, 0.2, 0.2}, load, {0, -0.4, 0});
  addJoint(hanging.world, JointKind::Hinge, -1, 0, {0, 0, 0});
  addJoint(hanging.world, JointKind::Hinge, 0, 1, {0, -0.2, 0});
  stepTimes(hanging, 1200);
  const double off = (1.0 + load) * kFreeFall / (w * w);  // (1 + load) g W / w^2, W = 1; load g (1 + 1 / load) / w^2
  EXPECT_NEAR(hanging.report.joint_error, off, 0.01 * off);
  const int first = hanging.problem.firstJointRow();
  EXPECT_NEAR(hanging.solution.lambda[first + 1] / hanging.world.h, (1.0 + load) * kFreeFall,
              1e-3 * (1.0 + load) * kFreeFall);
  EXPECT_NEAR(hanging.solution.lambda[first + 3] / hanging.world.h, load * kFreeFall, 1e-3 * load * kFreeFall);
}

// Substeps are what the scheme is about: a heavy box on a light one sinks less.
TEST(TgsSoft, MassRatioYieldsToSubsteps) {
  double last = 1.0;
  for (const int substeps : {4, 16, 64}) {
    Simulation standing =
        ownSimulation({"tgs_soft", StepperKind::TgsSoft, {{"substeps", substeps}, {"contact_hertz", 1000}}}, true);
    addPlane(standing.world, Vec3::UnitY());
    addBox(standing.world, {0.5, 0.25, 0.5}, 1.0, {0, 0.25, 0});
    addBox(standing.world, {0.5, 0.25, 0.5}, 30.0, {0, 0.75, 0});
    stepTimes(standing, 600);
    const double sunk = 0.75 - standing.world.bodies[2].pose.position.y();
    EXPECT_LT(sunk, 0.3 * last) << substeps;
    last = sunk;
  }
}

// e^2 of the height of the centre above the ground. The impact is seen once a step, so that what a step falls at the
// impact's speed is the tolerance.
TEST(TgsSoft, BallBouncesToTheSquareOfRestitution) {
  for (const double e : {0.25, 0.5, 0.75, 1.0}) {
    Simulation bouncing = ownSimulation(kTgsSoftAsPublished, false);
    bouncing.world.h = 1.0 / 1000.0;
    addPlane(bouncing.world, Vec3::UnitY(), material(0.5, e));
    addSphere(bouncing.world, 0.5, 1.0, {0, 2.5, 0}, material(0.5, e));
    double top = 0.0;
    bool up = false;
    for (int n = 0; n < 2000; ++n) {
      step(bouncing);
      const double speed = bouncing.world.bodies[1].velocity.y();
      if (up && speed < 0.0) break;
      up = up || speed > 0.0;
      if (up) top = std::max(top, bouncing.world.bodies[1].pose.position.y() - 0.5);
    }
    EXPECT_NEAR(top, 2.0 * e * e, 2.0 * std::sqrt(2.0 * kFreeFall * 2.0) * bouncing.world.h) << "e " << e;
  }
}

// A spring in substeps swings at its frequency and keeps its energy: sqrt(k / m) to (h w)^2 / 24 of the substep.
TEST(TgsSoft, SpringSwingsAtItsFrequency) {
  Simulation swinging = ownSimulation(kTgsSoftAsPublished, true);
  swinging.world.gravity.setZero();
  addBox(swinging.world, {0.1, 0.1, 0.1}, 2.0, {0, -0.6, 0});
  addJoint(swinging.world, JointKind::Spring, -1, 0, {0, 0, 0});
  Joint& spring = swinging.world.joints.back();
  attach(spring, swinging.world.bodies, {0, 0, 0}, {0, -0.6, 0}, Vec3::UnitZ());
  spring.rest = 0.5;
  spring.stiffness = 200.0;
  const double w = 10.0, seconds = 20.0 * std::numbers::pi / w;  // ten periods
  const int steps = static_cast<int>(std::lround(seconds / swinging.world.h));
  stepTimes(swinging, steps);
  const double phase = w * steps * swinging.world.h;
  EXPECT_NEAR(swinging.world.bodies[0].pose.position.y(), -0.5 - 0.1 * std::cos(phase), 0.05 * 0.1);
}

TEST(TgsSoft, PendulumKeepsItsLengthAndMostOfItsEnergy) {
  Simulation swinging = ownSimulation(kTgsSoftAsPublished, true);
  addBox(swinging.world, {0.5, 0.05, 0.05}, 2.0, {0.5, 0, 0});
  addJoint(swinging.world, JointKind::Hinge, -1, 0, {0, 0, 0});
  const double energy = 2.0 * kFreeFall * 0.5;
  for (int n = 0; n < 300; ++n) {
    step(swinging);
    EXPECT_LE(swinging.report.joint_error, 2e-3) << n;
  }
  EXPECT_NEAR(swinging.report.kinetic + swinging.report.potential, 0.0, 0.05 * energy);
}

}  // namespace
}  // namespace keystone

// What holds for every stepper that is a method of its own: closed forms first, then laws, then agreement with the
// exact solver.
#include <gtest/gtest.h>

#include <limits>

#include "problem/delassus.h"
#include "step/own_worlds.h"
#include "support/trial.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

class OwnMethods : public ::testing::TestWithParam<OwnCase> {};
INSTANTIATE_TEST_SUITE_P(Each, OwnMethods,
                         ::testing::Values(kAvbdAsPublished, kAvbdAfter, kTgsSoftAsPublished, kPenaltyByDefault,
                                           kImpulseByDefault),
                         ownName);

// Semi-implicit Euler in `parts` of a step: y_n = -g (h / parts)^2 N (N + 1) / 2 after N parts.
TEST_P(OwnMethods, FreeFallIsThatOfSemiImplicitEuler) {
  const int parts = substepsOf(GetParam().stepper);
  Simulation falling = ownSimulation(GetParam(), false);
  addSphere(falling.world, 0.5, 3.0, {0, 0, 0});
  stepTimes(falling, 60);
  const double h = falling.world.h / parts, n = 60.0 * parts;
  EXPECT_NEAR(falling.world.bodies[0].pose.position.y(), -kFreeFall * h * h * n * (n + 1.0) / 2.0, 1e-12);  // rounding
  EXPECT_NEAR(falling.world.bodies[0].velocity.y(), -kFreeFall, 1e-12);
}

// A tumbling box keeps what a free body keeps.
TEST_P(OwnMethods, FreeSpinKeepsAngularMomentumAndEnergy) {
  Simulation spinning = ownSimulation(GetParam(), false);
  spinning.world.gravity.setZero();
  const int box = addBox(spinning.world, {0.5, 0.2, 0.1}, 2.0, {0, 0, 0});
  spinning.world.bodies[box].omega = {0.3, 4.0, 0.2};
  const Vec3 momentum = angularMomentum(spinning.world.bodies[box]);
  const double energy = kineticEnergy(spinning.world.bodies[box]);
  stepTimes(spinning, 300);
  EXPECT_LE((angularMomentum(spinning.world.bodies[box]) - momentum).norm(), 1e-9 * momentum.norm());
  EXPECT_NEAR(kineticEnergy(spinning.world.bodies[box]), energy, 1e-9 * energy);
}

// Each interface of a stack bears the weight of what lies above it. Forces are remembered, so that they converge from
// step to step; but AVBD as published forgets 6 % of them, 1 - alpha gamma, which ten sweeps find again to a tenth.
TEST_P(OwnMethods, EachFloorOfAStackBearsTheWeightAboveIt) {
  for (const bool planar : {true, false}) {
    Simulation standing = ownStack(GetParam(), 5, planar);
    stepTimes(standing, 300);
    for (int floor = 0; floor < 5; ++floor) {
      const double weight = (5 - floor) * kFreeFall;
      const double share = GetParam().name == kAvbdAsPublished.name ? 0.006 : 1e-3;
      EXPECT_NEAR(normalForce(standing, floor, floor + 1), weight, share * weight) << "floor " << floor;
    }
  }
}

TEST_P(OwnMethods, BlockSticksOnASlopeBelowTheFrictionAngle) {
  for (const bool planar : {true, false}) {
    Simulation sloped = inclined(*defaultSolver(), std::atan(0.95 * 0.4), 0.4, planar);
    sloped.stepper = GetParam().stepper;
    sloped.stepper_parameters = GetParam().parameters;
    stepTimes(sloped, 60);  // settles
    const Vec3 start = sloped.world.bodies[1].pose.position;
    stepTimes(sloped, 120);
    EXPECT_LE((sloped.world.bodies[1].pose.position - start).norm(), 1e-4) << "planar " << planar;
  }
}

// a = g (sin - mu cos). AVBD with more iterations than usual: the stiffness of friction that slides slows each of its
// steps (1.2 % of the acceleration are missing after ten).
TEST_P(OwnMethods, BlockSlidesAboveTheFrictionAngleAtCoulombsAcceleration) {
  for (const bool planar : {true, false}) {
    const double angle = 0.6;
    Simulation sloped = inclined(*defaultSolver(), angle, 0.4, planar);
    sloped.stepper = GetParam().stepper;
    sloped.stepper_parameters = GetParam().parameters;
    if (sloped.stepper == StepperKind::Avbd) sloped.stepper_parameters["iterations"] = 50;
    stepTimes(sloped, 60);
    const double before = sloped.world.bodies[1].velocity.norm();
    stepTimes(sloped, 60);
    const double acceleration = kFreeFall * (std::sin(angle) - 0.4 * std::cos(angle));
    EXPECT_NEAR(sloped.world.bodies[1].velocity.norm() - before, acceleration, 1e-3 * acceleration);
  }
}

// A plank on two blocks: the reactions are those of the lever, whatever the method. Each block is 0.4 m wide, and where
// on it the plank presses is open: impulses that start from those of the last step may stay with a solution of their
// own.
TEST_P(OwnMethods, ReactionsUnderALoadedPlankAreThoseOfTheExactSolver) {
  const auto build = [](Simulation& on) {
    addPlane(on.world, Vec3::UnitY());
    addBox(on.world, {0.2, 0.5, 0.5}, 4.0, {-1.0, 0.5, 0.0});
    addBox(on.world, {0.2, 0.5, 0.5}, 4.0, {1.0, 0.5, 0.0});
    addBox(on.world, {1.2, 0.1, 0.5}, 2.0, {0.0, 1.1, 0.0});
    addBox(on.world, {0.1, 0.1, 0.1}, 3.0, {0.6, 1.3, 0.0});
  };
  Simulation exact = simulation(*findSolver("exact"), true), own = ownSimulation(GetParam(), true);
  build(exact);
  build(own);
  stepTimes(exact, 60);
  stepTimes(own, 600);
  const double share = GetParam().stepper == StepperKind::Impulse ? 0.1 : 2e-2;
  for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {3, 4}})
    EXPECT_NEAR(normalForce(own, a, b), normalForce(exact, a, b), share * normalForce(exact, a, b)) << a << ", " << b;
  EXPECT_NEAR(normalForce(own, 1, 3) + normalForce(own, 2, 3), 5.0 * kFreeFall, 1e-2 * 5.0 * kFreeFall);
}

// To rounding under tgs_soft, whose impulses act on both bodies; as far as the sweeps converge under AVBD.
TEST_P(OwnMethods, CollisionsKeepMomentum) {
  OwnCase of = GetParam();
  if (of.stepper == StepperKind::Avbd) of.parameters["iterations"] = 1000;
  Simulation striking = ownSimulation(of, false);
  striking.world.gravity.setZero();
  addBox(striking.world, {0.5, 0.5, 0.5}, 2.0, {0, 0, 0}, material(0.3));
  addBox(striking.world, {0.4, 0.6, 0.5}, 5.0, {1.3, 0.2, 0.1}, material(0.3));
  striking.world.bodies[0].velocity = {4, 0.5, 0};
  striking.world.bodies[1].velocity = {-1, 0, 0.3};
  step(striking);
  const Vec3 momentum(2 * 4 - 5, 1, 1.5);
  double pushed = 0.0;
  for (int n = 0; n < 30; ++n) {
    step(striking);
    pushed = std::max(pushed, normalImpulse(striking));
    EXPECT_LE((striking.report.momentum - momentum).norm(), 1e-9 * 20.0) << n;
  }
  EXPECT_GT(pushed, 1.0) << "they met";
}

// The drag's law: it hangs where m k x = m g.
TEST_P(OwnMethods, DraggedBodyHangsWhereTheSpringBearsItsWeight) {
  Simulation hanging = ownSimulation(GetParam(), false);
  const int box = addBox(hanging.world, {0.5, 0.5, 0.5}, 2.0, {0, 0, 0});
  hanging.world.drags.push_back({.body = box, .target = Vec3(0.3, 0.5, 0.0)});
  stepTimes(hanging, 300);
  EXPECT_LE((hanging.world.bodies[box].pose.position - Vec3(0.3, 0.5 - kFreeFall / 100.0, 0.0)).norm(), 1e-6);
}

TEST_P(OwnMethods, BoxRidesOnAKinematicLift) {
  Simulation riding = ownSimulation(GetParam(), true);
  Body lift;
  lift.kind = BodyKind::Kinematic;
  lift.velocity = {0.4, 0.3, 0.0};
  addBody(riding.world, lift, {Box{{2.0, 0.1, 1.0}}, material(0.8)});
  const int box = addBox(riding.world, {0.5, 0.5, 0.5}, 2.0, {0, 0.6, 0}, material(0.8));
  stepTimes(riding, 120);
  EXPECT_LE((riding.world.bodies[box].velocity - lift.velocity).norm(), 1e-3);
  EXPECT_NEAR(riding.world.bodies[0].pose.position.y(), 0.6, 1e-12);
}

// The residual shown is measure()'s of the problem and impulses shown, and no step that leaves more says converged.
TEST_P(OwnMethods, ResidualIsThatOfTheProblemAsPosed) {
  Simulation falling = ownStack(GetParam(), 6, false);
  falling.world.bodies[3].velocity = {0.5, 0.0, 0.2};
  int exact = 0;
  for (int n = 0; n < 60; ++n) {
    step(falling);
    EXPECT_EQ(falling.report.residual.value, measure(falling.problem, falling.solution.lambda).value);
    EXPECT_EQ(falling.report.solve.status == SolveStatus::Converged, falling.report.residual.value <= kExactResidual);
    EXPECT_EQ(falling.report.trouble.empty(), falling.report.solve.status == SolveStatus::Converged);
    exact += falling.report.residual.value <= kExactResidual ? 1 : 0;
  }
  EXPECT_LT(exact, 60) << "few sweeps are not exact";
}

TEST_P(OwnMethods, TheSameInputGivesTheSameBits) {
  const auto hashOf = [] {
    Simulation falling = ownStack(GetParam(), 6, false);
    falling.world.bodies[3].velocity = {0.5, 0.0, 0.2};
    stepTimes(falling, 60);
    return stateHash(falling.world);
  };
  EXPECT_EQ(hashOf(), hashOf());
}

TEST_P(OwnMethods, ForceThatIsNoNumberRejectsTheStep) {
  Simulation standing = ownStack(GetParam(), 2, true);
  stepTimes(standing, 5);
  const std::uint64_t hash = stateHash(standing.world);
  AppliedForce force;
  force.body = 1;
  force.force.x() = std::numeric_limits<double>::quiet_NaN();
  standing.world.forces.push_back(force);
  step(standing);
  EXPECT_TRUE(standing.report.rejected);
  EXPECT_EQ(stateHash(standing.world), hash);
}

// Every kind of joint, in the plane and in space, between the world and a body and between two bodies: what it forbids
// does not happen. What is left is the softness of both methods: 1 cm, turns counted at a lever of 1 m; more where a
// rope catches a body that falls at 1 m/s, 17 mm a step.
TEST_P(OwnMethods, EveryKindOfJointHolds) {
  for (const bool planar : {true, false})
    for (const JointKindInfo& kind : jointKinds()) {
      Simulation hung = ownSimulation(GetParam(), planar);
      for (int i = 0; i < 2; ++i) addBox(hung.world, {0.25, 0.05, 0.05}, 1.0, {0.25 + 0.5 * i, 0, 0});
      for (int i = 0; i < 2; ++i) {
        if (kind.both && i == 0) continue;
        if (kind.kind == JointKind::Distance)
          addDistance(hung.world, i - 1, i, {0.5 * i, 0.5, 0}, {0.5 * i, 0, 0}, 0.0, 0.6);
        else
          addJoint(hung.world, kind.kind, i - 1, i, {0.5 * i, 0, 0});
        if (kind.spring) hung.world.joints.back().stiffness = 200.0;
        if (kind.kind == JointKind::Gear) hung.world.joints.back().pair = {1, 2};
      }
      for (int n = 0; n < 60; ++n) {
        step(hung);
        ASSERT_FALSE(hung.report.rejected) << kind.id << ": " << hung.report.trouble;
        ASSERT_LE(hung.report.joint_error, kind.kind == JointKind::Distance ? 0.03 : 0.02)
            << kind.id << ", planar " << planar << ", step " << n;
      }
    }
}

// What the source does not have is said.
TEST_P(OwnMethods, SettingsWithoutEffectAreSaid) {
  Simulation standing = ownStack(GetParam(), 1, true);
  step(standing);
  EXPECT_TRUE(standing.report.note.empty()) << standing.report.note;
  standing.params.impacts = ImpactLaw::Sequential;
  step(standing);
  EXPECT_NE(standing.report.note.find("no effect"), std::string::npos) << standing.report.note;
}

TEST(OwnMethodTable, ParametersHaveIdsOfTheirOwn) {
  std::vector<std::string_view> ids;
  for (const StepperInfo& stepper : steppers())
    for (const Parameter& parameter : stepper.parameters) {
      EXPECT_FALSE(parameter.help.empty()) << parameter.id;
      EXPECT_LE(parameter.low, parameter.value);
      EXPECT_LE(parameter.value, parameter.high);
      ids.push_back(parameter.id);
    }
  EXPECT_EQ(ids.size(), 20u);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end()) << "values of one would act under another";
}

}  // namespace
}  // namespace keystone

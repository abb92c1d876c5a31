// Impulses by a preview of the joints: joints are where they should be at the end of every step.
#include <gtest/gtest.h>

#include "paths.h"
#include "problem/assemble_joints.h"
#include "scene/scene_def.h"
#include "step/own_worlds.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

OwnCase impulse(ParameterValues parameters) {
  return {"impulse", StepperKind::Impulse, std::move(parameters)};
}

// Two rods of 1 m and 1 kg, let go to the side.
Simulation doublePendulum(const OwnCase& of, double h, bool planar = true) {
  Simulation swinging = ownSimulation(of, planar);
  swinging.world.h = h;
  for (int i = 0; i < 2; ++i) {
    addBox(swinging.world, {0.5, 0.05, 0.05}, 1.0, {0.5 + i, 0, 0});
    addJoint(swinging.world, JointKind::Hinge, i - 1, i, {1.0 * i, 0, 0});
  }
  return swinging;
}

// Largest velocity [m/s] or [rad/s] against what joints forbid.
double forbiddenSpeed(const World& world) {
  JointRowList list;
  listJointRows(world.joints, world.bodies, world.planar, list);
  double most = 0.0;
  for (std::size_t i = 0; i < list.rows.size(); ++i)
    if (list.rows[i].role == JointRowRole::Equality)
      most = std::max(most, std::abs(jointRowRate(world.bodies, world.joints[list.joint[i]], list.rows[i])));
  return most;
}

TEST(Impulse, DoublePendulumKeepsItsJointsWithinTheToleranceInEveryStep) {
  for (const double tolerance : {1e-4, 1e-6, 1e-10})
    for (const bool planar : {true, false}) {
      Simulation swinging = doublePendulum(impulse({{"joint_tolerance", tolerance}, {"velocity_tolerance", tolerance}}),
                                           1.0 / 60.0, planar);
      for (int n = 0; n < 600; ++n) {
        step(swinging);
        ASSERT_LE(swinging.report.joint_error, tolerance) << "step " << n;
        ASSERT_LE(forbiddenSpeed(swinging.world), 2.0 * tolerance) << "step " << n;  // the last sweep moves by as much
      }
    }
}

// Largest change of energy [J] within seconds `from` to `to`.
double energyOff(Simulation& swinging, double from, double to) {
  double most = 0.0, start = 0.0;
  const int first = static_cast<int>(std::lround(from / swinging.world.h)),
            last = static_cast<int>(std::lround(to / swinging.world.h));
  for (int n = first; n < last; ++n) {
    step(swinging);
    most = std::max(most, std::abs(swinging.report.kinetic + swinging.report.potential - start));
  }
  return most;
}

TEST(Impulse, EnergyErrsInProportionToTheStepAndDoesNotDrift) {
  double last = 0.0;
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    Simulation swinging = doublePendulum(impulse({{"joint_tolerance", 1e-9}, {"velocity_tolerance", 1e-9}}), h);
    const double at_first = energyOff(swinging, 0, 5), later = energyOff(swinging, 10, 30);
    EXPECT_LE(at_first, 28.0 * h) << "of 29 J that fall";
    EXPECT_LE(later, 1.2 * at_first) << "h " << h;
    if (last > 0.0) {
      EXPECT_NEAR(last / at_first, 2.0, 0.05) << "first order";
    }
    last = at_first;
  }
}

// One rod, let go at rest to the side: the time to the lowest point is K(1/2) sqrt(2 l / (3 g)), K(1/2) = 1.8540747.
// Semi-implicit Euler is of first order.
TEST(Impulse, PendulumSwingsAtItsPeriodToFirstOrder) {
  double last = 0.0;
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    Simulation swinging = ownSimulation(impulse({{"joint_tolerance", 1e-9}}), true);
    swinging.world.h = h;
    addBox(swinging.world, {0.5, 1e-3, 1e-3}, 1.0, {0.5, 0, 0});
    addJoint(swinging.world, JointKind::Hinge, -1, 0, {0, 0, 0});
    double before = 0.5, now = 0.5;
    int n = 0;
    while (now > 0.0) {
      step(swinging);
      before = now;
      now = swinging.world.bodies[0].pose.position.x();
      ++n;
    }
    const double time = h * (n - now / (now - before));
    const double error = time / (1.8540746773 * std::sqrt(2.0 / 3.0 / kFreeFall)) - 1.0;
    EXPECT_LE(std::abs(error), 1.1 * h) << "a share of the quarter period, 0.48 s: half a step";
    if (last != 0.0) {
      EXPECT_NEAR(last / error, 2.0, 0.05);
    }
    last = error;
  }
}

// 100 kg on four legs of 1 kg, which hinges hold: contacts bear on joints with a hundredth of what rests on them.
Simulation heavyTable(const OwnCase& of, bool planar) {
  Simulation standing = ownSimulation(of, planar);
  addPlane(standing.world, Vec3::UnitY());
  const int top = addBox(standing.world, {1.0, 0.1, 0.6}, 100.0, {0, 1.1, 0});
  for (const double x : {-0.9, 0.9})
    for (const double z : planar ? std::vector<double>{0.0} : std::vector<double>{-0.5, 0.5}) {
      const int leg = addBox(standing.world, {0.05, 0.5, 0.05}, 1.0, {x, 0.5, z});
      addJoint(standing.world, JointKind::Fixed, top, leg, {x, 1.0, z});
    }
  return standing;
}

// 1e-9: rounding, of joints that are held to 1e-9 of their rows' mobility (joint_system.h).
TEST(Impulse, HeavyTableOnLightLegsStands) {
  for (const bool planar : {true, false}) {
    Simulation standing = heavyTable(kImpulseByDefault, planar);
    const double weight = (100.0 + (planar ? 2.0 : 4.0)) * kFreeFall;
    for (int n = 0; n < 300; ++n) ASSERT_LE(step(standing).joint_error, 1e-9) << "step " << n;
    double borne = 0.0;
    for (int leg = 2; leg < static_cast<int>(standing.world.bodies.size()); ++leg)
      borne += normalForce(standing, 0, leg);
    EXPECT_NEAR(borne, weight, 1e-9 * weight);
    EXPECT_NEAR(standing.world.bodies[1].pose.position.y(), 1.1, 1e-6) << "joint_tolerance";
    EXPECT_LE(standing.report.residual.value, 1e-9) << "at rest joints bend nowhere: the step's problem is solved";
  }
}

// Its tolerance is of velocities: what is a thousand times as heavy takes as many sweeps. 1024: no rounding.
TEST(Impulse, SweepsAsOftenWhateverTheUnitOfMass) {
  const auto fallingStack = [](double mass) {
    Simulation stack = ownSimulation(kImpulseByDefault, false);
    addPlane(stack.world, Vec3::UnitY(), material(0.5));
    for (int i = 0; i < 3; ++i)
      addBox(stack.world, {0.2, 0.2, 0.2}, mass, {0.02 * i, 0.21 + 0.41 * i, 0}, material(0.5));
    return stack;
  };
  Simulation light = fallingStack(1.0), heavy = fallingStack(1024.0);
  int sweeps = 0;
  for (int n = 0; n < 30; ++n) {
    sweeps += step(light).solve.iterations;
    ASSERT_EQ(step(heavy).solve.iterations, light.report.solve.iterations) << "step " << n;
  }
  EXPECT_GT(sweeps, 60);
}

// A rod hinged to the world lies on a block: statics by moments about the hinge.
TEST(Impulse, BlockBearsHalfOfAHingedRod) {
  for (const bool planar : {true, false}) {
    Simulation lying = ownSimulation(kImpulseByDefault, planar);
    addPlane(lying.world, Vec3::UnitY());
    addBox(lying.world, {0.1, 0.5, 0.1}, 3.0, {0.9, 0.5, 0});
    addBox(lying.world, {0.5, 0.05, 0.05}, 4.0, {0.5, 1.05, 0}, material(0.0));
    addJoint(lying.world, JointKind::Hinge, -1, 2, {0, 1.05, 0});
    for (int n = 0; n < 300; ++n) ASSERT_LE(step(lying).joint_error, 1e-6) << "step " << n;
    double moment = 0.0;  // [N m], of the block on the rod
    for (int c = 0; c < lying.problem.contacts; ++c) {
      const ContactPoint& place = lying.problem.contact_points[c];
      if (place.a == 1 && place.b == 2)
        moment += place.point.x() * lying.solution.lambda[lying.problem.normalRow(c)] / lying.problem.h;
    }
    EXPECT_NEAR(moment, 4.0 * kFreeFall * 0.5, 1e-3 * 4.0 * kFreeFall);
    EXPECT_NEAR(normalForce(lying, 0, 1), 3.0 * kFreeFall + normalForce(lying, 1, 2), 1e-2);
  }
}

// Bodies of joints that fall, lie and lean on others. Without contacts in the correction of velocities
// `chain_on_bricks` gains.
TEST(Impulse, WhatIsJoinedGainsNoEnergyFromWhatItStandsOn) {
  for (const char* scene : {"ragdoll", "chain_on_bricks", "table", "turning_axle"}) {
    Simulation simulation = loadScene(findScene(scene, assetDir()), assetDir()).simulation;
    simulation.stepper = StepperKind::Impulse;
    simulation.stepper_parameters.clear();
    double start = 0.0, least = HUGE_VAL;
    for (int n = 0; n < 600; ++n) {
      const StepReport& report = step(simulation);
      ASSERT_FALSE(report.rejected) << scene << ": " << report.trouble;
      ASSERT_LE(report.joint_error, 0.05) << scene << ", step " << n;
      const double energy = report.kinetic + report.potential;
      if (n == 0) start = energy;
      least = std::min(least, energy);
      ASSERT_LE(energy - least, 1e-3 * start) << scene << ", step " << n;
    }
    EXPECT_LE(simulation.report.joint_error, 1e-6) << scene << ", in the end";
  }
}

// Planks that whip under loads: what previews leave is taken away by velocities, and that is work.
TEST(Impulse, BridgeThatDancesGainsEnergy) {
  Simulation simulation = loadScene(findScene("bridge", assetDir()), assetDir()).simulation;
  simulation.stepper = StepperKind::Impulse;
  simulation.stepper_parameters.clear();
  double start = 0.0, most = 0.0;
  for (int n = 0; n < 1500; ++n) {
    const StepReport& report = step(simulation);
    ASSERT_FALSE(report.rejected) << report.trouble;
    if (n == 0) start = report.kinetic + report.potential;
    most = std::max(most, report.kinetic + report.potential);
  }
  EXPECT_GT(most, 1.05 * start);
}

// Four bars in a closed loop, in the plane and in space, where the loop's hinges are redundant.
TEST(Impulse, ClosedLoopHolds) {
  for (const bool planar : {true, false}) {
    Simulation turning = ownSimulation(kImpulseByDefault, planar);
    const std::array<Vec3, 4> corner{Vec3(0, 0, 0), Vec3(1, 0.5, 0), Vec3(2, 0.2, 0), Vec3(2, -1, 0)};
    for (int i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Vec3 along = corner[at + 1] - corner[at];
      const int bar = addBox(turning.world, {0.5 * along.norm(), 0.03, 0.03}, 1.0, 0.5 * (corner[at] + corner[at + 1]));
      turning.world.bodies[bar].pose.orientation = Quat::FromTwoVectors(Vec3::UnitX(), along);
      addJoint(turning.world, JointKind::Hinge, i - 1, bar, corner[at]);
    }
    addJoint(turning.world, JointKind::Hinge, -1, 2, corner[3]);
    for (int n = 0; n < 600; ++n) {
      step(turning);
      ASSERT_LE(turning.report.joint_error, 1e-6) << "planar " << planar << ", step " << n;
    }
    EXPECT_GT(turning.report.kinetic, 1e-3) << "it moves";
  }
}

// Ten links: fewer rounds than they need leave them off, and the report shows by how much.
TEST(Impulse, TooFewRoundsLeaveWhatTheReportShows) {
  double last = HUGE_VAL;
  for (const int rounds : {1, 2, 3}) {
    Simulation hanging = ownSimulation(impulse({{"rounds", rounds}}), true);
    for (int i = 0; i < 10; ++i) {
      addBox(hanging.world, {0.1, 0.02, 0.02}, 1.0, {0.1 + 0.2 * i, 0, 0});
      addJoint(hanging.world, JointKind::Hinge, i - 1, i, {0.2 * i, 0, 0});
    }
    double most = 0.0;
    for (int n = 0; n < 60; ++n) most = std::max(most, step(hanging).joint_error);
    EXPECT_LT(most, last) << rounds << " rounds";
    EXPECT_GT(most, 1e-6) << rounds << " rounds";
    last = most;
  }
}

}  // namespace
}  // namespace keystone

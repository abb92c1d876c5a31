// Tops, pendulums and tumbling bodies by every integrator: closed forms, what they conserve, and what stays as it was.
#include <gtest/gtest.h>

#include <random>

#include "observe/joint_loads.h"
#include "support/closed_motions.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

constexpr Integrator kHigher[] = {Integrator::ImplicitMidpoint, Integrator::RungeKutta4, Integrator::CashKarp};

void runSteps(Simulation& simulation, int steps) {
  for (int n = 0; n < steps; ++n) {
    step(simulation);
    ASSERT_FALSE(simulation.report.rejected) << simulation.report.trouble;
    ASSERT_EQ(simulation.report.note, "") << n;
    ASSERT_LE(simulation.report.joint_error, 1e-11) << n;
  }
}

double energyOf(const Simulation& simulation) {
  double energy = 0.0;
  for (const Body& body : simulation.world.bodies)
    energy += kineticEnergy(body) - body.mass * simulation.world.gravity.dot(body.pose.position);
  return energy;
}

// The wheel that once sank: held at one end of its horizontal axle, it goes round at m g l / (I_3 w_3).
TEST(SmoothMotion, AWheelHeldAtOneEndOfItsAxlePrecessesByDefault) {
  HeavyTop top;
  top.tilt = 0.5 * std::numbers::pi;
  Simulation simulation = beginTop(top, top.steadyPrecession());
  EXPECT_NEAR(top.steadyPrecession(), top.weightMoment() / (top.along * top.spin), 1e-12);
  runSteps(simulation, 120);
  const Vec3& centre = simulation.world.bodies[0].pose.position;
  // It starts along x and turns about y, towards -z. 1e-4 rad: order 4 with a quarter of a radian a part.
  EXPECT_NEAR(std::atan2(-centre.z(), centre.x()), 2.0 * top.steadyPrecession(), 1e-4);
  EXPECT_NEAR(centre.y(), 0.0, 1e-5);
}

// A step at 239 Hz turns by just more than 0.25 rad and has two parts; one at 241 Hz has one.
TEST(SmoothMotion, AWheelPrecessesTheBetterTheShorterTheStep) {
  HeavyTop top;
  top.tilt = 0.5 * std::numbers::pi;
  for (const int rate : {60, 239, 241, 480, 2000}) {
    Simulation simulation = beginTop(top, top.steadyPrecession());
    simulation.world.h = 1.0 / rate;
    runSteps(simulation, 2 * rate);
    const Vec3& centre = simulation.world.bodies[0].pose.position;
    const double turn = std::min(0.26, top.spin / rate);  // [rad] of a part
    EXPECT_NEAR(std::atan2(-centre.z(), centre.x()), 2.0 * top.steadyPrecession(), 0.04 * std::pow(turn, 4)) << rate;
  }
}

TEST(SmoothMotion, ATopKeepsItsSteadyPrecessionAtAnyTilt) {
  for (const double tilt : {0.3, 1.0, 2.0, 2.8}) {
    HeavyTop top;
    top.tilt = tilt;
    Simulation simulation = beginTop(top, top.steadyPrecession());
    const Vec3 start = simulation.world.bodies[0].pose.position;
    runSteps(simulation, 60);
    const Vec3& centre = simulation.world.bodies[0].pose.position;
    const double turned = std::atan2(-centre.z(), centre.x());
    EXPECT_NEAR(turned, top.steadyPrecession(), 1e-4) << tilt;
    EXPECT_NEAR(centre.y(), start.y(), 1e-5) << tilt;
  }
}

// What carries the wheel is its weight, and what keeps it on its circle: m l w^2.
TEST(SmoothMotion, TheJointOfAPrecessingWheelCarriesItsWeight) {
  HeavyTop top;
  top.tilt = 0.5 * std::numbers::pi;
  for (const Integrator integrator : {Integrator::Automatic, Integrator::ImplicitMidpoint, Integrator::CashKarp}) {
    Simulation simulation = beginTop(top, top.steadyPrecession());
    simulation.params.integrator = integrator;
    runSteps(simulation, 30);
    const Vec3 load = jointLoads(simulation).at(0).force;
    const Vec3 aside(load.x(), 0.0, load.z());
    const double bound = integrator == Integrator::ImplicitMidpoint ? 1e-2 : 1e-3;  // of the motion's own error
    EXPECT_NEAR(load.y(), top.mass * kGravityOfMotions, bound * top.mass * kGravityOfMotions);
    EXPECT_NEAR(aside.norm(), top.mass * top.length * std::pow(top.steadyPrecession(), 2), bound * load.y());
  }
}

// Let go at rest, its axis nods: how low, and how often.
TEST(SmoothMotion, ATopNodsAsItsClosedFormSays) {
  const HeavyTop top;
  const Nutation nutation = nutationOf(top);
  for (const Integrator integrator : {Integrator::Automatic, Integrator::RungeKutta4, Integrator::CashKarp}) {
    Simulation simulation = beginTop(top, 0.0);
    simulation.params.integrator = integrator;
    for (int n = 1; n <= 120; ++n) {
      runSteps(simulation, 1);
      const double u = simulation.world.bodies[0].pose.position.y() / top.length;
      ASSERT_NEAR(u, nutation.at(simulation.world.time), 0.02 * (nutation.u0 - nutation.low)) << n;
    }
  }
}

TEST(SmoothMotion, APendulumSwingsInTheTimeOfItsEllipticIntegral) {
  for (const Integrator integrator : kHigher) {
    Simulation simulation = beginPendulum();
    simulation.params.integrator = integrator;
    simulation.world.h = pendulumPeriod() / 128.0;
    const Vec3 start = simulation.world.bodies[0].pose.position;
    runSteps(simulation, 128);
    const double bound = integrator == Integrator::ImplicitMidpoint ? 5e-3 : 1e-6;  // h^2 and h^4
    EXPECT_LE((simulation.world.bodies[0].pose.position - start).norm(), bound) << infoOf(integrators(), integrator).id;
  }
}

// A ball on a rod goes round at w^2 = g / (l cos a).
TEST(SmoothMotion, AConicalPendulumOnARodGoesRoundAsItsClosedFormSays) {
  constexpr double kAngle = 0.5;
  const double w = std::sqrt(kGravityOfMotions / std::cos(kAngle));
  for (const Integrator integrator : kHigher) {
    Simulation simulation = emptyWorld();
    simulation.params.integrator = integrator;
    const Vec3 start(std::sin(kAngle), -std::cos(kAngle), 0.0);
    addSphere(simulation.world, 0.1, 1.0, start);
    addDistance(simulation.world, -1, 0, Vec3::Zero(), start, 1.0, 1.0);
    simulation.world.bodies[0].velocity = {0.0, 0.0, -w * start.x()};
    runSteps(simulation, 60);
    const Vec3 expected = Eigen::AngleAxisd(w, Vec3::UnitY()) * start;
    const double bound = integrator == Integrator::ImplicitMidpoint ? 1e-3 : 1e-6;  // (w h)^2 / 24 and (w h)^4 / 120
    EXPECT_LE((simulation.world.bodies[0].pose.position - expected).norm(), bound)
        << infoOf(integrators(), integrator).id;
  }
}

TEST(SmoothMotion, APendulumInThePlaneSwingsAsInSpace) {
  for (const Integrator integrator : kHigher) {
    Simulation plane = hungRod(*defaultSolver(), 2.0, true), space = hungRod(*defaultSolver(), 2.0, false);
    plane.params.integrator = space.params.integrator = integrator;
    runSteps(plane, 60);
    runSteps(space, 60);
    EXPECT_LE((plane.world.bodies[0].pose.position - space.world.bodies[0].pose.position).norm(), 1e-10);
    EXPECT_EQ(plane.world.bodies[0].pose.position.z(), 0.0);
  }
}

// A carrier in uniform motion changes nothing.
TEST(SmoothMotion, APendulumOnAMovingCarrierSwingsAsOnAStillOne) {
  const Vec3 speed(2.0, -1.0, 0.5);
  for (const Integrator integrator : kHigher) {
    Simulation still = beginPendulum();
    Simulation carried = still;
    Body carrier;
    carrier.kind = BodyKind::Kinematic;
    carrier.velocity = speed;
    carried.world.joints[0].a = addBody(carried.world, carrier, {Sphere{0.01}, {}});
    carried.world.bodies[0].velocity += speed;
    still.params.integrator = carried.params.integrator = integrator;
    runSteps(still, 60);
    runSteps(carried, 60);
    const Vec3 path = carried.world.time * speed;
    EXPECT_LE((carried.world.bodies[0].pose.position - path - still.world.bodies[0].pose.position).norm(), 1e-9)
        << infoOf(integrators(), integrator).id;
  }
}

// A wheel and a rod that float, joined by a ball joint: what the joint does to one it does to the other.
TEST(SmoothMotion, FloatingMechanismsKeepTheirMomenta) {
  for (const Integrator integrator : kHigher) {
    Simulation simulation = emptyWorld();
    simulation.world.gravity.setZero();
    simulation.params.integrator = integrator;
    addBox(simulation.world, {0.025, 0.25, 0.25}, 2.0, {0.2, 0, 0});
    addBox(simulation.world, {0.3, 0.02, 0.02}, 0.5, {-0.3, 0, 0});
    addJoint(simulation.world, JointKind::Ball, 0, 1, {0, 0, 0});
    simulation.world.bodies[0].omega = {60, 1, 0};
    simulation.world.bodies[0].velocity = {0, 0, -0.2};
    runSteps(simulation, 1);  // velocities that the joint allows
    const Vec3 momentum = simulation.report.momentum, angular = simulation.report.angular_momentum;
    const double energy = energyOf(simulation);
    runSteps(simulation, 120);
    EXPECT_LE((simulation.report.momentum - momentum).norm(), 1e-10);  // 1e-12 by which joints are closed, 120 times
    const double bound = integrator == Integrator::ImplicitMidpoint ? 1e-3 : 1e-6;
    EXPECT_LE((simulation.report.angular_momentum - angular).norm(), bound * angular.norm());
    EXPECT_NEAR(energyOf(simulation), energy, bound * energy);
  }
}

// Two rods on hinges, thrown out so that they swing over.
TEST(SmoothMotion, ADoublePendulumKeepsItsEnergy) {
  constexpr double kWorst[] = {0.1, 1e-4, 1e-6};  // [J], of 30 J: bounded by h^2; drifts of h^4 and of the tolerance
  for (std::size_t i = 0; i < 3; ++i) {
    Simulation simulation = beginPendulum();
    simulation.params.integrator = kHigher[i];
    simulation.world.h = 1.0 / 240.0;
    Body second = simulation.world.bodies[0];
    const Vec3 joint = 2.0 * second.pose.position;
    second.pose.position = joint + Vec3(0.5, 0.0, 0.0);
    second.pose.orientation.setIdentity();
    addBody(simulation.world, second, {Box{{0.5, 0.05, 0.05}}, {}});
    addJoint(simulation.world, JointKind::Hinge, 0, 1, joint);
    const double energy = energyOf(simulation);
    for (int n = 0; n < 2400; ++n) {
      runSteps(simulation, 1);
      ASSERT_NEAR(energyOf(simulation), energy, kWorst[i]) << infoOf(integrators(), kHigher[i]).id << ", step " << n;
    }
  }
}

Vec3 randomVector(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

// Up to 3 rad a step. The midpoint rule keeps the energy, too; of the others it is an error like any.
TEST(SmoothMotion, FreeSpinsKeepTheirMomentum) {
  for (const Integrator integrator : kHigher) {
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> square(0.01, 1.0);
    for (int spin = 1; spin <= 10; ++spin) {
      Simulation simulation = emptyWorld();
      simulation.world.gravity.setZero();
      simulation.params.integrator = integrator;
      const Vec3 second(square(random), square(random), square(random));
      Body body;
      body.inertia = (Vec3::Constant(second.sum()) - second).asDiagonal();
      body.omega = 18.0 * spin * randomVector(random).normalized();
      addBody(simulation.world, body, {Sphere{0.1}, {}});
      const Vec3 momentum = angularMomentum(body);
      const double energy = kineticEnergy(body);
      runSteps(simulation, 100);
      const Body& end = simulation.world.bodies[0];
      const double rounding = integrator == Integrator::CashKarp ? 1e-11 : 1e-12;  // thousands of parts
      EXPECT_LE((angularMomentum(end) - momentum).norm(), rounding * momentum.norm())
          << infoOf(integrators(), integrator).id;
      const double bound = integrator == Integrator::RungeKutta4 ? 1e-2
                           : integrator == Integrator::CashKarp  ? 1e-5
                                                                 : 1e-9;
      EXPECT_NEAR(kineticEnergy(end), energy, bound * energy) << infoOf(integrators(), integrator).id << ' ' << spin;
    }
  }
}

// A wheel on a hinge: a motor of 1 N m turns 0.5 kg m^2 up to 2 rad/s, and dry friction of 1 N m stops it again.
TEST(SmoothMotion, MotorsAndDryFrictionOfJointsActAsUnderTheStepsOwnImpulses) {
  for (const Integrator integrator : kHigher) {
    Simulation simulation = emptyWorld();
    simulation.world.gravity.setZero();
    simulation.params.integrator = integrator;
    addBox(simulation.world, {0.5, 0.5, 0.1}, 3.0, Vec3::Zero());
    addJoint(simulation.world, JointKind::Hinge, -1, 0, Vec3::Zero());
    Joint& hinge = simulation.world.joints[0];
    Body& wheel = simulation.world.bodies[0];
    hinge.motor_speed = 2.0;
    hinge.motor_max = 1.0;
    runSteps(simulation, 30);
    EXPECT_NEAR(wheel.omega.z(), 1.0, 1e-9);
    runSteps(simulation, 60);
    EXPECT_NEAR(wheel.omega.z(), 2.0, 1e-9);
    hinge.motor_max = 0.0;
    hinge.friction = 1.0;
    runSteps(simulation, 30);
    EXPECT_NEAR(wheel.omega.z(), 1.0, 1e-9);
    runSteps(simulation, 60);
    EXPECT_NEAR(wheel.omega.z(), 0.0, 1e-9);
  }
}

TEST(SmoothMotion, AJointsLimitStopsWhatSwingsIntoIt) {
  for (const Integrator integrator : kHigher) {
    Simulation simulation = beginPendulum();
    simulation.params.integrator = integrator;
    Joint& hinge = simulation.world.joints[0];
    hinge.low = -1.5;  // from where it was hung, 2 rad up; hanging is at -2
    hinge.high = 0.5;
    runSteps(simulation, 240);
    EXPECT_NEAR(coordinateOf(hinge, simulation.world.bodies), -1.5, 1e-9) << infoOf(integrators(), integrator).id;
    EXPECT_LE(simulation.world.bodies[0].omega.norm(), 1e-9);
  }
}

bool sameMotion(const World& a, const World& b) {
  for (std::size_t i = 0; i < a.bodies.size(); ++i)
    if (a.bodies[i].pose.position != b.bodies[i].pose.position || a.bodies[i].omega != b.bodies[i].omega) return false;
  return true;
}

// Where something is in reach, the step's own impulses move what it may touch.
TEST(SmoothMotion, WhatMayTouchMovesByTheStepsOwnImpulses) {
  Simulation simulation = emptyWorld();
  addPlane(simulation.world, Vec3::UnitY());
  addBox(simulation.world, {0.2, 0.1, 0.1}, 1.0, {0, 0.1, 0});
  addBox(simulation.world, {0.2, 0.1, 0.1}, 1.0, {0.4, 0.1, 0});
  addJoint(simulation.world, JointKind::Hinge, 1, 2, {0.2, 0.2, 0});
  simulation.world.bodies[1].velocity = {0.5, 0.0, 0.0};
  Simulation other = simulation;
  simulation.params.integrator = Integrator::SemiImplicitEuler;
  other.params.integrator = Integrator::RungeKutta4;
  for (int n = 0; n < 60; ++n) {
    step(simulation);
    step(other);
    ASSERT_TRUE(sameMotion(simulation.world, other.world)) << n;
  }
}

// By default what is pulled and what swings in a plane moves by semi-implicit Euler. Free bodies turn by it, on a
// parabola.
TEST(SmoothMotion, TheDefaultLeavesThePlaneToTheStepsOwnImpulsesAndFliesOnParabolas) {
  std::vector<Simulation> simulations{beginPulledBall(), hungRod(*defaultSolver(), 2.0, true)};
  for (Simulation& simulation : simulations) {
    Simulation euler = simulation;
    euler.params.integrator = Integrator::SemiImplicitEuler;
    for (int n = 0; n < 60; ++n) {
      step(simulation);
      step(euler);
      ASSERT_EQ(simulation.report.state_hash, euler.report.state_hash) << n;
    }
  }
  for (Simulation free : {beginProjectile(), beginFreeTop()}) {
    Simulation euler = free;
    euler.params.integrator = Integrator::SemiImplicitEuler;
    const Body start = free.world.bodies[0];
    for (int n = 1; n <= 60; ++n) {
      step(free);
      step(euler);
      const Body &body = free.world.bodies[0], &other = euler.world.bodies[0];
      const double t = n * free.world.h;
      ASSERT_TRUE(body.velocity == other.velocity && body.omega == other.omega) << n;
      ASSERT_EQ(body.pose.orientation.coeffs(), other.pose.orientation.coeffs()) << n;
      const Vec3 exact = start.pose.position + t * start.velocity + 0.5 * t * t * free.world.gravity;
      ASSERT_LE((body.pose.position - exact).norm(), 1e-11) << n;
    }
  }
}

TEST(SmoothMotion, WhatHangsAtRestStaysAtRestToTheLastBit) {
  for (const Integrator integrator : kHigher) {
    Simulation simulation = emptyWorld();
    simulation.params.integrator = integrator;
    for (int i = 0; i < 3; ++i) {
      addBox(simulation.world, {0.05, 0.5, 0.05}, 1.0, {0, -0.5 - i, 0});
      addJoint(simulation.world, JointKind::Ball, i - 1, i, {0, -1.0 * i, 0});
    }
    const World start = simulation.world;
    runSteps(simulation, 60);
    EXPECT_TRUE(sameMotion(simulation.world, start)) << infoOf(integrators(), integrator).id;
  }
}

// Redundant joints (a door on three hinges), a heavy wheel on a thin rod, a spin of 50 rad a step.
TEST(SmoothMotion, HardMechanismsKeepTheirEnergyByDefault) {
  Simulation door = emptyWorld();
  addBox(door.world, {0.4, 1.0, 0.02}, 20.0, {0.4, 0, 0});
  for (const double height : {-0.9, 0.0, 0.9})
    addJoint(door.world, JointKind::Hinge, -1, 0, {0, height, 0}, Vec3::UnitY());
  door.world.bodies[0].omega = {0, 18, 0};
  door.world.bodies[0].velocity = {0, 0, -7.2};

  Simulation flail = emptyWorld();
  addBox(flail.world, {0.5, 0.01, 0.01}, 0.1, {0.5, 0, 0});
  addBox(flail.world, {0.02, 0.3, 0.3}, 20.0, {1.1, 0, 0});
  addJoint(flail.world, JointKind::Ball, -1, 0, {0, 0, 0});
  addJoint(flail.world, JointKind::Hinge, 0, 1, {1.0, 0, 0}, Vec3::UnitX());
  flail.world.bodies[1].omega = {80, 0, 0};

  HeavyTop top;
  top.spin = 3000.0;
  top.tilt = 1.0;
  Simulation fast = beginTop(top, top.steadyPrecession());

  for (Simulation* simulation : {&door, &flail, &fast}) {
    const double energy = energyOf(*simulation);
    runSteps(*simulation, 120);
    EXPECT_NEAR(energyOf(*simulation), energy, 1e-3 * energy) << simulation->world.bodies.size();
  }
}

TEST(SmoothMotion, TheSameInputTwiceGivesTheSameBits) {
  for (const Integrator integrator : kHigher) {
    Simulation one = beginHeavyTop(), other = beginHeavyTop();
    one.params.integrator = other.params.integrator = integrator;
    runSteps(one, 30);
    runSteps(other, 30);
    EXPECT_EQ(one.report.state_hash, other.report.state_hash);
  }
}

}  // namespace
}  // namespace keystone

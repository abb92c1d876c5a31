// Rotors on the coordinates of joints (armature): closed forms, under every stepper and in both kinds of coordinates.
#include <gtest/gtest.h>

#include "world/joint_worlds.h"

namespace keystone {
namespace {

constexpr Coordinates kBoth[] = {Coordinates::Maximal, Coordinates::Reduced};

// The box of 2 kg on a slider along x at the world, with a rotor of `armature` [kg], without weight.
Simulation cart(double armature, Coordinates coordinates) {
  Simulation result = simulation(*findSolver("exact"));
  result.world.gravity.setZero();
  result.params.coordinates = coordinates;
  addBox(result.world, {0.5, 0.5, 0.5}, 2.0, Vec3::Zero());
  addJoint(result.world, JointKind::Slider, -1, 0, Vec3::Zero(), Vec3::UnitX());
  result.world.joints[0].armature = armature;
  return result;
}

// A rod of mass m and length l swings with w^2 = (m g l / 2) / (m l^2 / 3 + armature); a quarter of its period is
// K(sin(angle / 2)) / w (Landau and Lifshitz, Mechanics, section 11).
TEST(Armature, SlowsAPendulum) {
  constexpr double kAngle = 1.0, kArmature = 1.5;
  constexpr int kSteps = 200;
  const std::pair<Integrator, double> integrators[] = {{Integrator::Automatic, 1e-8},
                                                       {Integrator::RungeKutta4, 1e-8},
                                                       {Integrator::CashKarp, 1e-8},
                                                       {Integrator::ImplicitMidpoint, 1e-4},    // order 2
                                                       {Integrator::SemiImplicitEuler, 1e-2}};  // order 1
  for (const auto& [integrator, tolerance] : integrators)
    for (const Coordinates coordinates : kBoth) {
      Simulation rod = hungRod(*findSolver("exact"), kAngle, false);
      rod.params.integrator = integrator;
      rod.params.coordinates = coordinates;
      World& world = rod.world;
      world.joints[0].armature = kArmature;
      const double inertia = world.bodies[0].inertia(2, 2) + 2.0 * 0.25 + kArmature;
      const double w = std::sqrt(2.0 * world.gravity.norm() * 0.5 / inertia);
      world.h = std::comp_ellint_1(std::sin(0.5 * kAngle)) / w / kSteps;
      for (int i = 0; i < kSteps; ++i) step(rod);
      EXPECT_NEAR(world.bodies[0].pose.position.x(), 0.0, tolerance) << static_cast<int>(integrator);
      EXPECT_NEAR(world.bodies[0].omega.norm(), 2.0 * w * std::sin(0.5 * kAngle), 2.0 * tolerance);
    }
}

// A weight falls with g m / (m + armature); where velocities are those of forces, by that share of its speed, too.
TEST(Armature, HoldsAFallBackUnderEveryStepper) {
  for (const StepperInfo& stepper : steppers())
    for (const Coordinates coordinates : kBoth) {
      const auto speed = [&](double armature) {
        Simulation fall = cart(armature, coordinates);
        fall.stepper = stepper.kind;
        fall.world.gravity = {-9.81, 0.0, 0.0};
        for (int i = 0; i < 30; ++i) step(fall);
        EXPECT_FALSE(fall.report.rejected) << fall.report.trouble;
        return -fall.world.bodies[0].velocity.x();
      };
      EXPECT_NEAR(speed(6.0), 2.0 / (2.0 + 6.0) * speed(0.0), 1e-9) << stepper.id;
    }
}

// An effort F between two bodies pulls them together with F / (m1 m2 / (m1 + m2) + armature), and moves no centre.
TEST(Armature, ActsBetweenTwoBodies) {
  for (const Coordinates coordinates : kBoth) {
    Simulation pair = simulation(*findSolver("exact"));
    World& world = pair.world;
    world.gravity.setZero();
    pair.params.coordinates = coordinates;
    addBox(world, {0.5, 0.5, 0.5}, 2.0, {-2.0, 0.0, 0.0});
    addBox(world, {0.5, 0.5, 0.5}, 6.0, {2.0, 0.0, 0.0});
    addJoint(world, JointKind::Slider, 0, 1, Vec3::Zero(), Vec3::UnitX());
    world.joints[0].armature = 0.5;
    world.joints[0].effort = -4.0;
    for (int i = 0; i < 20; ++i) step(pair);
    const double speed = world.bodies[1].velocity.x() - world.bodies[0].velocity.x();
    EXPECT_NEAR(speed, -4.0 / (1.5 + 0.5) * 20.0 * world.h, 1e-12);
    EXPECT_LE((2.0 * world.bodies[0].velocity + 6.0 * world.bodies[1].velocity).norm(), 1e-12);
    EXPECT_NEAR(pair.report.kinetic, 0.5 * (1.5 + 0.5) * speed * speed, 1e-12);
  }
}

// A cart strikes a body at rest as one of mass m + armature would: by Newton's law, in whatever order impacts come.
TEST(Armature, StrikesWithTheRotorsInertia) {
  constexpr double kSpeed = 3.0, kRestitution = 0.5, kCart = 2.0 + 6.0, kOther = 4.0;
  const auto check = [&](const auto& choose) {
    for (const Coordinates coordinates : kBoth) {
      Simulation blow = cart(6.0, coordinates);
      choose(blow);
      World& world = blow.world;
      world.colliders[0].material = material(0.0, kRestitution);
      addBox(world, {0.5, 0.5, 0.5}, kOther, {1.02, 0.0, 0.0}, material(0.0, kRestitution));
      world.bodies[0].velocity.x() = kSpeed;
      for (int i = 0; i < 3; ++i) step(blow);
      const double common = kCart * kSpeed / (kCart + kOther);
      EXPECT_NEAR(world.bodies[0].velocity.x(), common - kRestitution * (kSpeed - common), 1e-9);
      EXPECT_NEAR(world.bodies[1].velocity.x(), common + kRestitution * common, 1e-9);
    }
  };
  check([](Simulation&) {});
  check([](Simulation& s) { s.params.impacts = ImpactLaw::Sequential; });
  check([](Simulation& s) { s.params.restitution_law = RestitutionLaw::Poisson; });
  check([](Simulation& s) { s.stepper = StepperKind::Acceleration; });
}

// On a spring x = cos(w t), w^2 = k / (m + armature): with an explicit spring the step keeps it for good, and a part of
// next to no mass takes none of it.
TEST(Armature, SwingsOnASpring) {
  for (const double mass : {2.0, 1e-4})
    for (const Coordinates coordinates : kBoth) {
      Simulation swing = cart(6.0, coordinates);
      World& world = swing.world;
      world.bodies[0].inertia *= mass / 2.0;
      world.bodies[0].mass = mass;
      world.joints[0].stiffness = 100.0;
      world.joints[0].rest = 1.0;  // let go at 1 m from it
      const double w = std::sqrt(100.0 / (mass + 6.0));
      const int quarter = 100;
      world.h = 0.5 * std::numbers::pi / w / quarter;
      for (int i = 0; i < 81 * quarter; ++i) step(swing);
      // Velocities are those of half a step earlier, and 81 quarters are 81 pi / 2 (1 + (w h)^2 / 24) rad.
      EXPECT_NEAR(world.bodies[0].pose.position.x(), 1.0, 0.02) << mass;
      EXPECT_NEAR(world.bodies[0].velocity.x(), w, 1e-3 * w) << mass;
    }
}

// Three rods on hinges across each other, which fall.
TEST(Armature, KeepsEnergy) {
  for (const Coordinates coordinates : kBoth) {
    Simulation chain = simulation(*findSolver("exact"));
    World& world = chain.world;
    chain.params.coordinates = coordinates;
    world.h = 1e-3;
    for (int i = 0; i < 3; ++i) {
      const int rod = addBox(world, {0.25, 0.03, 0.02}, 1.0, {0.5 * i + 0.25, 0.0, 0.0});
      addJoint(world, JointKind::Hinge, i - 1, rod, {0.5 * i, 0.0, 0.0}, i == 1 ? Vec3::UnitY() : Vec3::UnitZ());
      world.joints.back().armature = 0.1 * (i + 1);
    }
    world.bodies[1].omega.y() = 3.0;
    step(chain);
    const double energy = chain.report.kinetic + chain.report.potential;
    double fastest = 0.0;
    for (int i = 0; i < 1000; ++i) {
      step(chain);
      fastest = std::max(fastest, chain.report.kinetic);
      ASSERT_NEAR(chain.report.kinetic + chain.report.potential, energy, 1e-6) << i;
    }
    EXPECT_GT(fastest, 2.0);
  }
}

}  // namespace
}  // namespace keystone

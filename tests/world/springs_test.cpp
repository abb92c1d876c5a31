// Springs and dampers against closed forms, and at any stiffness.
#include <numbers>

#include "observe/joint_loads.h"
#include "problem/global_form.h"
#include "support/by_value.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

constexpr double kGravity = 9.81;  // [m/s^2]

Joint& addSpring(World& world, int a, int b, const Vec3& on_a, const Vec3& on_b, double stiffness, double damping,
                 double rest) {
  Joint joint;
  joint.kind = JointKind::Spring;
  joint.a = a;
  joint.b = b;
  joint.collide = true;
  attach(joint, world.bodies, on_a, on_b, Vec3::UnitZ());
  joint.stiffness = stiffness;
  joint.damping = damping;
  joint.rest = rest;
  world.joints.push_back(joint);
  return world.joints.back();
}

// A ball of 2 kg below the origin, on a spring of rest length 1 m from there, stretched by `extension`.
Simulation oscillator(const SolverInfo& solver, double stiffness, double damping, double extension, double gravity) {
  Simulation result = simulation(solver);
  result.world.gravity = Vec3(0.0, -gravity, 0.0);
  const int ball = addSphere(result.world, 0.1, 2.0, {0.0, -1.0 - extension, 0.0});
  addSpring(result.world, -1, ball, Vec3::Zero(), result.world.bodies[0].pose.position, stiffness, damping, 1.0);
  return result;
}

double extensionOf(const Simulation& simulation) {
  return -simulation.world.bodies[0].pose.position.y() - 1.0;
}

double energy(const Simulation& simulation) {
  return simulation.report.kinetic + simulation.report.potential;
}

class Springs : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Springs, ::testing::ValuesIn(jointSolvers()), solverName);

// Semi-implicit Euler: x_n = x_0 cos((n + 1/2) theta) / cos(theta / 2), 2 sin(theta / 2) = h sqrt(k / m). The frequency
// is theta / h, too high by (h omega)^2 / 24, and the amplitude stays.
TEST_P(Springs, UndampedSpringSwingsForEverWithTheFrequencyOfItsMass) {
  const double h = 1.0 / 60.0, k = 80.0, omega = std::sqrt(k / 2.0);
  Simulation swinging = oscillator(*GetParam(), k, 0.0, 0.25, 0.0);
  swinging.params.integrator = Integrator::SemiImplicitEuler;
  const double theta = 2.0 * std::asin(0.5 * h * omega);
  EXPECT_NEAR(theta / (h * omega), 1.0 + h * h * omega * omega / 24.0, 1e-5);
  for (int n = 1; n <= 600; ++n) {
    step(swinging);
    ASSERT_FALSE(swinging.report.rejected);
    ASSERT_NEAR(extensionOf(swinging), 0.25 * std::cos((n + 0.5) * theta) / std::cos(0.5 * theta), 1e-9) << n;
  }
}

// m (v' - v) = -h k x - h c v', x' = x + h v'; the amplitude falls by sqrt(1 / (1 + h c / m)) a step.
TEST_P(Springs, DampedSpringDecaysByItsRecursion) {
  const double h = 1.0 / 60.0, k = 80.0, c = 3.0, m = 2.0;
  Simulation decaying = oscillator(*GetParam(), k, c, 0.25, 0.0);
  double x = 0.25, v = 0.0;
  for (int n = 1; n <= 300; ++n) {
    step(decaying);
    v = (v - h * k * x / m) / (1.0 + h * c / m);
    x += h * v;
    ASSERT_NEAR(extensionOf(decaying), x, 1e-9) << n;
  }
}

TEST_P(Springs, HangingWeightComesToRestAtItsStaticExtension) {
  for (const double k : {50.0, 5e4, 5e9}) {
    Simulation hanging = oscillator(*GetParam(), k, 4.0 * std::sqrt(k), 0.0, kGravity);
    for (int n = 0; n < 1500; ++n) step(hanging);
    EXPECT_NEAR(extensionOf(hanging), 2.0 * kGravity / k, 1e-9) << k;
    EXPECT_LE(hanging.world.bodies[0].velocity.norm(), 1e-9) << k;
  }
}

// A box pressed on the ground: the spring's force is there in full, however stiff it is.
TEST_P(Springs, PressesABodyOnTheGroundByItsForce) {
  for (const double k : {100.0, 1e4, 1e7}) {
    if (k > 1e5 && !GetParam()->exact) continue;  // stiff rows are slow to sweep
    Simulation pressed = simulation(*GetParam());
    addPlane(pressed.world, Vec3::UnitY(), material(0.5));
    const int box = addBox(pressed.world, {0.2, 0.2, 0.2}, 3.0, {0, 0.2, 0}, material(0.5));
    const double push = 50.0;  // [N]
    addSpring(pressed.world, -1, box, {0, 1.2, 0}, {0, 0.2, 0}, k, 1.0, 1.0 + push / k);
    for (int n = 0; n < 60; ++n) step(pressed);
    EXPECT_NEAR(normalImpulse(pressed) / pressed.world.h, 3.0 * kGravity + push, 1e-6) << k;  // an exact solve's 1e-9
    EXPECT_NEAR(pressed.world.bodies[box].pose.position.y(), 0.2, 1e-9) << k;
    EXPECT_LE(pressed.report.residual.value, 1e-8) << k;
  }
}

class SpringSteppers : public ::testing::TestWithParam<StepperKind> {};
INSTANTIATE_TEST_SUITE_P(EveryStepper, SpringSteppers,
                         ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Quasistatic,
                                           StepperKind::Position),
                         stepperName);

// From springs softer to far stiffer than the step, 0.5 m out. Semi-implicit Euler swings by 1 / sqrt(1 - h^2 k / (4
// m)) more than the start, with h^2 k / m = 1 at most.
TEST_P(SpringSteppers, NoStiffnessBlowsUp) {
  for (double k = 1.0; k < 1e14; k *= 10.0) {
    Simulation stretched = oscillator(*findSolver("exact"), k, 0.0, 0.5, 0.0);
    stretched.stepper = GetParam();
    for (int n = 0; n < 300; ++n) {
      step(stretched);
      ASSERT_FALSE(stretched.report.rejected) << k;
      ASSERT_LE(std::abs(extensionOf(stretched)), 0.5 / std::sqrt(0.75) + 1e-9) << k << " step " << n;
    }
    if (k > 1e6) {
      EXPECT_LE(std::abs(extensionOf(stretched)), 1e-6) << "too fast to be seen: it is damped away";
    }
  }
}

TEST_P(SpringSteppers, HangingWeightComesToRestAtItsStaticExtension) {
  Simulation hanging = oscillator(*findSolver("exact"), 400.0, 60.0, 0.0, kGravity);
  hanging.stepper = GetParam();
  for (int n = 0; n < 1200; ++n) step(hanging);
  EXPECT_NEAR(extensionOf(hanging), 2.0 * kGravity / 400.0, 1e-9);
}

// Velocity h k x / m a step: the same as under the velocity stepper, phase by phase.
TEST(Spring, SwingsAlikeUnderVelocityAccelerationAndPosition) {
  std::vector<Simulation> all;
  for (const StepperKind stepper : {StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Position}) {
    all.push_back(oscillator(*findSolver("exact"), 5e3, 2.0, 0.2, kGravity));
    all.back().stepper = stepper;
    for (int n = 0; n < 120; ++n) step(all.back());
  }
  EXPECT_NEAR(extensionOf(all[1]), extensionOf(all[0]), 1e-9);
  EXPECT_NEAR(extensionOf(all[2]), extensionOf(all[0]), 1e-9);
}

// The decay of the extension without inertia: e' = -(tau k / m) e in steps of h.
TEST(Spring, CreepsBackWithoutInertia) {
  Simulation creeping = oscillator(*findSolver("exact"), 10.0, 0.0, 0.3, 0.0);
  creeping.stepper = StepperKind::Quasistatic;
  const double rate = creeping.world.h * creeping.params.time_constant * 10.0 / 2.0;
  for (int n = 1; n <= 100; ++n) {
    step(creeping);
    ASSERT_NEAR(extensionOf(creeping), 0.3 * std::pow(1.0 - rate, n), 1e-9) << n;
  }
}

// First order: the distance to x_0 e^(-g t) (cos w t + g / w sin w t) halves with the step.
TEST(Spring, ErrorOfADampedOscillationIsOfFirstOrder) {
  const double k = 80.0, c = 3.0, m = 2.0, g = 0.5 * c / m, w = std::sqrt(k / m - g * g), end = 2.0;
  const double exact = 0.25 * std::exp(-g * end) * (std::cos(w * end) + g / w * std::sin(w * end));
  std::vector<double> errors;
  for (const int rate : {240, 480, 960}) {
    Simulation decaying = oscillator(*findSolver("exact"), k, c, 0.25, 0.0);
    decaying.world.h = 1.0 / rate;
    for (int n = 0; n < end * rate; ++n) step(decaying);
    errors.push_back(extensionOf(decaying) - exact);
  }
  EXPECT_LE(std::abs(errors[0]), 0.5 * end * 0.25 * std::exp(-g * end) * w * w / 240.0);
  EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.15);
  EXPECT_NEAR(errors[1] / errors[2], 2.0, 0.1);
}

// Two free bodies, held off their centres: forces along one line at two points.
TEST(Spring, FreeBodiesKeepTheirMomenta) {
  Simulation free = simulation(*findSolver("exact"));
  free.world.gravity.setZero();
  const int a = addBox(free.world, {0.3, 0.2, 0.1}, 2.0, {0, 0, 0});
  const int b = addBox(free.world, {0.1, 0.3, 0.2}, 5.0, {1.5, 0.2, 0.1});
  free.world.bodies[a].velocity = {0.3, -0.2, 0.5};
  free.world.bodies[b].omega = {0.5, 1.0, -0.7};
  addSpring(free.world, a, b, {0.3, 0.1, 0.1}, {1.4, 0.4, 0.2}, 60.0, 0.8, 0.6);
  for (Collider& collider : free.world.colliders) collider.mask = 0;
  step(free);
  const Vec3 momentum = free.report.momentum, angular = free.report.angular_momentum;
  for (int n = 0; n < 600; ++n) step(free);
  EXPECT_LE((free.report.momentum - momentum).norm(), 1e-12 * momentum.norm());
  EXPECT_LE((free.report.angular_momentum - angular).norm(), 1e-12 * angular.norm());
}

TEST(Spring, EnergyOfAnUndampedSpringStaysNearItsValue) {
  Simulation swinging = oscillator(*findSolver("exact"), 80.0, 0.0, 0.25, 0.0);
  step(swinging);
  const double start = 0.5 * 80.0 * 0.25 * 0.25;
  double least = HUGE_VAL, most = 0.0;
  for (int n = 0; n < 6000; ++n) {
    step(swinging);
    least = std::min(least, energy(swinging));
    most = std::max(most, energy(swinging));
  }
  const double share = 0.5 * swinging.world.h * std::sqrt(80.0 / 2.0);  // semi-implicit Euler swings by h omega / 2
  EXPECT_GE(least, start * (1.0 - 1.1 * share));
  EXPECT_LE(most, start * (1.0 + 1.1 * share));
}

// A string of balls between two walls, stretched to five times its length: stiff across too.
TEST(Spring, PrestressedStringIsStableAtAnyStiffness) {
  for (const double k : {1e2, 1e4, 1e6, 1e9}) {
    Simulation string = simulation(*findSolver("exact"));
    string.world.gravity.setZero();
    for (int i = 0; i < 4; ++i) addSphere(string.world, 0.02, 0.1, {0.5 * (i + 1), 0.01 * (i % 2), 0});
    const auto at = [&](int i) -> Vec3 { return string.world.bodies[i].pose.position; };
    addSpring(string.world, -1, 0, Vec3::Zero(), at(0), k, 0.0, 0.1);
    for (int i = 1; i < 4; ++i) addSpring(string.world, i - 1, i, at(i - 1), at(i), k, 0.0, 0.1);
    addSpring(string.world, -1, 3, {2.5, 0, 0}, at(3), k, 0.0, 0.1);
    for (int n = 0; n < 600; ++n) {
      step(string);
      for (int i = 0; i < 4; ++i) ASSERT_LE(std::abs(at(i).y()), 0.05) << k << " step " << n;
    }
  }
}

// At rest at one point it pulls there from all sides: a ball on it swings in a plane ellipse, like two oscillators.
TEST(Spring, OfNoLengthIsAlikeInAllDirections) {
  Simulation ellipse = simulation(*findSolver("exact"));
  ellipse.params.integrator = Integrator::SemiImplicitEuler;
  ellipse.world.gravity.setZero();
  const int ball = addSphere(ellipse.world, 0.1, 2.0, {0.4, 0, 0});
  ellipse.world.bodies[ball].velocity = {0, 1, 0};
  addSpring(ellipse.world, -1, ball, Vec3::Zero(), {0.4, 0, 0}, 50.0, 0.0, 0.0);
  const double theta = 2.0 * std::asin(0.5 * ellipse.world.h * 5.0);  // h sqrt(k / m) = 2 sin(theta / 2)
  for (int n = 1; n <= 300; ++n) {
    step(ellipse);
    const Vec3& at = ellipse.world.bodies[ball].pose.position;
    ASSERT_NEAR(at.x(), 0.4 * std::cos((n + 0.5) * theta) / std::cos(0.5 * theta), 1e-9);
    ASSERT_NEAR(at.y(), ellipse.world.h * std::sin(n * theta) / std::sin(theta), 1e-9);
  }
}

// A wheel of 2 kg and radius 0.5 m: I = 0.4 m r^2 = 0.2 kg m^2, theta'' = -(k / I) theta.
TEST(Spring, OnAHingeTurnsItLikeATorsionPendulum) {
  Simulation turning = simulation(*findSolver("exact"), true);
  turning.world.gravity.setZero();
  const int wheel = addSphere(turning.world, 0.5, 2.0, Vec3::Zero());
  addJoint(turning.world, JointKind::Hinge, -1, wheel, Vec3::Zero());
  turning.world.joints[0].stiffness = 3.0;
  turning.world.joints[0].rest = 0.4;
  const double theta = 2.0 * std::asin(0.5 * turning.world.h * std::sqrt(3.0 / 0.2));
  for (int n = 1; n <= 300; ++n) {
    step(turning);
    ASSERT_NEAR(coordinateOf(turning.world.joints[0], turning.world.bodies),
                0.4 - 0.4 * std::cos((n + 0.5) * theta) / std::cos(0.5 * theta), 1e-9);
  }
}

// The operator applied, formed, its diagonal, and that of the global form, where the give of a row is a velocity.
TEST(Spring, ComplianceIsTheSameInEveryFormOfTheProblem) {
  Simulation pressed = simulation(*findSolver("exact"));
  addPlane(pressed.world, Vec3::UnitY(), material(0.5));
  const int box = addBox(pressed.world, {0.2, 0.3, 0.2}, 3.0, {0, 0.3, 0}, material(0.5));
  addSpring(pressed.world, -1, box, {0.3, 1.2, 0.1}, {0.1, 0.6, 0}, 1e6, 20.0, 0.8);
  step(pressed);
  const ContactProblem& problem = pressed.problem;
  ASSERT_TRUE(problem.isSoft(problem.firstJointRow()));
  const MatX W = delassusOf(problem);
  EXPECT_LE((W.diagonal() - diagonalOf(problem)).lpNorm<Eigen::Infinity>(), 1e-15);
  const VecX x = VecX::LinSpaced(problem.rows(), 0.3, 1.7);
  EXPECT_LE((W * x - applyDelassus(problem, x)).lpNorm<Eigen::Infinity>(), 1e-14);
  const ContactProblem reduced = reduce(globalForm(problem));
  EXPECT_LE((MatX(reduced.W) - W).lpNorm<Eigen::Infinity>(), 1e-13);
  EXPECT_LE((reduced.q - problem.q).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(Spring, LoadOfAJointIsTheSpringsForce) {
  Simulation hanging = oscillator(*findSolver("exact"), 400.0, 60.0, 0.0, kGravity);
  for (int n = 0; n < 1200; ++n) step(hanging);
  EXPECT_NEAR(jointLoads(hanging)[0].force.y(), 2.0 * kGravity, 1e-6);
}

// Without gravity a wheel on an axle goes by I d(omega)/dt = effort, whatever else is asked of nothing.
TEST(Drive, EffortTurnsAWheelByItsInertiaAloneInBothCoordinates) {
  for (const Coordinates coordinates : {Coordinates::Maximal, Coordinates::Reduced}) {
    Simulation wheel = simulation(*findSolver("exact"));
    wheel.params.coordinates = coordinates;
    wheel.world.gravity.setZero();
    addBox(wheel.world, {0.5, 0.5, 0.1}, 2.0, Vec3::Zero());
    addJoint(wheel.world, JointKind::Hinge, -1, 0, Vec3::Zero());
    wheel.world.joints[0].effort = 3.0;
    for (int i = 0; i < 20; ++i) step(wheel);
    const double inertia = wheel.world.bodies[0].inertia(2, 2);
    EXPECT_NEAR(wheel.world.bodies[0].omega.z(), 3.0 / inertia * 20 * wheel.world.h, 1e-12);
    EXPECT_NEAR(jointLoads(wheel)[0].torque.z(), 3.0, 1e-12);
    EXPECT_FALSE(wheel.report.repeated);
  }
}

// M u' = kp (target - x) + kd (target_speed - u) by implicit Euler in what is stiff; at rest at the target, whatever
// the gains. A weight on a slider sags by m g / kp.
TEST(Drive, GainsHoldAWeightAtItsTargetLessTheSagInBothCoordinates) {
  for (const Coordinates coordinates : {Coordinates::Maximal, Coordinates::Reduced})
    for (const double kp : {1e3, 1e9}) {
      Simulation lift = simulation(*findSolver("exact"));
      lift.params.coordinates = coordinates;
      addBox(lift.world, {0.5, 0.5, 0.5}, 2.0, Vec3::Zero());
      addJoint(lift.world, JointKind::Slider, -1, 0, Vec3::Zero(), Vec3::UnitY());
      Joint& drive = lift.world.joints[0];
      drive.stiffness = kp;
      drive.damping = 2.0 * std::sqrt(kp * 2.0);
      drive.rest = 1.5;
      for (int i = 0; i < 600; ++i) step(lift);
      EXPECT_NEAR(coordinateOf(drive, lift.world.bodies), 1.5 - 2.0 * kGravity / kp, 1e-9) << kp;
    }
}

// With a damper alone, u goes to its target by the factor 1 / (1 + h kd / m) each step.
TEST(Drive, DamperPullsToItsSpeed) {
  Simulation cart = simulation(*findSolver("exact"));
  cart.world.gravity.setZero();
  addBox(cart.world, {0.5, 0.5, 0.5}, 2.0, Vec3::Zero());
  addJoint(cart.world, JointKind::Slider, -1, 0, Vec3::Zero(), Vec3::UnitX());
  cart.world.joints[0].damping = 8.0;
  cart.world.joints[0].rest_speed = 0.5;
  for (int i = 0; i < 10; ++i) step(cart);
  const double left = std::pow(1.0 + cart.world.h * 8.0 / 2.0, -10);
  EXPECT_NEAR(cart.world.bodies[0].velocity.x(), 0.5 * (1.0 - left), 1e-12);
}

}  // namespace
}  // namespace keystone

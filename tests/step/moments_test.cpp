// Torsional, rolling and elliptic friction, and the friction of ball joints: closed forms, for every solver that takes
// them.
#include <gtest/gtest.h>

#include <random>

#include "observe/analysis.h"
#include "problem/residual_by_definition.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.5;

std::vector<const SolverInfo*> discSolvers() {
  std::vector<const SolverInfo*> all;
  for (const SolverInfo* solver : solvers())
    if (solver->accepts.discs) all.push_back(solver);
  return all;
}

class Moments : public ::testing::TestWithParam<const SolverInfo*> {
 protected:
  // A ball of 2 kg that rests on a plane inclined by `angle`; +x goes downhill.
  Simulation ball(double angle, const Material& surface, bool planar = false) const {
    Simulation result = simulation(*GetParam(), planar);
    const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
    addPlane(result.world, normal, surface);
    addSphere(result.world, kRadius, 2.0, kRadius * normal, surface);
    return result;
  }
  void runConverged(Simulation& running, int steps) const {
    for (int i = 0; i < steps; ++i) {
      step(running);
      ASSERT_FALSE(running.report.rejected) << running.report.trouble;
      if (GetParam()->exact) {
        ASSERT_LE(running.report.residual.value, 1e-9) << "step " << i;
      }
    }
  }
  double bound() const { return GetParam()->exact ? 1e-9 : 1e-6; }
};
INSTANTIATE_TEST_SUITE_P(EverySolver, Moments, ::testing::ValuesIn(discSolvers()), solverName);

Material rolling(double coefficient) {
  Material surface = material(0.8);
  surface.rolling = coefficient;
  return surface;
}

// m a = -F, I a / R = F R - e m g: a ball slows by e g / (R (1 + 2/5)), then rests for good.
TEST_P(Moments, RollingFrictionSlowsABallAndStopsIt) {
  const double e = 0.02, slowing = e * kGravity / (1.4 * kRadius);
  for (const bool planar : {true, false}) {
    Simulation running = ball(0.0, rolling(e), planar);
    Body& body = running.world.bodies[1];
    body.velocity = planar ? Vec3(1, 0, 0) : Vec3(0.6, 0, 0.8);
    body.omega = Vec3(0, kRadius, 0).cross(body.velocity) / (kRadius * kRadius);
    runConverged(running, 60);
    EXPECT_NEAR(body.velocity.norm(), 1.0 - slowing * 60 * running.world.h, bound());
    EXPECT_NEAR(body.omega.norm() * kRadius, body.velocity.norm(), bound());
    runConverged(running, static_cast<int>(1.0 / slowing / running.world.h) - 40);
    const Vec3 place = body.pose.position;
    runConverged(running, 60);
    EXPECT_NEAR((body.pose.position - place).norm(), 0.0, bound());
  }
}

// It stands on a slope while R sin(angle) <= e cos(angle); above, a = g (sin(angle) - e / R cos(angle)) / (1 + 2/5).
TEST_P(Moments, RollingFrictionHoldsABallOnASlope) {
  const double angle = 0.1, limit = kRadius * std::tan(angle);
  for (const bool planar : {true, false}) {
    Simulation standing = ball(angle, rolling(1.001 * limit), planar);
    runConverged(standing, 120);
    const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
    EXPECT_NEAR((standing.world.bodies[1].pose.position - kRadius * normal).norm(), 0.0, bound());
    EXPECT_NEAR(standing.world.bodies[1].velocity.norm(), 0.0, bound());
    Simulation running = ball(angle, rolling(0.5 * limit), planar);
    runConverged(running, 60);
    EXPECT_NEAR(running.world.bodies[1].velocity.norm(), kGravity * 0.5 * std::sin(angle) / 1.4 * 60 * running.world.h,
                bound());
  }
}

// I omega' = -e m g.
TEST_P(Moments, TorsionalFrictionStopsASpin) {
  Material surface = material(0.5);
  surface.torsional = 0.01;
  Simulation spinning = ball(0.0, surface);
  Body& body = spinning.world.bodies[1];
  body.omega = Vec3(0, 3, 0);
  const double slowing = 0.01 * kGravity / (0.4 * kRadius * kRadius);
  runConverged(spinning, 60);
  EXPECT_NEAR(body.omega.y(), 3.0 - slowing * 60 * spinning.world.h, bound());
  runConverged(spinning, 180);
  EXPECT_NEAR(body.omega.norm(), 0.0, bound());
  EXPECT_NEAR(body.velocity.norm(), 0.0, bound());
}

// Rolling to one side, spinning and sliding do not disturb each other's bounds: each moment is at its own.
TEST_P(Moments, EachMomentHasItsOwnBound) {
  Material surface = material(0.3);
  surface.torsional = 0.004;
  surface.rolling = 0.01;
  Simulation moving = ball(0.0, surface);
  Body& body = moving.world.bodies[1];
  body.velocity = Vec3(5, 0, 1);
  body.omega = Vec3(3, 6, -2);
  step(moving);
  ASSERT_EQ(moving.problem.discs.size(), 2u);
  for (const FrictionDisc& disc : moving.problem.discs) {
    const double size = moving.solution.lambda.segment(moving.problem.firstJointRow() + disc.first, disc.count).norm();
    EXPECT_NEAR(size, (disc.count == 1 ? 0.004 : 0.01) * 2.0 * kGravity * moving.world.h, bound());
    for (int k = 0; k < disc.count; ++k)
      EXPECT_TRUE(isSliding(moving.solution.sets[moving.problem.firstJointRow() + disc.first + k]));
  }
}

// A puck on one point, which spins about the normal alone: sliding v and spin s omega, s = torsional / mu, share mu N.
struct Puck {
  double mu = 0.3, arm = 0.2;  // [m]
  double v = 3.0, spin = 4.0;  // [m/s], spin = arm * omega
  double share = 1.0;          // m s^2 / I

  Simulation in(Simulation empty, bool coupled = true) const {
    Material surface = material(mu);
    surface.torsional = mu * arm;
    surface.coupled = coupled;
    addPlane(empty.world, Vec3::UnitY(), surface);
    Body& body = empty.world.bodies[addSphere(empty.world, kRadius, 2.0, kRadius * Vec3::UnitY(), surface)];
    body.inertia = Vec3(1e13, 2.0 * arm * arm / share, 1e13).asDiagonal();
    body.velocity = Vec3(0.6 * v, 0, 0.8 * v);
    body.omega = Vec3(0, spin / arm, 0);
    return empty;
  }
  double stopsAfter() const { return std::hypot(v, spin) / (mu * kGravity); }  // [s], where the share is one
};

// Where m s^2 = I both fall in proportion, |(v, s omega)| by mu g, and end together; alone v would end after v / (mu
// g).
TEST_P(Moments, CoupledFrictionStopsSlidingAndSpinTogether) {
  const Puck puck;
  Simulation running = puck.in(simulation(*GetParam()));
  const Body& body = running.world.bodies[1];
  const int steps = static_cast<int>(puck.stopsAfter() / running.world.h);
  for (const int more : {1, steps / 2, steps - steps / 2 - 2}) {
    runConverged(running, more);
    const double left = 1.0 - running.world.time / puck.stopsAfter();
    EXPECT_NEAR((body.velocity - left * puck.v * Vec3(0.6, 0, 0.8)).norm(), 0.0, bound());
    EXPECT_NEAR(puck.arm * body.omega.y(), left * puck.spin, bound());
  }
  EXPECT_EQ(countSets(running.problem, running.solution.sets).slide, 1);
  runConverged(running, 4);
  EXPECT_NEAR(body.velocity.norm() + body.omega.norm(), 0.0, bound());
  EXPECT_EQ(countSets(running.problem, running.solution.sets).stick, 1);
}

// d(s omega) / dv = share s omega / v along the whole way.
TEST(CoupledFriction, LeadsAlongAPowerOfTheSpeed) {
  for (const double share : {0.25, 0.5, 2.0, 4.0}) {
    const Puck puck{.share = share};
    Simulation running = puck.in(simulation(*findSolver("exact")));
    running.world.h = 1e-4;
    const Body& body = running.world.bodies[1];
    while (body.velocity.norm() > 0.3) {
      step(running);
      ASSERT_LE(running.report.residual.value, 1e-9);
      ASSERT_NEAR(puck.arm * body.omega.y() / puck.spin, std::pow(body.velocity.norm() / puck.v, share), 2e-3) << share;
    }
  }
}

// The steppers by solvers to rounding; penalties let it slip by a share.
TEST(CoupledFriction, ActsUnderEveryStepper) {
  const Puck puck;
  for (const StepperInfo& stepper : steppers()) {
    if (stepper.kind == StepperKind::Quasistatic) continue;  // has no speed
    Simulation running = puck.in(simulation(*findSolver("exact")));
    running.stepper = stepper.kind;
    for (int i = 0; i < 60; ++i) step(running);
    const double left = 1.0 - running.world.time / puck.stopsAfter();
    const double bound = stepper.uses_solver ? 1e-9 : 0.02;
    const Body& body = running.world.bodies[1];
    EXPECT_NEAR(body.velocity.norm(), left * puck.v, bound * puck.v) << stepper.id;
    EXPECT_NEAR(puck.arm * body.omega.y(), left * puck.spin, bound * puck.spin) << stepper.id;

    Simulation carried = Puck{.v = 0.0, .spin = 0.0}.in(simulation(*findSolver("exact")));
    carried.stepper = stepper.kind;
    carried.world.colliders[0].surface_velocity = Vec3(1, 0, 0);  // a belt
    for (int i = 0; i < 60; ++i) step(carried);
    EXPECT_NEAR(carried.world.bodies[1].velocity.x(), 1.0, 1e-3) << stepper.id;
  }
}

// A box on a slope: its sets and impulses are remembered as they are, and found again by analysis.
Simulation boxOnSlope(double angle, bool coupled, double rolling = 0.0) {
  Simulation held = simulation(*findSolver("exact"));
  Material surface = material(0.5);
  surface.torsional = 0.02;
  surface.rolling = rolling;
  surface.coupled = coupled;
  const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
  addPlane(held.world, normal, surface);
  Body& body = held.world.bodies[addBox(held.world, {0.3, 0.1, 0.2}, 2.0, 0.1 * normal, surface)];
  body.pose.orientation = Quat::FromTwoVectors(Vec3::UnitY(), normal);
  return held;
}

TEST(CoupledFriction, KeepsWhatRestsWithoutWork) {
  Simulation held = boxOnSlope(0.4, true);
  step(held);
  EXPECT_EQ(held.report.solve.stage, "relaxation");
  const Body before = held.world.bodies[1];
  for (int i = 0; i < 20; ++i) {
    step(held);
    EXPECT_EQ(held.report.solve.stage, "start");
    EXPECT_EQ(held.report.solve.factorizations, 0);
  }
  EXPECT_EQ(held.world.bodies[1].pose.position, before.pose.position);
}

TEST(CoupledFriction, StandsAndSlidesInAnalysisAsInTheStep) {
  for (const double rolling : {0.0, 0.01})
    for (const bool coupled : {false, true}) {
      const Analysis stands = analyze(boxOnSlope(std::atan(0.5) - 1e-4, coupled, rolling));
      EXPECT_TRUE(stands.balanced) << coupled << rolling;
      EXPECT_LE(stands.residual.value, 1e-9) << coupled << rolling;
      EXPECT_FALSE(analyze(boxOnSlope(std::atan(0.5) + 1e-4, coupled, rolling)).balanced) << coupled << rolling;
    }
}

// An error of a hundredth in the normal impulse is one, however short the arm.
TEST(CoupledFriction, ResidualKnowsAnErrorWhateverTheArm) {
  for (const double arm : {2e-2, 2e-4, 2e-8}) {
    Simulation sliding = Puck{.arm = arm, .spin = 20.0 * arm}.in(simulation(*findSolver("exact")));
    sliding.world.bodies[1].inertia = Vec3::Constant(0.2).asDiagonal();
    step(sliding);
    EXPECT_LE(sliding.report.residual.value, 1e-9);
    VecX wrong = sliding.solution.lambda;
    wrong[0] *= 1.01;
    EXPECT_GE(measure(sliding.problem, wrong).value, 5e-4) << arm;
  }
}

// A sled on a rail just over the ground, which it cannot press, carries a box: nothing slows them.
TEST(CoupledFriction, GoesWithItsContactWhereJointsKeepThatFromPressing) {
  Simulation sled = simulation(*findSolver("exact"));
  sled.params.coordinates = Coordinates::Reduced;
  Material surface = material(0.5);
  surface.torsional = 0.02;
  surface.coupled = true;
  addPlane(sled.world, Vec3::UnitY(), surface);
  const Vec3 low(0, 0.199999, 0), high(0, 0.499999, 0);
  const int on_rail = addBox(sled.world, {0.2, 0.2, 0.2}, 1.0, low, surface);
  const int carried = addBox(sled.world, {0.15, 0.1, 0.15}, 1.0, high, surface);
  addJoint(sled.world, JointKind::Slider, -1, on_rail, low, Vec3::UnitX());
  for (const int body : {on_rail, carried}) sled.world.bodies[body].velocity = Vec3::UnitX();
  for (int i = 0; i < 20; ++i) step(sled);
  EXPECT_NEAR(sled.world.bodies[on_rail].velocity.x() + sled.world.bodies[carried].velocity.x(), 2.0, 1e-9);
}

// Held by friction that is less than the bound for each alone: a puck on a slope that is turned by a moment.
TEST(CoupledFriction, HoldsWithinTheEllipsoidAlone) {
  const double angle = std::atan(0.24);
  for (const double turned : {0.99, 1.01}) {  // of what is left for the moment beside 0.8 mu
    Simulation held = simulation(*findSolver("exact"));
    Material surface = material(0.3);
    surface.torsional = 0.06;
    surface.coupled = true;
    const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
    addPlane(held.world, normal, surface);
    Body& body = held.world.bodies[addSphere(held.world, kRadius, 2.0, kRadius * normal, surface)];
    body.inertia = Vec3(1e13, 0.08, 1e13).asDiagonal();
    body.pose.orientation = Quat::FromTwoVectors(Vec3::UnitY(), normal);
    AppliedForce force;
    force.body = 1;
    force.torque = turned * 0.6 * 0.06 * 2.0 * kGravity * std::cos(angle) * normal;
    held.world.forces.push_back(force);
    for (int i = 0; i < 30; ++i) step(held);
    EXPECT_LE(held.report.residual.value, 1e-9);
    EXPECT_EQ(held.world.bodies[1].velocity.norm() < 1e-9, turned < 1.0) << held.world.bodies[1].velocity.norm();
  }
}

// Friction does most work within the ellipse (lambda_1 / mu_1)^2 + (lambda_2 / mu_2)^2 <= lambda_n^2: its direction is
// -(mu_1^2 u_1, mu_2^2 u_2), of the velocity after the step.
TEST_P(Moments, EllipticFrictionFollowsItsEllipse) {
  const double along = 0.5, across = 0.2;
  Material grained = material(along);
  grained.grain = Vec3(0.6, 0, 0.8);
  grained.across = across / along * (across / along);  // of the floor alone: the pair has the root
  const Vec3 first(0.6, 0, 0.8), second(0.8, 0, -0.6);
  for (const Vec2& given : {Vec2(2, 0), Vec2(0, 2), Vec2(1.5, -1)}) {
    Simulation sliding = simulation(*GetParam());
    addPlane(sliding.world, Vec3::UnitY(), grained);
    addBox(sliding.world, {0.5, 0.05, 0.5}, 2.0, {0, 0.05, 0}, material(along));
    Body& body = sliding.world.bodies[1];
    body.velocity = given[0] * first + given[1] * second;
    const Vec3 before = body.velocity;
    step(sliding);
    const Vec3 change = body.velocity - before;
    const Vec2 u(body.velocity.dot(first), body.velocity.dot(second));
    const Vec2 pull = -Vec2(along * along * u[0], across * across * u[1]) / Vec2(along * u[0], across * u[1]).norm();
    EXPECT_NEAR(change.dot(first), kGravity * sliding.world.h * pull[0], bound());
    EXPECT_NEAR(change.dot(second), kGravity * sliding.world.h * pull[1], bound());
  }
}

// In the plane a body slides along one direction, and the plane carries what friction there is across it.
TEST_P(Moments, EllipticFrictionInThePlaneIsThatAlongIt) {
  const double along = 0.5, across = 0.2;
  Material grained = material(along);
  grained.across = across / along * (across / along);  // of the floor alone: the pair has the root
  for (const Vec3& grain : {Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0.6, 0, 0.8)}) {
    grained.grain = grain;
    Simulation sliding = simulation(*GetParam(), true);
    addPlane(sliding.world, Vec3::UnitY(), grained);
    addBox(sliding.world, {0.5, 0.05, 0.5}, 2.0, {0, 0.05, 0}, material(along));
    Body& body = sliding.world.bodies[1];
    body.velocity.x() = 2.0;
    step(sliding);
    const double mu = std::hypot(along * grain.x(), across * grain.z());
    EXPECT_NEAR(body.velocity.x(), 2.0 - mu * kGravity * sliding.world.h, bound());
    EXPECT_EQ(body.velocity.z(), 0.0);
  }
}

// One moment about whatever axis a ball joint turns: the spin falls as fast about a diagonal as about an axis.
TEST_P(Moments, BallJointsFrictionIsTheSameAboutAllAxes) {
  for (const Vec3& axis : {Vec3(0, 0, 1), Vec3(2.0 / 3.0, -2.0 / 3.0, 1.0 / 3.0)}) {
    Simulation spinning = simulation(*GetParam());
    spinning.world.gravity.setZero();
    addSphere(spinning.world, 0.5, 1.0, {0, 0, 0});  // I = 0.1 kg m^2
    addJoint(spinning.world, JointKind::Ball, -1, 0, Vec3::Zero());
    spinning.world.joints[0].friction = 0.2;
    spinning.world.joints[0].isotropic = true;
    spinning.world.bodies[0].omega = axis;
    run(spinning, 0.25);
    EXPECT_NEAR((spinning.world.bodies[0].omega - (1.0 - 0.2 * 0.25 / 0.1) * axis).norm(), 0.0, bound());
    run(spinning, 0.5);
    EXPECT_NEAR(spinning.world.bodies[0].omega.norm(), 0.0, bound());
  }
}

// Balls with all of it on a floor and on each other, some thrown, some spun.
Simulation heap(const SolverInfo& solver, std::uint32_t seed) {
  Simulation result = simulation(solver);
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
  };
  Material surface = material(0.6);
  surface.torsional = 0.01;
  surface.rolling = 0.02;
  surface.grain = Vec3::UnitX();
  surface.across = 0.5;
  addPlane(result.world, Vec3::UnitY(), surface);
  for (int i = 0; i < 12; ++i) {
    const double radius = uniform(0.1, 0.3);
    const int ball = addSphere(result.world, radius, uniform(0.5, 5.0),
                               {uniform(-0.5, 0.5), 0.3 + 0.5 * i, uniform(-0.5, 0.5)}, surface);
    result.world.bodies[ball].omega = Vec3(uniform(-9, 9), uniform(-9, 9), uniform(-9, 9));
  }
  return result;
}

// The residual by its definition, and W as all its rows: u = W lambda + q.
TEST(MomentProblems, AreSolvedExactlyAndMeasuredAlikeTwice) {
  int problems = 0;
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    Simulation falling = heap(*findSolver("exact"), seed);
    for (int i = 0; i < 180; ++i) {
      step(falling);
      ASSERT_FALSE(falling.report.rejected);
      ASSERT_LE(falling.report.residual.value, 1e-9) << "seed " << seed << ", step " << i;
      if (falling.problem.discs.empty() || i % 10 != 0) continue;
      ++problems;
      VecX lambda = falling.solution.lambda;
      EXPECT_NEAR(byDefinition(falling.problem, lambda, FrictionLaw::Cone).value,
                  measure(falling.problem, lambda).value, 1e-12);
      for (double& impulse : lambda) impulse *= 1.1;
      const double wrong = measure(falling.problem, lambda).value;
      EXPECT_NEAR(byDefinition(falling.problem, lambda, FrictionLaw::Cone).value, wrong, 1e-9 * wrong);
      EXPECT_GT(wrong, 1e-3);
    }
  }
  EXPECT_GT(problems, 30);
}

// A moment that is missing is seen.
TEST(MomentProblems, ResidualSeesAMomentThatIsMissing) {
  Simulation falling = heap(*findSolver("exact"), 4);
  for (int i = 0; i < 60; ++i) step(falling);
  ASSERT_FALSE(falling.problem.discs.empty());
  VecX lambda = falling.solution.lambda;
  lambda.tail(falling.problem.joint_rows).setZero();
  EXPECT_GT(measure(falling.problem, lambda).value, 1e-4);
}

// Friction takes energy, never gives any.
TEST(MomentProblems, LoseEnergy) {
  Simulation falling = heap(*findSolver("exact"), 5);
  const auto energy = [&] {
    double sum = 0.0;
    for (const Body& body : falling.world.bodies)
      if (body.isDynamic()) sum += kineticEnergy(body) + body.mass * kGravity * body.pose.position.y();
    return sum;
  };
  double before = energy();
  for (int i = 0; i < 240; ++i) {
    step(falling);
    const double now = energy();
    EXPECT_LE(now, before * (1.0 + 1e-9)) << "step " << i;
    before = now;
  }
}

// Methods that do not know these rows say so, and change nothing silently.
TEST(MomentProblems, OtherMethodsRefuse) {
  Simulation falling = heap(*findSolver("exact"), 6);
  for (int i = 0; i < 60; ++i) step(falling);
  for (const SolverInfo* solver : solvers()) {
    if (solver->accepts.discs) continue;
    Solution solution;
    const SolveReport report = solver->solve(falling.problem, {}, solution, nullptr);
    EXPECT_EQ(report.status, SolveStatus::Unsupported) << solver->id;
    EXPECT_FALSE(report.message.empty());
  }
}

// Every stepper takes the moments at the end of its step.
TEST(MomentProblems, ActUnderEveryStepper) {
  const double angle = 0.1, limit = kRadius * std::tan(angle), slope = kGravity * std::sin(angle);
  for (const StepperInfo& stepper : steppers()) {
    if (stepper.id == "quasistatic") continue;                       // it knows no velocities
    const double bound = stepper.uses_solver ? 1e-6 : 0.02 * slope;  // of methods of their own, with few sweeps
    for (const double share : {0.5, 1.001}) {
      Simulation running = simulation(*findSolver("exact"));
      running.stepper = stepper.kind;
      const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
      addPlane(running.world, normal, rolling(share * limit));
      addSphere(running.world, kRadius, 2.0, kRadius * normal, rolling(share * limit));
      for (int i = 0; i < 60; ++i) {
        step(running);
        ASSERT_FALSE(running.report.rejected) << stepper.id << ": " << running.report.trouble;
        ASSERT_LE(running.report.residual.value, stepper.uses_solver ? 1e-9 : 1.0) << stepper.id;
      }
      const double expected = share > 1.0 ? 0.0 : 0.5 * slope / 1.4;
      EXPECT_NEAR(running.world.bodies[1].velocity.norm(), expected, bound) << stepper.id;
    }
  }
}

// A ball that slides: its friction is substituted (the W that is left is unsymmetric), its rolling friction is solved
// for. m v' = -mu_d m g, I omega' = -(mu_d R - e) m g.
TEST(MomentProblems, AreSolvedBesideSlidingFrictionThatIsSubstituted) {
  const double mu_dynamic = 0.3, e = 0.02;
  for (const bool planar : {true, false}) {
    Material surface = rolling(e);
    surface.friction_dynamic = mu_dynamic;
    surface.torsional = 0.01;
    Simulation sliding = simulation(*findSolver("exact"), planar);
    sliding.stepper = StepperKind::Acceleration;
    addPlane(sliding.world, Vec3::UnitY(), surface);
    addSphere(sliding.world, kRadius, 2.0, {0, kRadius, 0}, surface);
    sliding.world.bodies[1].velocity = {5, 0, 0};
    for (int i = 1; i <= 10; ++i) {
      step(sliding);
      ASSERT_EQ(sliding.sliding.size(), 1u) << "solved with friction at the step's end";
      ASSERT_TRUE(sliding.report.trouble.empty()) << sliding.report.trouble;
      ASSERT_LE(sliding.report.residual.value, 1e-9);
      const double t = i * sliding.world.h;
      EXPECT_NEAR(sliding.world.bodies[1].velocity.x(), 5.0 - mu_dynamic * kGravity * t, 1e-9);
      EXPECT_NEAR(sliding.world.bodies[1].omega.z(),
                  -(mu_dynamic * kRadius - e) * kGravity * t / (0.4 * kRadius * kRadius), 1e-9);
    }
  }
}

TEST(MomentProblems, AnalysisHoldsWhatTheLawHolds) {
  const double angle = 0.1, limit = kRadius * std::tan(angle);
  for (const double share : {0.999, 1.001}) {
    Simulation resting = simulation(*findSolver("exact"));
    const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
    addPlane(resting.world, normal, rolling(share * limit));
    addSphere(resting.world, kRadius, 2.0, kRadius * normal, rolling(share * limit));
    const Analysis analysis = analyze(resting);
    EXPECT_EQ(analysis.balanced, share > 1.0);
    EXPECT_FALSE(analyze(resting, {.frictionless = true}).balanced);
    EXPECT_LE(analysis.residual.value, 1e-9);
    // The top of the ball is twice as fast as its middle.
    EXPECT_NEAR(analysis.largest, share > 1.0 ? 0.0 : 2.0 * kGravity * std::sin(angle) * (1.0 - share) / 1.4, 1e-6);
  }
}

// Islands of a problem keep their discs: the whole is solved as its parts are.
TEST(MomentProblems, AreTheSameIslandByIsland) {
  Simulation apart = simulation(*findSolver("exact"));
  Material surface = rolling(0.05);
  addPlane(apart.world, Vec3(0.1, 1, 0).normalized(), surface);
  for (int i = 0; i < 3; ++i) {
    const Vec3 normal = Vec3(0.1, 1, 0).normalized();
    addSphere(apart.world, kRadius, 1.0 + i, kRadius * normal + Vec3(0, 0, 2.0 * i), surface);
  }
  for (int i = 0; i < 60; ++i) step(apart);
  EXPECT_LE(apart.report.residual.value, 1e-9);
  // tan(angle) = 0.1 stays above e / R = 0.1: all three stand alike.
  for (std::size_t i = 2; i < 4; ++i)
    EXPECT_NEAR((apart.world.bodies[i].velocity - apart.world.bodies[1].velocity).norm(), 0.0, 1e-12);
}

}  // namespace
}  // namespace keystone

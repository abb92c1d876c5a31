// The acceleration stepper: closed forms of forces, of both kinds of friction and of simultaneous impacts.
#include <gtest/gtest.h>

#include "world/small_worlds.h"

namespace keystone {
namespace {

class Acceleration : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Acceleration, ::testing::Values(findSolver("pivoting"), findSolver("pgs")),
                         solverName);

Simulation accelerated(const SolverInfo& solver, bool planar) {
  Simulation result = simulation(solver, planar);
  result.stepper = StepperKind::Acceleration;
  return result;
}

// The flat box of inclined(), with two coefficients.
Simulation apply(const SolverInfo& solver, double angle, double mu_static, double mu_dynamic, bool planar) {
  Simulation result = inclined(solver, angle, mu_static, planar);
  result.stepper = StepperKind::Acceleration;
  for (Collider& collider : result.world.colliders) collider.material = {mu_static, mu_dynamic, 0.0};
  return result;
}

double bodiesEnergy(const Simulation& simulation) {
  return simulation.report.kinetic + simulation.report.potential;
}

TEST_P(Acceleration, ForcesUnderARestingBoxAreItsWeight) {
  for (const bool planar : {true, false}) {
    Simulation resting = accelerated(*GetParam(), planar);
    addPlane(resting.world, Vec3::UnitY());
    addBox(resting.world, {0.5, 0.1, 0.5}, 2.0, {0, 0.1, 0});
    for (int n = 0; n < 30; ++n) step(resting);
    EXPECT_NEAR(normalImpulse(resting) / forceTime(resting), 2.0 * 9.81, 1e-6);  // the iterative methods' tolerance
    EXPECT_EQ(resting.report.impacts, 0);
  }
}

TEST_P(Acceleration, BlockAtRestOnASlopeIsHeldByStaticFriction) {
  for (const bool planar : {true, false}) {
    Simulation held = apply(*GetParam(), std::atan(0.5), 0.6, 0.3, planar);
    const Vec3 start = held.world.bodies[1].pose.position;
    for (int n = 0; n < 120; ++n) step(held);
    EXPECT_LE((held.world.bodies[1].pose.position - start).norm(), 1e-6);  // 2 s of an iterative method's error
    EXPECT_LE(held.world.bodies[1].velocity.norm(), 1e-8);
  }
}

TEST_P(Acceleration, BlockPushedOnTheSameSlopeSlidesOnByDynamicFriction) {
  const double angle = std::atan(0.5);
  for (const bool planar : {true, false}) {
    Simulation pushed = apply(*GetParam(), angle, 0.6, 0.3, planar);
    Body& box = pushed.world.bodies[1];
    const Vec3 downhill(std::cos(angle), -std::sin(angle), 0.0);
    box.velocity = 0.5 * downhill;
    for (int n = 0; n < 60; ++n) step(pushed);
    const double a = 9.81 * (std::sin(angle) - 0.3 * std::cos(angle));
    EXPECT_NEAR(box.velocity.dot(downhill), 0.5 + a, 1e-6);  // 1 s at constant acceleration is exact
    EXPECT_GT(pushed.report.sets.slide, 0);
  }
}

TEST_P(Acceleration, BlockThatBreaksLooseFeelsStaticFrictionForOneStepAndDynamicFrictionAfter) {
  const double angle = std::atan(0.65);
  Simulation loose = apply(*GetParam(), angle, 0.6, 0.3, true);
  const Vec3 downhill(std::cos(angle), -std::sin(angle), 0.0);
  const double h = loose.world.h;
  const double first = 9.81 * h * (std::sin(angle) - 0.6 * std::cos(angle));
  step(loose);
  EXPECT_NEAR(loose.world.bodies[1].velocity.dot(downhill), first, 1e-8);
  step(loose);
  const double second = 9.81 * h * (std::sin(angle) - 0.3 * std::cos(angle));
  EXPECT_NEAR(loose.world.bodies[1].velocity.dot(downhill), first + second, 1e-8);
}

TEST_P(Acceleration, BlockThatSlidesSlowlyInSpaceNeitherTurnsNorDrifts) {
  // One per cent above the friction angle: at first slower than what friction takes in a step.
  const double angle = std::atan(0.505);
  for (const double mu_static : {0.5, 0.52}) {
    Simulation slow = apply(*GetParam(), angle, mu_static, 0.5, false);
    Body& box = slow.world.bodies[1];
    const Vec3 downhill(std::cos(angle), -std::sin(angle), 0.0);
    if (mu_static > 0.51) box.velocity = 0.01 * downhill;
    const double before = box.velocity.norm();
    for (int n = 0; n < 120; ++n) step(slow);
    const double a = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
    EXPECT_NEAR(box.velocity.dot(downhill), before + 2.0 * a, 1e-6) << mu_static;
    EXPECT_LE(std::abs(box.velocity.z()), 1e-6);
    EXPECT_LE(box.omega.norm(), 1e-6);
  }
}

TEST_P(Acceleration, SlidingBlockStopsAfterTheDistanceOfDynamicFrictionAndThenStays) {
  for (const bool planar : {true, false}) {
    Simulation sliding = apply(*GetParam(), 0.0, 0.6, 0.3, planar);
    Body& box = sliding.world.bodies[1];
    box.velocity = planar ? Vec3(2, 0, 0) : Vec3(2 * 0.8, 0, 2 * 0.6);
    for (int n = 0; n < 60; ++n) step(sliding);
    const double exact = 4.0 / (2.0 * 0.3 * 9.81);
    EXPECT_NEAR(box.pose.position.cwiseProduct(Vec3(1, 0, 1)).norm(), exact, 2.0 * sliding.world.h);  // v h / 2
    EXPECT_LE(box.velocity.norm(), 1e-8);
    EXPECT_NEAR(box.pose.position.z(), planar ? 0.0 : 0.75 * box.pose.position.x(), 1e-6) << "straight on";
  }
}

TEST_P(Acceleration, BallRollsOffABallAtTwoThirdsOfTheHeight) {
  // Without friction a small body leaves a fixed ball where cos(angle) = 2/3.
  Simulation rolling = accelerated(*GetParam(), true);
  rolling.world.h = 1e-3;
  const int base = addSphere(rolling.world, 1.0, 1.0, {0, 0, 0}, material(0.0));
  rolling.world.bodies[base].kind = BodyKind::Static;
  const double tilt = 0.02;
  const int ball = addSphere(rolling.world, 0.1, 1.0, 1.1 * Vec3(std::sin(tilt), std::cos(tilt), 0), material(0.0));
  double cosine = 1.0;
  for (int n = 0; n < 6000; ++n) {
    const Vec3 at = rolling.world.bodies[ball].pose.position;
    step(rolling);
    if (rolling.problem.contacts == 0 || rolling.solution.lambda[0] <= 0.0) break;
    cosine = at.y() / at.norm();
  }
  EXPECT_NEAR(cosine, 2.0 / 3.0 * std::cos(tilt), 2e-3);  // first order in h
}

TEST_P(Acceleration, SpinningAboutTheNormalOfAFaceDoesNotLiftABox) {
  Simulation spinning = accelerated(*GetParam(), false);
  addPlane(spinning.world, Vec3::UnitY(), material(0.0));
  const int box = addBox(spinning.world, {0.5, 0.1, 0.5}, 2.0, {0, 0.1, 0}, material(0.0));
  spinning.world.bodies[box].omega = {0, 6, 0};
  for (int n = 0; n < 120; ++n) step(spinning);
  EXPECT_NEAR(spinning.world.bodies[box].pose.position.y(), 0.1, 1e-6);
  EXPECT_NEAR(spinning.world.bodies[box].omega.y(), 6.0, 1e-6);
}

TEST_P(Acceleration, RollingBallStaysOnItsPlaneAndKeepsItsSpeed) {
  Simulation rolling = accelerated(*GetParam(), true);
  addPlane(rolling.world, Vec3::UnitY());
  const int ball = addSphere(rolling.world, 0.25, 1.0, {0, 0.25, 0});
  rolling.world.bodies[ball].velocity = {2, 0, 0};
  rolling.world.bodies[ball].omega = {0, 0, -8};
  for (int n = 0; n < 120; ++n) step(rolling);
  EXPECT_NEAR(rolling.world.bodies[ball].pose.position.y(), 0.25, 1e-8);
  EXPECT_NEAR(rolling.world.bodies[ball].pose.position.x(), 4.0, 1e-6);
}

TEST_P(Acceleration, RodTipsOverOnATipThatStaysWhereItIs) {
  // An inverted pendulum: omega^2 = 3 g (cos tilt_0 - cos tilt) / L. The tip turns about itself, which is no sliding:
  // if it were taken for that, dynamic friction could not hold it.
  for (const bool planar : {true, false}) {
    Simulation rod = accelerated(*GetParam(), planar);
    const double half = 1.0, tilt = 0.1;
    addPlane(rod.world, Vec3::UnitY(), {1.5, 0.05, 0.0});
    const int body = addSphere(rod.world, 0.01, 1.0, {half * std::sin(tilt), 0.01 + half * std::cos(tilt), 0});
    rod.world.colliders[body] = {Capsule{0.01, half}, {1.5, 0.05, 0.0}};
    rod.world.bodies[body].inertia = half * half / 3.0 * Mat3::Identity();
    rod.world.bodies[body].pose.orientation = Quat(Eigen::AngleAxisd(-tilt, Vec3::UnitZ()));
    const Body& moving = rod.world.bodies[body];
    const auto tip = [&] { return Vec3(moving.pose.position - moving.pose.rotate(half * Vec3::UnitY())); };
    double angle = tilt;
    while (angle < 0.6) {  // then the tip lifts, or slides
      step(rod);
      ASSERT_EQ(rod.report.sets.slide, 0) << "at " << angle;
      const Vec3 axis = moving.pose.rotate(Vec3::UnitY());
      angle = std::atan2(axis.x(), axis.y());
      ASSERT_LT(rod.world.time, 3.0);
    }
    EXPECT_NEAR(tip().x(), 0.01 * (angle - tilt), 2e-3) << "it rolls by its radius";
    const double exact = std::sqrt(1.5 * 9.81 * (std::cos(tilt) - std::cos(angle)) / half);
    // The speed is that of the step's end: half a step's acceleration.
    EXPECT_NEAR(moving.omega.norm(), exact, 0.75 * 9.81 * std::sin(angle) / half * rod.world.h);
  }
}

// --- Impacts

Simulation ballRow(const SolverInfo& solver, double spacing, int resting) {
  Simulation row = accelerated(solver, true);
  row.world.gravity.setZero();
  for (int i = 0; i <= resting; ++i)
    addSphere(row.world, 0.25, 1.0, {i == 0 ? -1.0 : 0.5 + (0.5 + spacing) * (i - 1), 0, 0}, material(0.0, 1.0));
  row.world.bodies[0].velocity = {2, 0, 0};
  return row;
}

TEST_P(Acceleration, TouchingBallsStruckTogetherPartAsOneFromTheStriker) {
  // Newton's law at all contacts at once: the struck balls leave as one body, which keeps momentum and energy.
  Simulation row = ballRow(*GetParam(), 0.0, 4);
  for (int n = 0; n < 90; ++n) step(row);
  EXPECT_NEAR(row.world.bodies[0].velocity.x(), 2.0 * (1.0 - 4.0) / (1.0 + 4.0), 1e-8);
  for (int i = 1; i <= 4; ++i) EXPECT_NEAR(row.world.bodies[i].velocity.x(), 2.0 * 2.0 / (1.0 + 4.0), 1e-8) << i;
  EXPECT_NEAR(row.report.kinetic, 2.0, 1e-8);
}

TEST_P(Acceleration, BallsWithAirBetweenThemPassTheBlowToTheLast) {
  Simulation row = ballRow(*GetParam(), 0.01, 4);
  for (int n = 0; n < 120; ++n) step(row);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(row.world.bodies[i].velocity.x(), 0.0, 1e-8) << i;
  EXPECT_NEAR(row.world.bodies[4].velocity.x(), 2.0, 1e-8);
}

TEST_P(Acceleration, BallThatStrikesTwoTouchingBallsSplitsSymmetrically) {
  // Three equal balls, the struck pair at 30 degrees on either side, e = 1, no friction: impulses J along both lines of
  // centres, v + 2 u cos 30 J = ..., in closed form: striker -v / 5, struck 2 sqrt(3) v / 5 along their lines.
  Simulation rack = accelerated(*GetParam(), true);
  rack.world.gravity.setZero();
  const double reach = 0.5 * std::sqrt(3.0) / 2.0;
  addSphere(rack.world, 0.25, 1.0, {-1, 0, 0}, material(0.0, 1.0));
  addSphere(rack.world, 0.25, 1.0, {reach, 0.25, 0}, material(0.0, 1.0));
  addSphere(rack.world, 0.25, 1.0, {reach, -0.25, 0}, material(0.0, 1.0));
  rack.world.bodies[0].velocity = {3, 0, 0};
  // An impact is found up to a step before the balls touch; steps this short keep the lines of centres true to 1e-4.
  rack.world.h = 1e-5;
  rack.world.bodies[0].pose.position.x() = -1e-3;
  for (int n = 0; n < 100; ++n) step(rack);
  EXPECT_NEAR(rack.world.bodies[0].velocity.x(), -3.0 / 5.0, 1e-3);
  EXPECT_NEAR(rack.world.bodies[0].velocity.y(), 0.0, 1e-8);
  const double struck = 3.0 * 2.0 * std::sqrt(3.0) / 5.0;
  for (const int i : {1, 2}) EXPECT_NEAR(rack.world.bodies[i].velocity.norm(), struck, 1e-3);
  EXPECT_NEAR(rack.world.bodies[1].velocity.y(), -rack.world.bodies[2].velocity.y(), 1e-8);
  EXPECT_NEAR(rack.world.bodies[1].velocity.y() / rack.world.bodies[1].velocity.x(), std::tan(M_PI / 6), 1e-3);
  EXPECT_NEAR(rack.report.kinetic, 4.5, 1e-8);
}

TEST_P(Acceleration, ImpactsWithFrictionAndRestitutionGainNoEnergy) {
  // Newton's law alone would: a rod that lands on its tip, spinning, with e = 1 and friction.
  for (int turn = 0; turn < 12; ++turn) {
    Simulation rod = accelerated(*GetParam(), true);
    addPlane(rod.world, Vec3::UnitY(), material(0.8, 1.0));
    const int body = addBox(rod.world, {0.05, 0.5, 0.05}, 1.0, {0, 1.0, 0}, material(0.8, 1.0));
    rod.world.bodies[body].pose.orientation = Quat(Eigen::AngleAxisd(0.25 * turn, Vec3::UnitZ()));
    rod.world.bodies[body].velocity = {3.0, -2.0, 0};
    rod.world.bodies[body].omega = {0, 0, turn % 2 == 0 ? 9.0 : -9.0};
    double energy = HUGE_VAL;
    for (int n = 0; n < 120; ++n) {
      step(rod);
      ASSERT_FALSE(rod.report.rejected) << rod.report.trouble;
      // Recovery lifts by positions alone, at most 1 m/s.
      ASSERT_LE(bodiesEnergy(rod), energy + 9.81 * rod.params.recovery_speed * rod.world.h) << turn << ", step " << n;
      energy = bodiesEnergy(rod);
    }
  }
}

TEST_P(Acceleration, DroppedBrickLandsByAnImpactAndIsCarriedByForces) {
  Simulation dropped = accelerated(*GetParam(), true);
  addPlane(dropped.world, Vec3::UnitY());
  addBox(dropped.world, {0.5, 0.25, 0.5}, 2.0, {0, 1.25, 0});
  int impacts = 0;
  for (int n = 0; n < 60; ++n) impacts += step(dropped).impacts > 0 ? 1 : 0;
  EXPECT_EQ(impacts, 1);
  EXPECT_NEAR(dropped.world.bodies[1].pose.position.y(), 0.25, 1e-7);
  EXPECT_LE(dropped.world.bodies[1].velocity.norm(), 1e-8);
}

// --- Painleve's rod

// Ends on a ray wherever friction is substituted, and solves the rest by pivoting.
const SolverInfo kRay{{"ray", "Ray", "test", ""},
                      {.exact = true, .pivots = true},
                      {.unsymmetric = true},
                      {},
                      [](const ContactProblem& problem, const ParameterValues&, Solution& solution, SolverTrace*) {
                        if (problem.symmetric) return findSolver("pivoting")->solve(problem, {}, solution, nullptr);
                        SolveReport report;
                        report.status = SolveStatus::Ray;
                        solution.ray = VecX::Zero(problem.rows());
                        solution.ray[0] = 1.0;
                        return report;
                      }};

// A slender rod of 2 m and 1 kg that slides tip first with `speed`, leaning back by 26.6 degrees, mu 2.
Simulation slidingRod(const SolverInfo& solver, double speed) {
  Simulation rod = accelerated(solver, true);
  addPlane(rod.world, Vec3::UnitY(), material(2.0));
  const double lean = std::atan(0.5);
  const int body =
      addBox(rod.world, {0.02, 1.0, 0.02}, 1.0, {0, 0.02 * std::sin(lean) + std::cos(lean), 0}, material(2.0));
  rod.world.bodies[body].pose.orientation = Quat(Eigen::AngleAxisd(lean, Vec3::UnitZ()));
  rod.world.bodies[body].velocity = {speed, 0, 0};
  return rod;
}

TEST(PainleveRod, RayIsAnsweredByANamedImpulseThatStopsTheTip) {
  for (const double h : {1e-2, 1e-4}) {
    Simulation rod = slidingRod(kRay, 3.0);
    rod.world.h = h;
    step(rod);
    EXPECT_FALSE(rod.report.rejected);
    EXPECT_EQ(rod.report.note, "frictional impact (Painleve)");
    EXPECT_EQ(rod.report.impacts, 1);
    // W lambda = -q with u = 0: lambda_n = (W_tt g h + W_nt v) / det, an impulse however short the step.
    const Body& body = rod.world.bodies[1];
    const Vec3 r = rod.problem.contact_points[0].point - Vec3(0, rod.world.start[1].y(), 0);
    const double I = body.inertia(2, 2);
    const double nn = 1 + r.x() * r.x() / I;
    const double tt = 1 + r.y() * r.y() / I;
    const double nt = -r.x() * r.y() / I;
    EXPECT_LT(nn - 2.0 * nt, 0.0) << "inconsistent";
    const double exact = (tt * 9.81 * h + nt * 3.0) / (nn * tt - nt * nt);
    EXPECT_NEAR(rod.report.largest_impact, exact, 1e-9);
  }
}

}  // namespace
}  // namespace keystone

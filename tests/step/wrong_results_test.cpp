// Runs that once gave wrong results in silence. What is right is a closed form, a law, or that nothing is.
#include <gtest/gtest.h>

#include <algorithm>

#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kExact = 1e-9;

// A flat square of edge 2 half that slides and turns on its four corners, each of which bears a quarter of its weight
// and is pushed against its own sliding: d(v)/dt = mu g / 4 sum of d, and the like for the turning.
struct Puck {
  double v[2], omega, angle;
};

Puck rateOf(const Puck& puck, double half, double mu, double g) {
  Puck rate{{0.0, 0.0}, 0.0, puck.omega};
  const double inertia = 2.0 / 3.0 * half * half;  // over the mass
  for (const double sx : {-1.0, 1.0})
    for (const double sz : {-1.0, 1.0}) {
      const double c = std::cos(puck.angle), s = std::sin(puck.angle);
      const double x = half * (c * sx + s * sz), z = half * (c * sz - s * sx);  // turned about +y
      const double u_x = puck.v[0] + puck.omega * z, u_z = puck.v[1] - puck.omega * x;
      const double speed = std::hypot(u_x, u_z);
      if (speed == 0.0) continue;
      const double f_x = -0.25 * mu * g * u_x / speed, f_z = -0.25 * mu * g * u_z / speed;
      rate.v[0] += f_x;
      rate.v[1] += f_z;
      rate.omega += (z * f_x - x * f_z) / inertia;
    }
  return rate;
}

// By the midpoint rule, in steps so small that they do not matter.
Puck slideFor(Puck puck, double time, double half, double mu, double g) {
  constexpr int kSteps = 20000;
  const double h = time / kSteps;
  const auto moved = [](Puck from, const Puck& rate, double by) {
    for (int k = 0; k < 2; ++k) from.v[k] += by * rate.v[k];
    from.omega += by * rate.omega;
    from.angle += by * rate.angle;
    return from;
  };
  for (int n = 0; n < kSteps; ++n) {
    const Puck middle = moved(puck, rateOf(puck, half, mu, g), 0.5 * h);
    puck = moved(puck, rateOf(middle, half, mu, g), h);
  }
  return puck;
}

TEST(WrongOnce, APuckThatSlidesAndTurnsEndsWithTheSpinOfItsFourCorners) {
  constexpr double kHalf = 0.2, kMu = 0.5, kRate = 960.0;
  constexpr int kSteps = 240;
  const Puck expected = slideFor({{2.0, 0.0}, 10.0, 0.0}, kSteps / kRate, kHalf, kMu, 9.81);
  EXPECT_NEAR(expected.omega, 2.54, 0.0254);
  for (const char* solver : {"exact", "newton_cone", "gauss"}) {
    Simulation puck = simulation(*findSolver(solver));
    puck.world.h = 1.0 / kRate;
    addPlane(puck.world, Vec3::UnitY(), material(kMu));
    const int disc = addBox(puck.world, {kHalf, 0.001, kHalf}, 3.0, {0.0, 0.001, 0.0}, material(kMu));
    puck.world.bodies[disc].velocity = {2.0, 0.0, 0.0};
    puck.world.bodies[disc].omega = {0.0, 10.0, 0.0};
    for (int n = 0; n < kSteps; ++n) step(puck);
    // The step is first order; the disc is 2 mm thick, and its front corners bear a little more.
    EXPECT_NEAR(puck.world.bodies[disc].omega.y(), expected.omega, 0.01 * expected.omega) << solver;
    EXPECT_NEAR(puck.world.bodies[disc].velocity.x(), expected.v[0], 0.01 * expected.v[0]) << solver;
  }
}

// A piston that moves by its given velocity presses a box against a wall.
TEST(WrongOnce, ABoxThatAPistonCrushesIsAStepWithoutSolution) {
  Simulation press = simulation(*findSolver("exact"));
  press.world.gravity.setZero();
  Body wall;
  wall.kind = BodyKind::Static;
  wall.pose.position = {1.0, 0.0, 0.0};
  addBody(press.world, wall, {Box{Vec3(0.1, 1.0, 1.0)}, {}});
  Body piston;
  piston.kind = BodyKind::Kinematic;
  piston.pose.position = {-1.0, 0.0, 0.0};
  piston.velocity = {1.0, 0.0, 0.0};
  addBody(press.world, piston, {Box{Vec3(0.1, 1.0, 1.0)}, {}});
  addBox(press.world, {0.25, 0.25, 0.25}, 1.0, {0.0, 0.0, 0.0});
  // The faces are 1.8 m apart, the box is 0.5 m wide, the piston comes at 1 m/s. The step in which the last gap closes
  // is decided by rounding.
  const int closed = static_cast<int>(std::lround(1.3 / press.world.h));
  int without = 0;
  double closing = 0.0;
  for (int n = 0; n < 120; ++n) {
    const StepReport& report = step(press);
    const bool solved = report.solve.status == SolveStatus::Converged;
    EXPECT_EQ(solved, report.residual.value <= kExact) << "step " << n;
    if (solved) continue;
    ++without;
    EXPECT_EQ(report.solve.status, SolveStatus::Ray) << "step " << n;
    EXPECT_NE(report.trouble.find("infeasible"), std::string::npos) << report.trouble;
    EXPECT_NE(report.trouble.find("close at"), std::string::npos) << report.trouble;
    EXPECT_GT(report.residual.approach_speed, 0.0) << "step " << n;
    closing = std::max(closing, report.residual.approach_speed);
  }
  EXPECT_NEAR(without, 120 - closed, 1);
  EXPECT_NEAR(closing, 0.5, 0.1) << "half of the piston's speed at either face";
}

// A plate between two belts that run against each other, and touches both: friction cannot hold it on either, but
// nothing presses it.
TEST(WrongOnce, APlateBetweenTwoBeltsIsNotInfeasible) {
  Simulation belts = simulation(*findSolver("exact"));
  belts.world.gravity.setZero();
  for (const double side : {-1.0, 1.0}) {
    Body belt;
    belt.kind = BodyKind::Kinematic;
    belt.pose.position = {0.0, 0.2 * side, 0.0};
    belt.velocity = {side, 0.0, 0.0};
    addBody(belts.world, belt, {Box{Vec3(5.0, 0.1, 1.0)}, material(1.0)});
  }
  addBox(belts.world, {0.5, 0.1, 0.5}, 1.0, Vec3::Zero(), material(1.0));
  for (const char* solver : {"exact", "pivoting", "newton_cone"}) {
    Simulation run = belts;
    run.solver = findSolver(solver);
    for (int n = 0; n < 10; ++n) {
      step(run);
      EXPECT_EQ(run.report.solve.status, SolveStatus::Converged) << solver << ": " << run.report.trouble;
      EXPECT_LE(run.report.residual.value, kExact) << solver;
    }
  }
  // The relaxation would have the plate lift off both.
  belts.solver = findSolver("interior_point");
  step(belts);
  EXPECT_EQ(belts.report.trouble.find("infeasible"), std::string::npos) << belts.report.trouble;
}

}  // namespace
}  // namespace keystone

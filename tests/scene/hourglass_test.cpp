// Grains in a glass that stands free: it weighs what its momentum says.
#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

double fallingMomentum(const World& world) {
  double sum = 0.0;
  for (const Body& body : world.bodies)
    if (body.isDynamic()) sum += body.mass * body.velocity.y();
  return sum;
}

int grainsAboveTheNeck(const World& world) {
  int count = 0;
  for (const Body& body : world.bodies) count += body.name.starts_with("row_") && body.pose.position.y() > 1.5 ? 1 : 0;
  return count;
}

double forceOfTheGround(const Simulation& simulation) {
  double sum = 0.0;
  for (int contact = 0; contact < simulation.problem.contacts; ++contact)
    if (simulation.problem.contact_points[contact].a == 0)
      sum += simulation.solution.lambda[simulation.problem.normalRow(contact)] / simulation.problem.h;
  return sum;
}

TEST(Hourglass, RunsOutWeighingWhatItsMomentumSays) {
  Scene scene = loadById("hourglass");
  Simulation& simulation = scene.simulation;
  simulation.parameters["work"] = -1;  // a frame's leaves two or three steps of a thousand unsolved
  const double lift = liftOfExactVelocities(simulation.world);
  double weight = 0.0, energy = HUGE_VAL, start = 0.0;
  for (const Body& body : simulation.world.bodies) weight += body.isDynamic() ? 9.81 * body.mass : 0.0;
  int above = grainsAboveTheNeck(simulation.world), whole_steps = 0;
  EXPECT_EQ(above, 97);
  for (int n = 0; n < 400; ++n) {
    const double before = fallingMomentum(simulation.world);
    step(simulation);
    ASSERT_LE(simulation.report.residual.value, 1e-9) << n;
    const int now = grainsAboveTheNeck(simulation.world);
    ASSERT_LE(now, above) << "none goes back up";
    above = now;
    const double left = simulation.report.kinetic + simulation.report.potential;
    ASSERT_LE(left, energy + lift) << n;  // of 7 kJ
    energy = left;
    if (n == 0) start = left;
    if (simulation.problem.h != simulation.world.h) continue;  // taken in parts, of which it holds the last alone
    ++whole_steps;
    const double force = weight + (fallingMomentum(simulation.world) - before) / simulation.world.h;
    ASSERT_NEAR(forceOfTheGround(simulation), force, 1e-9 * weight) << n;
  }
  EXPECT_GE(whole_steps, 200);
  EXPECT_EQ(above, 0);
  // A grain may rock between two others for long: at some millimetres a second.
  EXPECT_LT(simulation.report.kinetic, 1e-6 * (start - simulation.report.potential));
  EXPECT_NEAR(forceOfTheGround(simulation), weight, 1e-3 * weight);
  for (const Body& body : simulation.world.bodies) {
    if (!body.isDynamic()) continue;
    EXPECT_LT(std::abs(body.pose.position.x()), 0.8) << body.name << " left the glass";
    EXPECT_GT(body.pose.position.y(), 0.1) << body.name;
  }
}

}  // namespace
}  // namespace keystone

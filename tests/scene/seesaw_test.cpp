// The see-saw against the law of moments about its fulcrum.
#include "scene/balance.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

const Vec3 kTip(0.0, 1.0, 0.0);  // [m], of the fulcrum, on which the plank turns

double momentAbout(const Vec3& arm, const Vec3& vector) {
  return arm.x() * vector.y() - arm.y() * vector.x();
}

// [N m s] What a step gave all bodies about the tip, with the arms of its start.
double turnedBy(const World& before, const World& after) {
  double sum = 0.0;
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const Body &from = before.bodies[i], &to = after.bodies[i];
    if (from.isDynamic())
      sum += momentAbout(from.pose.position - kTip, from.mass * (to.velocity - from.velocity)) +
             from.inertia(2, 2) * (to.omega - from.omega).z();
  }
  return sum;
}

// [N m s] of the weights about the tip in a step.
double momentOfWeights(const World& world) {
  double sum = 0.0;
  for (const Body& body : world.bodies)
    if (body.isDynamic()) sum += world.h * momentAbout(body.pose.position - kTip, body.mass * world.gravity);
  return sum;
}

constexpr int kGround = 0, kFulcrum = 1;

// What a static body does to the others in the last step.
struct Support {
  int contacts = 0;
  double vertical = 0.0;  // [N]
  double moment = 0.0;    // [N m] about the tip
};

Support supportOf(const Simulation& simulation, int body) {
  Support support;
  for (int contact = 0; contact < simulation.problem.contacts; ++contact) {
    const ContactPoint& point = simulation.problem.contact_points[contact];
    if (point.a != body) continue;
    const Vec3 force = contactForce(simulation, contact);
    ++support.contacts;
    support.vertical += force.y();
    support.moment += momentAbout(point.point - kTip, force);
  }
  return support;
}

// Forces of the fulcrum have no moment about its tip. So the weights alone turn the see-saw, through the impact of the
// box as well, and the ground once an end of the plank comes down.
TEST(Seesaw, WeightsAndGroundAloneTurnItAboutItsFulcrumAndTheBoxThrowsThePassenger) {
  constexpr double kLargest = 2e4;  // [N m s], of a step: 1e-12 of it is rounding
  Scene scene = loadById("seesaw");
  Simulation& simulation = scene.simulation;
  const double sat = named(scene, "passenger").pose.position.y();
  double highest = 0.0;
  int on_the_fulcrum = 0;
  for (int n = 0; n < 240; ++n) {
    const World before = simulation.world;
    step(simulation);
    ASSERT_LE(simulation.report.residual.value, 1e-9) << n;
    const Support ground = supportOf(simulation, kGround), fulcrum = supportOf(simulation, kFulcrum);
    const double h = simulation.world.h;
    const double turned = turnedBy(before, simulation.world) - momentOfWeights(before);
    ASSERT_NEAR(turned, h * (ground.moment + fulcrum.moment), 1e-12 * kLargest) << n;
    highest = std::max(highest, named(scene, "passenger").pose.position.y());
    if (ground.contacts > 0) continue;
    // Its contact is at the tip to what counts as touching, 10 um at 60 Hz, and what the plank slips when it is hit.
    ASSERT_LE(std::abs(turned), 2e-5 * h * fulcrum.vertical) << n;
    ++on_the_fulcrum;
  }
  EXPECT_GE(on_the_fulcrum, 60);  // the box lands in step 52
  EXPECT_GT(highest, sat + 1.0);
}

TEST(Seesaw, StandsOnItsFulcrumUntilTheBoxLands) {
  Scene scene = loadById("seesaw");
  Simulation& simulation = scene.simulation;
  const World& world = simulation.world;
  const double weight = kSceneGravity * (named(scene, "plank").mass + 2.0 * named(scene, "passenger").mass);
  const int steps =
      static_cast<int>(std::sqrt(2.0 * 3.75 / kSceneGravity) / world.h) - 1;  // 3.75 m above the counterweight
  for (int n = 0; n < steps; ++n) {
    step(simulation);
    ASSERT_NEAR(supportOf(simulation, kFulcrum).vertical, weight, 1e-9 * weight) << n;
    for (std::size_t body = 2; body <= 4; ++body)
      ASSERT_EQ(world.bodies[body].pose.position, world.start[body]) << world.bodies[body].name << " step " << n;
  }
}

// Without its counterweight it turns by moment over inertia about the tip, the passenger as one with the plank.
TEST(Seesaw, BeginsToTurnByTheMomentOfOnePassenger) {
  Scene scene = loadById("seesaw");
  Simulation& simulation = scene.simulation;
  const Body plank = named(scene, "plank"), passenger = named(scene, "passenger");
  simulation.world.bodies[4].pose.position.x() += 100.0;  // the counterweight
  simulation.world.bodies[5].pose.position.x() += 100.0;  // what would fall
  double inertia = 0.0, moment = 0.0;
  for (const Body& body : {plank, passenger}) {
    const Vec3 arm = body.pose.position - kTip;
    inertia += body.inertia(2, 2) + body.mass * (arm.x() * arm.x() + arm.y() * arm.y());
    moment -= body.mass * kSceneGravity * arm.x();
  }
  step(simulation);
  EXPECT_NEAR(named(scene, "plank").omega.z(), simulation.world.h * moment / inertia, 1e-9);
  EXPECT_NEAR(named(scene, "passenger").omega.z(), simulation.world.h * moment / inertia, 1e-9);
}

}  // namespace
}  // namespace keystone

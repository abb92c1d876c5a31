// Energy that contacts take out of motion and may give back.
#include "impact/energy_store.h"

#include <gtest/gtest.h>

#include <numeric>

#include "world/small_worlds.h"

namespace keystone {
namespace {

// Two boxes that fly and touch, or one on the ground, led through a step by hand.
struct Led {
  World world;
  ContactProblem problem;
  std::vector<Island> islands{1};
  std::vector<Motion> motions;
  VecX v;
  std::vector<double> store;

  explicit Led(bool on_ground) {
    world.gravity.setZero();
    if (on_ground) addPlane(world, Vec3::UnitY(), material(0.5, 0.0));
    addBox(world, {0.5, 0.2, 0.3}, 2.0, {0.0, 0.2, 0.0}, material(0.5, 0.0));
    if (!on_ground) addBox(world, {0.1, 0.4, 0.3}, 0.5, {0.3, 0.8, 0.1}, material(0.5, 0.0));
    Body& first = world.bodies[on_ground ? 1 : 0];
    first.velocity = {1.0, -2.0, 0.5};
    first.omega = {0.3, -1.0, 2.0};
    problem.dim = 3;
    problem.contacts = 1;
    problem.h = world.h;
    ContactPoint place;
    place.a = 0;
    place.b = 1;
    problem.contact_points = {place};
    velocitiesOf(world.bodies, problem.v_before);
    problem.v_free = problem.v_before;
    islands[0].contacts = {0};
    islands[0].bodies = {0, 1};
    for (const Body& body : world.bodies) motions.push_back({body.pose, body.velocity, body.omega});
    v = problem.v_before;
  }

  double energyBefore() const {
    double sum = 0.0;
    for (const Body& body : world.bodies) sum += kineticEnergy(body);
    return sum;
  }
  World after() const {
    World result = world;
    place(result.bodies, motions);
    return result;
  }
  double energyAfter() const {
    double sum = 0.0;
    for (const Body& body : after().bodies) sum += kineticEnergy(body);
    return sum;
  }
  double stored() const { return std::accumulate(store.begin(), store.end(), 0.0); }
  double keep() { return keepStores(problem, islands, {world, motions, v}, store); }
};

Vec3 momentum(const World& world) {
  Vec3 sum = Vec3::Zero();
  for (const Body& body : world.bodies) sum += body.isDynamic() ? Vec3(body.mass * body.velocity) : Vec3::Zero();
  return sum;
}
Vec3 spin(const World& world) {
  Vec3 sum = Vec3::Zero();
  for (const Body& body : world.bodies) sum += body.isDynamic() ? angularMomentum(body) : Vec3::Zero();
  return sum;
}

TEST(EnergyStore, TakesWhatAStepLosesAndGivesItBackOnce) {
  Led led(true);
  const double before = led.energyBefore();
  led.motions[1].velocity *= 0.5;
  led.motions[1].omega *= 0.5;
  EXPECT_EQ(led.keep(), 0.0);
  EXPECT_NEAR(led.stored(), 0.75 * before, 1e-14);

  Led pushed(true);
  pushed.store = led.store;
  pushed.motions[1].velocity *= 1.2;
  pushed.motions[1].omega *= 1.2;
  EXPECT_EQ(pushed.keep(), 0.0);
  EXPECT_NEAR(pushed.energyAfter(), 1.44 * before, 1e-14);
  EXPECT_NEAR(pushed.stored(), (0.75 - 0.44) * before, 1e-14);
}

TEST(EnergyStore, WhatNobodyPaidForIsTakenOffAllVelocitiesOfWhatIsHeld) {
  Led led(true);
  led.motions[1].velocity *= 3.0;
  led.motions[1].omega *= 3.0;
  EXPECT_NEAR(led.keep(), 2.0 / 3.0, 1e-14);
  EXPECT_NEAR(led.energyAfter(), led.energyBefore(), 1e-14);
  EXPECT_LE((led.motions[1].velocity - led.world.bodies[1].velocity).norm(), 1e-14);
  EXPECT_LE((led.v.segment<3>(9) - led.motions[1].omega + 2.0 * led.world.bodies[1].omega).norm(), 1e-14)
      << "the method's velocities change by as much";
  EXPECT_EQ(led.stored(), 0.0);
}

TEST(EnergyStore, BodiesThatFlyKeepBothMomentaAndContactsTheirDirection) {
  Led led(false);
  const Vec3 point(0.2, 0.45, 0.05), impulse(-1.0, 2.5, 0.7);
  for (const int i : {0, 1}) {
    const Body& body = led.world.bodies[i];
    const Vec3 on_body = i == 0 ? Vec3(-impulse) : impulse;
    led.motions[i].velocity += on_body / body.mass;
    led.motions[i].omega += inverseMass(body).angular * (point - body.pose.position).cross(on_body);
  }
  const World before = led.after();
  const Vec3 apart = before.bodies[1].velocityAt(point) - before.bodies[0].velocityAt(point);
  ASSERT_GT(led.energyAfter(), led.energyBefore());
  const double share = led.keep();
  EXPECT_GT(share, 0.1);
  const World after = led.after();
  EXPECT_NEAR(led.energyAfter(), led.energyBefore(), 1e-13);
  EXPECT_LE((momentum(after) - momentum(before)).norm(), 1e-14);
  EXPECT_LE((spin(after) - spin(before)).norm(), 1e-14);
  const Vec3 apart_now = after.bodies[1].velocityAt(point) - after.bodies[0].velocityAt(point);
  EXPECT_LE((apart_now - (1.0 - share) * apart).norm(), 1e-14);
}

TEST(EnergyStore, WorkOfForcesCounts) {
  Led led(true);
  const Vec3 fall(0.0, -led.problem.h * 9.81, 0.0);
  led.problem.v_free.segment<3>(6) += fall;
  led.motions[1].velocity += fall;
  led.motions[1].pose.position += led.problem.h * (led.world.bodies[1].velocity + 0.5 * fall);
  EXPECT_LE(led.keep(), 1e-14);
  EXPECT_NEAR(led.stored(), 0.0, 1e-13);
}

TEST(EnergyStore, LeavesAloneWhatIsDriven) {
  Led led(true);
  led.problem.surface.setZero(3);
  led.problem.surface[1] = 2.0;  // a belt
  led.motions[1].velocity *= 3.0;
  EXPECT_EQ(led.keep(), 0.0);
  EXPECT_EQ(led.motions[1].velocity, 3.0 * led.world.bodies[1].velocity);
}

// A box laid 5 cm into the ground is pushed out, and does not fly.
TEST(EnergyStore, WhatBeginsInTheGroundComesOutSlowly) {
  for (const StepperKind kind : {StepperKind::TgsSoft, StepperKind::Penalty, StepperKind::Avbd}) {
    Simulation buried = simulation(*findSolver("exact"), false);
    buried.stepper = kind;
    addPlane(buried.world, Vec3::UnitY(), material(0.5, 0.0));
    const int box = addBox(buried.world, {0.2, 0.2, 0.2}, 3.0, {0.0, 0.15, 0.0}, material(0.5, 0.0));
    double highest = 0.0;
    for (int n = 0; n < 600; ++n) {
      step(buried);
      ASSERT_FALSE(buried.report.rejected);
      highest = std::max(highest, buried.world.bodies[box].pose.position.y());
    }
    const Body& body = buried.world.bodies[box];
    EXPECT_GT(body.pose.position.y(), 0.19) << toString(kind);
    EXPECT_LT(highest, 0.21) << toString(kind);
    EXPECT_LT(body.velocity.norm(), 1e-3) << toString(kind);
  }
}

}  // namespace
}  // namespace keystone

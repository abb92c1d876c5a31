#include <gtest/gtest.h>

#include "world/small_worlds.h"

namespace keystone {
namespace {

World weightless() {
  World world;
  world.gravity.setZero();
  return world;
}

TEST(Drag, PullsARestingBodyAtItsCentreByMassTimesStiffnessTimesDistance) {
  World world = weightless();
  addBox(world, {0.5, 0.5, 0.5}, 3.0, Vec3::Zero());
  const Drag drag{.body = 0, .target = Vec3(0.2, 0, 0.1)};
  EXPECT_LE((dragForce(world, drag, world.h) - 3.0 * 100.0 * drag.target).norm(), 1e-12);
}

TEST(Drag, MovesTheGrabbedPointAsTheLawSaysWhereverItIs) {
  World world = weightless();
  const int box = addBox(world, {0.5, 0.1, 0.3}, 3.0, Vec3::Zero());
  world.bodies[box].velocity = {0.1, 0, 0};
  const Drag drag{.body = box, .local_point = Vec3(0.5, 0.1, -0.3), .target = Vec3(0.6, 0.2, -0.2)};
  const Vec3 point = dragPoint(world, drag);
  const Vec3 force = dragForce(world, drag, world.h);
  const Body& body = world.bodies[box];
  const Vec3 spin = inverseMass(body).angular * point.cross(force);
  const Vec3 acceleration = force / 3.0 + spin.cross(point);
  EXPECT_LE((acceleration - (100.0 * (drag.target - point) - 20.0 * body.velocityAt(point))).norm(), 1e-10);
}

TEST(Drag, HoldsABodyAgainstItsWeightWithASteadyForce) {
  Simulation held = simulation(*defaultSolver());
  addSphere(held.world, 0.25, 2.0, Vec3::Zero());
  held.world.drags.push_back({.body = 0, .target = Vec3(0, 1, 0)});
  for (int n = 0; n < 300; ++n) step(held);
  // At rest F = m g, hence the body hangs g / k below the target; e^-(10/s * 5 s) is left of the approach.
  EXPECT_NEAR(dragForce(held.world, held.world.drags[0], held.world.h).y(), 2.0 * 9.81, 1e-9);
  EXPECT_NEAR(held.world.bodies[0].pose.position.y(), 1.0 - 9.81 / 100.0, 1e-9);
}

TEST(Drag, ForceIsCappedAtAMultipleOfTheWeight) {
  World world;
  addSphere(world, 0.25, 2.0, Vec3::Zero());
  const Drag drag{.body = 0, .target = Vec3(1000, 0, 0), .cap = 7.0};
  EXPECT_NEAR(dragForce(world, drag, world.h).norm(), 7.0 * 2.0 * 9.81, 1e-9);
  world.gravity.setZero();
  EXPECT_NEAR(dragForce(world, drag, world.h).norm(), 7.0 * 2.0 * 9.81, 1e-9) << "without gravity the Earth's counts";
}

TEST(Drag, LightBodyHeldAtItsTipStaysBounded) {
  for (const double c : {20.0, 1000.0}) {
    Simulation pulled = simulation(*defaultSolver());
    addBox(pulled.world, {0.5, 0.01, 0.01}, 1e-4, Vec3::Zero());
    pulled.world.bodies[0].omega = {40, 3, 5};
    pulled.world.drags.push_back({.body = 0,
                                  .local_point = Vec3(0.5, 0.01, 0.01),
                                  .target = Vec3(0.5, 0.5, 0.2),
                                  .stiffness = 5.0 * c,
                                  .damping = c});
    for (int n = 0; n < 600; ++n) {
      step(pulled);
      ASSERT_LE(pulled.world.bodies[0].velocity.norm(), 50.0) << "c = " << c << ", step " << n;
    }
    const Vec3 point = dragPoint(pulled.world, pulled.world.drags[0]);
    EXPECT_LE((point - pulled.world.drags[0].target).norm(), 0.11) << "hangs g / k below the target";
  }
}

TEST(Drag, PlanarBodyIsNotPulledOutOfItsPlane) {
  World world;
  world.planar = true;
  addBox(world, {0.5, 0.5, 0.5}, 1.0, Vec3::Zero());
  const Drag drag{.body = 0, .local_point = Vec3(0.5, 0.5, 0.5), .target = Vec3(1, 1, 9)};
  const Vec3 force = dragForce(world, drag, world.h);
  EXPECT_EQ(force.z(), 0.0);
  EXPECT_GT(force.norm(), 0.0);
}

}  // namespace
}  // namespace keystone

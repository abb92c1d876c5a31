#include "session/contact_watch.h"

#include <gtest/gtest.h>

#include "scene/scene_def.h"
#include "session/session.h"

namespace keystone {
namespace {

// A ball of 1 kg on the floor, mu 0.4, that slides or rests.
Session ballAt(double speed) {
  Session session;
  openScene(session, parseScene(R"({"keystone": 1, "planar": true, "materials": {"m": {"mu": 0.4}}, "bodies": [
      {"name": "floor", "shape": {"type": "halfspace"}, "material": "m"},
      {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "mass": 1, "position": [0, 0.5], "material": "m",
       "velocity": [)" + std::to_string(speed) +
                                    R"(, 0]}]})",
                                "ball.json", ""));
  return session;
}

constexpr double kTolerance = 1e-6;  // [N], of what the exact solver leaves

TEST(ContactWatch, ASlidingBallHasFrictionAtItsBound) {
  Session session = ballAt(3.0);
  stepOnce(session);
  session.watch.emplace(session.scene.simulation, 0);
  stepOnce(session);
  ASSERT_EQ(session.watch->past().size(), 2U);
  for (const ContactForce& force : session.watch->past()) {
    EXPECT_NEAR(force.normal, 9.81, kTolerance);
    EXPECT_NEAR(force.friction, 0.4 * 9.81, kTolerance);
    EXPECT_NEAR(force.bound, 0.4 * 9.81, kTolerance);
  }
  EXPECT_EQ(session.watch->past().back().step, 2);
}

TEST(ContactWatch, ABallAtRestHasFrictionBelowItsBound) {
  Session session = ballAt(0.0);
  stepOnce(session);
  const ContactForce force = forceAt(session.scene.simulation, 0);
  EXPECT_NEAR(force.friction, 0.0, kTolerance);
  EXPECT_NEAR(force.bound, 0.4 * 9.81, kTolerance);
}

TEST(ContactWatch, AStepAgainReplacesTheOneThatWasTakenBack) {
  Session session = ballAt(3.0);
  stepOnce(session);
  session.watch.emplace(session.scene.simulation, 0);
  stepOnce(session);
  ASSERT_TRUE(stepBack(session));
  stepOnce(session);
  EXPECT_EQ(session.watch->past().size(), 2U);
  EXPECT_EQ(session.watch->past().back().step, 2);
}

TEST(ContactWatch, BodiesThatPartHaveNoForce) {
  Session session = ballAt(0.0);
  stepOnce(session);
  session.watch.emplace(session.scene.simulation, 0);
  session.scene.simulation.world.bodies[1].velocity.y() = 5.0;
  stepOnce(session);
  stepOnce(session);
  EXPECT_EQ(session.watch->contactIn(session.scene.simulation), -1);
  EXPECT_EQ(session.watch->past().back().normal, 0.0);
}

}  // namespace
}  // namespace keystone

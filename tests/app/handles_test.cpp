// Handles by which the mouse moves and turns bodies: what a drag comes to, and that it changes nothing else.
#include "session/handles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "session/edits.h"
#include "session/holding.h"

namespace keystone {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kRounding = 1e-12;  // of lengths of about 1 m

Camera aslant() {
  Camera camera;
  camera.setViewport(1000, 700);
  camera.target = {1, 2, 3};
  return camera;
}

Vec2 pixelOf(const Camera& camera, const Vec3& point) {
  Vec2 pixel;
  EXPECT_TRUE(camera.project(point, pixel));
  return pixel;
}

Ray rayTo(const Camera& camera, const Vec3& point) {
  const Vec2 pixel = pixelOf(camera, point);
  return camera.rayThrough(pixel.x(), pixel.y());
}

// Of a drag from one point of the scene to another.
HandleMotion dragged(const Handle& handle, const Vec3& from, const Vec3& to) {
  const Camera camera = aslant();
  return motionOf(handle, camera.target, rayTo(camera, from), rayTo(camera, to)).value();
}

TEST(Handles, AnArrowGoesAsFarAsTheMouseAlongItsAxis) {
  const Vec3 centre = aslant().target;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 from = centre + 0.8 * Vec3::Unit(axis), shift = -0.7 * Vec3::Unit(axis);
    const HandleMotion motion = dragged({Handle::Kind::Along, axis}, from, from + shift);
    EXPECT_LT((motion.shift - shift).norm(), kRounding) << axis;
    EXPECT_EQ(motion.angle, 0.0) << axis;
  }
}

TEST(Handles, ASquareGoesAsFarAsTheMouseInItsPlane) {
  const Vec3 from = aslant().target + Vec3(0.3, 0, 0.3), shift(0.5, 0, -0.2);
  EXPECT_LT((dragged({Handle::Kind::Across, 1}, from, from + shift).shift - shift).norm(), kRounding);
}

TEST(Handles, ARingTurnsByTheAngleUnderTheMouse) {
  const Vec3 centre = aslant().target;
  const Quat turn(Eigen::AngleAxisd(70 * kDegree, Vec3::UnitY()));
  const HandleMotion motion = dragged({Handle::Kind::About, 1}, centre + Vec3::UnitX(), centre + turn * Vec3::UnitX());
  EXPECT_NEAR(motion.angle, 70 * kDegree, kRounding);
  EXPECT_TRUE(motion.shift.isZero(0.0));
}

TEST(Handles, TheOneUnderTheMouseIsFoundAtAnyDistanceAndScale) {
  for (const double distance : {0.01, 10.0, 1e4}) {
    for (const double scale : {1.0, 2.0}) {
      Camera camera = aslant();
      camera.distance = distance;
      const HandlePlace place = handlePlace(camera, camera.target, scale);
      const std::vector<Handle> handles = handlesAt(place, false);
      ASSERT_EQ(handles.size(), 9U);
      for (int axis = 0; axis < 3; ++axis) {
        const Handle arrow{Handle::Kind::Along, axis};
        const Vec2 tip = pixelOf(camera, lineOf(arrow, place).back());
        EXPECT_EQ(handleUnder(camera, place, handles, tip, scale), arrow) << distance;
      }
      const Vec2 middle = pixelOf(camera, camera.target);
      EXPECT_FALSE(handleUnder(camera, place, handles, middle, scale)) << "what is there stays in sight";
    }
  }
}

TEST(Handles, ThoseSeenEdgeOnAndThoseThatLeaveThePlaneAreNotThere) {
  Camera camera = aslant();
  camera.yaw = camera.pitch = 0.0;
  camera.orthographic = true;
  const HandlePlace place = handlePlace(camera, camera.target, 1.0);
  const std::vector<Handle> expected{
      {Handle::Kind::About, 2}, {Handle::Kind::Across, 2}, {Handle::Kind::Along, 0}, {Handle::Kind::Along, 1}};
  EXPECT_EQ(handlesAt(place, false), expected);
  EXPECT_EQ(handlesAt(place, true), expected);
}

TEST(Handles, StepsAreRoundLengthsAnd15Degrees) {
  const HandleMotion motion = inSteps({Vec3(0.26, 0, -0.61), 40 * kDegree}, 0.5);
  EXPECT_EQ(motion.shift, Vec3(0.5, 0, -0.5));
  EXPECT_NEAR(motion.angle, 45 * kDegree, kRounding);
  EXPECT_EQ(textOf({Handle::Kind::Across, 1}, motion), "x 500 mm, z -500 mm");
  EXPECT_EQ(textOf({Handle::Kind::About, 1}, motion), "45.0\u00b0 about y");
}

// Three balls in a row on the ground, the last of them fast, the first two selected.
Session threeBalls() {
  Scene scene = parseScene(R"({"keystone": 1, "solver": {"id": "exact"}, "bodies": [
      {"name": "ground", "kind": "static", "shape": {"type": "halfspace", "normal": [0, 1, 0], "offset": 0}},
      {"name": "a", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 0.5, 0]},
      {"name": "b", "shape": {"type": "sphere", "radius": 0.5}, "position": [2, 0.5, 0], "velocity": [3, 0, 0]},
      {"name": "c", "shape": {"type": "sphere", "radius": 0.5}, "position": [4, 0.5, 0]}]})",
                           "three_balls.json", "");
  Session session;
  openScene(session, std::move(scene));
  session.selected = {0, 1, 2};
  return session;
}

const Body& bodyOf(const Session& session, int body) {
  return session.scene.simulation.world.bodies[static_cast<std::size_t>(body)];
}

TEST(Holding, BodiesTurnAboutTheirCentreAtRestAndTheGroundStays) {
  Session session = threeBalls();
  EXPECT_EQ(placeable(session), (std::vector<int>{1, 2}));
  const Vec3 centre = centreOf(session.scene.simulation.world, placeable(session));
  EXPECT_EQ(centre, Vec3(1, 0.5, 0));
  hold(session);
  const Quat quarter(Eigen::AngleAxisd(90 * kDegree, Vec3::UnitZ()));
  for (int i = 0; i < 3; ++i) moveHeld(session, centre, quarter, Vec3(0, 2, 0));  // not one after the other
  EXPECT_LT((bodyOf(session, 1).pose.position - Vec3(1, 1.5, 0)).norm(), kRounding);
  EXPECT_LT((bodyOf(session, 2).pose.position - Vec3(1, 3.5, 0)).norm(), kRounding);
  EXPECT_LT(bodyOf(session, 1).pose.orientation.angularDistance(quarter), kRounding);
  EXPECT_TRUE(bodyOf(session, 2).velocity.isZero(0.0));
  EXPECT_EQ(bodyOf(session, 3).pose.position, Vec3(4, 0.5, 0));
  EXPECT_EQ(session.undo.undoable(), 1U);
}

TEST(Holding, WhatIsJoinedFollowsAndGoesBackWithThem) {
  Session session = threeBalls();
  World& world = session.scene.simulation.world;
  Joint rod;  // from ball to ball
  rod.kind = JointKind::Distance;
  rod.a = 1;
  rod.b = 2;
  rod.low = rod.high = 2.0;
  world.joints.push_back(rod);
  const World before = world;
  session.selected = {1};
  hold(session);
  moveHeld(session, Vec3::Zero(), Quat::Identity(), Vec3(-3, 4, 0));
  EXPECT_EQ(bodyOf(session, 1).pose.position, Vec3(-3, 4.5, 0)) << "it stays under the mouse";
  EXPECT_NEAR((bodyOf(session, 2).pose.position - bodyOf(session, 1).pose.position).norm(), 2.0, 1e-9);
  EXPECT_TRUE(bodyOf(session, 1).isDynamic());
  EXPECT_TRUE(bodyOf(session, 3) == before.bodies[3]);
  moveHeld(session, Vec3::Zero(), Quat::Identity(), Vec3::Zero());
  EXPECT_EQ(bodyOf(session, 2).pose.position, before.bodies[2].pose.position);
}

TEST(Holding, WhatIsHeldTellsWhatItIsIn) {
  Session session = threeBalls();
  session.selected = {2};
  hold(session);
  EXPECT_TRUE(overlapsOfHeld(session).empty()) << "nothing was moved";
  moveHeld(session, Vec3::Zero(), Quat::Identity(), Vec3(1.0, 0, 0));
  EXPECT_TRUE(overlapsOfHeld(session).empty()) << "they touch, and it stands on the ground";
  moveHeld(session, Vec3::Zero(), Quat::Identity(), Vec3(1.3, -0.1, 0));
  const std::vector<Overlap> overlaps = overlapsOfHeld(session);
  ASSERT_EQ(overlaps.size(), 2U);
  EXPECT_EQ(overlaps[0].held, 2);
  EXPECT_EQ(overlaps[0].other, 3) << "the deepest comes first";
  EXPECT_NEAR(overlaps[0].depth, 1.0 - std::hypot(0.7, 0.1), 1e-9);
  EXPECT_EQ(overlaps[1].other, 0);
  EXPECT_NEAR(overlaps[1].depth, 0.1, 1e-9);
}

TEST(Holding, TimeStandsStillUntilTheyAreLetGo) {
  Session session = threeBalls();
  hold(session);
  for (int i = 0; i < 5; ++i) advance(session, 0.1);
  EXPECT_EQ(session.scene.simulation.world.step, 0);
  letGo(session);
  for (int i = 0; i < 5; ++i) advance(session, 0.1);
  EXPECT_GT(session.scene.simulation.world.step, 0);
}

TEST(Holding, WhatIsTakenBackIsAsItWasAndWhatWasNotMovedIsNoEdit) {
  Session session = threeBalls();
  const Body before = bodyOf(session, 2);
  hold(session);
  moveHeld(session, Vec3::Zero(), Quat::Identity(), Vec3(1, 0, 0));
  takeBack(session);
  EXPECT_TRUE(bodyOf(session, 2) == before);
  EXPECT_FALSE(session.held);
  hold(session);
  takeBack(session);
  EXPECT_EQ(session.undo.undoable(), 0U);
}

TEST(Holding, AnEditOfAnotherKindLetsGo) {
  Session session = threeBalls();
  hold(session);
  deleteSelected(session);
  EXPECT_FALSE(session.held);
}

}  // namespace
}  // namespace keystone

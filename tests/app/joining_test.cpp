// Joints that are made by hand, and what the inspector sets of them; files take them as they are.
#include "session/joining.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "session/edits.h"

namespace keystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Two balls in free space, 2 m apart.
Session twoBalls() {
  Scene scene = parseScene(R"({"keystone": 1, "solver": {"id": "exact"}, "bodies": [
      {"name": "left", "shape": {"type": "sphere", "radius": 0.5}, "position": [-1, 5, 0]},
      {"name": "right", "shape": {"type": "sphere", "radius": 0.5}, "position": [1, 5, 0]}]})",
                           "two_balls.json", "");
  Session session;
  openScene(session, std::move(scene));
  session.paused = true;
  return session;
}

const JointChoice& choiceOf(std::string_view title) {
  const auto found = std::ranges::find(jointChoices(), title, &JointChoice::title);
  if (found == jointChoices().end()) throw std::out_of_range(std::string(title));
  return *found;
}

const JointEnd kLeft{0, {-0.5, 5, 0}, Vec3::UnitX()}, kRight{1, {0.5, 5, 0}, -Vec3::UnitX()}, kAbove{-1, {-0.5, 8, 0}};

const Joint& made(const Session& session) {
  return session.scene.simulation.world.joints.back();
}

void set(Session& session, std::string_view id, int number, double to) {
  const auto property = std::ranges::find(jointProperties(), id, &Property::id);
  setProperty(session, {&*property, {0}, number, Vec3::Constant(to)});
}

TEST(Joining, EveryKindHoldsWhereItWasMadeAndReloads) {
  for (const JointChoice& choice : jointChoices()) {
    Session session = twoBalls();
    ASSERT_TRUE(join(session, choice, kLeft, kRight)) << choice.title;
    const auto anchors = anchorsOf(made(session), session.scene.simulation.world.bodies);
    EXPECT_EQ(anchors[0], kLeft.point) << choice.title;
    const bool is_line = choice.kind == JointKind::Distance;
    EXPECT_EQ(anchors[1], is_line ? kRight.point : kLeft.point) << choice.title;
    const Simulation reloaded = parseScene(sceneText(session.scene), "saved.json", "").simulation;
    ASSERT_EQ(reloaded.world.joints.size(), 1U) << choice.title;
    EXPECT_TRUE(reloaded.world.joints.front() == made(session)) << choice.title;
    for (int i = 0; i < 30; ++i) stepOnce(session);
    const std::vector<Body>& bodies = session.scene.simulation.world.bodies;
    EXPECT_NEAR((bodies[1].pose.position - bodies[0].pose.position).norm(), 2.0, 1e-6) << choice.title;  // they fall
    undo(session);
    EXPECT_TRUE(session.scene.simulation.world.joints.empty()) << choice.title;
  }
}

TEST(Joining, ASliderTravelsTowardsTheSecondPoint) {
  Session session = twoBalls();
  ASSERT_TRUE(join(session, choiceOf("Slider"), kLeft, kAbove));
  EXPECT_NEAR((axisOf(made(session), session.scene.simulation.world.bodies) - Vec3::UnitY()).norm(), 0.0, 1e-12);
}

TEST(Joining, WhatMakesNoJointIsTold) {
  Session session = twoBalls();
  EXPECT_FALSE(join(session, choiceOf("Weld"), kLeft, kLeft));
  EXPECT_EQ(session.message.text, "A joint needs two bodies, and this is one");
  session.scene.simulation.world.bodies[0].kind = BodyKind::Static;
  EXPECT_FALSE(join(session, choiceOf("Weld"), kLeft, kAbove));
  EXPECT_EQ(session.message.text, "A joint needs a body that moves");
  EXPECT_FALSE(join(session, choiceOf("Rope"), kLeft, {1, kLeft.point}));
  EXPECT_EQ(session.message.text, "This joint needs two points apart");
  EXPECT_EQ(session.undo.undoable(), 0U);
}

TEST(Joining, LimitsOfAHingeStayWithinATurn) {
  Session session = twoBalls();
  ASSERT_TRUE(join(session, choiceOf("Hinge"), kLeft, kRight));
  const double turn = infoOf(JointKind::Hinge).widest;
  set(session, "limits", 0, -1.0);
  EXPECT_EQ(made(session).low, -1.0);
  EXPECT_EQ(made(session).high, -1.0 + turn);
  set(session, "limits", 1, 0.5);
  EXPECT_EQ(made(session).high, 0.5);
  set(session, "limits", 0, 2.0);
  EXPECT_EQ(made(session).low, 2.0);
  EXPECT_EQ(made(session).high, 2.0);
  EXPECT_NO_THROW(parseScene(sceneText(session.scene), "saved.json", ""));
  set(session, "limits", 1, kInfinity);
  EXPECT_EQ(made(session).low, -kInfinity);
}

TEST(Joining, AMotorTurnsAHinge) {
  Session session = twoBalls();
  ASSERT_TRUE(join(session, choiceOf("Hinge"), kLeft, kRight));
  set(session, "motor_speed", 0, 1.0);
  set(session, "motor_max", 0, 1e6);
  for (int i = 0; i < 30; ++i) stepOnce(session);  // of 1/60 s
  EXPECT_NEAR(coordinateOf(made(session), session.scene.simulation.world.bodies), 0.5,
              0.51 / 60);  // half a step of 1 rad/s is lost as it starts
}

TEST(Joining, TheTargetOfASpringStaysWithinATurnAndReloads) {
  Session session = twoBalls();
  ASSERT_TRUE(join(session, choiceOf("Hinge"), kLeft, kRight));
  set(session, "target", 0, 1.0);
  EXPECT_EQ(made(session).rest, 0.0) << "it has no spring yet";
  session.scene.simulation.world.joints.back().stiffness = 10.0;
  set(session, "target", 0, 100.0);
  EXPECT_EQ(made(session).rest, infoOf(JointKind::Hinge).most);
  const Simulation reloaded = parseScene(sceneText(session.scene), "saved.json", "").simulation;
  EXPECT_EQ(reloaded.world.joints.back().rest, made(session).rest);
}

TEST(Joining, ARotorIsOfGuidedCoordinatesAndReloads) {
  for (const auto& [title, takes] : {std::pair("Hinge", true), std::pair("Rod", false)}) {
    Session session = twoBalls();
    ASSERT_TRUE(join(session, choiceOf(title), kLeft, kRight));
    set(session, "armature", 0, 0.5);
    EXPECT_EQ(made(session).armature, takes ? 0.5 : 0.0) << title;
    const Simulation reloaded = parseScene(sceneText(session.scene), "saved.json", "").simulation;
    EXPECT_TRUE(reloaded.world.joints.back() == made(session)) << title;
  }
}

TEST(Joining, AJointIsShownBetweenItsLimitsOrOverATurn) {
  Joint joint;
  joint.kind = JointKind::Slider;
  EXPECT_FALSE(rangeOf(joint)) << "it may go anywhere";
  joint.low = -0.25;
  joint.high = 0.5;
  EXPECT_EQ(rangeOf(joint), (std::array{-0.25, 0.5}));
  joint = {};
  joint.kind = JointKind::Hinge;
  const double turn = infoOf(JointKind::Hinge).widest;
  EXPECT_EQ(rangeOf(joint), (std::array{-turn / 2, turn / 2}));
}

}  // namespace
}  // namespace keystone

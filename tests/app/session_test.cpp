#include "session/session.h"

#include <gtest/gtest.h>

#include <limits>

#include "session/edits.h"
#include "session/placement.h"

namespace keystone {
namespace {

// A planar ground with one brick 1 x 0.5 m resting on it.
Scene oneBrick() {
  Scene scene;
  scene.id = scene.name = "one_brick";
  World& world = scene.simulation.world;
  world.planar = true;
  Body ground;
  ground.kind = BodyKind::Static;
  addBody(world, ground, Collider{HalfSpace{}, Material{}});
  Pose pose;
  pose.position = {0, 0.25, 0};
  const Box brick{Vec3(0.5, 0.25, 0.25)};
  addBody(world, bodyOf(brick, 1000, pose), Collider{brick, Material{}});
  scene.simulation.solver = defaultSolver();
  return scene;
}

Session running() {
  Session session;
  openScene(session, oneBrick());
  return session;
}

std::uint64_t hashAfter(double frame, int steps) {
  Session session = running();
  session.scene.simulation.world.bodies[1].velocity = {2, 1, 0};
  for (int i = 0; i < 10000 && session.scene.simulation.world.step < steps; ++i) advance(session, frame);
  return stateHash(session.scene.simulation.world);
}

TEST(Session, RenderingFasterOrSlowerNeverChangesThePhysics) {
  const std::uint64_t at_60 = hashAfter(1.0 / 60, 120);
  EXPECT_EQ(hashAfter(1.0 / 240, 120), at_60);
  EXPECT_EQ(hashAfter(1.0 / 30, 120), at_60);
}

TEST(Session, SteppingBackRestoresTheExactState) {
  Session session = running();
  session.scene.simulation.world.bodies[1].velocity = {2, 1, 0};
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 20; ++i) {
    hashes.push_back(stateHash(session.scene.simulation.world));
    stepOnce(session);
  }
  for (int i = 19; i >= 0; --i) {
    ASSERT_TRUE(stepBack(session));
    EXPECT_EQ(stateHash(session.scene.simulation.world), hashes[i]) << i;
  }
  EXPECT_FALSE(stepBack(session));
}

TEST(Session, PausedTimeDoesNotRun) {
  Session session = running();
  session.paused = true;
  for (int i = 0; i < 100; ++i) advance(session, 0.1);
  EXPECT_EQ(session.scene.simulation.world.step, 0);
  session.paused = false;
  advance(session, 0.02);
  EXPECT_EQ(session.scene.simulation.world.step, 1);
}

TEST(Session, AnotherSolverGoesOnWithTheSameWorld) {
  Session session = running();
  for (int i = 0; i < 5; ++i) stepOnce(session);
  setParameter(session, "remembered", 3);
  const SolverInfo* first = session.scene.simulation.solver;
  chooseSolver(session, *findSolver("pgs"));
  stepOnce(session);
  EXPECT_EQ(session.scene.simulation.world.step, 6);
  chooseSolver(session, *first);
  EXPECT_EQ(session.scene.simulation.parameters.at("remembered"), 3);
}

TEST(Session, TheReportIsOfThePresentMethodOnceThatHasStepped) {
  Session session = running();
  EXPECT_FALSE(hasStepped(session));
  stepOnce(session);
  EXPECT_TRUE(hasStepped(session));
  chooseSolver(session, *findSolver("pgs"));
  EXPECT_FALSE(hasStepped(session));
  stepOnce(session);
  EXPECT_TRUE(hasStepped(session));
  chooseStepper(session, StepperKind::Avbd);
  EXPECT_FALSE(hasStepped(session));
  stepOnce(session);
  chooseSolver(session, *findSolver("exact"));  // AVBD does not use it
  EXPECT_TRUE(hasStepped(session));
  ASSERT_TRUE(stepBack(session));
  EXPECT_TRUE(hasStepped(session));
  restart(session);
  EXPECT_FALSE(hasStepped(session));
}

TEST(Session, ARejectedStepHoldsItUntilItGoesOn) {
  Session session = running();
  session.scene.simulation.world.gravity = {0, std::numeric_limits<double>::quiet_NaN(), 0};
  stepOnce(session);
  ASSERT_TRUE(session.scene.simulation.report.rejected);
  EXPECT_TRUE(isHeldByTrouble(session));
  EXPECT_EQ(session.trouble.kind, Message::Kind::Trouble);
  chooseSolver(session, *findSolver("pgs"));
  EXPECT_TRUE(isHeldByTrouble(session));
  session.scene.simulation.world.gravity = {0, -9.81, 0};
  stepOnce(session);
  EXPECT_FALSE(isHeldByTrouble(session));
}

// A method of its own that stops at its iterations does what it is made for, whichever solver is beside it.
TEST(Session, OnlyAnExactMethodThatIsInUseFails) {
  for (const StepperInfo& stepper : steppers()) {
    if (stepper.uses_solver) continue;
    Session session = running();
    session.scene.simulation.solver = findSolver("exact");
    session.scene.simulation.stepper = stepper.kind;
    session.scene.simulation.world.bodies[1].velocity = {2, -1, 0};
    for (int i = 0; i < 10 && session.grades[Grade::Failed] == 0; ++i) stepOnce(session);
    EXPECT_TRUE(session.failures.entries.empty()) << stepper.id;
    if (session.grades[Grade::Failed] > 0) {
      EXPECT_EQ(session.trouble.kind, Message::Kind::Limit) << stepper.id;
    }
  }
}

TEST(Session, ItPausesWhereBodiesMeetAndNotWhereTheyRest) {
  Session session = running();
  session.pause_on.impact = true;
  for (int i = 0; i < 20; ++i) advance(session, 0.02);
  EXPECT_FALSE(session.paused) << "the brick has rested from the start";
  session.scene.simulation.world.bodies[1].velocity = {0, 2, 0};
  for (int i = 0; i < 1000 && !session.paused; ++i) advance(session, 0.02);
  ASSERT_TRUE(session.paused);
  EXPECT_NE(session.message.text.find(" meets "), std::string::npos) << session.message.text;
  EXPECT_NEAR(session.scene.simulation.world.bodies[1].pose.position.y(), 0.25, 0.05) << "[m]: 2 m/s for a step or so";
}

TEST(Session, ItPausesAfterTheStepOfTheNumberGiven) {
  Session session = running();
  session.pause_on.step = 7;
  for (int i = 0; i < 100 && !session.paused; ++i) advance(session, 0.02);
  ASSERT_TRUE(session.paused);
  EXPECT_EQ(session.scene.simulation.world.step, 7);
  EXPECT_EQ(session.message.text, "Paused at step 7, as asked") << "a tour has a reason of its own";
  session.paused = false;
  for (int i = 0; i < 10; ++i) advance(session, 0.02);
  EXPECT_FALSE(session.paused) << "the step has passed";
}

TEST(Session, WhatIsFarAwayIsDeletedAtOnce) {
  Session session = running();
  deleteStrays(session);
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 2U) << "the brick is where it was";
  session.scene.simulation.world.bodies[1].pose.position.y() = -1000.0;
  deleteStrays(session);
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 1U);
  undo(session);
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 2U);
}

// A ball that rolls off a shelf, where there may be ground below.
Session rollsOff(bool ground) {
  Scene scene =
      parseScene(std::string(R"({"keystone": 1, "solver": {"id": "exact"}, "bodies": [
      {"name": "shelf", "kind": "static", "shape": {"type": "box", "size": [1, 0.1, 1]}},
      {"name": "ball", "shape": {"type": "sphere", "radius": 0.1}, "position": [0.8, 0, 0], "velocity": [1, 0, 0]})") +
                     (ground ? R"(, {"name": "ground", "shape": {"type": "halfspace", "offset": -100}})" : "") + "]}",
                 "shelf.json", "");
  Session session;
  openScene(session, std::move(scene));
  return session;
}

TEST(Session, WhatFallsOutOfASceneWithoutGroundComesToRestAndCanBeDeleted) {
  Session session = rollsOff(false);
  const auto ball = [&session]() -> const Body& { return session.scene.simulation.world.bodies[1]; };
  const double reach = 10.0 * std::hypot(1.4, 0.2, 1.0);  // [m], shelf and ball at the start
  while (ball().isDynamic() && session.scene.simulation.world.step < 1000) stepOnce(session);
  const double depth = -ball().pose.position.y();
  EXPECT_NEAR(depth, reach, 0.5) << "a step at 17 m/s is 0.3 m";
  EXPECT_TRUE(ball().velocity.isZero(0.0));
  EXPECT_NE(session.message.text.find("fallen out"), std::string::npos) << session.message.text;
  session.message.text.clear();
  for (int i = 0; i < 5; ++i) stepOnce(session);
  EXPECT_EQ(-ball().pose.position.y(), depth);
  EXPECT_EQ(session.message.text, "") << "it is told once";
  deleteStrays(session);
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 1U) << "the shelf stays";
}

TEST(Session, WhatFallsOntoGroundOrWithAllElseFallsOn) {
  Session session = rollsOff(true);
  for (int i = 0; i < 150; ++i) stepOnce(session);
  EXPECT_LT(session.scene.simulation.world.bodies[1].pose.position.y(), -25.0);
  EXPECT_TRUE(session.scene.simulation.world.bodies[1].isDynamic());
  session = rollsOff(false);
  removeBody(session.scene.simulation.world, 0);
  for (int i = 0; i < 150; ++i) stepOnce(session);
  EXPECT_TRUE(session.scene.simulation.world.bodies[0].isDynamic());
}

TEST(Session, RestartCanBeUndone) {
  Session session = running();
  for (int i = 0; i < 5; ++i) stepOnce(session);
  restart(session);
  EXPECT_EQ(session.scene.simulation.world.step, 0);
  undo(session);
  EXPECT_EQ(session.scene.simulation.world.step, 5);
}

TEST(Session, SleepIsPartOfTheStateAndEndsWhenTheHandPulls) {
  Session session = running();
  session.scene.simulation.params.sleeping = true;
  for (int i = 0; i < 60; ++i) stepOnce(session);
  const Simulation& simulation = session.scene.simulation;
  ASSERT_EQ(simulation.report.sleeping, 1);
  const World asleep = simulation.world;
  session.hand = Drag{.body = 1, .target = {0, 2, 0}};
  for (int i = 0; i < 5; ++i) stepOnce(session);
  EXPECT_EQ(simulation.report.sleeping, 0);
  EXPECT_GT(simulation.world.bodies[1].velocity.y(), 0.0);
  session.hand.reset();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(stepBack(session));
  EXPECT_EQ(stateHash(simulation.world), stateHash(asleep));
  stepOnce(session);
  EXPECT_EQ(simulation.report.sleeping, 1);  // the history's world slept
}

// A copy of the brick, where it would rest.
void placeOnTop(Session& session) {
  session.selected = {1};
  placePiece(session, *copyOfSelected(session), {Vec3(0, 0.75, 0), Quat::Identity()});
}

TEST(Session, EditsAndTheirUndoingWakeOrSleepAsTheWorldDid) {
  Session session = running();
  session.scene.simulation.params.sleeping = true;
  for (int i = 0; i < 60; ++i) stepOnce(session);
  const Simulation& simulation = session.scene.simulation;
  placeOnTop(session);  // of the sleeper
  stepOnce(session);
  EXPECT_EQ(simulation.report.sleeping, 0);
  undo(session);
  EXPECT_EQ(simulation.report.sleeping, 1);
  session.selected = {0};
  deleteSelected(session);  // the ground
  stepOnce(session);
  EXPECT_EQ(simulation.report.sleeping, 0);
  EXPECT_LT(simulation.world.bodies[0].velocity.y(), 0.0);
}

TEST(Session, EditsAreUndoneAndRedone) {
  Session session = running();
  placeOnTop(session);
  session.selected = {2};
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 3U);
  EXPECT_NEAR(session.scene.simulation.world.bodies[2].pose.position.y(), 0.75, 1e-12);  // one addition
  deleteSelected(session);
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 2U);
  undo(session);
  undo(session);
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 2U);
  redo(session);
  EXPECT_EQ(session.scene.simulation.world.bodies.size(), 3U);
}

// Looking along -z at the point (x, y) of the plane z = 0.
Ray at(double x, double y) {
  return {{x, y, 10}, {0, 0, -1}};
}

TEST(Placement, ABrickStandsOnTheBrickBelowTheCursor) {
  const World world = oneBrick().simulation.world;
  const Placement placement = placementUnder(world, at(0.1, 0.3), pieceOf(BrickSpec()), 0);
  ASSERT_TRUE(placement.valid);
  EXPECT_TRUE(placement.allowed);
  EXPECT_NEAR(placement.pose.position.x(), 0.0, 1e-12);
  EXPECT_NEAR(placement.pose.position.y(), 0.75, 1e-9);  // bounds of a turned box round
}

TEST(Placement, ABrickFallsOntoTheGroundBeside) {
  const World world = oneBrick().simulation.world;
  const Placement placement = placementUnder(world, at(2.05, 3.0), pieceOf(BrickSpec()), 0);
  ASSERT_TRUE(placement.valid);
  EXPECT_TRUE(placement.allowed);
  EXPECT_NEAR(placement.pose.position.x(), 2.0, 1e-12);
  EXPECT_NEAR(placement.pose.position.y(), 0.25, 1e-9);
}

TEST(Placement, AGivenGridTakesThePlaceOfHalfBricks) {
  const World world = oneBrick().simulation.world;
  const Grid fine{0.02, {0.5, 0, 0}};
  const Placement on_brick = placementUnder(world, at(0.113, 0.3), pieceOf(BrickSpec()), 0, fine);
  EXPECT_NEAR(on_brick.pose.position.x(), 0.12, 1e-12);
  EXPECT_NEAR(on_brick.pose.position.y(), 0.75, 1e-9);
  const Placement above = placementUnder(world, at(-0.929, 0.8), pieceOf(BrickSpec()), 0, fine);
  EXPECT_NEAR(above.pose.position.x(), -0.92, 1e-12);
  EXPECT_NEAR(above.pose.position.y(), 0.75, 1e-9);  // on the end of the brick
}

TEST(Placement, AQuarterTurnStandsTheBrickUp) {
  const World world = oneBrick().simulation.world;
  const Placement placement = placementUnder(world, at(3.0, 1.0), pieceOf(BrickSpec()), 1);
  ASSERT_TRUE(placement.valid);
  EXPECT_NEAR(placement.pose.position.y(), 0.5, 1e-9);
}

TEST(Placement, OverlapIsNotAllowedButTouchingIs) {
  const World world = oneBrick().simulation.world;
  const World brick = pieceOf(BrickSpec());
  Pose pose;
  pose.position = {0.5, 0.25, 0};
  EXPECT_TRUE(wouldOverlap(world, brick, pose));
  pose.position = {1.0, 0.25, 0};
  EXPECT_FALSE(wouldOverlap(world, brick, pose));
}

}  // namespace
}  // namespace keystone

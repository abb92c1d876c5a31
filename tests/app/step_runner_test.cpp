#include "session/step_runner.h"

#include <gtest/gtest.h>

#include "session/session.h"
#include "support/settled.h"

namespace keystone {
namespace {

using RunnerClock = StepRunner::Clock;

Simulation simulationOf(const std::string& scene) {
  return loadById(scene).simulation;
}

// A step of many frames: thousands of sweeps of projected Gauss-Seidel over a thousand bricks.
void makeSlow(Simulation& simulation) {
  simulation.solver = findSolver("pgs");
  simulation.parameters = {{"iterations", 2000.0}, {"tolerance", 0.0}};
}

Session slowSession() {
  Session session;
  openScene(session, loadById("wall3d_40x25"));
  makeSlow(session.scene.simulation);
  return session;
}

// Until the world has made so many steps, or a few more.
void advanceTo(Session& session, long step) {
  while (session.scene.simulation.world.step < step) advance(session, 1.0 / 60);
}

TEST(StepRunner, ComputesWhatAStepByItselfComputes) {
  Simulation alone = simulationOf("wall3d_10x10"), shown = alone;
  StepRunner runner;
  for (int n = 0; n < 5; ++n) {
    step(alone);
    runner.begin(shown, nullptr);
    runner.take(shown, nullptr);
    EXPECT_EQ(stateHash(shown.world), stateHash(alone.world)) << n;
    EXPECT_EQ(shown.solution.lambda, alone.solution.lambda) << n;
    EXPECT_FALSE(runner.isRunning());
  }
}

TEST(StepRunner, LeavesWhatIsShownAsItIsUntilItIsTaken) {
  Simulation shown = simulationOf("wall3d_10x10");
  const std::uint64_t before = stateHash(shown.world);
  StepRunner runner;
  runner.begin(shown, nullptr);
  EXPECT_TRUE(runner.isDone(RunnerClock::now() + std::chrono::minutes(1)));
  EXPECT_EQ(stateHash(shown.world), before);
  EXPECT_EQ(shown.problem.rows(), 0);
  EXPECT_TRUE(runner.isRunning());  // it waits to be taken
  runner.take(shown, nullptr);
  EXPECT_EQ(shown.world.step, 1);
  EXPECT_GT(shown.problem.rows(), 0);
}

TEST(StepRunner, KnowsWhenWhatItBeganWithHasChanged) {
  const Simulation original = simulationOf("stack_15");
  StepRunner runner;
  runner.begin(original, nullptr);
  EXPECT_FALSE(runner.isStale(original, nullptr));
  const Race race;
  EXPECT_TRUE(runner.isStale(original, &race));
  Simulation moved = original, solver = original, parameter = original, params = original, more = original;
  moved.world.bodies.back().velocity.x() += 1e-9;
  solver.solver = findSolver("pgs");
  parameter.parameters["iterations"] = 7;
  params.params.sleeping = true;
  addBody(more.world, Body(more.world.bodies.back()), Collider(more.world.colliders.back()));
  for (const Simulation* changed : {&moved, &solver, &parameter, &params, &more})
    EXPECT_TRUE(runner.isStale(*changed, nullptr));
  runner.drop();
  EXPECT_FALSE(runner.isStale(moved, nullptr));
}

TEST(StepRunner, DropsAStepAndBeginsAnother) {
  Simulation slow = simulationOf("wall3d_40x25");
  makeSlow(slow);
  StepRunner runner;
  runner.begin(slow, nullptr);
  EXPECT_FALSE(runner.isDone(RunnerClock::now()));
  runner.drop();
  EXPECT_FALSE(runner.isRunning());
  EXPECT_EQ(runner.seconds(), 0.0);
  Simulation alone = simulationOf("stack_15"), shown = alone;
  step(alone);
  runner.begin(shown, nullptr);
  runner.take(shown, nullptr);
  EXPECT_EQ(stateHash(shown.world), stateHash(alone.world));
  runner.begin(slow, nullptr);  // and its end need not be waited for
}

TEST(LongStep, LeavesTheSessionItsWorldAndGivesItsOutcomeLater) {
  Session session = slowSession();
  Simulation alone = session.scene.simulation;
  const std::uint64_t before = stateHash(alone.world);
  advance(session, 1.0 / 60);
  EXPECT_TRUE(session.runner.isRunning());
  EXPECT_EQ(stateHash(session.scene.simulation.world), before);
  EXPECT_EQ(session.history.size(), 0u);
  advanceTo(session, 1);
  step(alone);
  EXPECT_EQ(stateHash(session.scene.simulation.world), stateHash(alone.world));
  EXPECT_EQ(session.history.size(), 1u);
  EXPECT_EQ(stateHash(*session.history.last()), before);
}

TEST(LongStep, EndsWhenTheSessionIsPausedAndTheWorldIsAsBefore) {
  Session session = slowSession();
  const std::uint64_t before = stateHash(session.scene.simulation.world);
  advance(session, 1.0 / 60);
  ASSERT_TRUE(session.runner.isRunning());
  session.paused = true;
  advance(session, 1.0 / 60);
  EXPECT_FALSE(session.runner.isRunning());
  EXPECT_EQ(stateHash(session.scene.simulation.world), before);
}

TEST(LongStep, BeginsAnewUnderAnotherSolver) {
  Session session = slowSession();
  Simulation alone = session.scene.simulation;
  advance(session, 1.0 / 60);
  ASSERT_TRUE(session.runner.isRunning());
  chooseSolver(session, *findSolver("newton_cone"));
  advanceTo(session, 1);
  alone.solver = findSolver("newton_cone");
  alone.parameters.clear();
  while (alone.world.step < session.scene.simulation.world.step) step(alone);
  EXPECT_EQ(stateHash(session.scene.simulation.world), stateHash(alone.world));
}

TEST(LongStep, CanBeGivenUp) {
  Session session = slowSession();
  askSteps(session, 3);
  advance(session, 1.0 / 60);
  ASSERT_TRUE(session.runner.isRunning());
  giveUpStep(session);
  EXPECT_TRUE(session.paused);
  EXPECT_NE(session.message.text.find("Step 1 cancelled"), std::string::npos) << session.message.text;
  advance(session, 1.0 / 60);
  EXPECT_FALSE(session.runner.isRunning());
  EXPECT_EQ(session.scene.simulation.world.step, 0);
}

TEST(AskedSteps, AreMadeWhilePausedAndNoMore) {
  Session session;
  openScene(session, loadById("stack_15"));
  askSteps(session, 1);
  askSteps(session, 5);
  EXPECT_TRUE(session.paused);
  for (int frame = 0; frame < 100; ++frame) advance(session, 1.0 / 60);
  EXPECT_EQ(session.scene.simulation.world.step, 6);
  askSteps(session, 5);
  session.paused = false;  // time runs instead
  advance(session, 0.0);
  EXPECT_EQ(session.scene.simulation.world.step, 6);
}

}  // namespace
}  // namespace keystone

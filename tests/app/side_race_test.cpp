#include "session/side_race.h"

#include <gtest/gtest.h>

#include <fstream>

#include "paths.h"
#include "scene/scene_fixture.h"
#include "session/edits.h"
#include "session/problem_session.h"
#include "session/session.h"

namespace keystone {
namespace {

Session racing(const std::string& scene, int steps) {
  Session session;
  openScene(session, loadById(scene));
  toggleRace(session);
  for (int i = 0; i < steps; ++i) stepOnce(session);
  return session;
}

void stepTimes(Session& session, int steps) {
  for (int i = 0; i < steps; ++i) stepOnce(session);
}

TEST(SideRace, RunsEveryMethodFromTheStateThatIsShown) {
  Session session = racing("collapse_compare", 30);
  const SideRace& side = *session.race;
  ASSERT_EQ(side.samples().size(), 30u);
  EXPECT_EQ(side.samples().back().step, 30);
  EXPECT_TRUE(side.isShown(3));  // exact is what the scene runs
  EXPECT_FALSE(side.isShown(1));
  EXPECT_EQ(side.samples().back().shown.difference, side.samples().back().simulations[3].difference);
  EXPECT_GT(side.samples().back().simulations[1].difference, 1e-6);
  EXPECT_TRUE(side.race().mirror);
}

TEST(SideRace, RacesAnyMethodsAndTellsWhenEachPartsFromTheFirst) {
  Session session;
  openScene(session, loadById("collapse_compare"));
  const Method exact{StepperKind::Velocity, findSolver("exact")};
  raceBy(session, {exact, exact, {StepperKind::Velocity, findSolver("pgs")}, usualMethods()[2]});
  stepTimes(session, 60);
  const SideRace& side = *session.race;
  ASSERT_EQ(side.methods().size(), 4u);
  EXPECT_EQ(side.partedAt(0), std::nullopt);
  EXPECT_EQ(side.partedAt(1), std::nullopt) << "the same method gives the same bits";
  for (const std::size_t k : {2u, 3u}) {
    ASSERT_TRUE(side.partedAt(k)) << k;
    for (const RaceSample& sample : side.samples())
      if (sample.step < *side.partedAt(k)) {
        EXPECT_LE(sample.simulations[k].difference, kParted) << k << ", step " << sample.step;
      }
    EXPECT_GT(side.samples().back().simulations[k].difference, kParted) << k;
  }
  EXPECT_LT(*side.partedAt(2), *side.partedAt(3)) << "Gauss-Seidel leaves before Gauss does";
  restart(session);
  stepTimes(session, 1);
  EXPECT_EQ(session.race->methods().size(), 4u) << "the same methods from the start on";
  EXPECT_EQ(session.race->samples().size(), 1u);
}

TEST(SideRace, ChangesNothingOfWhatIsShown) {
  Session with = racing("collapse_compare", 50), without = racing("collapse_compare", 0);
  toggleRace(without);
  EXPECT_FALSE(without.race);
  stepTimes(without, 50);
  EXPECT_EQ(stateHash(with.scene.simulation.world), stateHash(without.scene.simulation.world));
}

TEST(SideRace, TheShownMethodChangesAndTheRaceGoesOn) {
  Session session = racing("collapse_compare", 20);
  chooseNextMethod(session);
  chooseNextMethod(session);
  EXPECT_EQ(session.scene.simulation.solver->id, "pgs");
  stepTimes(session, 20);
  EXPECT_EQ(session.race->samples().size(), 40u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_FALSE(session.race->isShown(k)) << k;
  EXPECT_GT(session.race->samples().back().shown.difference, 0.0);
  chooseNextMethod(session);
  EXPECT_EQ(methodOf(session.scene.simulation), usualMethods()[2]);
  chooseNextMethod(session);
  EXPECT_EQ(methodOf(session.scene.simulation), usualMethods()[3]);
}

TEST(SideRace, ABrickPutInIsPutInEverywhere) {
  Session session = racing("wall_5x5", 10);
  const std::size_t bodies = session.scene.simulation.world.bodies.size();
  Pose pose;
  pose.position = {0, 6, 0};
  placePiece(session, pieceOf(BrickSpec()), pose);
  stepTimes(session, 5);
  EXPECT_EQ(session.race->samples().size(), 15u);
  for (const Simulation& simulation : session.race->race().simulations) {
    ASSERT_EQ(simulation.world.bodies.size(), bodies + 1);
    EXPECT_LT(simulation.world.bodies.back().velocity.y(), -0.1);
  }
}

TEST(SideRace, TheHandPullsInEveryWorld) {
  Session session = racing("wall_5x5", 5);
  const int top = static_cast<int>(session.scene.simulation.world.bodies.size()) - 1;
  Drag drag;
  drag.body = top;
  drag.target = session.scene.simulation.world.bodies[top].pose.position + Vec3(0, 3, 0);
  session.hand = drag;
  stepTimes(session, 10);
  for (const Simulation& simulation : session.race->race().simulations)
    EXPECT_GT(simulation.world.bodies[top].velocity.y(), 0.1) << toString(methodOf(simulation));
}

TEST(SideRace, StartsAnewFromWhatIsShownAfterARestartAStepBackOrAnotherScene) {
  Session session = racing("collapse_compare", 40);
  ASSERT_TRUE(stepBack(session));
  session.paused = true;
  advance(session, 0.0);
  EXPECT_EQ(session.race->startedAt(), 39);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(session.race->isShown(k)) << k;
  restart(session);
  advance(session, 0.0);
  EXPECT_EQ(session.race->startedAt(), 0);
  EXPECT_TRUE(session.race->samples().empty());
  openScene(session, loadById("wall_5x5"));
  ASSERT_TRUE(session.race);
  EXPECT_EQ(session.race->race().simulations[1].world.bodies.size(), session.scene.simulation.world.bodies.size());
}

TEST(SideRace, ObeysTheParametersOfTheSession) {
  Session session = racing("collapse_compare", 0);
  chooseNextMethod(session);
  chooseNextMethod(session);
  setParameter(session, "iterations", 3);
  chooseNextMethod(session);
  session.scene.simulation.params.relinearise = 4;
  stepTimes(session, 2);
  const Simulation& pgs = session.race->race().simulations[1];
  EXPECT_EQ(pgs.report.solve.iterations, 3);
  EXPECT_EQ(pgs.params.relinearise, 4);
}

TEST(SideRace, EndsWhereThereAreNoBodies) {
  const std::string matrix = ::testing::TempDir() + "keystone_race_problem.mtx";
  std::ofstream(matrix) << "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 2\n";
  std::ofstream(::testing::TempDir() + "keystone_race_problem.b") << "-1\n";
  Session session = racing("collapse_compare", 2);
  openProblem(session, matrix);
  EXPECT_FALSE(session.race);
  toggleRace(session);
  EXPECT_FALSE(session.race);
  EXPECT_EQ(session.message.kind, Message::Kind::Trouble);
}

TEST(SideRace, KeepsTheLastThousandSteps) {
  Session session = racing("heavy_top", static_cast<int>(SideRace::kLength) + 5);
  EXPECT_EQ(session.race->samples().size(), SideRace::kLength);
  EXPECT_EQ(session.race->samples().front().step, 6);
}

TEST(SideRace, NamesAreAsShortAsTellsTheMethodsApart) {
  const SolverInfo *exact = findSolver("exact"), *pgs = findSolver("pgs");
  using Names = std::vector<std::string>;
  EXPECT_EQ(briefNames({{StepperKind::Velocity, exact}, {StepperKind::Velocity, pgs}}), Names({"exact", "pgs"}));
  EXPECT_EQ(briefNames({{StepperKind::Velocity, exact}, {StepperKind::Avbd, exact}}),
            Names({"velocity+exact", "avbd"}));
  EXPECT_EQ(briefNames({{StepperKind::Avbd, exact}, {StepperKind::Avbd, pgs}}), Names({"avbd", "avbd"}));
}

}  // namespace
}  // namespace keystone

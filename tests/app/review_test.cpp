#include "session/review.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "record/run_recorder.h"
#include "session/session.h"
#include "support/settled.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

class Reviews : public TempFolder {
 protected:
  static Scene load(const std::string& id) { return loadById(id); }

  static void record(RunRecorder& recorder, Scene& scene, int steps) {
    for (int i = 0; i < steps; ++i) {
      recorder.before(scene);
      step(scene.simulation);
      recorder.after(scene.simulation);
    }
  }

  std::string recorded(int steps) {
    Scene scene = load("wall_5x5");
    RunRecorder recorder(path("run.replay"));
    record(recorder, scene, steps);
    return path("run.replay");
  }

  static void playUntilPaused(Session& session) {
    for (int i = 0; i < 1000 && !session.paused; ++i) advance(session, 1.0 / 60);
  }
};

TEST_F(Reviews, BackAtTheStartTheyPlayForwardsAgain) {
  Session session;
  openReview(session, recorded(20), assetDir());
  seekReview(session, 20);
  session.review->backwards = true;
  playUntilPaused(session);
  EXPECT_EQ(session.review->replay.position(), 0);
  EXPECT_TRUE(session.paused);
  EXPECT_FALSE(session.review->backwards);
  session.paused = false;
  playUntilPaused(session);
  EXPECT_EQ(session.review->replay.position(), 20);
}

TEST_F(Reviews, RestartPlaysForwardsAgain) {
  Session session;
  openReview(session, recorded(20), assetDir());
  seekReview(session, 10);
  session.review->backwards = true;
  restart(session);
  EXPECT_EQ(session.review->replay.position(), 0);
  EXPECT_FALSE(session.review->backwards);
}

TEST_F(Reviews, AStepThatIsAskedForIsOneOnWhicheverWayTheyPlay) {
  Session session;
  openReview(session, recorded(20), assetDir());
  seekReview(session, 10);
  session.review->backwards = true;
  askSteps(session, 1);
  advance(session, 1.0 / 60);
  EXPECT_EQ(session.review->replay.position(), 11);
}

TEST_F(Reviews, EventsAreTheMarkedStepsInOrder) {
  Session session;
  openReview(session, recorded(20), assetDir());
  session.review->marks = {{9, MarkKind::Impact, ""}, {4, MarkKind::Change, ""}, {9, MarkKind::Failure, ""}};
  const auto positionAfter = [&session](bool backwards) {
    const bool moved = seekEvent(session, backwards);
    return moved ? session.review->replay.position() : -1;
  };
  EXPECT_EQ(positionAfter(false), 4);
  EXPECT_EQ(positionAfter(false), 9);
  EXPECT_EQ(positionAfter(false), -1) << "there is none after it";
  EXPECT_EQ(session.review->replay.position(), 9);
  EXPECT_EQ(positionAfter(true), 4);
  EXPECT_EQ(positionAfter(true), -1);
}

TEST_F(Reviews, TheyPauseAtTheStepOfTheNumberGiven) {
  Session session;
  openReview(session, recorded(20), assetDir());
  session.pause_on.step = 12;
  session.paused = false;
  playUntilPaused(session);
  EXPECT_EQ(session.review->replay.position(), 12);
}

TEST_F(Reviews, MarksSayWhatWasDone) {
  Scene scene = load("wall_5x5");
  {
    RunRecorder recorder(path("run.replay"));
    record(recorder, scene, 5);
    scene.simulation.solver = findSolver("pgs");
    scene.simulation.parameters.clear();
    record(recorder, scene, 5);
    scene.simulation.stepper = StepperKind::Acceleration;
    record(recorder, scene, 5);
    scene.simulation.parameters = {{"iterations", 20.0}};
    record(recorder, scene, 5);
    removeBody(scene.simulation.world, static_cast<int>(scene.simulation.world.bodies.size()) - 1);
    record(recorder, scene, 5);
    scene.simulation.world.colliders.back().material.restitution = 0.9;
    record(recorder, scene, 5);
    scene = load("seesaw");
    record(recorder, scene, 5);
  }
  std::vector<ReplayMark> marks = marksOf(readRecording(path("run.replay")));
  std::erase_if(marks,
                [](const ReplayMark& mark) { return mark.kind != MarkKind::Switch && mark.kind != MarkKind::Change; });
  std::ranges::sort(marks, {}, &ReplayMark::position);
  const std::vector<std::pair<MarkKind, std::string>> expected = {
      {MarkKind::Switch, "solver exact -> pgs"},    {MarkKind::Switch, "stepper velocity -> acceleration"},
      {MarkKind::Change, "settings of the solver"}, {MarkKind::Change, "28 -> 27 bodies"},
      {MarkKind::Change, "the world was changed"},  {MarkKind::Change, "another scene: seesaw"},
  };
  ASSERT_EQ(marks.size(), expected.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    EXPECT_EQ(marks[i].position, 5 * (static_cast<long>(i) + 1));
    EXPECT_EQ(marks[i].kind, expected[i].first) << i;
    EXPECT_EQ(marks[i].text.substr(0, expected[i].second.size()), expected[i].second) << marks[i].text;
  }
}

TEST_F(Reviews, MarksOfImpactsAndFailuresSayHowMuch) {
  Recording recording;
  recording.steps.resize(4);
  recording.steps[0].impacts = 1;
  recording.steps[1].impacts = 4;
  recording.steps[2].residual = 0.25F;
  recording.steps[2].failed = true;
  recording.steps[3].residual = 1e-5F;  // within a frame
  const std::vector<ReplayMark> marks = marksOf(recording);
  ASSERT_EQ(marks.size(), 4U);
  EXPECT_EQ(marks[0].text, "1 contact struck");
  EXPECT_EQ(marks[1].text, "4 contacts struck");
  EXPECT_EQ(marks[2].kind, MarkKind::Limit);
  EXPECT_EQ(marks[2].text, "residual 1.0e-05");
  EXPECT_EQ(marks[3].kind, MarkKind::Failure);
  EXPECT_EQ(marks[3].text, "residual 2.5e-01");
}

TEST_F(Reviews, TheSceneShownIsThatOfTheStep) {
  {
    RunRecorder recorder(path("run.replay"));
    Scene wall = load("wall_5x5"), seesaw = load("seesaw");
    record(recorder, wall, 5);
    record(recorder, seesaw, 5);
  }
  Session session;
  openReview(session, path("run.replay"), assetDir());
  const Scene& shown = session.scene;
  EXPECT_EQ(shown.id, "wall_5x5");
  seekReview(session, 8);
  EXPECT_EQ(shown.id, "seesaw");
  EXPECT_EQ(shown.name, load("seesaw").name);
  EXPECT_EQ(shown.camera.given, load("seesaw").camera.given);
  seekReview(session, 2);
  EXPECT_EQ(shown.id, "wall_5x5");
  EXPECT_EQ(shown.name, load("wall_5x5").name);
}

TEST_F(Reviews, ARecordingWithoutAStepHoldsTheStart) {
  Session session;
  openScene(session, load("wall_5x5"));
  startRecording(session, path("run.replay"));
  stopRunRecording(session);
  EXPECT_NE(session.message.text.find("No step was made"), std::string::npos) << session.message.text;
  openReview(session, path("run.replay"), assetDir());
  EXPECT_EQ(session.review->replay.length(), 0);
  EXPECT_EQ(session.scene.id, "wall_5x5");
  EXPECT_EQ(stateHash(session.scene.simulation.world), stateHash(load("wall_5x5").simulation.world));
}

TEST_F(Reviews, ARecordingThatCannotBeWrittenIsNotStarted) {
  Session session;
  openScene(session, load("wall_5x5"));
  EXPECT_THROW(startRecording(session, path("no/such/folder.replay")), std::runtime_error);
  EXPECT_THROW(startRecording(session, path("no/such/folder.csv")), std::runtime_error);
  EXPECT_FALSE(session.recorder || session.run_recorder);
}

TEST_F(Reviews, TheNewestRecordingIsThatWrittenToLast) {
  namespace fs = std::filesystem;
  EXPECT_EQ(newestRecording(path("none")), "");
  EXPECT_EQ(newestRecording(path("")), "");
  const auto now = fs::file_time_type::clock::now();
  for (const auto& [name, age] : {std::pair{"a.replay", 20}, {"b.replay", 10}, {"c.replay", 30}, {"d.csv", 0}}) {
    writeBytes(path(name), "");
    fs::last_write_time(path(name), now - std::chrono::seconds(age));
  }
  EXPECT_EQ(fs::path(newestRecording(path(""))).filename(), "b.replay");
}

}  // namespace
}  // namespace keystone

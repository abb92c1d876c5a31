// Recordings replay to the same bits, whatever was done on the way, and say where they do not.
#include "record/replay.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <random>

#include "math/parallel.h"
#include "record/run_recorder.h"
#include "support/effort.h"
#include "support/settled.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

class Recordings : public TempFolder {
 protected:
  void TearDown() override { setThreads(0); }
  std::string path(const std::string& name = "run.replay") const { return TempFolder::path(name); }

  static Scene load(const std::string& id) { return loadById(id); }
  static Replay open(const std::string& path) { return {readRecording(path), path, assetDir()}; }

  static void record(RunRecorder& recorder, Scene& scene, int steps) {
    for (int i = 0; i < steps; ++i) {
      recorder.before(scene);
      step(scene.simulation);
      recorder.after(scene.simulation);
    }
  }
};

TEST_F(Recordings, WhatIsDoneOnTheWayIsPartOfThem) {
  Scene scene = load("wall_10x10");
  std::vector<std::uint64_t> hashes;
  {
    RunRecorder recorder(path());
    const auto go = [&](int steps) {
      for (int i = 0; i < steps; ++i) {
        record(recorder, scene, 1);
        hashes.push_back(stateHash(scene.simulation.world));
      }
    };
    World& world = scene.simulation.world;
    go(10);
    scene.simulation.solver = findSolver("pgs");
    scene.simulation.parameters = {{"iterations", 20.0}};
    go(10);
    world.drags.push_back({50, Vec3(0.1, 0.0, 0.0), world.bodies[50].pose.position + Vec3(1.0, 0.5, 0.0)});
    go(20);
    world.drags[0].target.y() += 1.0;
    go(5);
    world.drags.clear();
    go(5);
    removeBody(world, 20);
    go(10);
    Body ball;
    ball.pose.position = Vec3(0.3, 9.0, 0.0);
    addBody(world, ball, {Sphere{0.3}, {}});
    go(10);
    world.colliders.back().material.restitution = 0.8;
    scene.simulation.stepper = StepperKind::Acceleration;
    scene.simulation.solver = findSolver("exact");
    scene.simulation.parameters.clear();
    go(40);
  }
  Replay replay = open(path());
  ASSERT_EQ(replay.length(), static_cast<long>(hashes.size()));
  const auto changes = std::ranges::count_if(replay.recording().states, &RecordedState::is_change);
  EXPECT_EQ(changes, 4);  // method, body less, body more, material and method; the hand is part of the steps
  for (const std::uint64_t hash : hashes) {
    ASSERT_TRUE(replay.forward());
    ASSERT_EQ(stateHash(replay.scene().simulation.world), hash) << replay.position();
  }
  EXPECT_FALSE(replay.forward());
  for (const long position : {30L, 7L, 110L, 1L, 61L, 60L, 59L}) {
    replay.seek(position);
    EXPECT_EQ(replay.position(), position);
    EXPECT_EQ(stateHash(replay.scene().simulation.world), hashes[position - 1]) << position;
    EXPECT_EQ(replay.scene().simulation.report.step, position);  // its contacts are those of the step before
  }
  EXPECT_FALSE(replay.divergence());
}

TEST_F(Recordings, ADivergenceIsSaidWithItsStep) {
  Scene scene = load("stack_15");
  {
    RunRecorder recorder(path());
    record(recorder, scene, 40);
  }
  Recording recording = readRecording(path());
  recording.steps[24].hash ^= 1;
  Replay replay(std::move(recording), path(), assetDir());
  replay.seek(replay.length());
  ASSERT_TRUE(replay.divergence());
  EXPECT_EQ(replay.divergence()->position, 25);
  EXPECT_EQ(replay.divergence()->step, 25);
  EXPECT_EQ(replay.divergence()->found, replay.divergence()->expected ^ 1);
}

TEST_F(Recordings, AreWholeUpToTheLastBlockWhereverTheyAreCutOff) {
  Scene scene = load("wall_5x5");
  {
    RunRecorder recorder(path());
    record(recorder, scene, 100);
  }
  const std::string whole = bytesOf(path());
  const Recording all = readRecording(path());
  long longest = 0;
  for (std::size_t size = whole.size(); size > kRecordingTitle.size() + 16; size -= 37) {
    writeBytes(path("cut.replay"), whole.substr(0, size));
    try {
      const Recording cut = readRecording(path("cut.replay"));
      longest = std::max(longest, static_cast<long>(cut.steps.size()));
      for (std::size_t i = 0; i < cut.steps.size(); ++i) ASSERT_EQ(cut.steps[i].hash, all.steps[i].hash);
    } catch (const RecordingError& error) {
      EXPECT_NE(std::string(error.what()).find("expected"), std::string::npos);  // cut before the first state
    }
  }
  EXPECT_EQ(longest, 100);
}

// Whole blocks after it tell a wrong length from a file that was cut off, and its sum where it is that of the last.
TEST_F(Recordings, AWrongLengthOfABlockIsDamageWhereverItIs) {
  Scene scene = load("wall_5x5");
  {
    RunRecorder recorder(path());
    record(recorder, scene, 100);
  }
  const std::string whole = bytesOf(path());
  int blocks = 0;
  for (std::size_t at = whole.find('\n', kRecordingTitle.size()) + 1; at < whole.size(); ++blocks) {
    std::uint32_t stored = 0;
    std::memcpy(&stored, whole.data() + at + 4, sizeof stored);
    std::string damaged = whole;
    damaged[at + 7] = 0x40;  // 1 GiB
    writeBytes(path("damaged.replay"), damaged);
    try {
      readRecording(path("damaged.replay"));
      ADD_FAILURE() << "block " << blocks;
    } catch (const RecordingError& error) {
      const std::string place = ": byte " + std::to_string(at) + ": found a block with a wrong length";
      EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
    }
    at += 16 + stored;
  }
  EXPECT_GT(blocks, 5);
}

TEST_F(Recordings, ADamagedByteIsSaidInOneLine) {
  Scene scene = load("wall_5x5");
  {
    RunRecorder recorder(path());
    record(recorder, scene, 30);
  }
  const std::string whole = bytesOf(path());
  const std::size_t first_block = whole.find('\n', kRecordingTitle.size()) + 1;  // the version is before it
  for (std::size_t at = 0; at < whole.size(); at += 13) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    writeBytes(path("damaged.replay"), damaged);
    try {
      Replay replay = open(path("damaged.replay"));
      replay.seek(replay.length());
      EXPECT_LT(at, first_block) << "the program's name at most";
    } catch (const RecordingError& error) {
      const std::string line = error.what();
      EXPECT_NE(line.find(": found "), std::string::npos) << line;
      EXPECT_NE(line.find(", expected "), std::string::npos) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
  }
}

// Behind the sums, so that the states themselves are what is wrong.
TEST_F(Recordings, AStateThatIsNoneIsRefusedOrSteppedAsItStands) {
  Scene scene = load("seesaw");
  {
    RunRecorder recorder(path());
    record(recorder, scene, 4);
  }
  const Recording whole = readRecording(path());
  std::mt19937_64 random(3);
  int refused = 0;
  for (int trial = 0; trial < trials(2000); ++trial) {
    Recording recording = whole;
    std::string& state = recording.states[0].state;
    for (int i = 0; i < 1 + trial % 3; ++i) state[random() % state.size()] = static_cast<char>(random());
    if (trial % 10 == 0) state.resize(random() % state.size());
    try {
      Replay replay(std::move(recording), "mutated", assetDir());
      replay.seek(replay.length());
    } catch (const RecordingError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      ++refused;
    }
  }
  EXPECT_GT(refused, trials(200));
}

TEST_F(Recordings, WhatIsNoneIsRefused) {
  EXPECT_THROW(readRecording(path("none.replay")), RecordingError);
  writeBytes(path(), "");
  EXPECT_THROW(readRecording(path()), RecordingError);
  writeBytes(path(), std::string(kRecordingTitle) + "0.1.0\n");
  EXPECT_THROW(readRecording(path()), RecordingError);
  EXPECT_THROW(RunRecorder(path("no/such/folder.replay")), OutputError);
  const auto errorOf = [this](const std::string& file) {
    try {
      readRecording(file);
    } catch (const RecordingError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(errorOf(path("none.replay")), path("none.replay") + ": found no such file, expected a recording");
  std::filesystem::create_directory(path("folder.replay"));
  EXPECT_EQ(errorOf(path("folder.replay")), path("folder.replay") + ": found a folder, expected a recording");
  writeBytes(path(), "Keystone recording 2\n0.2.0\n");
  EXPECT_EQ(errorOf(path()), path() + ": found recording format 2, expected 1");
  for (const char* other : {"Keystone recording\n", "Keystone recording \n", "Keystone recording 2", "{}"}) {
    writeBytes(path(), other);
    EXPECT_EQ(errorOf(path()), path() + ": found another file, expected a recording") << other;
  }
}

}  // namespace
}  // namespace keystone

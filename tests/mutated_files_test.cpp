// Files of every kind that something has happened to are read, or refused in one line; nothing crashes.
//   KEYSTONE_MUTATIONS=100000   how many of each kind
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <stdexcept>

#include "paths.h"
#include "problem/problem_archive.h"
#include "problem/problem_formats.h"
#include "problem/residual.h"
#include "record/recording.h"
#include "record/replay.h"
#include "record/run_recorder.h"
#include "robot/robot.h"
#include "scene/scene_def.h"
#include "support/effort.h"
#include "support/mutate.h"
#include "support/temp_folder.h"
#include "world/simulation.h"

namespace keystone {
namespace {

// Of each of eleven lists of files: 110,000 in all with ./test --full, else 660.
int mutations() {
  const char* set = std::getenv("KEYSTONE_MUTATIONS");
  return set != nullptr ? std::atoi(set) : allTrials() && !kSanitized ? 10000 : 60;
}

class MutatedFiles : public TempFolder {
 protected:
  // Reads mutations of the files in turn. `read` gets the bytes, and throws what it refuses.
  static void readAll(const std::vector<std::string>& files, const std::function<void(const std::string&)>& read) {
    Mutator mutate(static_cast<unsigned>(files.size()));
    int refused = 0;
    for (int trial = 0; trial < mutations(); ++trial) {
      const std::string bytes = mutate(files[trial % files.size()]);
      try {
        read(bytes);
      } catch (const std::runtime_error& error) {
        const std::string line = error.what();
        EXPECT_FALSE(line.empty());
        EXPECT_EQ(line.find('\n'), std::string::npos) << line;
        ++refused;
      }
    }
    EXPECT_GT(refused, mutations() / 10);
  }
};

TEST_F(MutatedFiles, Scenes) {
  std::vector<std::string> files;
  for (const char* name : {"seesaw", "belt", "gear_hoist", "ragdoll", "springs", "shapes_compounds", "shapes_rounded",
                           "shapes_hills", "isotropic_friction", "cards", "blasted_building", "linkage_blocks"})
    files.push_back(bytesOf(assetDir() + "/scenes/" + name + ".json"));
  readAll(files, [](const std::string& bytes) { parseScene(bytes, "mutated.json", assetDir()); });
  const std::string varied = bytesOf(assetDir() + "/scenes/harmonic.json");
  readAll({varied}, [this](const std::string& bytes) {
    loadScene(write("mutated.json", bytes) + "#harmonic_10_over_frictionless,bricks=5", assetDir());
  });
}

TEST_F(MutatedFiles, ProblemArchives) {
  StoredProblem stored;
  Simulation simulation = loadScene(assetDir() + "/scenes/rolling_resistance.json", assetDir()).simulation;
  for (int n = 0; n < 5; ++n) step(simulation);
  const ProblemArchive archive{"rolling_resistance", 5, simulation.problem, simulation.start.lambda, {}};
  readAll({archiveBytes(archive)}, [](const std::string& bytes) {
    const ProblemArchive read = readArchiveBytes(bytes, "mutated.problem");
    measure(read.problem, VecX::Zero(read.problem.rows()));
  });
}

TEST_F(MutatedFiles, MatrixMarketFiles) {
  const std::string folder = std::string(KEYSTONE_TEST_DATA) + "/problems/";
  for (const char* name : {"isotropic_friction", "dominoes"}) {
    const std::string matrix = bytesOf(folder + name + ".mtx"), vector = bytesOf(folder + name + ".b");
    const auto read = [&] {
      const StoredProblem stored = readAnyProblem(path("mutated.mtx"));
      measure(stored.problem, VecX::Zero(stored.problem.rows()));
    };
    write("mutated.b", vector);
    readAll({matrix}, [&](const std::string& bytes) {
      write("mutated.mtx", bytes);
      read();
    });
    write("mutated.mtx", matrix);
    readAll({vector}, [&](const std::string& bytes) {
      write("mutated.b", bytes);
      read();
    });
  }
}

TEST_F(MutatedFiles, Fclib) {
  const std::string folder = std::string(KEYSTONE_TEST_DATA) + "/problems/";
  readAll({bytesOf(folder + "friction_ramp.hdf5"), bytesOf(folder + "isotropic_friction_global.hdf5")},
          [&](const std::string& bytes) {
            const StoredProblem read = readAnyProblem(write("mutated.hdf5", bytes));
            measure(read.problem, VecX::Zero(read.problem.rows()));
          });
}

TEST_F(MutatedFiles, Recordings) {
  Scene scene = loadScene(assetDir() + "/scenes/seesaw.json", assetDir());
  {
    RunRecorder recorder(path("whole.replay"));
    for (int n = 0; n < 40; ++n) {  // past a keyframe
      recorder.before(scene);
      step(scene.simulation);
      recorder.after(scene.simulation);
    }
  }
  readAll({bytesOf(path("whole.replay"))}, [&](const std::string& bytes) {
    Replay replay(readRecording(write("mutated.replay", bytes)), "mutated", assetDir());
    replay.seek(replay.length());
  });
}

TEST_F(MutatedFiles, Robots) {
  const std::string folder = std::string(KEYSTONE_TEST_DATA) + "/robots/";
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"pendulum.xml", "arm.xml", "biped.xml", "four_bar.xml"},
        {"arm.urdf"},
        {"yard.world"}}) {
    std::vector<std::string> files;
    for (const std::string& name : names) files.push_back(bytesOf(folder + name));
    readAll(files, [&](const std::string& bytes) {
      const Robot robot = parseRobot(bytes, folder + "mutated");  // beside the files that they include
      for (const Body& body : robot.world.bodies) ASSERT_TRUE(body.pose.position.allFinite()) << bytes;
    });
  }
}

}  // namespace
}  // namespace keystone

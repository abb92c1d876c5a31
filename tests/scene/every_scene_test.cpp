// Every scene that comes with the programs: it names its source, survives saving at its start and on its way, and its
// recording replays to the same bits.
#include <set>

#include "math/parallel.h"
#include "record/replay.h"
#include "record/run_recorder.h"
#include "scene/scene_fixture.h"
#include "support/effort.h"

namespace keystone {
namespace {

constexpr int kSaved = 20, kCompared = 40, kSteps = 130;  // the last past a keyframe
// Bodies of the scenes that are run: enough variety without the others.
const std::size_t kMostBodies = allTrials() ? 120 : 60;

// A sixth of the scenes each.
class EveryScene : public SceneFolder, public ::testing::WithParamInterface<std::size_t> {
 protected:
  void TearDown() override { setThreads(0); }

  Scene savedAndLoaded(const Scene& scene) const {
    saveScene(scene, path("saved.json"));
    Scene again = loadScene(path("saved.json"), assetDir());
    EXPECT_EQ(stateHash(again.simulation.world), stateHash(scene.simulation.world));
    Scene renamed = again;
    renamed.id = scene.id;
    EXPECT_EQ(sceneText(renamed), sceneText(scene));
    return again;
  }
};

INSTANTIATE_TEST_SUITE_P(Sixths, EveryScene, ::testing::Range<std::size_t>(0, 6));

void expectNamed(const Scene& scene, const std::string& id) {
  EXPECT_EQ(scene.id, id);
  EXPECT_FALSE(scene.name.empty());
  EXPECT_FALSE(scene.description.empty());
  EXPECT_FALSE(scene.source.empty());
  EXPECT_NE(scene.simulation.solver, nullptr);
  EXPECT_FALSE(scene.simulation.world.bodies.empty());
  std::set<std::string> names;
  for (const Body& body : scene.simulation.world.bodies) {
    EXPECT_TRUE(names.insert(body.name).second) << body.name;
    EXPECT_EQ(body.planar, scene.simulation.world.planar);
  }
}

void expectAlike(const Simulation& again, const Simulation& before) {
  EXPECT_EQ(again.world.h, before.world.h);
  EXPECT_EQ(again.world.gravity, before.world.gravity);
  EXPECT_EQ(again.solver, before.solver);
  EXPECT_EQ(again.parameters, before.parameters);
  ASSERT_EQ(again.world.bodies.size(), before.world.bodies.size());
  for (std::size_t i = 0; i < before.world.bodies.size(); ++i) {
    const Body &one = before.world.bodies[i], &other = again.world.bodies[i];
    EXPECT_EQ(other.name, one.name);
    EXPECT_EQ(other.mass, one.mass);
    EXPECT_EQ(other.inertia, one.inertia);
    EXPECT_EQ(again.world.colliders[i].layer, before.world.colliders[i].layer);
    EXPECT_EQ(again.world.colliders[i].shape.index(), before.world.colliders[i].shape.index());
  }
}

// A file leaves out what is remembered of impulses and rest. With it, all goes on to the same bits.
void handOverWhatIsRemembered(const World& from, World& to) {
  to.cache = from.cache;
  to.joint_cache = from.joint_cache;
  to.sleep_state = from.sleep_state;
  for (std::size_t i = 0; i < from.bodies.size(); ++i) to.bodies[i].sleep_group = from.bodies[i].sleep_group;
}

TEST_P(EveryScene, SurvivesSavingAndReplaysToTheSameBitsOnAnotherNumberOfThreads) {
  const std::vector<std::string> ids = listScenes(assetDir());
  ASSERT_FALSE(ids.empty());
  for (std::size_t i = GetParam(); i < ids.size(); i += 6) {
    SCOPED_TRACE(ids[i]);
    Scene scene = loadById(ids[i]);
    expectNamed(scene, ids[i]);
    expectAlike(savedAndLoaded(scene).simulation, scene.simulation);
    if (scene.simulation.world.bodies.size() > kMostBodies) continue;
    setThreads(2);
    Scene again;
    {
      RunRecorder recorder(path("run.replay"));
      for (int n = 1; n <= kSteps; ++n) {
        recorder.before(scene);
        step(scene.simulation);
        recorder.after(scene.simulation);
        if (n == kSaved) {
          again = savedAndLoaded(scene);
          EXPECT_EQ(again.simulation.world.step, kSaved);
          handOverWhatIsRemembered(scene.simulation.world, again.simulation.world);
        } else if (n > kSaved && n <= kCompared) {
          ASSERT_EQ(step(again.simulation).state_hash, scene.simulation.report.state_hash) << "saved, step " << n;
        }
      }
    }
    setThreads(1);
    Replay replay(readRecording(path("run.replay")), path("run.replay"), assetDir());
    ASSERT_EQ(replay.length(), kSteps);
    while (replay.forward()) ASSERT_FALSE(replay.divergence());
    EXPECT_EQ(stateHash(replay.scene().simulation.world), stateHash(scene.simulation.world));
    EXPECT_EQ(replay.recording().lost, 0U);
  }
}

}  // namespace
}  // namespace keystone

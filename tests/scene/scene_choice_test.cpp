// Variants and parameters of scene files.
#include <array>
#include <set>
#include <variant>

#include "scene/scene_fixture.h"

namespace keystone {
namespace {

constexpr const char* kFile = R"({"keystone": 1, "id": "one", "name": "One", "planar": true,
  "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 1}, "position": [0, 3]}],
  "generators": [{"type": "stack", "name": "brick", "count": 4, "size": [1, 0.5]}],
  "parameters": {
    "count": {"range": [1, 9], "integer": true, "targets": ["/generators/0/count"]},
    "height": {"range": [2.5, 10.0], "targets": [
      "/bodies/0/position/1", {"at": "/bodies/0/shape/radius", "factor": 0.5, "offset": -1}]}},
  "variants": {
    "five": {"name": "Five", "gravity": [0, -1], "values": {"count": 5}},
    "in_space": {"like": "five", "planar": null, "gravity": null, "values": {"height": 4},
                 "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 1}, "position": [0, 3, 1]}],
                 "generators": [{"type": "stack", "name": "brick", "count": 4, "size": [1, 0.5, 1]}]}}})";

class SceneChoice : public SceneFolder {
 protected:
  Scene open(const std::string& choice) const { return loadScene(write("file.json", kFile) + choice, assetDir()); }
  static std::size_t bodies(const Scene& scene) { return scene.simulation.world.bodies.size(); }
  static double height(const Scene& scene) { return scene.simulation.world.bodies[0].pose.position.y(); }
  static double radius(const Scene& scene) {
    return std::get<Sphere>(scene.simulation.world.colliders[0].shape).radius;
  }
};

TEST_F(SceneChoice, WithoutOneTheFileIsAsItStands) {
  const Scene scene = open("");
  EXPECT_EQ(scene.id, "one");
  EXPECT_EQ(scene.name, "One");
  EXPECT_EQ(bodies(scene), 5u);
  EXPECT_EQ(height(scene), 3.0);
  EXPECT_EQ(radius(scene), 1.0);
  ASSERT_EQ(scene.parameters.size(), 2u);
  EXPECT_EQ(scene.parameters[0].value, 4.0);
  EXPECT_EQ(scene.parameters[1].value, 3.0);
}

TEST_F(SceneChoice, ParametersGoToAllTheirTargets) {
  const Scene scene = open("#count=7,height=3.5");
  EXPECT_EQ(scene.id, "one#count=7,height=3.5");
  EXPECT_EQ(scene.name, "One (count=7,height=3.5)");
  EXPECT_EQ(bodies(scene), 8u);
  EXPECT_EQ(height(scene), 3.5);
  EXPECT_EQ(radius(scene), 0.75);
  EXPECT_EQ(scene.parameters[1].value, 3.5);
  EXPECT_EQ(scene.parameters[1].own, 3.0);
}

TEST_F(SceneChoice, AnIdNamesWhatIsSetAlone) {
  EXPECT_EQ(open("#count=4").id, "one");
  EXPECT_EQ(open("#count=5,height=3,count=6").id, "one#count=6");
}

TEST_F(SceneChoice, AVariantIsTheSceneWithItsDifferences) {
  const Scene five = open("#five"), space = open("#in_space"), more = open("#in_space,count=9");
  EXPECT_EQ(five.id, "five");
  EXPECT_EQ(five.name, "Five");
  EXPECT_EQ(bodies(five), 6u);
  EXPECT_EQ(five.simulation.world.gravity.y(), -1.0);
  EXPECT_EQ(space.name, "Five");
  EXPECT_EQ(bodies(space), 6u);
  EXPECT_FALSE(space.simulation.world.planar);
  EXPECT_EQ(space.simulation.world.gravity.y(), -9.81);
  EXPECT_EQ(height(space), 4.0);
  EXPECT_EQ(more.id, "in_space#count=9");
  EXPECT_EQ(more.parameters[0].own, 5.0);
  EXPECT_EQ(bodies(more), 10u);
}

TEST_F(SceneChoice, AnAddressOpensTheSameSceneAgain) {
  const Scene scene = open("#in_space,count=9");
  EXPECT_EQ(loadScene(scene.address, assetDir()).id, "in_space");
  EXPECT_EQ(loadScene(withValues(scene.address, {"count=9"}), assetDir()).id, scene.id);
  EXPECT_EQ(withValues(withValues("arch", {"stones=5"}), {"mu=1"}), "arch#stones=5,mu=1");
}

TEST_F(SceneChoice, AFileMayHaveASharpInItsName) {
  EXPECT_EQ(loadScene(write("a#count=6.json", kFile), assetDir()).id, "one");
  EXPECT_EQ(loadScene(write("a#count=6.json", kFile) + "#count=7", assetDir()).id, "one#count=7");
}

TEST_F(SceneChoice, AnIncludedFileMayBeAVariant) {
  write("file.json", kFile);
  EXPECT_EQ(bodies(load(R"({"keystone": 1, "planar": true, "include": "file.json#five,count=8"})")), 9u);
}

TEST_F(SceneChoice, TheTextOfOneSceneHoldsWhatIsSet) {
  const std::string text = chosenSceneText(write("file.json", kFile) + "#five,height=5");
  const Scene scene = parseScene(text, "copy", assetDir());
  EXPECT_EQ(scene.id, "copy");
  EXPECT_EQ(stateHash(scene.simulation.world), stateHash(open("#five,height=5").simulation.world));
  EXPECT_EQ(parseScene(text, "copy", assetDir(), {"count=2"}).id, "copy#count=2");
}

TEST_F(SceneChoice, BadOnesAreTold) {
  const std::array<std::pair<const char*, const char*>, 9> faults{{
      {"#count=10", "file.json: /parameters/count/value: found 10, expected an integer from 1 to 9"},
      {"#count=2.5", "file.json: /parameters/count/value: found 2.5, expected an integer from 1 to 9"},
      {"#height=many", "file.json: /parameters/height/value: found \"many\", expected a number from 2.5 to 10"},
      {"#height=nan", "file.json: /parameters/height/value: found \"nan\", expected a number from 2.5 to 10"},
      {"#height=", "file.json: /parameters/height/value: found \"\", expected a number from 2.5 to 10"},
      {"#mu=1", "file.json: /: found the unknown parameter \"mu\", expected one of: count, height"},
      {"#six", "file.json: /variants: found no variant \"six\", expected one of: five, in_space"},
      {"#count=2,five", "file.json: found \"five\" after #, expected NAME=VALUE"},
      {"#", "file.json: found \"\" after #, expected a variant or NAME=VALUE"},
  }};
  const std::string file = write("file.json", kFile);
  for (const auto& [choice, line] : faults) EXPECT_EQ(complaint(file + choice), line) << choice;
  EXPECT_THROW(withValues("arch", {"stones"}), SceneError);
  EXPECT_THROW(withValues("arch", {"mu=0,5"}), SceneError);
  EXPECT_THROW(withValues("arch", {"=5"}), SceneError);
}

TEST_F(SceneChoice, BadDescriptionsAreTold) {
  const auto told = [&](const std::string& keys) {
    return complaint(write("bad.json", R"({"keystone": 1, "gravity": [0, -9, 0], )" + keys + "}") + "#v");
  };
  EXPECT_EQ(told(R"("name": "x")"), "bad.json: /: found no key \"variants\", expected one");
  EXPECT_EQ(told(R"("variants": {"v": {"keystone": 1}})").substr(0, 49),
            "bad.json: /variants/v/keystone: found the unknown");
  EXPECT_EQ(told(R"("variants": {"v": {"like": "v"}})"),
            "bad.json: /variants/v/like: found variants like others deeper, expected at most 8");
  EXPECT_EQ(told(R"("variants": {"v": {"gravity": 3}})"),
            "bad.json#v: /gravity: found 3, expected an array of 3 numbers");
  EXPECT_EQ(
      told(R"("variants": {"v": {}}, "parameters": {"g": {"range": [0, 1], "targets": ["/gravity/3"]}})"),
      "bad.json: /parameters/g/targets/0: found \"/gravity/3\", expected a JSON pointer to a number of the scene");
  EXPECT_EQ(told(R"("variants": {"v": {}}, "parameters": {"g": {"range": [1, 0], "targets": ["/gravity/1"]}})"),
            "bad.json: /parameters/g/range/1: found 0, expected a number from 1 to 1e+12");
}

TEST(SceneLibrary, FindsVariantsByTheirIdsAndFilesByTheirNames) {
  const std::string folder = assetDir() + "/scenes/";
  EXPECT_EQ(findScene("arch_101", assetDir()), folder + "arch.json#arch_101");
  EXPECT_EQ(findScene("arch_101#mu=1", assetDir()), folder + "arch.json#arch_101,mu=1");
  EXPECT_EQ(findScene("arch#stones=7", assetDir()), folder + "arch.json#stones=7");
  EXPECT_EQ(findScene("wall", assetDir()), folder + "wall.json");
  EXPECT_EQ(findScene("wall_10x10", assetDir()), folder + "wall.json");
  EXPECT_THROW(findScene("arch_102", assetDir()), SceneError);
}

TEST(SceneLibrary, ListsVariantsAfterTheSceneOfTheirFile) {
  std::set<std::string> ids;
  std::string path;
  for (const SceneEntry& entry : entriesIn(assetDir() + "/scenes")) {
    EXPECT_TRUE(ids.insert(entry.id).second) << entry.id << " twice";
    EXPECT_EQ(entry.is_variant, entry.path == path) << entry.id;
    path = entry.path;
  }
  EXPECT_EQ(ids.size(), listScenes(assetDir()).size());
}

TEST(SceneLibrary, EveryParameterMayBeAtEitherEnd) {
  for (const SceneEntry& entry : entriesIn(assetDir() + "/scenes")) {
    if (parametersOf(entry.address()).empty()) continue;
    for (const bool high : {false, true}) {
      std::vector<std::string> settings;
      for (const SceneParameter& parameter : parametersOf(entry.address()))
        settings.push_back(parameter.name + "=" + std::to_string(high ? parameter.high : parameter.low));
      EXPECT_NO_THROW(loadScene(withValues(entry.address(), settings), assetDir())) << entry.id;
    }
  }
}

}  // namespace
}  // namespace keystone

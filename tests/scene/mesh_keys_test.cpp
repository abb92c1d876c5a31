// What the keys of a mesh make of one that is open.
#include "scene/scene_fixture.h"
#include "shape/mass_properties.h"

namespace keystone {
namespace {

// A cube of edge 1 without its top.
const char* const kOpenCube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

std::string sceneWith(const std::string& key) {
  return R"({"keystone": 1, "bodies": [{"shape": {"type": "mesh", "file": "open.obj", "scale": 2)" + key + "}}]}";
}

class MeshKeys : public SceneFolder {};

TEST_F(MeshKeys, AnOpenMeshIsRefusedAndToldWhichKeysTakeIt) {
  write("open.obj", kOpenCube);
  try {
    load(sceneWith(""));
    FAIL() << "taken";
  } catch (const std::exception& problem) {
    const std::string said = problem.what();
    for (const char* words : {"open.obj", "not closed", "\"close_holes\": 4", "\"hull\": true", "\"surface\""})
      EXPECT_NE(said.find(words), std::string::npos) << said;
  }
}

TEST_F(MeshKeys, HullTakesAnOpenMeshAndIsSavedBitByBit) {
  write("open.obj", kOpenCube);
  const Scene scene = load(sceneWith(R"(, "hull": true)"));
  const World& world = scene.simulation.world;
  EXPECT_NEAR(massProperties(world.colliders[0].shape, 1.0).mass, 8.0, 1e-12);
  EXPECT_LE((world.bodies[0].pose.position - Vec3(1.0, 1.0, 1.0)).norm(), 1e-12);
  saveScene(scene, path("saved.json"));
  Scene again = loadScene(path("saved.json"), assetDir());
  again.id = scene.id;
  EXPECT_EQ(sceneText(again), sceneText(scene));
  EXPECT_EQ(stateHash(again.simulation.world), stateHash(world));
}

TEST_F(MeshKeys, CloseHolesTakesAnOpenMeshAndIsSavedBitByBit) {
  write("open.obj", kOpenCube);
  for (const char* how : {"", R"(, "margin": 0.1)", R"(, "concavity": 0.1)", R"(, "distance_field": 0.2)"}) {
    const Scene scene = load(sceneWith(how + std::string(R"(, "close_holes": 4)")));
    const World& world = scene.simulation.world;
    EXPECT_LE((world.bodies[0].pose.position - Vec3(1.0, 1.0, 1.0)).norm(), 1e-9) << how;
    EXPECT_GE(massProperties(world.colliders[0].shape, 1.0).mass, 8.0 - 1e-9) << how;
    saveScene(scene, path("saved.json"));
    Scene again = loadScene(path("saved.json"), assetDir());
    again.id = scene.id;
    EXPECT_EQ(sceneText(again), sceneText(scene)) << how;
    EXPECT_EQ(stateHash(again.simulation.world), stateHash(world)) << how;
  }
}

TEST_F(MeshKeys, CloseHolesIsNotForWhatMayBeOpen) {
  write("open.obj", kOpenCube);
  for (const char* how : {R"(, "hull": true)", R"(, "surface": "both")"})
    EXPECT_ANY_THROW(load(sceneWith(how + std::string(R"(, "close_holes": 4)")))) << how;
  for (const char* edges : {"2", "513", "4.5", "true"})
    EXPECT_ANY_THROW(load(sceneWith(R"(, "close_holes": )" + std::string(edges)))) << edges;
}

TEST_F(MeshKeys, HullThatIsFalseIsNone) {
  write("open.obj", kOpenCube);
  EXPECT_ANY_THROW(load(sceneWith(R"(, "hull": false)")));
}

}  // namespace
}  // namespace keystone

// The scenes that come with the programs.
#include <map>

#include "math/output_file.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

// Moving bodies of each scene: the sums of the rows that its source gives.
TEST(SceneFiles, HaveAsManyDynamicBodiesAsTheirSourcesSay) {
  const std::map<std::string, int> counts = {{"wall_10x10", 105},
                                             {"wall_40x25", 1012},
                                             {"wall3d_10x10", 105},
                                             {"wall3d_40x25", 1012},
                                             {"stack_15", 15},
                                             {"pyramid2d_10", 55},
                                             {"pyramid2d_20", 210},
                                             {"pyramid3d_5", 55},
                                             {"pyramid3d_10", 385},
                                             {"tower3d_10", 10},
                                             {"diamond_5", 25},
                                             {"harmonic_10", 10},
                                             {"card_house", 40},
                                             {"dominoes", 20},
                                             {"arch", 11},
                                             {"friction_ramp", 5},
                                             {"friction_sweep", 11},
                                             {"mesh_pile", 48},
                                             {"isotropic_friction", 32},
                                             {"two_boxes_1000", 2},
                                             {"tower_heavy_top", 10},
                                             {"bin_200", 200},
                                             {"mass_ratio_2", 3},
                                             {"jenga", 90},
                                             {"overlap_recovery", 10},
                                             {"ball_and_chain", 41},
                                             {"ball_joint_friction", 6},
                                             {"bridge", 165},
                                             {"newton_cradle", 5},
                                             {"cards_26", 26},
                                             {"cards_40", 40},
                                             {"cards_155", 155},
                                             {"arch_25", 23},
                                             {"arch_51", 49},
                                             {"arch_101", 99},
                                             {"arch_251", 249},
                                             {"kapla", 102},
                                             {"stack_10000", 10},
                                             {"turntable", 4},
                                             {"shapes_cylinders", 24},
                                             {"gear_hoist", 5},
                                             {"shapes_rolling", 4},
                                             {"shapes_cones", 13},
                                             {"shapes_rounded", 8},
                                             {"shapes_compounds", 25},
                                             {"shapes_hills", 16},
                                             {"tautochrone", 3},
                                             {"tippe_top", 1},
                                             {"rattleback", 2},
                                             {"shapes_concave", 20},
                                             {"shapes_fields", 12},
                                             {"shapes_surface", 12},
                                             {"mesh_formats", 8},
                                             {"springs", 5},
                                             {"suspension", 5},
                                             {"shaker", 3},
                                             {"lift", 4},
                                             {"belt", 4},
                                             {"blasted_building", 36},
                                             {"bricks_pulled", 45},
                                             {"hourglass", 98},
                                             {"ragdoll", 13},
                                             {"tipping", 9},
                                             {"turning_axle", 5}};
  for (const auto& [id, expected] : counts) {
    int dynamic = 0;
    for (const Body& body : loadById(id).simulation.world.bodies) dynamic += body.isDynamic() ? 1 : 0;
    EXPECT_EQ(dynamic, expected) << id;
  }
}

TEST_F(SceneFolder, AStateInMotionSurvivesSavingBitByBit) {
  Scene scene = loadById("mesh_pile");
  World& world = scene.simulation.world;
  world.step = 12345;
  world.time = 12345 / 60.0;
  for (std::size_t i = 1; i < world.bodies.size(); ++i) {
    Body& body = world.bodies[i];
    const double s = static_cast<double>(i);
    body.pose.position += Vec3(1.0 / 3.0, -0.0, 1e-17) * s;
    body.pose.orientation = Quat(1.0, 0.1 * s, -0.3, 0.7).normalized();
    body.velocity = Vec3(-0.0, 1.0 / (3.0 + s), 1e-300);
    body.omega = Vec3(0.1, 0.2, 0.3) / s;
  }
  saveScene(scene, path("saved.json"));
  const Scene again = loadScene(path("saved.json"), assetDir());
  EXPECT_EQ(stateHash(again.simulation.world), stateHash(world));
  EXPECT_EQ(again.simulation.world.step, 12345);
}

TEST_F(SceneFolder, LimitsOnOneSideOrNoneAreSavedAsSuch) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [
      {"name": "a", "shape": {"type": "sphere", "radius": 1}}, {"name": "b", "shape": {"type": "sphere", "radius": 1}}],
      "joints": [
                 {"type": "slider", "a": "a", "axis": [1, 0, 0], "limits": [-1, null]},
                 {"type": "hinge", "a": "a", "anchor": [0, 0, 0], "axis": [1, 0, 0], "limits": [null, 2]},
                 {"type": "distance", "a": "a", "b": "b", "anchors": [[0, 0, 0], [1, 0, 0]],
                  "limits": [null, null]}]})");
  saveScene(scene, path("saved.json"));
  const Scene again = loadScene(path("saved.json"), assetDir());
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const std::pair<double, double> expected[] = {{-1.0, kNone}, {-kNone, 2.0}, {-kNone, kNone}};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(again.simulation.world.joints[i].low, expected[i].first) << i;
    EXPECT_EQ(again.simulation.world.joints[i].high, expected[i].second) << i;
  }
}

TEST_F(SceneFolder, SavingToAnImpossiblePlaceIsTold) {
  EXPECT_THROW(saveScene(loadById("stack_15"), path("no/such/folder.json")), OutputError);
}

}  // namespace
}  // namespace keystone

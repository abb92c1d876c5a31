// Trees of planar scenes, whose axes in the plane are a rounding off: nothing leaves it by a bit, so that what is saved
// is planar, too.
#include <gtest/gtest.h>

#include "articulated/placed_forest.h"
#include "articulated/seat_links.h"
#include "paths.h"
#include "robot/set_coordinates.h"
#include "scene/scene_def.h"
#include "step/step.h"

namespace keystone {
namespace {

// A cart on a sloping rail, an arm on its hinge, a rod that slides out of the arm.
Scene rail() {
  return parseScene(R"({"keystone": 1, "planar": true,
    "stepper": {"id": "velocity", "coordinates": "reduced"}, "bodies": [
    {"name": "cart", "shape": {"type": "box", "size": [1, 1]}, "mass": 1},
    {"name": "arm", "shape": {"type": "box", "size": [1, 0.1]}, "mass": 1, "position": [1, 0.3]},
    {"name": "rod", "shape": {"type": "box", "size": [1, 0.1]}, "mass": 1, "position": [2, 0.7]}],
    "joints": [{"name": "rail", "type": "slider", "b": "cart", "axis": [0.6, 0.8]},
               {"name": "hinge", "type": "hinge", "a": "cart", "b": "arm", "anchor": [0.5, 0.3]},
               {"name": "thrust", "type": "slider", "a": "arm", "b": "rod", "axis": [0.8, -0.6]}]})",
                    "rail.json", assetDir());
}

void expectInPlane(const Scene& scene) {
  for (const Body& body : scene.simulation.world.bodies) {
    EXPECT_EQ(body.pose.position.z(), 0.0) << body.name;
    EXPECT_EQ(body.pose.orientation.x(), 0.0) << body.name;
    EXPECT_EQ(body.pose.orientation.y(), 0.0) << body.name;
    EXPECT_EQ(body.velocity.z(), 0.0) << body.name;
    EXPECT_EQ(body.omega.head<2>(), Eigen::Vector2d::Zero()) << body.name;
  }
  EXPECT_EQ(sceneText(parseScene(sceneText(scene), "again.json", assetDir())), sceneText(scene));
}

TEST(PlanarTrees, CoordinatesThatAreSetKeepThePlane) {
  Scene scene = rail();
  World& world = scene.simulation.world;
  PlacedForest placed;
  placeForest(world.bodies, world.joints, true, placed);
  setCoordinates(world.joints, placed.forest, Vec3(0.3, 0.7, -0.2), world.bodies);
  EXPECT_LE((world.bodies[0].pose.position - 0.3 * Vec3(0.6, 0.8, 0.0)).norm(), 1e-15);
  expectInPlane(scene);
}

TEST(PlanarTrees, LinksThatAreSeatedKeepThePlane) {
  Scene scene = rail();
  World& world = scene.simulation.world;
  PlacedForest placed;
  placeForest(world.bodies, world.joints, true, placed);
  for (Body& body : world.bodies) body.pose.position += Vec3(0.1, -0.2, 0.0);
  ASSERT_TRUE(seatLinks(placed.forest, world.joints, 1e-12, world.bodies));
  expectInPlane(scene);
}

TEST(PlanarTrees, StepsInReducedCoordinatesKeepThePlane) {
  Scene scene = rail();
  for (int i = 0; i < 60; ++i) step(scene.simulation);
  EXPECT_GT(scene.simulation.world.bodies[0].velocity.norm(), 1.0);
  expectInPlane(scene);
}

}  // namespace
}  // namespace keystone

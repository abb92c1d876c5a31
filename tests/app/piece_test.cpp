// Copies keep what belongs to them alone, and every shape of the stack tool stands on what is below it.
#include "session/piece.h"

#include <gtest/gtest.h>

#include "paths.h"
#include "session/placement.h"
#include "session/shape_sizes.h"
#include "shape/mass_properties.h"

namespace keystone {
namespace {

// A pendulum that hangs from the world, a rod between its two bodies, and one from the second to a third body.
World linked() {
  return parseScene(R"({"keystone": 1, "bodies": [
      {"name": "ground", "shape": {"type": "halfspace"}},
      {"name": "first", "shape": {"type": "sphere", "radius": 0.25}, "position": [0, 3, 0], "velocity": [1, 0, 0]},
      {"name": "second", "shape": {"type": "sphere", "radius": 0.25}, "position": [2, 3, 0]},
      {"name": "third", "shape": {"type": "sphere", "radius": 0.25}, "position": [4, 3, 0]}],
    "joints": [
      {"type": "ball", "a": "first", "anchor": [0, 4, 0]},
      {"type": "distance", "a": "first", "b": "second", "anchors": [[0, 3, 0], [2, 3, 0]]},
      {"type": "distance", "a": "second", "b": "third", "anchors": [[2, 3, 0], [4, 3, 0]]}],
    "no_contact": [["first", "second"]]})",
                    "linked.json", "")
      .simulation.world;
}

TEST(Piece, ACopyHasTheJointsBetweenItsBodiesAndToTheWorld) {
  World world = linked();
  const World piece = pieceOf(world, {0, 1, 2});
  ASSERT_EQ(piece.bodies.size(), 2U);  // an endless ground is left out
  ASSERT_EQ(piece.joints.size(), 2U);
  EXPECT_TRUE(piece.bodies[0].velocity.isZero(0.0));
  EXPECT_EQ(addPiece(world, piece, {Vec3(1, 5, 2), Quat::Identity()}), 4);
  ASSERT_EQ(world.bodies.size(), 6U);
  EXPECT_EQ(world.bodies[4].pose.position, Vec3(0, 5, 2));
  EXPECT_EQ(world.bodies[5].pose.position, Vec3(2, 5, 2));
  ASSERT_EQ(world.joints.size(), 5U);
  EXPECT_EQ(anchorsOf(world.joints[3], world.bodies)[1], Vec3(0, 6, 2));  // of the world, moved along
  EXPECT_EQ(world.joints[4].a, 4);
  EXPECT_EQ(world.joints[4].b, 5);
  EXPECT_EQ(world.no_contact.back(), (std::pair{4, 5}));
}

TEST(Piece, NamesStayUnique) {
  World world = linked();
  for (int i = 0; i < 3; ++i) addPiece(world, pieceOf(world, {1}), {Vec3(0, 9.0 + i, 0), Quat::Identity()});
  EXPECT_EQ(world.bodies[4].name, "first copy");
  EXPECT_EQ(world.bodies[5].name, "first copy 5");
  EXPECT_EQ(world.bodies[6].name, "first copy 6");
}

TEST(Piece, EveryShapeOfTheStackToolStandsOnTheGround) {
  const World world = linked();
  const Ray down{{20, 10, 5}, {0, -1, 0}};
  for (const BrickShape& shape : brickShapes()) {
    BrickSpec brick;
    brick.shape = shape.make({0.5, 0.25, 0.25});
    const World piece = pieceOf(brick);
    const Placement placement = placementUnder(world, down, piece, 1);
    EXPECT_TRUE(placement.valid && placement.allowed) << shape.title;
    World placed = world;
    const int index = addPiece(placed, piece, placement.pose);
    EXPECT_NEAR(boundsOf(placed, {index}).lower.y(), 0.0, 1e-9) << shape.title;  // of rounding
    EXPECT_TRUE(wouldOverlap(placed, piece, placement.pose)) << shape.title;
    EXPECT_GT(sizeCount(brick.shape), 0) << shape.title;
  }
}

TEST(Piece, AMeshIsTakenAsScenesTakeItOrALineSaysWhyNot) {
  const double volume = massProperties(shapeOfMesh({"icosahedron.obj", 1.0, false}, false, assetDir()), 1.0).mass;
  const Shape twice = shapeOfMesh({"icosahedron.obj", 2.0, true}, false, assetDir());
  EXPECT_NEAR(massProperties(twice, 1.0).mass, 8.0 * volume, 1e-9) << "of rounding";
  EXPECT_EQ(sizeCount(twice), 3) << "a hull of points, whose sizes can be set";
  const auto complaint = [](const MeshChoice& mesh) -> std::string {
    try {
      shapeOfMesh(mesh, false, assetDir());
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  const std::string line = complaint({"nothing.obj"});
  EXPECT_TRUE(line.starts_with("nothing.obj: found ")) << line;
  EXPECT_EQ(line.find("/bodies"), std::string::npos) << "the user wrote no scene: " << line;
  EXPECT_NE(complaint({assetDir() + "/meshes/concave/star.obj", 1.0, false}), "");
}

TEST(Piece, ACopyOfAWallKeepsItsForm) {
  World world;
  BrickSpec brick;
  for (const double x : {-0.5, 0.5}) addPiece(world, pieceOf(brick), {Vec3(x, 0.25, 0), Quat::Identity()});
  const World piece = pieceOf(world, {0, 1});
  EXPECT_TRUE(wouldOverlap(world, piece, {Vec3(0.5, 0.25, 0), Quat::Identity()}));
  EXPECT_FALSE(wouldOverlap(world, piece, {Vec3(0, 0.75, 0), Quat::Identity()}));
  EXPECT_FALSE(wouldOverlap(world, piece, {Vec3(2.0, 0.25, 0), Quat::Identity()}));
}

}  // namespace
}  // namespace keystone

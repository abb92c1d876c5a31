// Distance fields against closed forms.
#include "shape/distance_field.h"

#include <gtest/gtest.h>

#include "scene/scene_fixture.h"
#include "shape/mesh_file.h"
#include "shape/polyhedron.h"
#include "shape/random_shapes.h"
#include "shape/shape_kind.h"
#include "support/surface_meshes.h"

namespace keystone {
namespace {

constexpr double kExactlyThere = 1e-12;  // [m]
const Vec3 kBoxHalf(0.5, 0.3, 0.4);

Compound fieldOfMesh(const TriangleMesh& mesh, double cell, Vec3* center = nullptr) {
  return makeDistanceField(mesh.vertices, mesh.triangles, cell, center);
}

TriangleMesh meshOf(const Shape& solid, int around) {
  TriangleMesh mesh;
  const Surface surface = kindOf(solid).surface(solid, around);
  append({surface.points, surface.triangles}, mesh);
  return mesh;
}

// [m] From a box about the origin, negative inside.
double distanceToBox(const Vec3& half, const Vec3& point) {
  const Vec3 beyond = point.cwiseAbs() - half;
  return beyond.cwiseMax(0.0).norm() + std::min(0.0, beyond.maxCoeff());
}

TEST(DistanceField, KnowsTheDistancesAtItsPoints) {
  RandomShapes random(2);
  for (int trial = 0; trial < 5; ++trial) {
    const Pose pose{random.vector(1.0), random.turn()};
    Vec3 center;
    const Compound field = fieldOfMesh(boxMesh(kBoxHalf, pose), 0.1, &center);
    const DistanceGrid& grid = field.data->field->grid;
    for (int k = 0; k < grid.points[2]; ++k)
      for (int j = 0; j < grid.points[1]; ++j)
        for (int i = 0; i < grid.points[0]; ++i) {
          const Vec3 place = grid.place({i, j, k});
          const double expected = distanceToBox(kBoxHalf, pose.toLocal(place + center));
          EXPECT_NEAR(grid.at({i, j, k}), expected, kExactlyThere);
          EXPECT_NEAR(distanceAt(grid, place), expected, kExactlyThere);
        }
  }
}

// Beyond the grid the way to it is added, which is no less than the distance but for a border of a cell and a half.
TEST(DistanceField, GoesOnBeyondItsGrid) {
  const Compound field = fieldOfMesh(boxMesh(kBoxHalf, {}), 0.1);
  RandomShapes random(3);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 point = 5.0 * random.direction();
    Vec3 gradient;
    const double distance = distanceAt(field.data->field->grid, point, &gradient);
    EXPECT_NEAR(distance, distanceToBox(kBoxHalf, point), 0.15 * std::sqrt(3.0) + 0.1);
    EXPECT_NEAR(gradient.norm(), 1.0, 1e-9);
  }
}

// Corners and edges, too, however the box stands to the grid.
TEST(DistanceField, OfABoxIsTheBox) {
  RandomShapes random(5);
  const MassProperties expected = massProperties(Box{kBoxHalf}, 700.0);
  for (int trial = 0; trial < 12; ++trial) {
    const Pose pose{random.vector(1.0), trial == 0 ? Quat::Identity() : random.turn()};
    Vec3 center;
    const Shape field = fieldOfMesh(boxMesh(kBoxHalf, pose), trial % 2 == 0 ? 0.05 : 0.11, &center);
    EXPECT_LT(fieldOf(field)->error, kExactlyThere) << trial;
    EXPECT_LT((center - pose.position).norm(), kExactlyThere) << trial;
    const MassProperties mass = massProperties(field, 700.0);
    EXPECT_NEAR(mass.mass, expected.mass, 1e-9 * expected.mass) << trial;
    const Mat3 turn = pose.orientation.toRotationMatrix();
    EXPECT_LT((turn.transpose() * mass.inertia * turn - expected.inertia).norm(), 1e-9 * expected.inertia.norm());
  }
}

TEST(DistanceField, OfABallConvergesWithTheSquareOfTheCells) {
  const TriangleMesh mesh = meshOf(makeShape("ellipsoid", Vec3::Constant(0.5)), 160);
  double before = 0.0;
  for (const double cell : {0.2, 0.1, 0.05}) {
    const Compound field = fieldOfMesh(mesh, cell);
    const double error = field.data->field->error;
    if (before > 0.0) {
      EXPECT_GT(before / error, 3.0) << cell;
    }
    before = error;
    for (const Roof& roof : field.data->roofs)
      for (const int neighbour : roof.neighbours) EXPECT_GE(neighbour, 0) << cell;
  }
  EXPECT_LT(before, 3e-3);  // 1.2 of the square of the cell
}

TEST(DistanceField, OfATorusHasItsVolume) {
  const std::string path = assetDir() + "/meshes/concave/torus.obj";
  const PolygonMesh mesh = readMeshFile(path, 1.0);
  const double volume = std::abs(integrate(mesh.vertices, mesh.faces).volume);
  EXPECT_NEAR(massProperties(distanceFieldFromMesh(path, 1.0, 0.025), 1.0).mass, volume, 2e-3 * volume);
}

TEST(DistanceField, OfSolidsThatOverlapIsThatOfBoth) {
  TriangleMesh mesh = boxMesh({0.5, 0.2, 0.2}, {});
  const int before = static_cast<int>(mesh.vertices.size());
  const TriangleMesh other = boxMesh({0.2, 0.5, 0.2}, {Vec3(0.1, 0.0, 0.0), Quat::Identity()});
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({a + before, b + before, c + before});
  const Compound cross = fieldOfMesh(mesh, 0.05);
  const double volume = 8.0 * (2.0 * 0.5 * 0.2 * 0.2 - 0.2 * 0.2 * 0.2);
  EXPECT_NEAR(massProperties(cross, 1.0).mass, volume, 1e-9);
}

TEST(DistanceField, IsHitByRaysWhereTheSolidIs) {
  RandomShapes random(7);
  const Pose turned{Vec3::Zero(), random.turn()};
  const Shape field = fieldOfMesh(boxMesh(kBoxHalf, turned), 0.08);
  for (int trial = 0; trial < 500; ++trial) {
    const Vec3 origin = random.vector(2.0), direction = random.direction();
    RayHit hit, expected;
    const bool hits = castRay(Box{kBoxHalf}, turned, origin, direction, 10.0, expected);
    ASSERT_EQ(castRay(field, {}, origin, direction, 10.0, hit), hits) << trial;
    if (hits) {
      EXPECT_NEAR(hit.distance, expected.distance, 1e-9) << trial;
    }
  }
}

TEST(DistanceField, IsRefusedWhereTheCellsAreTooManyOrTooLarge) {
  const TriangleMesh mesh = boxMesh(kBoxHalf, {});
  EXPECT_THROW(fieldOfMesh(mesh, 1e-3), std::invalid_argument);
  EXPECT_THROW(fieldOfMesh(mesh, 10.0), std::invalid_argument);
}

}  // namespace
}  // namespace keystone

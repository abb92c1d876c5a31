// Surfaces of triangles: their rays, the triangles beside each other, and what a file may hold.
#include "shape/surface_mesh.h"

#include <gtest/gtest.h>

#include <sstream>

#include "shape/mass_properties.h"
#include "shape/random_shapes.h"
#include "shape/shape_kind.h"
#include "support/surface_meshes.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

TEST(SurfaceMesh, KnowsTheTrianglesBesideEachOther) {
  // A valley at x = 0 and a ridge at x = 1, of two triangles each.
  const TriangleMesh mesh{{{-1, 1, 0}, {-1, 1, 1}, {0, 0, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}, {2, 0, 0}, {2, 0, 1}},
                          {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}, {4, 5, 7}, {4, 7, 6}}};
  const Compound surface = makeSurface(mesh.vertices, mesh.triangles, Sides::Front);
  const std::vector<Roof>& roofs = surface.data->roofs;
  ASSERT_EQ(roofs.size(), 6U);
  const double s = std::sqrt(0.5);
  EXPECT_LT((roofs[1].normal - Vec3(s, s, 0.0)).norm(), 1e-15);
  EXPECT_LT((roofs[1].beyond[1] - Vec3(-s, s, 0.0)).norm(), 1e-15) << "over the valley";
  EXPECT_LT((roofs[1].beyond[0] - roofs[1].normal).norm(), 1e-15) << "over the diagonal";
  EXPECT_TRUE(roofs[1].beyond[2].isZero(0.0)) << "over the border";
  EXPECT_LT((roofs[4].beyond[0] - Vec3(-s, s, 0.0)).norm(), 1e-15) << "over the ridge";
}

// Where three triangles meet, the one beyond is the first round the edge from the front.
TEST(SurfaceMesh, TakesTheNearestOfManyTrianglesAtAnEdge) {
  const TriangleMesh mesh{{{0, 0, 0}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{2, 1, 0}, {0, 1, 3}, {0, 1, 4}}};
  const Compound surface = makeSurface(mesh.vertices, mesh.triangles, Sides::Both);
  const std::vector<Roof>& roofs = surface.data->roofs;
  EXPECT_LT((roofs[0].normal - Vec3::UnitY()).norm(), 1e-15);
  EXPECT_LT((roofs[0].beyond[1] - -Vec3::UnitX()).norm(), 1e-15);
  EXPECT_LT((roofs[2].normal - -Vec3::UnitX()).norm(), 1e-15);
  EXPECT_LT((roofs[2].beyond[0] - Vec3::UnitY()).norm(), 1e-15) << "the floor in front of the wall";
}

TEST(SurfaceMesh, FromBothSidesMayBeWoundAtRandom) {
  TriangleMesh mesh = grid(Vec3::Zero(), Vec3::UnitZ(), Vec3::UnitX(), 7, 7);
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  const Compound surface = makeSurface(mesh.vertices, mesh.triangles, Sides::Both);
  int borders = 0;
  for (const Roof& roof : surface.data->roofs)
    for (const Vec3& beyond : roof.beyond) {
      borders += beyond.isZero(0.0) ? 1 : 0;
      if (beyond.isZero(0.0)) continue;
      EXPECT_LT((beyond - roof.normal).norm(), 1e-12);
    }
  EXPECT_EQ(borders, 28);
}

TEST(SurfaceMesh, ARayMeetsTheNearestTriangleFromEitherSide) {
  RandomShapes random(6);
  TriangleMesh mesh = grid({-2.0, 0.0, -2.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 9, 9);
  for (Vec3& vertex : mesh.vertices) vertex.y() = std::sin(vertex.x() + 2.0 * vertex.z());
  Vec3 center;
  const Shape surface = makeSurface(mesh.vertices, mesh.triangles, Sides::Front, &center);
  const Pose pose{center, Quat::Identity()};
  for (int trial = 0; trial < 300; ++trial) {
    const double x = random.uniform(-1.99, 1.99), z = random.uniform(-1.99, 1.99);
    RayHit down, up;
    ASSERT_TRUE(castRay(surface, pose, {x, 5.0, z}, -Vec3::UnitY(), 10.0, down)) << trial;
    ASSERT_TRUE(castRay(surface, pose, {x, -5.0, z}, Vec3::UnitY(), 10.0, up)) << trial;
    EXPECT_NEAR(5.0 - down.distance, up.distance - 5.0, 1e-12) << trial;
    EXPECT_NEAR(5.0 - down.distance, std::sin(x + 2.0 * z), 0.25) << trial;  // 5 R^2 / 2 of triangles of radius R
    EXPECT_GT(down.normal.y(), 0.0);
    EXPECT_LT(up.normal.y(), 0.0);
  }
  RayHit hit;
  EXPECT_FALSE(castRay(surface, pose, {2.1, 5.0, 0.0}, -Vec3::UnitY(), 10.0, hit));
}

TEST(SurfaceMesh, HasTheBoundsOfItsVertices) {
  RandomShapes random(2);
  TriangleMesh mesh = grid({-2.0, 0.0, -1.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 5, 4);
  for (Vec3& vertex : mesh.vertices) vertex += 0.2 * random.vector(1.0);
  Vec3 center;
  const Shape surface = makeSurface(mesh.vertices, mesh.triangles, Sides::Front, &center);
  const Aabb box = bounds(surface, {center, Quat::Identity()}, 0.0);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3 d = random.direction();
    double far = -HUGE_VAL, radius = 0.0;
    for (const Vec3& vertex : mesh.vertices) {
      far = std::max(far, d.dot(vertex - center));
      radius = std::max(radius, (vertex - center).norm());
      EXPECT_TRUE((box.lower.array() <= vertex.array() + 1e-12).all() &&
                  (vertex.array() <= box.upper.array() + 1e-12).all());
    }
    EXPECT_NEAR(d.dot(support(surface, d)), far, 1e-12);
    EXPECT_NEAR(boundingRadius(surface), radius, 1e-12);
  }
  EXPECT_EQ(massProperties(surface, 1.0).mass, 0.0);
}

class SurfaceFile : public TempFolder {
 protected:
  std::string write(const std::string& text) const { return TempFolder::write("mesh.obj", text); }
  std::string complaint(const std::string& text) {
    const std::string path = write(text);
    try {
      surfaceFromMesh(path, 1.0, Sides::Front);
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path + ": ")) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message.substr(path.size() + 2);
    }
    return "no complaint";
  }
};

TEST_F(SurfaceFile, MayBeOpenCrossItselfAndHaveTrianglesWithoutArea) {
  const std::string crossing = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0.2 -1 0.2\nv 0.3 1 0.2\nv 0.2 1 0.3\nf 1 3 2\nf 4 5 6\n";
  EXPECT_EQ(partCount(surfaceFromMesh(write(crossing), 1.0, Sides::Front)), 2);
  const std::string thin = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 1 2\n";
  EXPECT_EQ(partCount(surfaceFromMesh(write(thin), 2.0, Sides::Both)), 1);
}

TEST_F(SurfaceFile, ThatIsNoneIsRefusedInALine) {
  EXPECT_EQ(complaint("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"), "found no triangle with an area, expected some");
  EXPECT_NE(complaint("v 0 nan 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n").find("expected"), std::string::npos);
  EXPECT_NE(complaint("v 0 1e999 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n").find("expected"), std::string::npos);
  EXPECT_NE(complaint("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 4\n").find("expected"), std::string::npos);
  EXPECT_NE(complaint("v 0 0 0\nv 1 0 0\n").find("no faces"), std::string::npos);
  EXPECT_NE(complaint("").find("expected"), std::string::npos);
}

TEST_F(SurfaceFile, OfTooManyTrianglesIsRefusedInALine) {
  std::ostringstream text;
  text << "v 0 0 0\nv 1 0 0\nv 0 0 1\n";
  for (int i = 0; i < 200'001; ++i) text << "f 1 3 2\n";
  EXPECT_EQ(complaint(text.str()), "found 200001 triangles, expected at most 200000");
}

}  // namespace
}  // namespace keystone

// Concave solids taken apart, against their own volume and inside.
#include "shape/convex_parts.h"

#include <gtest/gtest.h>

#include "math/rounding.h"
#include "scene/scene_fixture.h"
#include "shape/concave_mesh.h"
#include "shape/flat_surface.h"
#include "shape/hull.h"
#include "shape/mass_properties.h"
#include "shape/mesh_file.h"
#include "shape/polyhedron.h"
#include "shape/random_shapes.h"
#include "support/surface_distance.h"

namespace keystone {
namespace {

std::string meshPath(const std::string& name) {
  return assetDir() + "/meshes/" + name + ".obj";
}

double volumeOf(const std::string& name) {
  const PolygonMesh mesh = readMeshFile(meshPath(name), 1.0);
  return std::abs(integrate(mesh.vertices, mesh.faces).volume);
}

// Parts may touch, no more.
void expectApart(const Compound& compound) {
  const int count = partCount(compound);
  for (int i = 0; i < count; ++i) {
    for (int k = i + 1; k < count; ++k) {
      const PartView a = partOf(compound, i), b = partOf(compound, k);
      EXPECT_GT(surfaceDistance(a.shape, a.pose, b.shape, b.pose), -1e-6) << i << " and " << k;
    }
  }
}

TEST(ConvexParts, OfAnLAreTwoBoxesThatFillNothing) {
  const Compound bracket = compoundFromMesh(meshPath("concave/bracket"), 1.0, 1e-3);
  EXPECT_EQ(partCount(bracket), 2);
  EXPECT_NEAR(massProperties(bracket, 1.0).mass, volumeOf("concave/bracket"), 1e-12);
  EXPECT_LT(bracket.data->mesh->filled, 1e-9);
  EXPECT_LT(bracket.data->mesh->excess, 1e-9);
  expectApart(bracket);
}

// A prism whose two caps are L-shaped faces of six corners, the first of them any: fans from most leave the cap.
TEST(ConvexParts, ConcaveFacesHaveTheirArea) {
  const std::vector<Vec3> outline = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  const int count = static_cast<int>(outline.size());
  for (int first = 0; first < count; ++first) {
    PolygonMesh mesh;
    for (const double z : {0.0, 1.0})
      for (const Vec3& corner : outline) mesh.vertices.emplace_back(corner + z * Vec3::UnitZ());
    std::vector<int> top, bottom;
    for (int i = 0; i < count; ++i) top.push_back(count + (first + i) % count);
    for (int i = count - 1; i >= 0; --i) bottom.push_back((first + i) % count);
    mesh.faces = {top, bottom};
    for (int i = 0; i < count; ++i) mesh.faces.push_back({i, (i + 1) % count, (i + 1) % count + count, i + count});
    double area = 0.0;
    for (const auto& [a, b, c] : trianglesOf(mesh))
      area += 0.5 * (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]).norm();
    EXPECT_NEAR(area, 3.0 + 3.0 + 8.0, 1e-12) << first;
    const ConvexParts parts = convexParts(mesh.vertices, trianglesOf(mesh), 1e-3, 16);
    double volume = 0.0;
    for (const ConvexPart& part : parts.parts) volume += massProperties(Hull{part.hull}, 1.0).mass;
    EXPECT_NEAR(volume, 3.0, 1e-9) << first;
  }
}

TEST(ConvexParts, OfAStarAreExact) {
  const Compound star = compoundFromMesh(meshPath("concave/star"), 1.0, 1e-3);
  EXPECT_LE(partCount(star), 8);
  EXPECT_NEAR(massProperties(star, 1.0).mass, volumeOf("concave/star"), 1e-9);
  expectApart(star);
}

TEST(ConvexParts, OfConvexSolidsAreThoseThemselves) {
  for (const char* name : {"octahedron", "dodecahedron", "cut_stone"}) {
    const Compound whole = compoundFromMesh(meshPath(name), 1.0, 1e-3);
    EXPECT_EQ(partCount(whole), 1) << name;
    EXPECT_NEAR(massProperties(whole, 1.0).mass, volumeOf(name), 1e-9) << name;
  }
}

// The less may be filled, the more parts there are and the nearer their volume is.
TEST(ConvexParts, ComeNearerToATorusTheLessMayBeFilled) {
  const double volume = volumeOf("concave/torus");
  double excess = HUGE_VAL;
  int parts = 0;
  for (const double concavity : {0.3, 0.05, 0.02}) {
    const Compound torus = compoundFromMesh(meshPath("concave/torus"), 1.0, concavity);
    EXPECT_LE(torus.data->mesh->filled, concavity);
    const double filled = massProperties(torus, 1.0).mass / volume - 1.0;
    EXPECT_NEAR(torus.data->mesh->excess, filled, 1e-12);
    EXPECT_GE(filled, -1e-9);
    EXPECT_LT(filled, excess) << concavity;
    EXPECT_GT(partCount(torus), parts) << concavity;
    excess = filled;
    parts = partCount(torus);
    expectApart(torus);
  }
  EXPECT_LT(excess, 0.05);
}

TEST(ConvexParts, LeaveTheHollowOfABowlFree) {
  Vec3 center;
  const Shape bowl = compoundFromMesh(meshPath("concave/bowl"), 1.0, 0.03, &center);
  const Pose pose{center, Quat::Identity()};
  const Sphere ball{0.8};  // the wall inside is at 0.9, its facets at 0.88
  for (int i = 0; i < partCount(bowl); ++i) {
    const PartView part = partOf(bowl, i);
    EXPECT_GT(surfaceDistance(part.shape, pose * part.pose, ball, {Vec3::Zero(), Quat::Identity()}), 0.03) << i;
  }
  RayHit hit;
  ASSERT_TRUE(castRay(bowl, pose, {0.1, 2.0, 0.05}, -Vec3::UnitY(), 10.0, hit));
  const double bottom = 2.0 - hit.distance, filled = std::get<Compound>(bowl).data->mesh->filled;
  EXPECT_GE(bottom, -0.9);
  EXPECT_LE(bottom, -0.9 * std::cos(M_PI / 24.0) + filled);
}

// 5,184 vertices, with rims of 72 corners in a plane, more than a face of a hull may have.
TEST(ConvexParts, OfThousandsOfVerticesHaveHullsOfSomeHundred) {
  constexpr int kAround = 72;
  constexpr double kRadius = 1.0, kTube = 0.35;  // [m]
  PolygonMesh torus;
  const auto at = [](int i, int j) { return i % kAround * kAround + j % kAround; };
  for (int i = 0; i < kAround; ++i) {
    for (int j = 0; j < kAround; ++j) {
      const double a = 2.0 * M_PI * i / kAround, b = 2.0 * M_PI * j / kAround, out = kRadius + kTube * std::cos(b);
      torus.vertices.emplace_back(out * std::cos(a), kTube * std::sin(b), out * std::sin(a));
      torus.faces.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  const ConvexParts parts = convexParts(torus.vertices, trianglesOf(torus), 0.1, 256);
  EXPECT_LE(parts.filled, 0.1);
  double volume = 0.0;
  for (const ConvexPart& part : parts.parts) {
    EXPECT_LE(part.hull->vertices.size(), kMostHullVertices);
    for (const std::vector<int>& face : part.hull->faces) EXPECT_LE(face.size(), 64U);
    volume += massProperties(Hull{part.hull}, 1.0).mass;
  }
  const double whole = integrate(torus.vertices, torus.faces).volume;
  EXPECT_GT(volume, 0.99 * whole);
  EXPECT_LT(volume, 1.15 * whole);
}

// [m] The way out of a hull by all of its faces: none where the line passes it.
double wayOut(const ConvexPart& part, const Vec3& point, const Vec3& along) {
  double enters = -kInfinity, leaves = kInfinity;
  for (std::size_t f = 0; f < part.hull->faces.size(); ++f) {
    const double share = part.hull->normals[f].dot(along);
    const double way = (part.hull->offsets[f] - part.hull->normals[f].dot(point - part.center)) / share;
    if (share > 0.0) leaves = std::min(leaves, way);
    if (share < 0.0) enters = std::max(enters, way);
  }
  return enters <= leaves ? std::max(0.0, leaves) : 0.0;
}

// A ball of 8,000 corners, smooth but for rings of steep steps of 0.3 mm. Its hull has some hundred corners and leaves
// steps outside: lines along them pass it, or meet it further on, and are no dents.
TEST(ConvexParts, DentsAreAsDeepAsByAllFacesOfTheHull) {
  constexpr int kRings = 80, kAround = 100;
  RandomShapes random(1);
  std::vector<Vec3> corners{{0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}};
  for (int ring = 1; ring < kRings; ++ring)
    for (int k = 0; k < kAround; ++k) {
      const int pair = 2 * (ring / 2);
      const double down = EIGEN_PI * (pair + 0.5) / kRings + 1e-5 * (ring - pair), turn = 2.0 * EIGEN_PI * k / kAround;
      const Vec3 at(std::sin(down) * std::cos(turn), std::cos(down), std::sin(down) * std::sin(turn));
      corners.push_back(random.uniform(0.9997, 1.0) * at);
    }
  const auto at = [](int ring, int k) { return 2 + (ring - 1) * kAround + k % kAround; };
  std::vector<std::array<int, 3>> triangles;
  for (int k = 0; k < kAround; ++k) {
    triangles.push_back({0, at(1, k + 1), at(1, k)});
    triangles.push_back({1, at(kRings - 1, k), at(kRings - 1, k + 1)});
    for (int ring = 1; ring + 1 < kRings; ++ring) {
      triangles.push_back({at(ring, k), at(ring, k + 1), at(ring + 1, k + 1)});
      triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring + 1, k)});
    }
  }
  const ConvexParts whole = convexParts(corners, triangles, 1e-3, 1);
  ASSERT_TRUE(whole.is_coarse);
  double deepest = 0.0;
  for (const auto& [a, b, c] : triangles) {
    const Vec3 &p = corners[a], &q = corners[b], &r = corners[c];
    const Vec3 normal = (q - p).cross(r - p).normalized();
    for (const Vec3& from : {p, q, r, Vec3((p + q + r) / 3.0)})
      deepest = std::max(deepest, wayOut(whole.parts[0], from, normal));
  }
  EXPECT_NEAR(whole.filled, deepest, 1e-9);
  EXPECT_LT(deepest, 0.01);
}

TEST(ConvexParts, AreTheSameInTwoRuns) {
  const Compound one = compoundFromMesh(meshPath("concave/torus"), 1.0, 0.05),
                 two = compoundFromMesh(meshPath("concave/torus"), 1.0, 0.05);
  ASSERT_EQ(partCount(one), partCount(two));
  for (int i = 0; i < partCount(one); ++i) {
    EXPECT_EQ(partOf(one, i).pose.position, partOf(two, i).pose.position);
    EXPECT_EQ(std::get<Hull>(partOf(one, i).shape).data->vertices, std::get<Hull>(partOf(two, i).shape).data->vertices);
  }
}

}  // namespace
}  // namespace keystone

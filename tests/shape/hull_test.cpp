#include "shape/hull.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <set>

#include "paths.h"
#include "shape/random_shapes.h"
#include "shape/triangulated_hull.h"
#include "support/effort.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

class HullFile : public TempFolder {
 protected:
  std::string write(const std::string& text) const { return TempFolder::write("mesh.obj", text); }
  std::string complaint(const std::string& text) {
    try {
      hullFromMesh(write(text));
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.rfind((folder_ / "mesh.obj").string() + ": ", 0), 0u) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos);
      return message;
    }
    return "no complaint";
  }
};

const char* const kCube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

void expectClosed(const HullData& hull) {
  const auto v = static_cast<int>(hull.vertices.size());
  const auto e = static_cast<int>(hull.edges.size());
  const auto f = static_cast<int>(hull.faces.size());
  EXPECT_EQ(v - e + f, 2);
  for (int i = 0; i < f; ++i) {
    for (const Vec3& vertex : hull.vertices) EXPECT_LE(hull.normals[i].dot(vertex), hull.offsets[i] + 1e-9);
    for (const int k : hull.faces[i]) EXPECT_NEAR(hull.normals[i].dot(hull.vertices[k]), hull.offsets[i], 1e-9);
  }
  for (int i = 0; i < e; ++i) {
    const auto [left, right] = hull.edge_faces[i];
    const Vec3 way = hull.vertices[hull.edges[i].second] - hull.vertices[hull.edges[i].first];
    EXPECT_GT(hull.normals[left].cross(hull.normals[right]).dot(way), 0.0);
  }
}

TEST_F(HullFile, CubeKeepsItsSquareFacesAndComesToRestAtItsCentre) {
  Vec3 center;
  const auto hull = hullFromMesh(write(kCube), 2.0, &center);
  EXPECT_EQ(hull->faces.size(), 6u);
  EXPECT_EQ(hull->edges.size(), 12u);
  EXPECT_EQ(center, Vec3::Ones());
  for (const double offset : hull->offsets) EXPECT_EQ(offset, 1.0);
  for (const Vec3& normal : hull->normals) EXPECT_EQ(normal.cwiseAbs().sum(), 1.0);
  expectClosed(*hull);
}

TEST(Hull, RandomPointsGiveClosedConvexPolyhedra) {
  RandomShapes random(1);
  for (int trial = 0; trial < 300; ++trial) expectClosed(*random.hull().data);
}

TEST(Hull, PointsInsideAndOnTheSurfaceAreDropped) {
  std::vector<Vec3> grid;
  for (int i = 0; i < 125; ++i) grid.emplace_back(i % 5, i / 5 % 5, i / 25);
  const auto hull = hullFromPoints(grid);
  EXPECT_EQ(hull->vertices.size(), 8u);
  EXPECT_EQ(hull->faces.size(), 6u);
  expectClosed(*hull);
}

TEST(Hull, RoundedCoordinatesStillGiveWholeFaces) {
  std::vector<Vec3> prism;  // a 16-gon, written with six digits
  for (int i = 0; i < 16; ++i) {
    const double angle = 2.0 * EIGEN_PI * i / 16.0;
    for (const double y : {-0.3, 0.3}) {
      prism.emplace_back(std::round(1e6 * std::cos(angle)) * 1e-6, y, std::round(1e6 * std::sin(angle)) * 1e-6);
    }
  }
  const auto hull = hullFromPoints(prism);
  EXPECT_EQ(hull->faces.size(), 18u);
  EXPECT_EQ(hull->edges.size(), 48u);
}

// The rings of a cup that widens by `taper` [m] over its height of 1 m, in a file of six digits.
std::vector<Vec3> cup(int around, int levels, double taper) {
  std::vector<Vec3> points;
  for (int level = 0; level < levels; ++level)
    for (int i = 0; i < around; ++i) {
      const double angle = 2.0 * EIGEN_PI * i / around, y = 1.0 * level / (levels - 1), r = 0.5 + taper * y;
      points.emplace_back(r * std::cos(angle), y, r * std::sin(angle));
      for (double& x : points.back()) x = 1e-6 * std::round(1e6 * x);
    }
  return points;
}

// Its 40 rings lie on 48 lines but for rounding.
TEST(Hull, PointsOnLinesButForRoundingAreNoCorners) {
  const auto hull = hullFromPoints(cup(48, 40, 0.3));
  EXPECT_EQ(hull->vertices.size(), 96u);
  EXPECT_EQ(hull->faces.size(), 50u);
}

// Sets of `count` points, uniform in a ball, on a grid (with many in a plane, on a line, twice), on a sphere, and on a
// grid moved by some 1e-9 of its size.
std::vector<Vec3> randomSet(RandomShapes& random, int kind, int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    Vec3 point(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (kind == 1 || kind == 3) point = (2.0 * point).array().round() / 2.0;
    if (kind == 2) point.normalize();
    if (kind == 3) point += 1e-9 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    points.push_back(point);
  }
  return points;
}

// Of the convex hull in the plane: Andrew's monotone chain, twice.
double areaOf(std::vector<Vec2> points) {
  std::ranges::sort(points,
                    [](const Vec2& a, const Vec2& b) { return std::pair(a.x(), a.y()) < std::pair(b.x(), b.y()); });
  const auto turn = [](const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); };
  std::vector<Vec2> ring;
  for (int half = 0; half < 2; ++half) {
    const std::size_t first = ring.size();
    for (const Vec2& point : points) {
      while (ring.size() >= first + 2 && turn(ring.back() - ring[ring.size() - 2], point - ring.back()) <= 0.0)
        ring.pop_back();
      ring.push_back(point);
    }
    ring.pop_back();
    std::ranges::reverse(points);
  }
  double twice = 0.0;
  for (std::size_t i = 0; i < ring.size(); ++i) twice += turn(ring[i], ring[(i + 1) % ring.size()]);
  return 0.5 * twice;
}

// The volume by another method: seen from a point inside, all triangles of three points that no point lies beyond.
double volumeByAllTriples(const std::vector<Vec3>& points) {
  double volume = 0.0;
  const Vec3 middle = std::accumulate(points.begin(), points.end(), Vec3(Vec3::Zero())) / points.size();
  std::set<std::vector<int>> planes;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j)
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        Vec3 normal = (points[j] - points[i]).cross(points[k] - points[i]);
        if (normal.norm() < 1e-9) continue;
        normal.normalize();
        if (normal.dot(points[i] - middle) < 0.0) normal = -normal;
        std::vector<int> on;
        bool is_outer = true;
        for (std::size_t p = 0; p < points.size() && is_outer; ++p) {
          const double height = normal.dot(points[p] - points[i]);
          is_outer = height <= 1e-7;
          if (std::abs(height) <= 1e-7) on.push_back(static_cast<int>(p));
        }
        if (!is_outer || !planes.insert(on).second) continue;
        const Vec3 x = normal.unitOrthogonal(), y = normal.cross(x);
        std::vector<Vec2> flat;
        for (const int p : on) flat.emplace_back(points[p].dot(x), points[p].dot(y));
        volume += areaOf(flat) * normal.dot(points[i] - middle) / 3.0;
      }
  return volume;
}

// Every set that spans a volume has a hull: of its corners, no point is beyond it, and it has the volume of the set.
TEST(Hull, EverySetOfPointsHasItsHull) {
  RandomShapes random(11);
  const int sets = trials(10000);
  int merged = 0;  // faces that lie in one plane by chance
  for (int n = 0; n < sets; ++n) {
    const int kind = n % 4, count = n % 50 == 0 ? 3000 : 6 + n % 9;
    std::vector<Vec3> points = randomSet(random, kind, count);
    const double exact = count < 15 ? volumeByAllTriples(points) : 0.0;
    // Flat and long ones, tiny and huge ones.
    const Vec3 stretch(n % 3 == 1 ? 1e-3 : 1.0, n % 7 == 1 ? 1e-2 : 1.0, 1.0);
    const double size = n % 5 == 1 ? 1e-4 : n % 5 == 2 ? 1e4 : 1.0;
    for (Vec3& point : points) point = size * stretch.cwiseProduct(point);
    if (exact < 1e-6 && count < 15) {
      if (kind != 3) {
        EXPECT_THROW(hullFromPoints(points), std::invalid_argument) << n;
      }
      continue;
    }
    Vec3 center;
    std::shared_ptr<const HullData> hull;
    ASSERT_NO_THROW(hull = hullFromPoints(points, &center)) << "set " << n << ", kind " << kind << ", " << count;
    ASSERT_EQ(hull->vertices.size() + hull->faces.size(), hull->edges.size() + 2) << n;
    double beyond = 0.0, thickness = 0.0;
    for (const HullTriangle& at : triangulatedHull(hull->vertices, extentOf(hull->vertices), 5000, &thickness)) {
      const Vec3 &a = hull->vertices[at.corners[0]], &b = hull->vertices[at.corners[1]];
      const Vec3 normal = (b - a).cross(hull->vertices[at.corners[2]] - a).stableNormalized();
      for (const Vec3& point : points) beyond = std::max(beyond, normal.dot(point - center - a));
    }
    EXPECT_LE(beyond, 2e-5 * extentOf(points)) << "set " << n << ", kind " << kind;
    if (kind != 3 && count < 15 && beyond > 1e-9 * extentOf(points)) ++merged;
    if (exact == 0.0) continue;
    const double expected = exact * stretch.prod() * size * size * size;
    EXPECT_NEAR(integrate(hull->vertices, hull->faces).volume, expected,
                (stretch == Vec3::Ones() ? 1e-5 : 1e-3) * expected)
        << "set " << n;
  }
  EXPECT_LE(merged, 1 + sets / 1000);
}

// A base uneven by 2 um of 0.15 m, which once had no hull.
TEST(Hull, UnevenBasesAreTaken) {
  RandomShapes random(12);
  for (int n = 0; n < trials(600); ++n) {
    std::vector<Vec3> pyramid{{0.0, 0.1, 0.0}};
    for (int i = 0; i < 8; ++i) {
      const double angle = 2.0 * EIGEN_PI * i / 8.0;
      pyramid.emplace_back(0.075 * std::cos(angle), random.uniform(0.0, 2e-6), 0.075 * std::sin(angle));
    }
    std::shared_ptr<const HullData> hull;
    ASSERT_NO_THROW(hull = hullFromPoints(pyramid)) << n;
    EXPECT_EQ(hull->vertices.size() + hull->faces.size(), hull->edges.size() + 2) << n;
    EXPECT_NEAR(hull->vertices.size(), 9.0, 3.0);  // a corner of the base that is none but for its height may go
  }
}

TEST(Hull, CoarseHullsOfCupsAreNearTheCups) {
  for (const double taper : {0.0, 0.3}) {
    Vec3 center;
    bool is_coarse = false;
    const auto hull = coarseHullFromPoints(cup(128, 100, taper), &center, &is_coarse);
    EXPECT_TRUE(is_coarse);  // the rims alone have more corners than a face may have
    EXPECT_LE(hull->vertices.size(), kMostHullVertices);
    for (const std::vector<int>& face : hull->faces) EXPECT_LE(face.size(), 64u);
    const double exact = EIGEN_PI * (0.25 + 0.5 * taper + taper * taper / 3.0);
    EXPECT_NEAR(massProperties(Hull{hull}, 1.0).mass, 0.985 * exact, 0.015 * exact);  // inside: 0.97 to 1
    EXPECT_LE(std::hypot(center.x(), center.z()), 0.02);
  }
}

TEST(Hull, FewCornersAmongManyPointsAreKeptAsTheyAre) {
  std::vector<Vec3> grid;
  for (int i = 0; i < 8000; ++i) grid.emplace_back(i % 20, i / 20 % 20, i / 400);
  Vec3 center, same;
  bool is_coarse = true;
  const auto hull = coarseHullFromPoints(grid, &center, &is_coarse);
  EXPECT_FALSE(is_coarse);
  EXPECT_EQ(hull->vertices, hullFromPoints(grid, &same)->vertices);
  EXPECT_EQ(center, same);
}

TEST(Hull, PointsOfABallByTheThousandAreThinned) {
  std::vector<Vec3> ball;
  for (int i = 0; i < 5000; ++i) {
    const double z = (2.0 * i + 1.0) / 5000.0 - 1.0, r = std::sqrt(1.0 - z * z), turn = 2.4 * i;
    ball.emplace_back(r * std::cos(turn), r * std::sin(turn), z);
  }
  Vec3 center;
  bool is_coarse = false;
  const auto hull = coarseHullFromPoints(ball, &center, &is_coarse);
  EXPECT_TRUE(is_coarse);
  EXPECT_LE(hull->vertices.size(), kMostHullVertices);
  EXPECT_EQ(hull->vertices.size() + hull->faces.size(), hull->edges.size() + 2);
  EXPECT_GE(massProperties(Hull{hull}, 1.0).mass, 0.97 * 4.0 / 3.0 * EIGEN_PI);
}

TEST(Hull, FlatPointsSpanNoVolume) {
  EXPECT_THROW(hullFromPoints({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 0)}), std::invalid_argument);
  EXPECT_THROW(hullFromPoints({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 0, 0)}), std::invalid_argument);
  EXPECT_THROW(hullFromPoints({Vec3::Ones(), Vec3::Ones(), Vec3::Ones(), Vec3::Ones()}), std::invalid_argument);
  EXPECT_THROW(hullFromPoints({Vec3::Ones()}), std::invalid_argument);
  EXPECT_THROW(hullFromPoints({Vec3(NAN, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}), std::invalid_argument);
}

TEST_F(HullFile, FaultsAreNamed) {
  EXPECT_NE(complaint("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n").find("has no faces"), std::string::npos);
  EXPECT_NE(complaint("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n").find("not closed"),
            std::string::npos);
  EXPECT_NE(
      complaint("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 1 2 3\n").find("wound"),
      std::string::npos);
  EXPECT_NE(complaint("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n").find("at least 4 points"), std::string::npos);
  EXPECT_NE(complaint("v 0 0 0\nf 1 2 9\n"), "no complaint");
  EXPECT_NE(complaint("nonsense\n"), "no complaint");
  EXPECT_THROW(hullFromMesh("no_such_file.obj"), std::runtime_error);
  EXPECT_THROW(hullFromMesh(write(kCube), 0.0), std::runtime_error);
  EXPECT_THROW(hullFromMesh(write(kCube), NAN), std::runtime_error);
}

TEST(Hull, MeshesOfTheSandboxAreConvex) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(assetDir()) / "meshes")) {
    if (entry.is_directory()) continue;  // concave ones
    expectClosed(*hullFromMesh(entry.path().string()));
    ++count;
  }
  EXPECT_GE(count, 12);
}

TEST_F(HullFile, ConcaveMeshIsRefused) {
  std::string dented = kCube;  // the top becomes four triangles that meet below it
  dented.replace(dented.find("f 5 6 7 8\n"), 10, "v 0.5 0.5 0.5\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n");
  EXPECT_NE(complaint(dented).find("not convex"), std::string::npos);
}

}  // namespace
}  // namespace keystone

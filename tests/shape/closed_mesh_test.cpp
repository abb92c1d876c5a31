// Meshes with holes, closed: the solids they were before faces were taken from them.
#include "shape/closed_mesh.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "math/types.h"
#include "shape/concave_mesh.h"
#include "shape/distance_field.h"
#include "shape/hull.h"
#include "shape/polyhedron.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

PolygonMesh prism(const std::vector<Vec3>& outline, double height) {
  PolygonMesh mesh;
  const auto count = static_cast<int>(outline.size());
  for (const double z : {0.0, height})
    for (const Vec3& corner : outline) mesh.vertices.emplace_back(corner + z * Vec3::UnitZ());
  std::vector<int> top, bottom;
  for (int i = 0; i < count; ++i) {
    top.push_back(count + i);
    bottom.insert(bottom.begin(), i);
  }
  mesh.faces = {top, bottom};
  for (int i = 0; i < count; ++i) mesh.faces.push_back({i, (i + 1) % count, (i + 1) % count + count, i + count});
  return mesh;
}

PolygonMesh box() {
  return prism({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, 3.0);
}

PolygonMesh lPrism() {
  return prism({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}}, 1.0);
}

// Rings of flat faces between two poles; the poles' rings are triangles.
PolygonMesh sphere() {
  constexpr int kRings = 8, kAround = 12;
  PolygonMesh mesh;
  mesh.vertices = {Vec3::UnitY(), -Vec3::UnitY()};
  const auto at = [](int ring, int k) { return 2 + (ring - 1) * kAround + k % kAround; };
  for (int ring = 1; ring < kRings; ++ring)
    for (int k = 0; k < kAround; ++k) {
      const double down = M_PI * ring / kRings, turn = 2.0 * M_PI * k / kAround;
      mesh.vertices.emplace_back(std::sin(down) * std::sin(turn), std::cos(down), std::sin(down) * std::cos(turn));
    }
  for (int k = 0; k < kAround; ++k) {
    mesh.faces.push_back({0, at(1, k), at(1, k + 1)});
    for (int ring = 1; ring + 1 < kRings; ++ring)
      mesh.faces.push_back({at(ring, k), at(ring + 1, k), at(ring + 1, k + 1), at(ring, k + 1)});
    mesh.faces.push_back({1, at(kRings - 1, k + 1), at(kRings - 1, k)});
  }
  return mesh;
}

class ClosedMesh : public TempFolder {
 protected:
  // An OBJ file without some of the faces.
  std::string fileOf(const PolygonMesh& mesh, const std::set<std::size_t>& without) {
    std::ostringstream text;
    text.precision(17);
    for (const Vec3& v : mesh.vertices) text << "v " << v.x() << " " << v.y() << " " << v.z() << "\n";
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
      if (without.contains(f)) continue;
      text << "f";
      for (const int v : mesh.faces[f]) text << " " << v + 1;
      text << "\n";
    }
    return write("mesh.obj", text.str());
  }

  std::string complaint(const PolygonMesh& mesh, const std::set<std::size_t>& without, int close_holes = 0) {
    try {
      readClosedMesh(fileOf(mesh, without), 1.0, close_holes);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no complaint";
  }
};

TEST_F(ClosedMesh, HasTheMassOfTheWholeSolid) {
  struct Case {
    PolygonMesh mesh;
    std::set<std::size_t> without;
    int edges;
  };
  // Of the sphere a triangle at the pole, faces that share a corner with it, and some that touch nothing.
  for (const auto& [mesh, without, edges] : std::vector<Case>{{box(), {0}, 4},
                                                              {box(), {0, 1}, 4},
                                                              {box(), {3}, 4},
                                                              {lPrism(), {0}, 6},
                                                              {lPrism(), {0, 1}, 6},
                                                              {lPrism(), {2, 5}, 4},
                                                              {sphere(), {0, 9, 32, 50}, 4}}) {
    const MassProperties whole = ofIntegrals(integrate(mesh.vertices, mesh.faces), 2.0);
    const PolygonMesh closed = readClosedMesh(fileOf(mesh, without), 1.0, edges);
    const MassProperties found = ofIntegrals(integrate(closed.vertices, closed.faces), 2.0);
    EXPECT_NEAR(found.mass, whole.mass, 1e-9 * whole.mass);
    EXPECT_LE((found.center - whole.center).norm(), 1e-9);
    EXPECT_LE((found.inertia - whole.inertia).norm(), 1e-9 * whole.inertia.norm());
  }
}

TEST_F(ClosedMesh, IsWhatEveryKindOfSolidIsMadeOf) {
  EXPECT_NEAR(massProperties(Hull{hullFromMesh(fileOf(box(), {0}), 1.0, nullptr, 0.0, 4)}, 1.0).mass, 6.0, 1e-9);
  const std::string file = fileOf(lPrism(), {0, 1});
  EXPECT_NEAR(massProperties(compoundFromMesh(file, 1.0, 1e-3, nullptr, 6), 1.0).mass, 3.0, 1e-9);
  EXPECT_NEAR(massProperties(distanceFieldFromMesh(file, 1.0, 0.2, nullptr, 6), 1.0).mass, 3.0, 1e-6);
}

TEST_F(ClosedMesh, IsOfferedWithTheNumberOfHolesAndTheLongest) {
  EXPECT_NE(complaint(lPrism(), {0, 1}).find("not closed: 2 holes, the longest of 6 edges"), std::string::npos);
  EXPECT_NE(complaint(lPrism(), {0, 1}).find("\"close_holes\": 6"), std::string::npos);
  EXPECT_NE(complaint(lPrism(), {0, 1}, 5).find("\"close_holes\": 6"), std::string::npos) << "too small a number";
  EXPECT_NE(complaint(box(), {2}).find("not closed: 1 hole of 4 edges"), std::string::npos);
  EXPECT_EQ(complaint(sphere(), {0, 9, 32, 50}, 4), "no complaint");
}

// Two triangles with a fold between them, over whose rim there are two more along the same fold.
TEST_F(ClosedMesh, ThatIsNoneAfterwardsIsRefused) {
  PolygonMesh folded;
  folded.vertices = {{0, 0, 0}, {1, 0, 0.2}, {1, 1, 0}, {0, 1, 0.2}};
  folded.faces = {{0, 1, 2}, {0, 2, 3}};
  EXPECT_NE(complaint(folded, {}).find("1 hole of 4 edges"), std::string::npos);
  EXPECT_NE(complaint(folded, {}, 4).find("two faces along it in the same direction"), std::string::npos);
}

// A path of boundary edges that passes a corner twice is two holes.
TEST_F(ClosedMesh, HolesThatShareACornerAreTwo) {
  EXPECT_NE(complaint(sphere(), {0, 16}).find("2 holes"), std::string::npos) << complaint(sphere(), {0, 16});
}

}  // namespace
}  // namespace keystone

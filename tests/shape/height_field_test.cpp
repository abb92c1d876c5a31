// Height fields: their mass, rays and the tree over their prisms.
#include "shape/height_field.h"

#include <gtest/gtest.h>

#include "shape/mass_properties.h"
#include "shape/random_shapes.h"

namespace keystone {
namespace {

HeightGrid hills(int columns, int rows) {
  HeightGrid grid{.columns = columns, .rows = rows, .spacing_x = 0.5, .spacing_z = 0.25, .depth = 0.7};
  for (int k = 0; k < rows; ++k)
    for (int i = 0; i < columns; ++i) grid.heights.push_back(0.3 * std::sin(1.3 * i) * std::cos(0.7 * k));
  return grid;
}

// A plane y = a x + b z + c over the grid: volume is the area times the mean height.
TEST(HeightField, OfASlopeHasTheMassOfItsClosedForm) {
  HeightGrid grid{.columns = 5, .rows = 4, .spacing_x = 0.5, .spacing_z = 0.4, .depth = 0.3};
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 5; ++i) grid.heights.push_back(0.2 * i * 0.5 + 0.1 * k * 0.4);
  Vec3 center;
  const Shape ground = makeHeightField(grid, &center);
  EXPECT_EQ(partCount(ground), 24);
  const double length = 2.0, width = 1.2, mean = 0.3 + 0.2 * 0.5 * length + 0.1 * 0.5 * width;
  EXPECT_NEAR(massProperties(ground, 2.0).mass, 2.0 * length * width * mean, 1e-12);
  // The centre of a prism under a plane: its moment about x = 0 is the integral of x (0.3 + 0.2 x + 0.1 z).
  const double moment = width * (0.3 * length * length / 2.0 + 0.2 * std::pow(length, 3) / 3.0) +
                        0.1 * width * width / 2.0 * length * length / 2.0;
  EXPECT_NEAR(center.x(), moment / (length * width * mean), 1e-12);
}

TEST(HeightField, ARayFromAboveMeetsTheTriangleBelowIt) {
  const HeightGrid grid = hills(9, 7);
  Vec3 center;
  const Shape ground = makeHeightField(grid, &center);
  RandomShapes random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const double x = random.uniform(0.01, 3.99), z = random.uniform(0.01, 1.49);
    const int i = static_cast<int>(x / 0.5), k = static_cast<int>(z / 0.25);
    const double s = x / 0.5 - i, t = z / 0.25 - k;
    const auto height = [&](int di, int dk) { return grid.heights[(k + dk) * 9 + i + di]; };
    const double expected = s > t
                                ? height(0, 0) + s * (height(1, 0) - height(0, 0)) + t * (height(1, 1) - height(1, 0))
                                : height(0, 0) + t * (height(0, 1) - height(0, 0)) + s * (height(1, 1) - height(0, 1));
    RayHit hit;
    ASSERT_TRUE(castRay(ground, {center, Quat::Identity()}, {x, 5.0, z}, -Vec3::UnitY(), 10.0, hit)) << trial;
    EXPECT_NEAR(5.0 - hit.distance, expected, 1e-12) << trial;
    EXPECT_GT(hit.normal.y(), 0.0) << trial;
  }
}

TEST(HeightField, IsDrawnAsAClosedSurfaceRoundItsVolume) {
  Vec3 center;
  const Shape ground = makeHeightField(hills(6, 5), &center);
  const Surface& surface = *std::get<Compound>(ground).data->surface;
  double above_base = 0.0;  // the base itself is not drawn: volumes of tetrahedra to a point on it
  const Vec3 on_base(0.0, std::get<Compound>(ground).data->tree.bounds().lower.y(), 0.0);
  for (const auto& [a, b, c] : surface.triangles) {
    const auto at = [&](int v) -> Vec3 { return surface.points[v] - on_base; };
    above_base += at(a).dot(at(b).cross(at(c))) / 6.0;
  }
  EXPECT_NEAR(above_base, massProperties(ground, 1.0).mass, 1e-12);
}

TEST(HeightField, RefusesHeightsThatAreNoGrid) {
  EXPECT_THROW(makeHeightField({.columns = 2, .rows = 2, .heights = {0.0, 0.0, 0.0}}), std::invalid_argument);
  EXPECT_THROW(makeHeightField({.columns = 1, .rows = 4, .heights = {0.0, 0.0, 0.0, 0.0}}), std::invalid_argument);
}

TEST(PartTree, FindsThePartsThatOverlap) {
  RandomShapes random(9);
  std::vector<Aabb> boxes;
  for (int i = 0; i < 500; ++i) {
    const Vec3 lower = random.vector(10.0);
    boxes.push_back({lower, lower + random.vector(1.0).cwiseAbs()});
  }
  const PartTree tree(boxes);
  std::vector<int> found;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 lower = random.vector(10.0);
    const Aabb box{lower, lower + random.vector(3.0).cwiseAbs()};
    std::vector<int> expected;
    for (int i = 0; i < 500; ++i)
      if (boxes[i].overlaps(box)) expected.push_back(i);
    found.clear();
    tree.find(box, found);
    EXPECT_EQ(found, expected) << trial;
  }
}

}  // namespace
}  // namespace keystone

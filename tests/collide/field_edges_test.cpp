// The sharp edges of bodies known by distances: those of the solids that they were made from, and no others.
#include "collide/field_edges.h"

#include <gtest/gtest.h>

#include <numeric>

#include "shape/distance_field.h"
#include "shape/random_shapes.h"
#include "shape/shape_kind.h"
#include "support/surface_meshes.h"

namespace keystone {
namespace {

std::vector<SharpEdge> edgesOf(const Compound& field, const Body& body) {
  std::vector<int> parts(field.data->parts.size());
  std::iota(parts.begin(), parts.end(), 0);
  std::vector<SharpEdge> edges;
  sharpEdges(body, field, parts, edges);
  return edges;
}

// Once edges within its faces passed as sharp, and threw off what came to rest on them.
TEST(SharpEdges, OfABoxAreItsTwelve) {
  RandomShapes random(5);
  for (int trial = 0; trial < 10; ++trial) {
    const Vec3 half(random.uniform(0.2, 0.6), random.uniform(0.2, 0.6), random.uniform(0.2, 0.6));
    const TriangleMesh mesh = boxMesh(half, {});
    Body body;
    body.pose = {random.vector(1.0), random.turn()};
    double length = 0.0;
    for (const SharpEdge& edge : edgesOf(makeDistanceField(mesh.vertices, mesh.triangles, 0.1), body)) {
      const Vec3 middle = body.pose.toLocal(edge.middle()).cwiseAbs();
      int on_face = 0;
      for (Eigen::Index k = 0; k < 3; ++k) on_face += std::abs(middle[k] - half[k]) < 1e-9 ? 1 : 0;
      EXPECT_EQ(on_face, 2);
      EXPECT_NEAR(edge.normal.dot(edge.next), 0.0, 1e-9);
      length += edge.length;
    }
    EXPECT_NEAR(length, 8.0 * half.sum(), 1e-9);
  }
}

TEST(SharpEdges, OfABallAreNone) {
  const Shape ball = makeShape("ellipsoid", Vec3::Constant(0.5));
  const Surface surface = kindOf(ball).surface(ball, 64);
  TriangleMesh mesh;
  append({surface.points, surface.triangles}, mesh);
  EXPECT_TRUE(edgesOf(makeDistanceField(mesh.vertices, mesh.triangles, 0.1), {}).empty());
}

// Two that cross at right angles, the one above the other: each as the ridge of a roof, turned up or down.
SharpEdge ridge(const Vec3& middle, const Vec3& along, bool up) {
  const Vec3 across = along.cross(Vec3::UnitY()), face = (up ? 1.0 : -1.0) * Vec3::UnitY();
  return {middle - 0.5 * along, along, 1.0, (face + across).normalized(), (face - across).normalized(), 0, 0};
}

TEST(SharpEdges, CrossWhereBothFaceTheOther) {
  constexpr double kGap = 1e-3;  // [m]
  for (const bool a_up : {true, false}) {
    for (const bool b_up : {true, false}) {
      const SharpEdge a = ridge(Vec3::Zero(), Vec3::UnitX(), a_up), b = ridge({0, kGap, 0}, Vec3::UnitZ(), b_up);
      std::vector<EdgeCrossing> crossings;
      crossingEdges({a}, {b}, 0.01, crossings);
      if (a_up == b_up) {
        EXPECT_TRUE(crossings.empty()) << a_up;
        continue;
      }
      ASSERT_EQ(crossings.size(), 1u);
      EXPECT_NEAR(crossings[0].gap, a_up ? kGap : -kGap, 1e-15);
      EXPECT_LT((crossings[0].normal - (a_up ? 1.0 : -1.0) * Vec3::UnitY()).norm(), 1e-15);
    }
  }
}

}  // namespace
}  // namespace keystone

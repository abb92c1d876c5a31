// What a body sees of a surface of triangles, against what it sees of the solid that the surface bounds.
#include <gtest/gtest.h>

#include "collide/contact_world.h"
#include "shape/random_shapes.h"
#include "shape/shape_kind.h"
#include "shape/surface_mesh.h"
#include "support/effort.h"
#include "support/surface_distance.h"
#include "support/surface_meshes.h"

namespace keystone {
namespace {

TriangleMesh boundaryOf(const HullData& hull) {
  TriangleMesh mesh{hull.vertices, {}};
  for (const std::vector<int>& face : hull.faces)
    for (std::size_t i = 2; i < face.size(); ++i) mesh.triangles.push_back({face[0], face[i - 1], face[i]});
  return mesh;
}

double leastGap(std::span<const Manifold> manifolds, Vec3& normal) {
  double least = HUGE_VAL;
  for (const Manifold& manifold : manifolds)
    for (int i = 0; i < manifold.count; ++i) {
      const double gap = manifold.points[i].gap;
      if (gap >= least) continue;
      least = gap;
      normal = manifold.normal;
    }
  return least;
}

// Whether the plane at the contact's deepest point leaves the solid on its own side, so that it holds back nothing that
// passes by.
bool parts(const Manifold& manifold, const Shape& solid, const Pose& pose) {
  const auto points = std::span(manifold.points).first(static_cast<std::size_t>(manifold.count));
  const ManifoldPoint& deepest = *std::ranges::min_element(points, {}, &ManifoldPoint::gap);
  const Vec3 local = pose.orientation.conjugate() * manifold.normal;
  const double far = manifold.normal.dot(pose.toWorld(support(solid, local)));
  return manifold.normal.dot(deepest.point) - 0.5 * deepest.gap > far - 1e-6;
}

bool isPolytope(const Shape& shape) {
  return (std::holds_alternative<Box>(shape) || std::holds_alternative<Hull>(shape)) && marginOf(shape) == 0.0;
}

TEST(SurfaceContact, IsThatOfTheConvexSolidWithin) {
  RandomShapes random(3);
  int met = 0, cut = 0;
  for (int trial = 0; trial < trials(2000); ++trial) {
    const Hull hull = random.hull();
    const TriangleMesh mesh = boundaryOf(*hull.data);
    Vec3 center;
    const Shape surface = makeSurface(mesh.vertices, mesh.triangles, Sides::Front, &center);
    const Pose pose{random.vector(1.0), random.turn()};
    const Shape solid = random.everySolid();
    Body body;
    body.pose.orientation = random.turn();
    const Vec3 way = random.direction();
    double reach = 0.0, apart = 0.0;
    for (double out = 3.0; out > 0.1; out -= 0.02) {  // down to just above the margin or a little overlap
      body.pose.position = pose.position + out * way;
      apart = surfaceDistance(hull, pose, solid, body.pose);
      reach = out;
      if (apart < 0.015) break;
    }
    if (apart < -0.01 || reach < 0.2) continue;
    ContactWorld world;
    world.add(surface, pose.toWorld(center), false, pose.orientation).kind = BodyKind::Static;
    world.add(solid, body.pose.position, false, body.pose.orientation);
    const std::vector<Manifold> manifolds = world.collidePair();
    ASSERT_FALSE(manifolds.empty()) << trial << ", " << apart;
    Vec3 normal;
    // Ties of the routines, of the size: 1e-5 between faces, 1e-3 between edges of polytopes.
    const double tie = isPolytope(solid) ? 1e-3 : 2e-5;
    EXPECT_NEAR(leastGap(manifolds, normal), apart, tie) << trial;
    for (const Manifold& manifold : manifolds) {
      if (parts(manifold, hull, pose)) continue;
      EXPECT_TRUE(isPolytope(solid)) << trial << ", " << apart;
      ++cut;
    }
    ++met;
  }
  EXPECT_GT(met, trials(600));
  // Corners that meet corners take the normal of a face (docs/decisions/002), and edges one that is nearly as good.
  EXPECT_LT(cut, met / 100);
}

TEST(SurfaceContact, WithinARoomIsThatOfItsWalls) {
  RandomShapes random(4);
  for (int trial = 0; trial < trials(500); ++trial) {
    TriangleMesh room;
    const Vec3 half(2.0, 2.0, 2.0);
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {-1.0, 1.0}) {
        Vec3 corner = -half, u = Vec3::Zero(), v = Vec3::Zero();
        corner[axis] = side * half[axis];
        u[(axis + 1) % 3] = 2.0 * half[(axis + 1) % 3];
        v[(axis + 2) % 3] = 2.0 * half[(axis + 2) % 3];
        append(side < 0.0 ? grid(corner, u, v, 3, 4) : grid(corner, v, u, 3, 3), room);
      }
    Vec3 center;
    const Shape surface = makeSurface(room.vertices, room.triangles, Sides::Front, &center);
    const Shape solid = random.everySolid();
    ContactWorld world;
    const Pose pose{random.vector(1.0), random.turn()};
    world.add(surface, pose.toWorld(center), false, pose.orientation).kind = BodyKind::Static;
    Pose inside{Vec3::Zero(), random.turn()};
    // Towards a wall, an edge or a corner of the room: touching, or 1 cm short of that.
    const double apart = random.uniform(0.0, 0.01);
    std::array<double, 3> gaps{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int axis = 0; axis < 3; ++axis) {
      if (axis > 0 && random.uniform(0.0, 1.0) < 0.5) continue;
      const double side = random.uniform(0.0, 1.0) < 0.5 ? -1.0 : 1.0;
      const Vec3 d = side * Vec3::Unit(axis);
      const double far = d.dot(inside.rotate(support(solid, inside.orientation.conjugate() * d)));
      inside.position[axis] = side * (half[axis] - apart - far);
      gaps[axis] = apart;
    }
    world.add(solid, pose.toWorld(inside.position), false, pose.orientation * inside.orientation);
    const std::vector<Manifold> manifolds = world.collidePair();
    for (int axis = 0; axis < 3; ++axis) {
      double least = HUGE_VAL;
      for (const Manifold& manifold : manifolds) {
        const Vec3 normal = pose.orientation.conjugate() * manifold.normal;
        if (std::abs(normal[axis]) < 1.0 - 1e-6) continue;
        for (int i = 0; i < manifold.count; ++i) least = std::min(least, manifold.points[i].gap);
      }
      if (gaps[axis] == HUGE_VAL) continue;
      EXPECT_NEAR(least, apart, 2e-5) << trial << ", " << axis;
    }
    for (const Manifold& manifold : manifolds) {
      const Vec3 normal = pose.orientation.conjugate() * manifold.normal;
      EXPECT_GT(normal.cwiseAbs().maxCoeff(), 1.0 - 1e-6) << trial << ": the normal of an edge, " << normal.transpose();
    }
  }
}

// A surface with one side does nothing to a body whose middle is behind it, also where it reaches through.
TEST(SurfaceContact, OfOneSideIsNoneBehindIt) {
  const TriangleMesh mesh = grid({-2.0, 0.0, -2.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 6, 6);
  for (const Sides sides : {Sides::Front, Sides::Both}) {
    Vec3 center;
    const Shape surface = makeSurface(mesh.vertices, mesh.triangles, sides, &center);
    for (const Shape& solid : {Shape(Sphere{0.5}), Shape(Box{{0.6, 0.5, 0.7}}), makeShape("cylinder", {0.5, 1.0, 0.5})})
      for (const double height : {-0.2, 0.2}) {
        ContactWorld world;
        world.add(surface, center).kind = BodyKind::Static;
        world.add(solid, {0.05, height, 0.1});
        EXPECT_EQ(world.collidePair().empty(), sides == Sides::Front && height < 0.0) << height;
      }
  }
}

TEST(SurfaceContact, IsTheSameSeenFromTheOtherBody) {
  RandomShapes random(8);
  for (int trial = 0; trial < trials(300); ++trial) {
    TriangleMesh mesh = grid({-2.0, 0.0, -2.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 6, 6);
    for (Vec3& vertex : mesh.vertices) vertex += 0.15 * random.vector(1.0);
    Vec3 center;
    const Shape surface =
        makeSurface(mesh.vertices, mesh.triangles, trial % 2 == 0 ? Sides::Front : Sides::Both, &center);
    const Shape solid = random.everySolid();
    const Vec3 place(random.uniform(-1.0, 1.0), random.uniform(-0.5, 1.2), random.uniform(-1.0, 1.0));
    const Quat turn = random.turn();
    ContactWorld one, other;
    one.add(surface, center).kind = BodyKind::Static;
    one.add(solid, place, false, turn);
    other.add(solid, place, false, turn);
    other.add(surface, center).kind = BodyKind::Static;
    const std::vector<Manifold> first = one.collidePair(), second = other.collidePair();
    Vec3 normal_first, normal_second;
    ASSERT_EQ(first.empty(), second.empty()) << trial;
    if (first.empty()) continue;
    EXPECT_NEAR(leastGap(first, normal_first), leastGap(second, normal_second), 1e-3 * boundingRadius(solid)) << trial;
  }
}

}  // namespace
}  // namespace keystone

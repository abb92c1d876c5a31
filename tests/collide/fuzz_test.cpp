// The narrow phase against brute force: support functions sampled over many directions.
#include <gtest/gtest.h>

#include <set>

#include "collide/brute_force.h"
#include "collide/segment.h"
#include "collide/separation.h"
#include "math/parallel.h"
#include "shape/hull.h"
#include "shape/random_shapes.h"
#include "support/effort.h"

namespace keystone {
namespace {

// From the corners of one polytope to the faces of another that they lie above.
double aboveFaces(const Polytope& corners, const Polytope& faces) {
  double least = HUGE_VAL;
  for (const Vec3& corner : corners.vertices) {
    const Vec3 p = corner + corners.position - faces.position;
    for (int f = 0; f < faces.faceCount(); ++f) {
      const Vec3& normal = faces.normals[f];
      const double height = normal.dot(p) - faces.offsets[f];
      const auto loop = faces.face(f);
      bool above = height > 0.0;
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec3 &from = faces.vertices[loop[i]], &to = faces.vertices[loop[(i + 1) % loop.size()]];
        above = above && normal.cross(to - from).dot(p - from) >= 0.0;
      }
      if (above) least = std::min(least, height);
    }
  }
  return least;
}

// Of two polytopes that are apart: that of their closest features, all pairs tried.
double featureDistance(const Polytope& a, const Polytope& b) {
  double squared = HUGE_VAL;
  const Vec3 offset = b.position - a.position;
  for (const auto& [a0, a1] : a.topology->edges)
    for (const auto& [b0, b1] : b.topology->edges)
      squared = std::min(
          squared,
          closestPoints(a.vertices[a0], a.vertices[a1], offset + b.vertices[b0], offset + b.vertices[b1]).squared);
  return std::min({std::sqrt(squared), aboveFaces(a, b), aboveFaces(b, a)});
}

// 0 when they overlap.
double polytopeDistance(const ContactWorld& world) {
  PolytopeStore store(2);
  const Polytope& a = store.place(world.colliders[0].shape, world.bodies[0].pose);
  const Polytope& b = store.place(world.colliders[1].shape, world.bodies[1].pose);
  const ConvexCore core_a(a, Vec3::Zero()), core_b(b, b.position - a.position);
  Vec3 way = b.position - a.position;
  if (!findWay(core_a, core_b, a.size(), way)) return 0.0;
  const double distance = featureDistance(a, b);
  // What the search ends with: a millionth of the distance.
  EXPECT_NEAR(separationAlong(core_a, core_b, way), distance, 1e-6 * distance + 1e-12);
  return distance;
}

double smallestGap(const Manifold& manifold) {
  double gap = HUGE_VAL;
  for (int i = 0; i < manifold.count; ++i) gap = std::min(gap, manifold.points[i].gap);
  return gap;
}

ContactWorld randomPair(RandomShapes& random, const Shape& a, const Shape& b, double apart) {
  ContactWorld world;
  world.params.margin = 0.3;  // wide, so that separated pairs are seen too
  world.add(a, random.vector(0.2), false, random.turn());
  world.add(b, apart * random.direction(), false, random.turn());
  return world;
}

void expectSound(const Manifold& manifold) {
  ASSERT_GE(manifold.count, 1);
  ASSERT_LE(manifold.count, 4);
  EXPECT_NEAR(manifold.normal.norm(), 1.0, 1e-12);
  std::set<std::uint32_t> names;
  for (int i = 0; i < manifold.count; ++i) {
    names.insert(manifold.points[i].feature);
    EXPECT_TRUE(manifold.points[i].point.allFinite());
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(manifold.count));
}

// The tolerance is the preference of faces over edges, 1e-3 of the smaller body's radius, which is at most 2 m here.
constexpr double kPreference = 2.5e-3;

TEST(CollisionFuzz, PolytopesPartAlongTheAxisOfLeastPenetration) {
  RandomShapes random(11);
  int overlapping = 0;
  for (int trial = 0; trial < trials(300); ++trial) {
    const ContactWorld world = randomPair(random, random.polytope(), random.polytope(), random.uniform(0.3, 1.5));
    const double depth = largestSeparation(world, random);
    const auto manifolds = world.collidePair();
    if (depth > 0.3) {
      EXPECT_TRUE(manifolds.empty()) << trial;
      continue;
    }
    if (depth > 0.0) continue;
    ++overlapping;
    ASSERT_EQ(manifolds.size(), 1u) << trial;
    expectSound(manifolds[0]);
    const double along = separationAlong(world, manifolds[0].normal);
    EXPECT_GT(along, depth - kPreference) << trial;
    EXPECT_NEAR(smallestGap(manifolds[0]), along, kPreference) << trial;
  }
  EXPECT_GT(overlapping, trials(60));
}

TEST(CollisionFuzz, SeparatedPolytopesReportNoMoreThanTheirDistanceAndASeparatingNormal) {
  RandomShapes random(12);
  int separated = 0;
  for (int trial = 0; trial < trials(400); ++trial) {
    ContactWorld world = randomPair(random, random.polytope(), random.polytope(), random.uniform(1.2, 2.4));
    const double distance = polytopeDistance(world);
    if (distance == 0.0 || distance > 0.3) continue;
    ++separated;
    // Approaching fast: nothing may be missed, wherever the closest features are.
    const Vec3 way = (world.bodies[0].pose.position - world.bodies[1].pose.position).normalized();
    world.bodies[1].velocity = 60.0 * way;
    const auto manifolds = world.collidePair();
    if (manifolds.empty()) continue;  // they pass each other
    expectSound(manifolds[0]);
    const double along = separationAlong(world, manifolds[0].normal);
    EXPECT_GT(along, -kPreference) << trial;
    EXPECT_LT(along, distance + 1e-9) << trial;  // rounding
    EXPECT_GT(smallestGap(manifolds[0]), along - 1e-9) << trial;
  }
  EXPECT_GT(separated, trials(30));
}

TEST(CollisionFuzz, RoundShapesReportTheirDistance) {
  RandomShapes random(13);
  int checked = 0;
  for (int trial = 0; trial < trials(600); ++trial) {
    const Shape round = random.uniform(0.0, 1.0) < 0.5 ? Shape(random.sphere()) : Shape(random.capsule());
    const ContactWorld world = randomPair(random, round, random.any(), random.uniform(0.6, 2.4));
    const double distance = largestSeparation(world, random);
    const auto manifolds = world.collidePair();
    if (distance > 0.3) {
      EXPECT_TRUE(manifolds.empty()) << trial;
      continue;
    }
    if (distance < -0.09) continue;  // the cores of the thinnest may overlap: any parting direction serves
    ++checked;
    ASSERT_EQ(manifolds.size(), 1u) << trial;
    expectSound(manifolds[0]);
    const double along = separationAlong(world, manifolds[0].normal);
    // Near-parallel capsules and faces touch along a line, tilted by up to 1e-3 over a metre.
    EXPECT_NEAR(along, distance, 2e-3) << trial;
    EXPECT_NEAR(smallestGap(manifolds[0]), along, 2e-3) << trial;
  }
  EXPECT_GT(checked, trials(60));
}

TEST(CollisionFuzz, RoundSectionsReportTheirDistance) {
  RandomShapes random(17);
  int checked = 0;
  for (int trial = 0; trial < trials(2000); ++trial) {
    const double kind = random.uniform(0.0, 1.0);
    const Shape other = kind < 0.4 ? Shape(random.capsule()) : kind < 0.8 ? Shape(random.box()) : random.sphere();
    ContactWorld world = randomPair(random, random.capsule(), other, random.uniform(0.3, 2.0));
    for (Body& body : world.bodies) {
      body.planar = true;
      body.pose.position.z() = 0.0;
      body.pose.orientation = Quat(Eigen::AngleAxisd(random.uniform(-3.0, 3.0), Vec3::UnitZ()));
    }
    const double distance = largestSeparation(world, random);
    const auto manifolds = world.collidePair();
    if (distance > 0.3 || distance < -0.09) continue;  // as above
    ++checked;
    ASSERT_EQ(manifolds.size(), 1u) << trial;
    expectSound(manifolds[0]);
    const double along = separationAlong(world, manifolds[0].normal);
    EXPECT_GT(along, distance - 1e-5) << trial;  // of all directions the one that separates most
    EXPECT_NEAR(smallestGap(manifolds[0]), along, 1e-5) << trial;
  }
  EXPECT_GT(checked, trials(200));
}

TEST(CollisionFuzz, HalfSpaceReportsTheDeepestPoint) {
  RandomShapes random(14);
  for (int trial = 0; trial < 500; ++trial) {
    ContactWorld world;
    const HalfSpace plane{random.direction(), random.uniform(-1.0, 1.0)};
    Body& ground = world.add(plane, random.vector(1.0), false, random.turn());
    const Vec3 normal = ground.pose.rotate(plane.normal);
    const Vec3 foot = ground.pose.position + normal * plane.offset;
    const Shape shape = random.any();
    Body& body = world.add(shape, foot + normal * random.uniform(-0.2, 1.0), false, random.turn());
    const Vec3 down = body.pose.orientation.conjugate() * Vec3(-normal);
    const double height = normal.dot(body.pose.toWorld(support(shape, down)) - foot);
    const auto manifolds = world.collidePair();
    if (height > world.params.margin) {
      EXPECT_TRUE(manifolds.empty());
      continue;
    }
    ASSERT_EQ(manifolds.size(), 1u);
    expectSound(manifolds[0]);
    EXPECT_NEAR(smallestGap(manifolds[0]), height, 1e-5);  // faces within rounding of the deepest corner count as level
    EXPECT_LT((manifolds[0].normal - normal).norm(), 1e-12);
  }
}

TEST(CollisionFuzz, SwappingTheBodiesMirrorsTheContact) {
  RandomShapes random(15);
  for (int trial = 0; trial < 1500; ++trial) {
    const bool planar = trial % 2 == 0;
    ContactWorld world = randomPair(random, random.any(), random.any(), random.uniform(0.4, 1.6));
    for (Body& body : world.bodies) {
      if (!planar) continue;
      body.planar = true;
      body.pose.position.z() = 0.0;
      body.pose.orientation = Quat(Eigen::AngleAxisd(random.uniform(-3.0, 3.0), Vec3::UnitZ()));
    }
    const auto before = world.collidePair();
    std::swap(world.bodies[0], world.bodies[1]);
    std::swap(world.colliders[0], world.colliders[1]);
    const auto after = world.collidePair();
    ASSERT_EQ(before.size(), after.size()) << trial;
    if (before.empty()) continue;
    ASSERT_EQ(before[0].count, after[0].count) << trial;
    EXPECT_LT((before[0].normal + after[0].normal).norm(), 1e-9) << trial;
    EXPECT_NEAR(smallestGap(before[0]), smallestGap(after[0]), 1e-9) << trial;
  }
}

void expectSameBits(const std::vector<Manifold>& first, const std::vector<Manifold>& second) {
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t m = 0; m < first.size(); ++m) {
    EXPECT_EQ(std::pair(first[m].a, first[m].b), std::pair(second[m].a, second[m].b));
    EXPECT_EQ(first[m].normal, second[m].normal);
    ASSERT_EQ(first[m].count, second[m].count);
    for (int i = 0; i < first[m].count; ++i) {
      EXPECT_EQ(first[m].points[i].point, second[m].points[i].point);
      EXPECT_EQ(first[m].points[i].gap, second[m].points[i].gap);
      EXPECT_EQ(first[m].points[i].feature, second[m].points[i].feature);
    }
  }
}

TEST(CollisionFuzz, TheSameInputGivesTheSameBitsOnAnyNumberOfThreads) {
  RandomShapes random(16);
  ContactWorld world;
  for (int i = 0; i < 60; ++i) world.add(random.any(), random.vector(2.0), false, random.turn());
  setThreads(1);
  const auto first = world.collide();
  EXPECT_GT(first.size(), 100u);
  for (const int count : {1, 2, 4}) {
    setThreads(count);
    expectSameBits(first, world.collide());
  }
  setThreads(0);
}

TEST(LowestVertex, IsTheFirstOfThoseThatAreLevel) {
  PolytopeStore store(1);
  const Polytope& box = store.place(Box{}, Pose{});
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(&lowestVertex(box, Vec3::Unit(axis)), &box.vertices[0]);
    EXPECT_EQ(&lowestVertex(box, -Vec3::Unit(axis)), &box.vertices[std::size_t{1} << axis]);
  }
}

TEST(LowestVertex, IsFoundAmongAnyNumber) {
  RandomShapes random(18);
  PolytopeStore store(1);
  for (int corners = 4; corners < 24; ++corners) {
    std::vector<Vec3> points;
    for (int i = 0; i < corners; ++i) points.push_back(random.direction());
    store.empty(1);
    const Polytope& hull = store.place(Hull{hullFromPoints(points)}, Pose{random.vector(1.0), random.turn()});
    for (int trial = 0; trial < 50; ++trial) {
      const Vec3 direction = random.direction();
      const double least = direction.dot(lowestVertex(hull, direction));
      for (const Vec3& vertex : hull.vertices) EXPECT_LE(least, direction.dot(vertex) + 1e-15);  // rounding
    }
  }
}

}  // namespace
}  // namespace keystone

// Cylinders, cones, ellipsoids and solids with a margin: where they touch, and that brute force finds the same
// separation.
#include <gtest/gtest.h>

#include <set>

#include "collide/brute_force.h"
#include "collide/separation.h"
#include "shape/random_shapes.h"

namespace keystone {
namespace {

const Quat kOnItsSide(Eigen::AngleAxisd(EIGEN_PI / 2.0, Vec3::UnitX()));

Shape cylinder(double radius, double length) {
  return makeShape("cylinder", {radius, length, 0.0});
}

Manifold only(const ContactWorld& world) {
  const std::vector<Manifold> manifolds = world.collidePair();
  EXPECT_EQ(manifolds.size(), 1u);
  return manifolds.empty() ? Manifold{} : manifolds[0];
}

// What a cylinder may stand on, its top at y = 0.
const Shape kFloors[] = {HalfSpace{}, Box{Vec3(2, 0.5, 2)}, cylinder(2.0, 1.0)};

ContactWorld onFloor(int kind, const Shape& shape, double height, const Quat& turn = Quat::Identity()) {
  ContactWorld world;
  world.add(kFloors[kind], Vec3(0.0, kind == 0 ? 0.0 : -0.5, 0.0));
  world.add(shape, {0.1, height, -0.2}, false, turn);
  return world;
}

TEST(ConvexContact, StandingCylinderBearsOnItsRimAllRound) {
  for (int floor = 0; floor < 3; ++floor) {
    const Manifold manifold = only(onFloor(floor, cylinder(0.5, 2.0), 1.0));
    ASSERT_EQ(manifold.count, 8) << floor;
    EXPECT_EQ(manifold.normal, Vec3::UnitY()) << floor;
    double least = HUGE_VAL;  // of the reach of the points in any direction
    for (int k = 0; k < 64; ++k) {
      double most = -HUGE_VAL;
      for (int i = 0; i < 8; ++i)
        most = std::max(
            most, (manifold.points[i].point - Vec3(0.1, 0, -0.2)).dot(Vec3(std::cos(0.1 * k), 0.0, std::sin(0.1 * k))));
      least = std::min(least, most);
    }
    EXPECT_GT(least, 0.46);  // an octagon's: cos(pi / 8) of the radius
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(manifold.points[i].gap, 0.0, 1e-15);
  }
}

TEST(ConvexContact, LyingCylinderBearsOnTheEndsOfItsLine) {
  for (int floor = 0; floor < 3; ++floor) {
    const Manifold manifold = only(onFloor(floor, cylinder(0.5, 2.0), 0.5, kOnItsSide));
    ASSERT_EQ(manifold.count, 2) << floor;
    EXPECT_EQ(manifold.normal, Vec3::UnitY()) << floor;
    EXPECT_NEAR((manifold.points[0].point - manifold.points[1].point).norm(), 2.0, 1e-12);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(manifold.points[i].gap, 0.0, 1e-15);
  }
}

// A cone of radius 0.6 and height 0.8 has a side of length 1, and its centre stands 0.36 above a floor it lies on.
const Shape kCone = makeShape("cone", {0.6, 0.8, 0.0});
const Quat kConeOnItsSide(Eigen::AngleAxisd(-EIGEN_PI / 2.0 - std::atan2(0.6, 0.8), Vec3::UnitZ()));

TEST(ConvexContact, StandingConeBearsOnItsRimAllRound) {
  for (int floor = 0; floor < 3; ++floor) {
    const Manifold manifold = only(onFloor(floor, kCone, 0.2));
    ASSERT_EQ(manifold.count, 8) << floor;
    EXPECT_EQ(manifold.normal, Vec3::UnitY()) << floor;
    for (int i = 0; i < 8; ++i) {
      EXPECT_NEAR(manifold.points[i].gap, 0.0, 1e-15);
      EXPECT_NEAR((manifold.points[i].point - Vec3(0.1, 0, -0.2)).norm(), 0.6, 1e-12);
    }
  }
}

TEST(ConvexContact, LyingConeBearsOnItsApexAndItsRim) {
  for (int floor = 0; floor < 3; ++floor) {
    const Manifold manifold = only(onFloor(floor, kCone, 0.36, kConeOnItsSide));
    ASSERT_EQ(manifold.count, 2) << floor;
    EXPECT_LT((manifold.normal - Vec3::UnitY()).norm(), 1e-12) << floor;
    EXPECT_NEAR((manifold.points[0].point - manifold.points[1].point).norm(), 1.0, 1e-12);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(manifold.points[i].gap, 0.0, 1e-12);
  }
}

TEST(ConvexContact, ConeOnItsApexBearsThere) {
  for (int floor = 0; floor < 3; ++floor) {
    const Manifold manifold = only(onFloor(floor, kCone, 0.6, Quat(Eigen::AngleAxisd(EIGEN_PI, Vec3::UnitX()))));
    ASSERT_EQ(manifold.count, 1) << floor;
    EXPECT_LT((manifold.points[0].point - Vec3(0.1, 0, -0.2)).norm(), 1e-12);
    EXPECT_NEAR(manifold.points[0].gap, 0.0, 1e-12);
  }
}

TEST(ConvexContact, BoxWithAMarginBearsUnderTheCornersOfItsCore) {
  Box stone{Vec3(0.3, 0.2, 0.4), 0.1};
  for (int floor = 0; floor < 3; ++floor) {
    const Manifold manifold = only(onFloor(floor, stone, 0.3));
    ASSERT_EQ(manifold.count, 4) << floor;
    EXPECT_EQ(manifold.normal, Vec3::UnitY()) << floor;
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(manifold.points[i].gap, 0.0, 1e-15);
      EXPECT_NEAR(std::abs(manifold.points[i].point.x() - 0.1), 0.3, 1e-12);
      EXPECT_NEAR(std::abs(manifold.points[i].point.z() + 0.2), 0.4, 1e-12);
    }
  }
}

TEST(ConvexContact, RoundCornersTouchOnTheLineBetweenThem) {
  const Box a{Vec3::Constant(0.5), 0.1}, b{Vec3::Constant(0.3), 0.2};
  const Vec3 way = Vec3(1, 2, 2) / 3.0;
  ContactWorld world;
  world.add(a, Vec3::Zero());
  world.add(b, Vec3::Constant(0.8) + 0.31 * way);
  const Manifold manifold = only(world);
  ASSERT_EQ(manifold.count, 1);
  EXPECT_LT((manifold.normal - way).norm(), 1e-7);  // the root of rounding
  EXPECT_NEAR(manifold.points[0].gap, 0.01, 1e-12);
  EXPECT_LT((manifold.points[0].point - Vec3::Constant(0.5) - 0.105 * way).norm(), 1e-7);
}

TEST(ConvexContact, InThePlaneRoundCornersAndSidesTouchWhereTheyAre) {
  const Box a{Vec3::Constant(0.5), 0.1}, b{Vec3::Constant(0.3), 0.2};
  ContactWorld corners;
  corners.add(a, Vec3::Zero(), true);
  corners.add(b, Vec3(0.8, 0.8, 0.0) + 0.31 * Vec3(0.6, 0.8, 0.0), true);
  const Manifold corner = only(corners);
  ASSERT_EQ(corner.count, 1);
  EXPECT_LT((corner.normal - Vec3(0.6, 0.8, 0.0)).norm(), 1e-12);
  EXPECT_NEAR(corner.points[0].gap, 0.01, 1e-12);
  EXPECT_LT((corner.points[0].point - Vec3(0.5, 0.5, 0.0) - 0.105 * Vec3(0.6, 0.8, 0.0)).norm(), 1e-12);
  ContactWorld ground;
  ground.add(HalfSpace{}, Vec3::Zero());
  ground.add(a, {0, 0.6, 0}, true);
  const Manifold side = only(ground);
  ASSERT_EQ(side.count, 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(side.points[i].gap, 0.0, 1e-15);
    EXPECT_NEAR(std::abs(side.points[i].point.x()), 0.5, 1e-12);
  }
}

TEST(ConvexContact, EllipsoidBearsOnOnePointWhereverItIsTurned) {
  RandomShapes random(31);
  const Shape egg = makeShape("ellipsoid", {0.3, 0.5, 0.4});
  for (int floor = 0; floor < 3; ++floor) {
    for (int trial = 0; trial < 30; ++trial) {
      const Quat turn = random.turn();
      const Vec3 lowest = turn * support(egg, turn.conjugate() * Vec3(0, -1, 0));
      const Manifold manifold = only(onFloor(floor, egg, -lowest.y() - 1e-3, turn));
      ASSERT_EQ(manifold.count, 1);
      EXPECT_LT((manifold.normal - Vec3::UnitY()).norm(), 1e-12);
      EXPECT_NEAR(manifold.points[0].gap, -1e-3, 1e-12);
      const Vec3 expected = Vec3(0.1, -5e-4, -0.2) + Vec3(lowest.x(), 0, lowest.z());
      EXPECT_LT((manifold.points[0].point - expected).norm(), 1e-9);
    }
  }
}

TEST(ConvexContact, RimThatStandsHalfOverAnEdgeBearsOnTheOtherHalf) {
  ContactWorld world;
  world.add(Box{Vec3(1, 0.5, 1)}, {-1, -0.5, 0});
  world.add(cylinder(0.5, 1.0), {0, 0.5, 0});
  const Manifold manifold = only(world);
  ASSERT_GE(manifold.count, 5);
  for (int i = 0; i < manifold.count; ++i) EXPECT_LE(manifold.points[i].point.x(), 1e-9);
}

TEST(ConvexContact, LinesSideBySideBearOnTwoPointsAndCrossedOnesOnOne) {
  for (const bool crossed : {false, true}) {
    ContactWorld world;
    world.add(cylinder(0.3, 2.0), Vec3::Zero());
    const Quat turn(crossed ? Quat(Eigen::AngleAxisd(0.7, Vec3::UnitX())) : Quat::Identity());
    world.add(cylinder(0.2, 1.0), {0.499, 0.25, 0.0}, false, turn);
    const Manifold manifold = only(world);
    EXPECT_EQ(manifold.count, crossed ? 1 : 2);
    EXPECT_LT((manifold.normal - Vec3::UnitX()).norm(), 1e-7);
    for (int i = 0; i < manifold.count; ++i) EXPECT_NEAR(manifold.points[i].gap, -1e-3, 1e-9);
    if (crossed) continue;
    EXPECT_NEAR((manifold.points[0].point - manifold.points[1].point).norm(), 1.0, 1e-9);
  }
}

// Names are what warm starting goes by.
TEST(ConvexContact, NamesStayWhileTheBodyMovesALittle) {
  RandomShapes random(32);
  for (int floor = 0; floor < 3; ++floor) {
    std::set<std::uint32_t> known;
    for (int trial = 0; trial < 20; ++trial) {
      ContactWorld world = onFloor(floor, cylinder(0.5, 2.0), 1.0 + random.uniform(-1e-6, 1e-6));
      world.bodies[1].pose.position += 1e-3 * Vec3(random.uniform(-1, 1), 0, random.uniform(-1, 1));
      const Manifold manifold = only(world);
      std::set<std::uint32_t> names;
      for (int i = 0; i < manifold.count; ++i) names.insert(manifold.points[i].feature);
      EXPECT_EQ(names.size(), 8u);
      if (trial == 0) known = names;
      EXPECT_EQ(names, known);
    }
  }
}

// Against every kind of shape, apart and in light overlap. 2e-3 m: what climbing at random leaves, and lines and faces
// that are turned by up to a milliradian.
void expectLargestSeparation(bool aligned) {
  RandomShapes random(33);
  const auto turn = [&] {
    Quat result = Quat::Identity();
    if (!aligned) return random.turn();
    for (int k = 0; k < 3; ++k)
      result = result * Quat(Eigen::AngleAxisd(0.5 * EIGEN_PI * std::round(random.uniform(0.0, 3.0)), Vec3::Unit(k)));
    return result;
  };
  int apart = 0, overlapping = 0;
  for (int trial = 0; trial < 900; ++trial) {
    ContactWorld world;
    world.params.margin = 0.3;
    world.add(trial % 3 == 0   ? random.cone()
              : trial % 3 == 1 ? random.rounded()
                               : random.convex(),
              random.vector(0.2), false, turn());
    world.add(random.everySolid(), random.uniform(0.6, 2.4) * random.direction(), false, turn());
    if (trial % 2 == 1) {
      std::swap(world.bodies[0], world.bodies[1]);
      std::swap(world.colliders[0], world.colliders[1]);
    }
    const double largest = largestSeparation(world, random);
    const std::vector<Manifold> manifolds = world.collidePair();
    if (largest > 0.302) {
      EXPECT_TRUE(manifolds.empty()) << trial;
      continue;
    }
    if (largest < -0.05 || largest > 0.298) continue;  // deep: any direction that is best among its neighbours serves
    ++(largest > 0.0 ? apart : overlapping);
    ASSERT_EQ(manifolds.size(), 1u) << trial;
    double gap = HUGE_VAL;
    std::set<std::uint32_t> names;
    for (int i = 0; i < manifolds[0].count; ++i) {
      gap = std::min(gap, manifolds[0].points[i].gap);
      names.insert(manifolds[0].points[i].feature);
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(manifolds[0].count));
    EXPECT_NEAR(separationAlong(world, manifolds[0].normal), largest, 2e-3) << trial;
    EXPECT_NEAR(gap, largest, 2e-3) << trial;
  }
  EXPECT_GT(apart, 60);
  EXPECT_GT(overlapping, 15);
}

TEST(ConvexContact, SeparationIsTheLargestOfAllDirections) {
  expectLargestSeparation(false);
}

TEST(ConvexContact, SeparationIsTheLargestAlsoWhereLinesAndFacesAreParallel) {
  expectLargestSeparation(true);
}

TEST(ConvexContact, SeparationOfTwoBallsIsTheLineOfTheirCentres) {
  RandomShapes random(34);
  for (int trial = 0; trial < 200; ++trial) {
    const Shape a = makeShape("ellipsoid", Vec3::Constant(random.uniform(0.3, 1.0)));
    const Shape b = makeShape("ellipsoid", Vec3::Constant(random.uniform(0.3, 1.0)));
    const double radii = boundingRadius(a) + boundingRadius(b), distance = radii + random.uniform(-0.1, 0.1);
    const Vec3 way = random.direction();
    const Pose pose_a{Vec3::Zero(), random.turn()}, pose_b{Vec3::Zero(), random.turn()};
    Separation parting;
    ASSERT_TRUE(
        findSeparation(ConvexCore(a, pose_a, Vec3::Zero()), ConvexCore(b, pose_b, distance * way), 0.3, 1.0, parting));
    EXPECT_NEAR(parting.separation, distance - radii, 1e-12);
    EXPECT_LT((parting.normal - way).norm(), 1e-6);  // the root of the rounding of the separation
  }
}

}  // namespace
}  // namespace keystone

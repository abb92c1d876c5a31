#include "shape/shape.h"

#include <gtest/gtest.h>

#include "shape/random_shapes.h"

namespace keystone {
namespace {

constexpr double kShapeRounding = 1e-12;  // a few dozen operations on lengths of order one

TEST(Shape, BoundsAreTightAndHoldTheShape) {
  RandomShapes random(2);
  for (int trial = 0; trial < 500; ++trial) {
    const Shape shape = random.everySolid();
    const Pose pose{random.vector(5.0), random.turn()};
    const Aabb box = bounds(shape, pose, 0.1);
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 local = pose.orientation.conjugate() * Vec3::Unit(axis);
      EXPECT_NEAR(box.upper[axis], pose.toWorld(support(shape, local))[axis] + 0.1, kShapeRounding);
      EXPECT_NEAR(box.lower[axis], pose.toWorld(support(shape, -local))[axis] - 0.1, kShapeRounding);
    }
  }
}

TEST(Shape, NoSupportPointLeavesTheBoundingBall) {
  RandomShapes random(3);
  for (int trial = 0; trial < 500; ++trial) {
    const Shape shape = random.everySolid();
    EXPECT_LE(support(shape, random.direction()).norm(), boundingRadius(shape) + kShapeRounding);
  }
}

TEST(Shape, HalfSpaceIsUnbounded) {
  const Aabb box = bounds(HalfSpace{}, Pose{}, 0.0);
  EXPECT_EQ(box.upper.x(), HUGE_VAL);
  EXPECT_EQ(box.lower.y(), -HUGE_VAL);
  EXPECT_EQ(boundingRadius(HalfSpace{}), HUGE_VAL);
}

TEST(CastRay, FindsTheNearFaceOfATurnedBox) {
  const Pose pose{Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(EIGEN_PI / 4.0, Vec3::UnitY()))};
  RayHit hit;
  ASSERT_TRUE(castRay(Box{}, pose, Vec3(1.1, 10, 3), -Vec3::UnitY(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 7.5, kShapeRounding);
  EXPECT_LT((hit.normal - Vec3::UnitY()).norm(), kShapeRounding);
  ASSERT_TRUE(castRay(Box{}, pose, Vec3(1.1, 2, 10), -Vec3::UnitZ(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 7.0 - std::sqrt(0.5) + 0.1, kShapeRounding);
  EXPECT_FALSE(castRay(Box{}, pose, Vec3(1.1, 2, 10), -Vec3::UnitZ(), 6.0, hit));
  EXPECT_FALSE(castRay(Box{}, pose, Vec3(3, 2, 10), -Vec3::UnitZ(), 100.0, hit));
}

TEST(CastRay, SphereCapsuleAndGroundHaveTheirClosedForms) {
  RayHit hit;
  ASSERT_TRUE(castRay(Sphere{2.0}, Pose{}, Vec3(10, 1.2, 0), -Vec3::UnitX(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 1.6, kShapeRounding);
  EXPECT_LT((hit.normal - Vec3(0.8, 0.6, 0.0)).norm(), kShapeRounding);

  const Capsule capsule{0.5, 1.0};
  ASSERT_TRUE(castRay(capsule, Pose{}, Vec3(10, 0.9, 0.3), -Vec3::UnitX(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 0.4, kShapeRounding);
  ASSERT_TRUE(castRay(capsule, Pose{}, Vec3(0.3, 10, 0), -Vec3::UnitY(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 1.4, kShapeRounding);

  ASSERT_TRUE(castRay(HalfSpace{}, Pose{}, Vec3(0, 3, 0), Vec3(0.6, -0.8, 0.0), 100.0, hit));
  EXPECT_NEAR(hit.distance, 3.0 / 0.8, kShapeRounding);
  EXPECT_EQ(hit.normal, Vec3::UnitY());
}

TEST(CastRay, CylinderAndEllipsoidHaveTheirClosedForms) {
  RayHit hit;
  const Shape cylinder = makeShape("cylinder", {0.5, 2.0, 0.0});
  ASSERT_TRUE(castRay(cylinder, Pose{}, Vec3(10, 0.9, 0.3), -Vec3::UnitX(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 0.4, kShapeRounding);
  EXPECT_LT((hit.normal - Vec3(0.8, 0.0, 0.6)).norm(), kShapeRounding);
  ASSERT_TRUE(castRay(cylinder, Pose{}, Vec3(0.3, 10, 0.3), -Vec3::UnitY(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 9.0, kShapeRounding);
  EXPECT_EQ(hit.normal, Vec3::UnitY());
  EXPECT_FALSE(castRay(cylinder, Pose{}, Vec3(0.4, 10, 0.4), -Vec3::UnitY(), 100.0, hit));
  EXPECT_FALSE(castRay(cylinder, Pose{}, Vec3(10, 1.01, 0), -Vec3::UnitX(), 100.0, hit));

  // x^2 / 4 + y^2 + z^2 / 9 = 1 at y = 0.6, z = 0: x = 1.6, normal along (x / 4, y, 0).
  const Shape ellipsoid = makeShape("ellipsoid", {2.0, 1.0, 3.0});
  ASSERT_TRUE(castRay(ellipsoid, Pose{}, Vec3(10, 0.6, 0), -Vec3::UnitX(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 1.6, kShapeRounding);
  EXPECT_LT((hit.normal - Vec3(0.4, 0.6, 0.0).normalized()).norm(), kShapeRounding);
}

TEST(CastRay, ConeHasItsClosedForm) {
  RayHit hit;
  const Shape cone = makeShape("cone", {0.6, 0.8, 0.0});  // base at y = -0.2, apex at 0.6
  ASSERT_TRUE(castRay(cone, Pose{}, Vec3(10, 0.2, 0), -Vec3::UnitX(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 0.3, kShapeRounding);
  EXPECT_LT((hit.normal - Vec3(0.8, 0.6, 0.0)).norm(), kShapeRounding);
  ASSERT_TRUE(castRay(cone, Pose{}, Vec3(0, 10, 0.3), -Vec3::UnitY(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 0.2, kShapeRounding);
  EXPECT_LT((hit.normal - Vec3(0.0, 0.6, 0.8)).norm(), kShapeRounding);
  ASSERT_TRUE(castRay(cone, Pose{}, Vec3(0.3, -10, 0.4), Vec3::UnitY(), 100.0, hit));
  EXPECT_NEAR(hit.distance, 10.0 - 0.2, kShapeRounding);
  EXPECT_EQ(hit.normal, -Vec3::UnitY());
  ASSERT_TRUE(castRay(cone, Pose{}, Vec3(0, 10, 0), -Vec3::UnitY(), 100.0, hit));  // the apex
  EXPECT_NEAR(hit.distance, 10.0 - 0.6, kShapeRounding);
  EXPECT_FALSE(castRay(cone, Pose{}, Vec3(0.5, -10, 0.4), Vec3::UnitY(), 100.0, hit));
  EXPECT_FALSE(castRay(cone, Pose{}, Vec3(10, 0.61, 0), -Vec3::UnitX(), 100.0, hit));
  EXPECT_FALSE(castRay(cone, Pose{}, Vec3(10, 1.0, 0), -Vec3::UnitX(), 100.0, hit));  // of its mirror image in the apex
}

TEST(CastRay, HitsLieOnTheSurfaceAndFaceTheRay) {
  RandomShapes random(4);
  int hits = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Shape shape = random.everySolid();
    const Pose pose{random.vector(1.0), random.turn()};
    const Vec3 origin = 4.0 * random.direction();
    const Vec3 direction = (pose.position + random.vector(0.6) - origin).normalized();
    RayHit hit;
    if (!castRay(shape, pose, origin, direction, 100.0, hit)) continue;
    ++hits;
    // The shape lies below its tangent plane at the hit.
    const Vec3 point = origin + hit.distance * direction;
    const Vec3 highest = pose.toWorld(support(shape, pose.orientation.conjugate() * hit.normal));
    EXPECT_NEAR(hit.normal.dot(highest - point), 0.0, 1e-9);
    EXPECT_LT(hit.normal.dot(direction), 1e-9);
  }
  EXPECT_GT(hits, 1000);
}

TEST(CastRay, RayFromInsideDoesNotEnter) {
  RandomShapes random(5);
  RayHit hit;
  for (int trial = 0; trial < 300; ++trial) {
    EXPECT_FALSE(castRay(random.everySolid(), Pose{}, Vec3::Zero(), random.direction(), 100.0, hit));
  }
}

}  // namespace
}  // namespace keystone

// The camera's maths, without a window: what is under the mouse stays there, what is framed is seen.
#include "view/camera.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

// Rounding of a few products in double precision, in pixels or metres at scenes of 10 m.
constexpr double kRounding = 1e-9;

Camera camera(bool orthographic) {
  Camera made;
  made.setViewport(1280, 800);
  made.target = Vec3(1.0, 2.0, -0.5);
  made.orthographic = orthographic;
  return made;
}

// Pixel (y down) through the matrices that the shaders use.
Vec2 throughMatrices(const Camera& made, const Vec3& point) {
  const Eigen::Vector4d clip = made.projection() * made.view() * point.homogeneous();
  return {(clip.x() / clip.w() * 0.5 + 0.5) * made.width(), (0.5 - clip.y() / clip.w() * 0.5) * made.height()};
}

class EitherCamera : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Camera, EitherCamera, ::testing::Bool());

TEST_P(EitherCamera, AxesAreAnOrthonormalRightHandedFrame) {
  const Camera made = camera(GetParam());
  EXPECT_NEAR(made.right().dot(made.up()), 0.0, kRounding);
  EXPECT_NEAR((made.right().cross(made.up()) + made.forward()).norm(), 0.0, kRounding);
  EXPECT_NEAR((made.eye() + made.distance * made.forward() - made.target).norm(), 0.0, kRounding);
}

TEST_P(EitherCamera, ProjectAgreesWithTheMatrices) {
  const Camera made = camera(GetParam());
  for (const Vec3& point : {Vec3(0, 0, 0), Vec3(3, 1, 2), Vec3(-2, 4, -5)}) {
    Vec2 pixel;
    ASSERT_TRUE(made.project(point, pixel));
    EXPECT_NEAR((pixel - throughMatrices(made, point)).norm(), 0.0, 1e-8);  // pixels up to 1e3, depths up to 1e3
  }
}

TEST_P(EitherCamera, RayThroughAProjectedPointHitsThePoint) {
  const Camera made = camera(GetParam());
  const Vec3 point(2.0, 0.5, 1.0);
  Vec2 pixel;
  ASSERT_TRUE(made.project(point, pixel));
  const Ray ray = made.rayThrough(pixel.x(), pixel.y());
  EXPECT_NEAR(ray.direction.norm(), 1.0, kRounding);
  EXPECT_NEAR(ray.direction.cross(point - ray.origin).norm(), 0.0, kRounding);
  EXPECT_GT(ray.direction.dot(point - ray.origin), 0.0);
}

TEST_P(EitherCamera, AShiftMovesThePictureAndNothingElse) {
  const Camera made = camera(GetParam());
  Camera shifted = made;
  shifted.shift = Vec2(311.0, -120.0);
  for (const Vec3& point : {Vec3(0, 0, 0), Vec3(3, 1, 2), Vec3(-2, 4, -5)}) {
    Vec2 before, after;
    ASSERT_TRUE(made.project(point, before));
    ASSERT_TRUE(shifted.project(point, after));
    EXPECT_NEAR((after - before - shifted.shift).norm(), 0.0, kRounding);
    EXPECT_NEAR((after - throughMatrices(shifted, point)).norm(), 0.0, 1e-8);  // as above
    const Ray ray = shifted.rayThrough(after.x(), after.y());
    EXPECT_NEAR(ray.direction.cross(point - ray.origin).norm(), 0.0, 1e-8);  // points up to 10 m off, from afar
  }
}

TEST_P(EitherCamera, ZoomKeepsThePointUnderTheMouse) {
  Camera made = camera(GetParam());
  const Vec3 point = made.target + 1.5 * made.right() - 0.7 * made.up();
  Vec2 before, after;
  ASSERT_TRUE(made.project(point, before));
  const double distance = made.distance;
  made.zoom(3.0, before.x(), before.y());
  ASSERT_TRUE(made.project(point, after));
  EXPECT_LT(made.distance, distance);
  EXPECT_NEAR((after - before).norm(), 0.0, kRounding);
}

TEST_P(EitherCamera, PanKeepsThePointUnderTheMouse) {
  Camera made = camera(GetParam());
  Vec2 before, after;
  const Vec3 point = made.target;
  ASSERT_TRUE(made.project(point, before));
  made.pan(40.0, -25.0);
  ASSERT_TRUE(made.project(point, after));
  EXPECT_NEAR((after - before - Vec2(40.0, -25.0)).norm(), 0.0, kRounding);
}

TEST_P(EitherCamera, FramedBoxIsInsideTheViewAndFillsMostOfIt) {
  Camera made = camera(GetParam());
  const Vec3 lower(-4.0, 0.0, -1.0), upper(6.0, 5.0, 1.0);
  const Vec3 forward = made.forward();
  made.frame(lower, upper);
  EXPECT_EQ(made.forward(), forward);
  double reach = 0.0;  // largest |x| or |y| of a corner, as a share of half the view
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at((corner & 1) != 0 ? upper.x() : lower.x(), (corner & 2) != 0 ? upper.y() : lower.y(),
                  (corner & 4) != 0 ? upper.z() : lower.z());
    Vec2 pixel;
    ASSERT_TRUE(made.project(at, pixel));
    reach = std::max({reach, std::abs(pixel.x() / 640.0 - 1.0), std::abs(pixel.y() / 400.0 - 1.0)});
  }
  EXPECT_LE(reach, 1.0);
  EXPECT_GE(reach, 0.8);
}

TEST(Camera, OrbitStaysOffThePolesAndKeepsTheTarget) {
  Camera made = camera(false);
  const Vec3 target = made.target;
  made.orbit(100.0, 1e6);
  EXPECT_LT(made.pitch, M_PI_2);
  EXPECT_GT(made.up().y(), 0.0);
  EXPECT_EQ(made.target, target);
}

TEST(Camera, YawZeroPitchZeroLooksAlongMinusZ) {
  Camera made = camera(true);
  made.yaw = made.pitch = 0.0;
  EXPECT_NEAR((made.forward() - Vec3(0, 0, -1)).norm(), 0.0, kRounding);
  EXPECT_NEAR((made.right() - Vec3(1, 0, 0)).norm(), 0.0, kRounding);
}

TEST(Camera, PointBehindThePerspectiveEyeIsNotProjected) {
  const Camera made = camera(false);
  Vec2 pixel;
  EXPECT_FALSE(made.project(made.eye() - made.forward(), pixel));
}

}  // namespace
}  // namespace keystone

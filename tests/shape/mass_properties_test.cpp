#include "shape/mass_properties.h"

#include <gtest/gtest.h>

#include <numbers>

#include "shape/random_shapes.h"

namespace keystone {
namespace {

// Sums of a few dozen terms of order one.
constexpr double kRounding = 1e-13;

void expectSame(const MassProperties& got, const MassProperties& expected, double tolerance) {
  EXPECT_NEAR(got.mass, expected.mass, tolerance * expected.mass);
  EXPECT_LT((got.center - expected.center).norm(), tolerance);
  EXPECT_LT((got.inertia - expected.inertia).norm(), tolerance * expected.inertia.norm());
}

TEST(MassProperties, HullOfABoxWeighsWhatTheBoxWeighs) {
  const Box box{Vec3(0.5, 0.25, 2.0)};
  std::vector<Vec3> corners;
  for (int v = 0; v < 8; ++v) {
    corners.emplace_back(
        box.half.cwiseProduct(Vec3((v & 1) != 0 ? 1 : -1, (v & 2) != 0 ? 1 : -1, (v & 4) != 0 ? 1 : -1)));
  }
  expectSame(massProperties(Hull{hullFromPoints(corners)}, 3.0), massProperties(box, 3.0), kRounding);
}

TEST(MassProperties, CornerTetrahedronHasItsClosedForm) {
  const double l = 2.0;
  Vec3 center;
  const Hull hull{hullFromPoints({Vec3::Zero(), Vec3(l, 0, 0), Vec3(0, l, 0), Vec3(0, 0, l)}, &center)};
  EXPECT_LT((center - Vec3::Constant(l / 4.0)).norm(), kRounding);
  // About the centre of mass: I_xx = 3/40 m l^2, I_xy = m l^2 / 80.
  const double mass = l * l * l / 6.0;
  Mat3 inertia = Mat3::Constant(mass * l * l / 80.0);
  inertia.diagonal().setConstant(3.0 * mass * l * l / 40.0);
  expectSame(massProperties(hull, 1.0), {mass, Vec3::Zero(), inertia}, kRounding);
}

TEST(MassProperties, RoundSolidsHaveTheirClosedForms) {
  const MassProperties ball = massProperties(Sphere{2.0}, 1.5);
  EXPECT_NEAR(ball.mass, 1.5 * 32.0 / 3.0 * std::numbers::pi, kRounding * ball.mass);
  EXPECT_NEAR(ball.inertia(1, 1), 0.4 * ball.mass * 4.0, kRounding * ball.mass);
  // A capsule without a segment is a ball; a very long one is a rod.
  expectSame(massProperties(Capsule{2.0, 0.0}, 1.5), ball, kRounding);
  const MassProperties rod = massProperties(Capsule{1e-4, 5.0}, 1.0);
  EXPECT_NEAR(rod.inertia(0, 0), rod.mass * 100.0 / 12.0, 1e-4 * rod.inertia(0, 0));  // its radius over its length
}

TEST(MassProperties, CylinderAndEllipsoidHaveTheirClosedForms) {
  const double r = 0.4, l = 1.5, mass = 2.0 * std::numbers::pi * r * r * l;
  const double across = mass * (3.0 * r * r + l * l) / 12.0;
  const Mat3 of_cylinder = Vec3(across, 0.5 * mass * r * r, across).asDiagonal();
  expectSame(massProperties(makeShape("cylinder", {r, l, 0.0}), 2.0), {mass, Vec3::Zero(), of_cylinder}, kRounding);
  // One with three equal radii is a ball.
  expectSame(massProperties(makeShape("ellipsoid", {2.0, 2.0, 2.0}), 1.5), massProperties(Sphere{2.0}, 1.5), kRounding);
  const MassProperties egg = massProperties(makeShape("ellipsoid", {1.0, 2.0, 3.0}), 1.0);
  EXPECT_NEAR(egg.mass, 8.0 * std::numbers::pi, kRounding * egg.mass);
  EXPECT_NEAR(egg.inertia(0, 0), egg.mass * 13.0 / 5.0, kRounding * egg.inertia(0, 0));
  EXPECT_NEAR(egg.inertia(2, 2), egg.mass * 5.0 / 5.0, kRounding * egg.inertia(0, 0));
}

TEST(MassProperties, ConeHasItsClosedForm) {
  const double r = 0.4, h = 1.5, mass = 2.0 * std::numbers::pi * r * r * h / 3.0;
  const double across = 3.0 / 80.0 * mass * (4.0 * r * r + h * h);
  const Mat3 inertia = Vec3(across, 0.3 * mass * r * r, across).asDiagonal();
  expectSame(massProperties(makeShape("cone", {r, h, 0.0}), 2.0), {mass, Vec3::Zero(), inertia}, kRounding);
}

TEST(MassProperties, HalfSpaceHasNoMass) {
  EXPECT_THROW(massProperties(HalfSpace{}, 1.0), std::invalid_argument);
}

TEST(MassProperties, RandomHullsMatchVoxelSums) {
  RandomShapes random(7);
  for (int trial = 0; trial < 3; ++trial) {
    const Hull hull = random.hull();
    const MassProperties exact = massProperties(hull, 1.0);
    const int n = 100;
    const double cell = 2.4 / n;  // the hulls fit in a box of 2.4 m about their centre
    MassProperties sum;
    Mat3 second = Mat3::Zero();
    for (int i = 0; i < n * n * n; ++i) {
      const Vec3 x = cell * (Vec3(i % n, i / n % n, i / n / n) + Vec3::Constant(0.5 - 0.5 * n));
      bool inside = true;
      for (std::size_t f = 0; inside && f < hull.data->normals.size(); ++f) {
        inside = hull.data->normals[f].dot(x) <= hull.data->offsets[f];
      }
      if (!inside) continue;
      sum.mass += cell * cell * cell;
      second += cell * cell * cell * x * x.transpose();
    }
    sum.inertia = second.trace() * Mat3::Identity() - second;
    expectSame(exact, sum, 0.02);  // the surface's share of the voxels: one in n, a few times over
  }
}

}  // namespace
}  // namespace keystone

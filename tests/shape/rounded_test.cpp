// Polyhedra swept by a ball: Steiner's formula, moments, rays and the surface that is drawn.
#include "shape/rounded.h"

#include <gtest/gtest.h>

#include <numbers>

#include "shape/box_polyhedron.h"
#include "shape/random_shapes.h"

namespace keystone {
namespace {

using std::numbers::pi;

constexpr double kSumRounding = 1e-13;  // sums of a few hundred terms of order one

TEST(Rounded, TetrahedronHasSteinersVolume) {
  const double edge = 2.0 * std::sqrt(2.0), r = 0.7;
  const auto hull = hullFromPoints({Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)}, nullptr, r);
  const double exterior = pi - std::acos(1.0 / 3.0);
  const double volume = std::pow(edge, 3) / (6.0 * std::sqrt(2.0)) + std::sqrt(3.0) * edge * edge * r +
                        0.5 * 6.0 * edge * exterior * r * r + 4.0 / 3.0 * pi * r * r * r;
  const VolumeIntegrals sum = integrateRounded(*hull, r);
  EXPECT_NEAR(sum.volume, volume, kSumRounding * volume);
  EXPECT_LT(sum.first.norm(), kSumRounding * volume);
  EXPECT_LT((sum.second - sum.second(0, 0) * Mat3::Identity()).norm(), kSumRounding * sum.second.norm());
}

// Core, slabs, quarters of cylinders and octants of a ball, each by hand.
double secondOfBox(const Vec3& half, double r, int axis) {
  const double a = half[axis], b = half[(axis + 1) % 3], c = half[(axis + 2) % 3], r2 = r * r;
  const double core = 8.0 * a * b * c * a * a / 3.0;
  const double slabs = 8.0 * b * c * (std::pow(a + r, 3) - a * a * a) / 3.0 + 8.0 * a * (b + c) * r * a * a / 3.0;
  const double along = pi * r2 * 2.0 * a * a * a / 3.0;
  const double across = 2.0 * (b + c) * (pi * r2 * a * a + 8.0 / 3.0 * a * r2 * r + 0.25 * pi * r2 * r2);
  const double corners = 4.0 / 3.0 * pi * r2 * r * a * a + pi * a * r2 * r2 + 4.0 / 15.0 * pi * r2 * r2 * r;
  return core + slabs + along + across + corners;
}

TEST(Rounded, BoxHasTheMomentsOfItsParts) {
  RandomShapes random(51);
  for (int trial = 0; trial < 50; ++trial) {
    Box box = random.box();
    box.margin = random.uniform(0.01, 1.0);
    const Vec3 size = 2.0 * box.half;
    const double r = box.margin, faces = size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
    const double volume = size.prod() + 2.0 * faces * r + pi * r * r * size.sum() + 4.0 / 3.0 * pi * r * r * r;
    const Vec3 second(secondOfBox(box.half, r, 0), secondOfBox(box.half, r, 1), secondOfBox(box.half, r, 2));
    const MassProperties got = massProperties(box, 3.0);
    EXPECT_NEAR(got.mass, 3.0 * volume, kSumRounding * got.mass);
    EXPECT_LT(got.center.norm(), kSumRounding);
    const Mat3 expected = 3.0 * (second.sum() * Mat3::Identity() - Mat3(second.asDiagonal()));
    EXPECT_LT((got.inertia - expected).norm(), kSumRounding * expected.norm());
  }
}

TEST(Rounded, TinyCoreIsABallAndNeedleACapsule) {
  const MassProperties ball = massProperties(Box{Vec3::Constant(1e-9), 0.5}, 2.0);
  EXPECT_LT((ball.inertia - massProperties(Sphere{0.5}, 2.0).inertia).norm(), 1e-7);  // the size of the core
  const MassProperties capsule = massProperties(Box{Vec3(1e-9, 0.7, 1e-9), 0.5}, 2.0);
  EXPECT_LT((capsule.inertia - massProperties(Capsule{0.5, 0.7}, 2.0).inertia).norm(), 1e-7);
}

// Chords along x over a grid of lines. The midpoint rule is good to the power 3/2 of the spacing where chords end
// steeply: (1 / 250)^1.5 = 2.5e-4, a few times over.
TEST(Rounded, RandomHullsMatchSumsOfChords) {
  RandomShapes random(52);
  for (int trial = 0; trial < 3; ++trial) {
    const auto hull = hullFromPoints(random.hull().data->vertices, nullptr, 0.25);
    const MassProperties exact = massProperties(Hull{hull}, 1.0);
    const Shape shape = Hull{hull};
    const double reach = boundingRadius(shape);
    const int n = 250;
    const double cell = 2.0 * reach / n;
    VolumeIntegrals sum;
    for (int i = 0; i < n * n; ++i) {
      const double y = cell * (i % n + 0.5) - reach, z = cell * (i / n + 0.5) - reach;
      const auto enters = castRounded(*hull, 0.25, {Vec3(-2.0 * reach, y, z), Vec3::UnitX()});
      const auto leaves = castRounded(*hull, 0.25, {Vec3(2.0 * reach, y, z), -Vec3::UnitX()});
      ASSERT_EQ(enters.has_value(), leaves.has_value());
      if (!enters) continue;
      const double low = enters->distance - 2.0 * reach, high = 2.0 * reach - leaves->distance;
      const double length = cell * cell * (high - low), first = cell * cell * 0.5 * (high * high - low * low);
      sum.volume += length;
      sum.first += Vec3(first, y * length, z * length);
      Mat3 second = Mat3::Zero();
      second(0, 0) = cell * cell * (high * high * high - low * low * low) / 3.0;
      second(0, 1) = second(1, 0) = y * first;
      second(0, 2) = second(2, 0) = z * first;
      second(1, 1) = y * y * length;
      second(2, 2) = z * z * length;
      second(1, 2) = second(2, 1) = y * z * length;
      sum.second += second;
    }
    EXPECT_NEAR(exact.mass, sum.volume, 1e-3 * exact.mass);
    EXPECT_LT(exact.center.norm(), kSumRounding);
    EXPECT_LT(sum.first.norm(), 1e-3 * sum.volume);
    const Mat3 inertia = sum.second.trace() * Mat3::Identity() - sum.second;
    EXPECT_LT((exact.inertia - inertia).norm(), 1e-3 * exact.inertia.norm());
  }
}

TEST(Rounded, SurfaceIsClosedLooksOutwardAndHoldsTheMass) {
  RandomShapes random(53);
  for (int trial = 0; trial < 20; ++trial) {
    const Shape solid = random.rounded();
    const int around = 200;
    const Surface surface = kindOf(solid).surface(solid, around);
    std::vector<std::vector<int>> faces;
    for (const auto& [a, b, c] : surface.triangles) {
      const auto at = [&](int i) { return surface.points[i]; };
      const Vec3 normal = (at(b) - at(a)).cross(at(c) - at(a));
      for (const int i : {a, b, c}) EXPECT_GE(normal.dot(surface.normals[i]), -1e-12);
      faces.push_back({a, b, c});
    }
    const MassProperties exact = massProperties(solid, 1.0);
    const VolumeIntegrals mesh = integrate(surface.points, faces);
    EXPECT_NEAR(mesh.volume, exact.mass, 2e-3 * exact.mass);  // chords: (2 pi / 200)^2
    EXPECT_LE(mesh.volume, exact.mass * (1.0 + kSumRounding));
    for (int k = 0; k < 20; ++k) {
      const Vec3 d = random.direction();
      double farthest = -HUGE_VAL;
      for (const Vec3& point : surface.points) farthest = std::max(farthest, d.dot(point));
      EXPECT_LE(farthest, d.dot(support(solid, d)) + kSumRounding);
      EXPECT_NEAR(farthest, d.dot(support(solid, d)), 1e-3);
    }
  }
}

}  // namespace
}  // namespace keystone

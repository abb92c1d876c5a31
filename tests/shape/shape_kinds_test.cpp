// What the table of shapes promises, for every shape of kind Convex in it: the parts of a row agree with each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "shape/polyhedron.h"
#include "shape/random_shapes.h"

namespace keystone {
namespace {

class ConvexKind : public ::testing::TestWithParam<const ShapeKind*> {
 protected:
  Shape shape(RandomShapes& random) const {
    return GetParam()->make({random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)});
  }
};

// A mesh of n points to a circle lies within (pi / n)^2 / 2 of the radius of what it stands for, each way round.
constexpr int kAround = 300;
constexpr double kSagitta = 1.1e-4;

TEST_P(ConvexKind, SupportPointIsTheFarthestOfTheSurface) {
  RandomShapes random(21);
  for (int trial = 0; trial < 20; ++trial) {
    const Shape solid = shape(random);
    const Surface surface = GetParam()->surface(solid, kAround);
    for (int k = 0; k < 20; ++k) {
      const Vec3 d = random.direction();
      double farthest = -HUGE_VAL;
      for (const Vec3& point : surface.points) farthest = std::max(farthest, d.dot(point));
      EXPECT_GE(d.dot(support(solid, d)), farthest - 1e-12);
      EXPECT_LE(d.dot(support(solid, d)), farthest + kSagitta);
    }
  }
}

TEST_P(ConvexKind, SupportPointIsOfTheShape) {
  RandomShapes random(22);
  for (int trial = 0; trial < 200; ++trial) {
    const Shape solid = shape(random);
    const Vec3 point = support(solid, random.direction());
    for (int k = 0; k < 20; ++k) {
      const Vec3 d = random.direction();
      EXPECT_LE(d.dot(point), d.dot(support(solid, d)) + 1e-12);
    }
  }
}

TEST_P(ConvexKind, SurfaceIsClosedLooksOutwardAndHoldsTheMass) {
  RandomShapes random(23);
  for (int trial = 0; trial < 5; ++trial) {
    const Shape solid = shape(random);
    const Surface surface = GetParam()->surface(solid, kAround);
    std::vector<std::vector<int>> faces;
    for (const auto& [a, b, c] : surface.triangles) {
      const auto at = [&](int i) { return surface.points[i]; };
      const Vec3 normal = (at(b) - at(a)).cross(at(c) - at(a));
      for (const int i : {a, b, c}) EXPECT_GE(normal.dot(surface.normals[i]), -1e-12);
      faces.push_back({a, b, c});
    }
    const VolumeIntegrals mesh = integrate(surface.points, faces);
    const MassProperties exact = massProperties(solid, 3.0);
    // A section of the mesh is smaller by 2/3 (pi / n)^2, its second moment by twice that, and spheres by more.
    EXPECT_NEAR(3.0 * mesh.volume, exact.mass, 4e-4 * exact.mass);
    EXPECT_LE(3.0 * mesh.volume, exact.mass);
    const Mat3 inertia = 3.0 * (mesh.second.trace() * Mat3::Identity() - mesh.second);
    EXPECT_LT((inertia - exact.inertia).norm(), 1e-3 * exact.inertia.norm());
  }
}

TEST_P(ConvexKind, WhatLooksInADirectionHoldsTheFarthestPointAndRunsRoundItsFace) {
  RandomShapes random(24);
  for (int trial = 0; trial < 300; ++trial) {
    const Shape solid = shape(random);
    const Vec3 d = random.direction();
    Facing facing;
    GetParam()->facing(solid, d, facing);
    ASSERT_GE(facing.count, 1);
    double farthest = -HUGE_VAL;
    for (int i = 0; i < facing.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      farthest = std::max(farthest, d.dot(facing.points[at]));
      for (int k = 0; k < i; ++k) EXPECT_NE(facing.names[at], facing.names[k]);
      if (facing.face < 0) continue;
      const Vec3& point = facing.points[at];
      const Vec3& next = facing.points[(at + 1) % facing.count];
      EXPECT_NEAR(facing.normal.dot(point), facing.normal.dot(support(solid, facing.normal)), 1e-12);
      EXPECT_GT(point.cross(next).dot(facing.normal), -1e-12);
    }
    EXPECT_NEAR(farthest, d.dot(support(solid, d)), 1e-12);
  }
}

std::vector<const ShapeKind*> convexKinds() {
  std::vector<const ShapeKind*> kinds;
  for (const ShapeKind* kind : shapeKinds())
    if (kind->facing != nullptr) kinds.push_back(kind);
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Table, ConvexKind, ::testing::ValuesIn(convexKinds()),
                         [](const auto& instance) { return std::string(instance.param->id); });

TEST(ShapeKinds, SizesMakeTheShapeThatHasThem) {
  int count = 0;
  for (const ShapeKind* kind : shapeKinds()) {
    if (kind->sizes.empty()) continue;
    int numbers = 0;
    for (const ShapeSize& size : kind->sizes) numbers += size.numbers;
    Vec3 sizes = Vec3::Zero();
    for (int k = 0; k < numbers; ++k) sizes[k] = 0.3 + 0.1 * k;
    const Shape shape = kind->make(sizes);
    EXPECT_EQ(&kindOf(shape), kind);
    EXPECT_EQ(kind->sizesOf(shape), sizes);
    EXPECT_EQ(describe(shape).rfind(std::string(kind->id) + ", " + std::string(kind->sizes[0].key) + " 0.3", 0), 0u);
    ++count;
  }
  EXPECT_GE(count, 5);
}

TEST(ShapeKinds, SchemaKnowsEveryKindAndItsKeys) {
  std::ifstream file(std::string(assetDir()) + "/scene.schema.json");
  const auto schema = nlohmann::json::parse(file);
  for (const ShapeKind* kind : shapeKinds()) {
    const auto& all = schema["definitions"]["shape"]["oneOf"];
    const auto entry = std::find_if(all.begin(), all.end(),
                                    [&](const auto& one) { return one["properties"]["type"]["const"] == kind->id; });
    ASSERT_NE(entry, all.end()) << kind->id;
    for (const ShapeSize& size : kind->sizes)
      EXPECT_TRUE((*entry)["properties"].contains(std::string(size.key))) << kind->id << " " << size.key;
  }
}

}  // namespace
}  // namespace keystone

// The gap's curvature against second differences of the gap that collision finds.
#include "sim/gap_bend.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/free_rotation.h"
#include "sim/small_worlds.h"

namespace keystone {
namespace {

// The gap of the contact named `feature` after t [s] of steady motion.
double gapAt(const World& world, double t, std::uint32_t feature) {
  std::vector<Body> bodies = world.bodies;
  for (Body& body : bodies) {
    body.pose.position += t * body.velocity;
    body.pose.orientation = rotationOf(t * body.omega) * body.pose.orientation;
  }
  const std::vector<std::pair<int, int>> pair{{0, 1}};
  for (const Manifold& manifold : narrowPhase(bodies, world.colliders, pair, {.margin = 0.5}, 1e-3))
    for (int i = 0; i < manifold.count; ++i)
      if (manifold.points[static_cast<std::size_t>(i)].feature == feature)
        return manifold.points[static_cast<std::size_t>(i)].gap;
  ADD_FAILURE() << "the contact is gone";
  return NAN;
}

ManifoldPoint deepest(const World& world, Vec3& normal) {
  const std::vector<std::pair<int, int>> pair{{0, 1}};
  const auto manifolds = narrowPhase(world.bodies, world.colliders, pair, {.margin = 0.5}, 1e-3);
  normal = manifolds.at(0).normal;
  return *std::min_element(manifolds[0].points.begin(), manifolds[0].points.begin() + manifolds[0].count,
                           [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.gap < b.gap; });
}

// Brings the pair (0, 1) to touch and compares its deepest contact.
void expectBendOfGap(World world) {
  ContactPlace place;
  place.a = 0;
  place.b = 1;
  const double gap = deepest(world, place.normal).gap;
  world.bodies[1].pose.position -= gap * place.normal;
  const ManifoldPoint point = deepest(world, place.normal);
  place.point = point.point;
  const double t = 1e-4;
  const double second = (gapAt(world, t, point.feature) - 2.0 * point.gap + gapAt(world, -t, point.feature)) / (t * t);
  EXPECT_NEAR(gapBend(world, place), second, 1e-5 * std::max(1.0, std::abs(second)));  // t^2, and rounding / t^2
}

TEST(GapBend, OfACornerOnTheGroundIsItsCentripetalAcceleration) {
  World world;
  addPlane(world, Vec3::UnitY());
  const int box = addBox(world, {0.4, 0.3, 0.5}, 1.0, {0, 0.62, 0});
  world.bodies[box].pose.orientation =
      Quat(Eigen::AngleAxisd(0.7, Vec3::UnitZ())) * Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
  world.bodies[box].velocity = {1, -0.3, 2};
  world.bodies[box].omega = {3, 2, -4};
  expectBendOfGap(world);
}

TEST(GapBend, OfACornerOnATurningFaceHasTheCoriolisPart) {
  World world;
  const int plank = addBox(world, {2, 0.1, 2}, 1.0, {0, 0, 0});
  const int box = addBox(world, {0.4, 0.3, 0.5}, 1.0, {0.3, 0.72, 0.1});
  world.bodies[plank].velocity = {0.2, 0.1, 0};
  world.bodies[plank].omega = {0.6, 0.3, -1.5};
  world.bodies[box].pose.orientation =
      Quat(Eigen::AngleAxisd(0.7, Vec3::UnitZ())) * Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
  world.bodies[box].velocity = {2, -0.3, 1};
  world.bodies[box].omega = {1, 2, -3};
  expectBendOfGap(world);
}

TEST(GapBend, OfABallOnATurningFaceFollowsTheBallsCentre) {
  World world;
  const int plank = addBox(world, {2, 0.1, 2}, 1.0, {0, 0, 0});
  const int ball = addSphere(world, 0.3, 1.0, {0.5, 0.4, -0.2});
  world.bodies[plank].omega = {0.6, 0.3, -1.5};
  world.bodies[ball].velocity = {2, -0.3, 1};
  world.bodies[ball].omega = {1, 2, -30};
  expectBendOfGap(world);
}

TEST(GapBend, OfTwoBallsIsTheSquareOfTheirSlipOverTheirDistance) {
  World world;
  addSphere(world, 0.5, 1.0, {0, 0, 0});
  const int ball = addSphere(world, 0.3, 1.0, {0, 0.8, 0});
  world.bodies[0].velocity = {0.5, 0, 0};
  world.bodies[0].omega = {0, 7, 3};
  world.bodies[ball].velocity = {3, 0, -2};
  world.bodies[ball].omega = {4, 0, 9};
  ContactPlace place;
  place.a = 0;
  place.b = ball;
  place.point = {0, 0.5, 0};
  EXPECT_NEAR(gapBend(world, place), (2.5 * 2.5 + 2.0 * 2.0) / 0.8, 1e-12);
  expectBendOfGap(world);
}

}  // namespace
}  // namespace keystone

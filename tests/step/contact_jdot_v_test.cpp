// Jdot v against differences of the gaps and slips that collision finds.
#include "step/contact_jdot_v.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "body/free_rotation.h"
#include "support/by_value.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

struct Found {
  ContactPoint place;
  double gap = NAN;
};

constexpr std::uint32_t kDeepest = 0xffffffffu;

// The contact of bodies 0 and 1 named `feature`, or the deepest, after t [s] of steady motion.
Found contactAt(const World& world, double t, std::uint32_t feature = kDeepest) {
  std::vector<Body> bodies = world.bodies;
  for (Body& body : bodies) {
    body.pose.position += t * body.velocity;
    body.pose.orientation = rotationOf(t * body.omega) * body.pose.orientation;
  }
  Found found;
  const std::vector<std::pair<int, int>> pair{{0, 1}};
  for (const Manifold& manifold : manifoldsOf(bodies, world.colliders, pair, {.margin = 0.5}, 1e-3)) {
    for (int i = 0; i < manifold.count; ++i) {
      const ManifoldPoint& point = manifold.points[i];
      // A single point is the contact, whichever of the edges at a corner names it.
      const bool deepest = feature == kDeepest || manifold.count == 1;
      if (deepest ? point.gap >= found.gap : point.feature != feature) continue;
      found.gap = point.gap;
      found.place = {manifold.a, manifold.b, point.feature, point.point, manifold.normal, {}, {}};
      tangents(manifold.normal, found.place.t1, found.place.t2);
    }
  }
  EXPECT_FALSE(std::isnan(found.gap)) << "the contact is gone";
  return found;
}

// Slip [m/s] along the contact's tangents after t.
Vec2 slipAt(const World& world, double t, std::uint32_t feature) {
  const Found found = contactAt(world, t, feature);
  const auto velocity = [&](const Body& body) -> Vec3 {
    if (body.kind == BodyKind::Static) return Vec3::Zero();
    return body.velocity + body.omega.cross(found.place.point - body.pose.position - t * body.velocity);
  };
  const Vec3 u = velocity(world.bodies[1]) - velocity(world.bodies[0]);
  return {found.place.t1.dot(u), found.place.t2.dot(u)};
}

// Brings the pair (0, 1) to touch.
Found touch(World& world) {
  const Found apart = contactAt(world, 0.0);
  world.bodies[1].pose.position -= apart.gap * apart.place.normal;
  return contactAt(world, 0.0);
}

void expectBendOfGap(World world) {
  const Found now = touch(world);
  const double t = 1e-4;
  const double second =
      (contactAt(world, t, now.place.feature).gap - 2.0 * now.gap + contactAt(world, -t, now.place.feature).gap) /
      (t * t);
  EXPECT_NEAR(contactJdotV(world, now.place).gap, second,
              1e-5 * std::max(1.0, std::abs(second)));  // t^2, rounding / t^2
}

// Gives body 1 the velocity with which the contact neither slips nor opens.
void expectBendOfSlip(World world) {
  const Found now = touch(world);
  Body& body = world.bodies[1];
  const Body& base = world.bodies[0];
  const Vec3 base_velocity = base.kind == BodyKind::Static ? Vec3(Vec3::Zero()) : base.velocityAt(now.place.point);
  body.velocity = base_velocity - body.omega.cross(now.place.point - body.pose.position);
  const double t = 1e-5;
  const Vec2 rate = (slipAt(world, t, now.place.feature) - slipAt(world, -t, now.place.feature)) / (2.0 * t);
  EXPECT_LE((contactJdotV(world, now.place).slip - rate).norm(), 1e-5 * std::max(1.0, rate.norm()));
}

void expectBends(const World& world) {
  expectBendOfGap(world);
  expectBendOfSlip(world);
}

TEST(GapBend, OfACornerOnTheGroundIsItsCentripetalAcceleration) {
  World world;
  addPlane(world, Vec3::UnitY());
  const int box = addBox(world, {0.4, 0.3, 0.5}, 1.0, {0, 0.62, 0});
  world.bodies[box].pose.orientation =
      Quat(Eigen::AngleAxisd(0.7, Vec3::UnitZ())) * Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
  world.bodies[box].velocity = {1, -0.3, 2};
  world.bodies[box].omega = {3, 2, -4};
  expectBends(world);
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
  expectBends(world);
}

TEST(GapBend, OfABallOnATurningFaceFollowsTheBallsCentre) {
  World world;
  const int plank = addBox(world, {2, 0.1, 2}, 1.0, {0, 0, 0});
  const int ball = addSphere(world, 0.3, 1.0, {0.5, 0.4, -0.2});
  world.bodies[plank].omega = {0.6, 0.3, -1.5};
  world.bodies[ball].velocity = {2, -0.3, 1};
  world.bodies[ball].omega = {1, 2, -30};
  expectBends(world);
}

TEST(GapBend, OfTwoBallsIsTheSquareOfTheirSlipOverTheirDistance) {
  World world;
  addSphere(world, 0.5, 1.0, {0, 0, 0});
  const int ball = addSphere(world, 0.3, 1.0, {0, 0.8, 0});
  world.bodies[0].velocity = {0.5, 0, 0};
  world.bodies[0].omega = {0, 7, 3};
  world.bodies[ball].velocity = {3, 0, -2};
  world.bodies[ball].omega = {4, 0, 9};
  const ContactPoint place{0, ball, 0, {0, 0.5, 0}, Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()};
  EXPECT_NEAR(contactJdotV(world, place).gap, (2.5 * 2.5 + 2.0 * 2.0) / 0.8, 1e-12);
  expectBends(world);
}

// --- Features without a face

int addCapsule(World& world, double radius, double half_length, const Vec3& position, const Quat& orientation) {
  const int body = addSphere(world, radius, 1.0, position);
  world.colliders[body].shape = Capsule{radius, half_length};
  world.bodies[body].pose.orientation = orientation;
  return body;
}

void setInMotion(World& world) {
  world.bodies[0].velocity = {0.2, 0.1, -0.4};
  world.bodies[0].omega = {0.6, 1.3, -1.5};
  world.bodies[1].velocity = {2, -0.3, 1};
  world.bodies[1].omega = {1, 2, -3};
}

Quat turned(double angle, const Vec3& axis) {
  return Quat(Eigen::AngleAxisd(angle, axis));
}

TEST(GapBend, OfEdgesThatCross) {
  World world;
  addBox(world, {1.0, 0.3, 0.3}, 1.0, {0, 0, 0});
  addBox(world, {0.3, 0.3, 1.0}, 1.0, {0.1, 0.85, 0.05});
  world.bodies[0].pose.orientation = turned(M_PI / 4, Vec3::UnitX());
  world.bodies[1].pose.orientation = turned(0.3, Vec3::UnitY()) * turned(M_PI / 4 + 0.1, Vec3::UnitZ());
  setInMotion(world);
  expectBends(world);
}

TEST(GapBend, OfCapsulesThatCross) {
  World world;
  addCapsule(world, 0.2, 1.0, {0, 0, 0}, turned(M_PI / 2, Vec3::UnitZ()));
  addCapsule(world, 0.3, 1.0, {0.1, 0.51, 0.05}, turned(M_PI / 2, Vec3::UnitX()) * turned(0.4, Vec3::UnitZ()));
  setInMotion(world);
  expectBends(world);
}

TEST(GapBend, OfACapsuleAcrossAnEdge) {
  World world;
  addBox(world, {1.0, 0.3, 0.3}, 1.0, {0, 0, 0});
  addCapsule(world, 0.2, 1.0, {0.1, 0.65, 0.05}, turned(M_PI / 2 + 0.2, Vec3::UnitX()));
  world.bodies[0].pose.orientation = turned(M_PI / 4, Vec3::UnitX());
  setInMotion(world);
  expectBends(world);
}

TEST(GapBend, OfTheEndOfACapsuleOnABallAndOnAnEdge) {
  World ball;
  addSphere(ball, 0.5, 1.0, {0, 0, 0});
  addCapsule(ball, 0.2, 0.4, {0.1, 1.05, 0.05}, turned(0.3, Vec3::UnitX()));
  setInMotion(ball);
  expectBends(ball);

  World edge;
  addBox(edge, {1.0, 0.3, 0.3}, 1.0, {0, 0, 0});
  addCapsule(edge, 0.2, 0.4, {0.1, 1.0, 0.05}, turned(0.3, Vec3::UnitZ()));
  edge.bodies[0].pose.orientation = turned(M_PI / 4, Vec3::UnitX());
  setInMotion(edge);
  expectBends(edge);
}

TEST(GapBend, OfABallOnAnEdgeAndOnACorner) {
  World edge;
  addBox(edge, {1.0, 0.3, 0.3}, 1.0, {0, 0, 0});
  addSphere(edge, 0.25, 1.0, {0.3, 0.7, 0.1});
  edge.bodies[0].pose.orientation = turned(M_PI / 4, Vec3::UnitX());
  setInMotion(edge);
  expectBends(edge);

  World corner;
  addBox(corner, {0.4, 0.4, 0.4}, 1.0, {0, 0, 0});
  addSphere(corner, 0.25, 1.0, {0.5, 0.6, 0.55});
  setInMotion(corner);
  expectBends(corner);
}

TEST(GapBend, OfABallOnACapsulesSide) {
  World world;
  addCapsule(world, 0.2, 1.0, {0, 0, 0}, turned(M_PI / 2 - 0.2, Vec3::UnitZ()));
  addSphere(world, 0.3, 1.0, {0.1, 0.6, 0.05});
  setInMotion(world);
  expectBends(world);
}

TEST(GapBend, OfParallelEdgesIsNotKnownAndZero) {
  World world;
  addCapsule(world, 0.2, 1.0, {0, 0, 0}, turned(M_PI / 2, Vec3::UnitZ()));
  addCapsule(world, 0.2, 1.0, {0, 0.4, 0}, turned(M_PI / 2, Vec3::UnitZ()));
  setInMotion(world);
  const ContactPoint place{0, 1, 0, {0, 0.2, 0}, Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()};
  EXPECT_EQ(contactJdotV(world, place).gap, 0.0);
}

}  // namespace
}  // namespace keystone

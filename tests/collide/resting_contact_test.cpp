// What stacks of bricks rely on: exact gaps, steady normals and names, and no contact where only corners meet.
#include <gtest/gtest.h>

#include <set>

#include "collide/contact_world.h"
#include "shape/hull.h"

namespace keystone {
namespace {

constexpr double kRounding = 4e-15;  // a few units in the last place of coordinates of order 10 m

const Box kBrick{Vec3(0.5, 0.25, 0.25)};

Shape brickHull() {
  std::vector<Vec3> corners;
  for (int v = 0; v < 8; ++v) {
    corners.emplace_back((v & 1) != 0 ? 0.5 : -0.5, (v & 2) != 0 ? 0.25 : -0.25, (v & 4) != 0 ? 0.25 : -0.25);
  }
  return Hull{hullFromPoints(corners)};
}

std::set<std::uint32_t> features(const Manifold& manifold) {
  std::set<std::uint32_t> names;
  for (int i = 0; i < manifold.count; ++i) names.insert(manifold.points[i].feature);
  return names;
}

// planar or not, bricks as boxes or as hulls
class RestingContact : public ::testing::TestWithParam<std::tuple<bool, bool>> {
 protected:
  bool planar() const { return std::get<0>(GetParam()); }
  Shape brick() const { return std::get<1>(GetParam()) ? brickHull() : Shape(kBrick); }
  int corners() const { return planar() ? 2 : 4; }
};
INSTANTIATE_TEST_SUITE_P(All, RestingContact, ::testing::Combine(::testing::Bool(), ::testing::Bool()));

TEST_P(RestingContact, BrickOnGroundHasZeroGapAtEveryCornerBelow) {
  ContactWorld world;
  world.add(HalfSpace{}, Vec3::Zero(), planar());
  world.add(brick(), Vec3(7.3, 0.25, 0.0), planar());
  const auto manifolds = world.collide();
  ASSERT_EQ(manifolds.size(), 1u);
  EXPECT_EQ(manifolds[0].count, corners());
  EXPECT_EQ(manifolds[0].normal, Vec3::UnitY());
  for (int i = 0; i < manifolds[0].count; ++i) {
    EXPECT_NEAR(manifolds[0].points[i].gap, 0.0, kRounding);
    EXPECT_NEAR(std::abs(manifolds[0].points[i].point.x() - 7.3), 0.5, kRounding);
  }
}

// The longest way between two of its corners is a side: the other two are on one side of that.
TEST(RestingOnGround, PrismBearsOnAllFourCornersOfATrapezoid) {
  std::vector<Vec3> corners;
  for (const double y : {-0.5, 0.5})
    for (const Vec2& at : {Vec2(-5.0, 0.0), Vec2(5.0, 0.0), Vec2(1.0, 1.0), Vec2(-1.0, 1.0)})
      corners.emplace_back(at.x(), y, at.y());
  ContactWorld world;
  world.add(HalfSpace{}, Vec3::Zero());
  world.add(Hull{hullFromPoints(corners)}, Vec3(0.0, 0.5, 0.0));
  const auto manifolds = world.collide();
  ASSERT_EQ(manifolds.size(), 1u);
  EXPECT_EQ(manifolds[0].count, 4);
  EXPECT_EQ(features(manifolds[0]).size(), 4u);
}

TEST_P(RestingContact, RunningBondBrickTouchesAtTheEndsOfBothOverlaps) {
  ContactWorld world;
  world.add(brick(), Vec3(0.0, 0.25, 0.0), planar());
  world.add(brick(), Vec3(1.0, 0.25, 0.0), planar());
  world.add(brick(), Vec3(0.5, 0.75, 0.0), planar());
  const auto manifolds = world.collide();
  ASSERT_EQ(manifolds.size(), 3u);
  EXPECT_EQ(manifolds[0].normal, Vec3::UnitX());  // the neighbours abut
  for (const int m : {1, 2}) {
    EXPECT_EQ(manifolds[m].normal, Vec3::UnitY());
    EXPECT_EQ(manifolds[m].count, corners());
    EXPECT_EQ(features(manifolds[m]).size(), static_cast<std::size_t>(corners()));
    const double middle = m == 1 ? 0.25 : 0.75;
    for (int i = 0; i < manifolds[m].count; ++i) {
      EXPECT_NEAR(manifolds[m].points[i].gap, 0.0, kRounding);
      EXPECT_NEAR(manifolds[m].points[i].point.y(), 0.5, kRounding);
      EXPECT_NEAR(std::abs(manifolds[m].points[i].point.x() - middle), 0.25, kRounding);
      EXPECT_NEAR(std::abs(manifolds[m].points[i].point.z()), planar() ? 0.0 : 0.25, kRounding);
    }
  }
}

TEST_P(RestingContact, BricksThatShareOnlyACornerDoNotTouch) {
  ContactWorld world;
  world.add(brick(), Vec3(0.0, 0.25, 0.0), planar());
  world.add(brick(), Vec3(1.0, 0.75, 0.0), planar());
  EXPECT_TRUE(world.collidePair().empty());
}

TEST_P(RestingContact, CardsThatLeanCornerToCornerTouch) {
  ContactWorld world;
  const double lean = 0.4;
  const double reach = 0.25 * std::cos(lean) + 0.5 * std::sin(lean);  // of the half extents, to the inner corner
  const auto turn = [](double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())); };
  world.add(brick(), Vec3(-reach, 0.0, 0.0), planar(), turn(EIGEN_PI / 2.0 - lean));
  world.add(brick(), Vec3(reach, 0.0, 0.0), planar(), turn(EIGEN_PI / 2.0 + lean));
  const auto manifolds = world.collidePair();
  ASSERT_EQ(manifolds.size(), 1u);
  EXPECT_NEAR(manifolds[0].points[0].gap, 0.0, 1e-12);
  EXPECT_GT(manifolds[0].normal.x(), 0.8);
}

TEST_P(RestingContact, FeaturesSurviveMotionsOfAMicrometre) {
  for (int seed = 0; seed < 200; ++seed) {
    std::srand(seed);
    ContactWorld world;
    world.add(brick(), Vec3(0.0, 0.25, 0.0), planar());
    Body& upper = world.add(brick(), Vec3(seed % 2 == 0 ? 0.5 : 0.0, 0.75, 0.0), planar());
    const auto before = world.collidePair();
    ASSERT_EQ(before.size(), 1u);
    Vec3 shift = 1e-6 * Vec3::Random();
    Vec3 axis = Vec3::Random();
    if (planar()) {
      shift.z() = 0.0;
      axis = Vec3::UnitZ();
    }
    upper.pose.position += shift;
    upper.pose.orientation = Quat(Eigen::AngleAxisd(1e-6, axis.normalized()));
    const auto after = world.collidePair();
    ASSERT_EQ(after.size(), 1u);
    EXPECT_EQ(features(before[0]), features(after[0]));
    EXPECT_LT((before[0].normal - after[0].normal).norm(), 2e-6);
  }
}

TEST_P(RestingContact, FeaturesSurviveSliding) {
  ContactWorld world;
  world.add(brick(), Vec3(0.0, 0.25, 0.0), planar());
  Body& upper = world.add(brick(), Vec3(0.1, 0.75, 0.0), planar());
  const auto start = features(world.collidePair().at(0));
  for (double x = 0.1; x < 0.9; x += 0.01) {
    upper.pose.position.x() = x;
    EXPECT_EQ(features(world.collidePair().at(0)), start) << x;
  }
}

TEST_P(RestingContact, BrickFallsPastACornerWithoutTouchingIt) {
  ContactWorld world;
  world.add(brick(), Vec3(0.0, 0.0, 0.0), planar());
  Body& falling = world.add(brick(), Vec3(1.001, 0.6, 0.0), planar());
  falling.velocity = Vec3(0.0, -10.0, 0.0);
  for (const Manifold& manifold : world.collidePair()) EXPECT_LT(std::abs(manifold.normal.y()), 1e-9);
}

TEST_P(RestingContact, BrickThatWillHitACornerGetsASpeculativePoint) {
  ContactWorld world;
  world.add(brick(), Vec3(0.0, 0.0, 0.0), planar());
  Body& falling = world.add(brick(), Vec3(1.05, 0.6, 0.0), planar());
  falling.velocity = Vec3(-20.0, -20.0, 0.0);
  const auto manifolds = world.collidePair();
  ASSERT_EQ(manifolds.size(), 1u);
  EXPECT_GT(manifolds[0].points[0].gap, 0.0);
}

// Bricks side by side that gape, by angles of their own, from the lower corner they have in common.
ContactWorld gaping(double left, double right) {
  ContactWorld world;
  const auto turn = [](double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())); };
  // The lower inner corner of either lies at the origin.
  world.add(kBrick, turn(left) * Vec3(-0.5, 0.25, 0.0), true, turn(left));
  world.add(kBrick, turn(right) * Vec3(0.5, 0.25, 0.0), true, turn(right));
  return world;
}

TEST(PlanarContact, OfTwoFacesThatSeparateAlikeNeitherIsPreferred) {
  for (const double left : {0.0, 1e-7, 0.01, 0.1}) {
    for (const double right : {0.0, -1e-7, -0.02, -0.1}) {
      const auto found = gaping(left, right).collidePair(), mirrored = gaping(-right, -left).collidePair();
      ASSERT_EQ(found.size(), 1u);
      ASSERT_EQ(mirrored.size(), 1u);
      const Vec3 n = found[0].normal;
      // The mirror at x = 0 exchanges the bricks.
      EXPECT_LT((Vec3(n.x(), -n.y(), 0.0) - mirrored[0].normal).norm(), kRounding) << left << " " << right;
      EXPECT_NEAR(std::atan2(n.y(), n.x()), 0.5 * (left + right), kRounding);
      ASSERT_EQ(found[0].count, mirrored[0].count);
      for (int i = 0; i < found[0].count; ++i) {
        const Vec3 p = found[0].points[i].point;
        EXPECT_LT((Vec3(-p.x(), p.y(), 0.0) - mirrored[0].points[i].point).norm(), kRounding);
        EXPECT_NEAR(found[0].points[i].gap, mirrored[0].points[i].gap, kRounding);
      }
    }
  }
}

// Both cards' faces separate them equally well, whatever the lean; the house's mirror image is itself.
TEST(PlanarContact, OfCardsThatLeanOnEachOtherIsHorizontal) {
  const auto turn = [](double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())); };
  const Box card{Vec3(0.01, 0.5, 0.5)};
  for (const double lean : {0.1, 0.4, 0.52, 0.53, 0.6, 0.7}) {
    const double reach = 0.01 * std::cos(lean) + 0.5 * std::sin(lean);  // to the corner where they meet, at x = 0
    for (const int left : {0, 1}) {
      ContactWorld world;
      for (const int card_of : {0, 1}) {
        const double side = card_of == left ? -1.0 : 1.0;
        world.add(card, Vec3(side * reach, 0.0, 0.0), true, turn(side * lean));
      }
      const auto found = world.collidePair();
      ASSERT_EQ(found.size(), 1u) << lean;
      EXPECT_LT((found[0].normal - Vec3(left == 0 ? 1.0 : -1.0, 0.0, 0.0)).norm(), kRounding) << lean;
      ASSERT_EQ(found[0].count, 1) << lean;
      EXPECT_NEAR(found[0].points[0].gap, 0.0, kRounding) << lean;
    }
  }
}

TEST(PlanarContact, StaysInThePlaneExactly) {
  ContactWorld world;
  world.add(kBrick, Vec3(0.0, 0.25, 0.0), true, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ())));
  world.add(brickHull(), Vec3(0.1, 0.7, 0.0), true, Quat(Eigen::AngleAxisd(-0.4, Vec3::UnitZ())));
  const auto manifolds = world.collidePair();
  ASSERT_EQ(manifolds.size(), 1u);
  EXPECT_EQ(manifolds[0].normal.z(), 0.0);
  for (int i = 0; i < manifolds[0].count; ++i) EXPECT_EQ(manifolds[0].points[i].point.z(), 0.0);
}

// Two cards lean against each other and touch along their upper edges, one shifted along these.
TEST(LeaningCards, TouchAtBothEndsOfTheirCommonEdge) {
  constexpr double kLean = 0.4363323129985824;  // [rad], 25 degrees
  const Box card{Vec3(0.01, 0.5, 0.35)};
  const double reach = card.half.x() * std::cos(kLean) + card.half.y() * std::sin(kLean);
  for (const double shift : {0.0, 0.1, -0.3}) {
    ContactWorld world;
    world.add(card, {-reach, 0.0, 0.0}, false, Quat(Eigen::AngleAxisd(-kLean, Vec3::UnitZ())));
    world.add(card, {reach, 0.0, shift}, false, Quat(Eigen::AngleAxisd(kLean, Vec3::UnitZ())));
    const auto manifolds = world.collide();
    ASSERT_EQ(manifolds.size(), 1u) << shift;
    ASSERT_EQ(manifolds[0].count, 2) << shift;
    const ManifoldPoint &one = manifolds[0].points[0], &other = manifolds[0].points[1];
    const double end = std::min(0.35, 0.35 + shift), begin = std::max(-0.35, shift - 0.35);
    EXPECT_NEAR(std::min(one.point.z(), other.point.z()), begin, kRounding);
    EXPECT_NEAR(std::max(one.point.z(), other.point.z()), end, kRounding);
    EXPECT_NE(one.feature, other.feature);
    for (const ManifoldPoint& point : {one, other}) {
      EXPECT_NEAR(point.gap, 0.0, kRounding);
      EXPECT_NEAR(point.point.x(), 0.0, kRounding);
    }
  }
}

}  // namespace
}  // namespace keystone

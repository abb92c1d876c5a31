// Compounds against the solids that their parts make up, and against closed forms.
#include "shape/compound.h"

#include <gtest/gtest.h>

#include "collide/parts.h"
#include "shape/mass_properties.h"
#include "shape/random_shapes.h"

namespace keystone {
namespace {

const Vec3 kHalf(0.6, 0.4, 0.5);  // [m]

// A box cut into two by a plane across x, in a frame whose origin is at its corner.
std::vector<Part> halves(double density = 1.0) {
  const Box left{{0.2, 0.4, 0.5}}, right{{0.4, 0.4, 0.5}};
  return {{left, {{0.2, 0.4, 0.5}, Quat::Identity()}, density}, {right, {{0.8, 0.4, 0.5}, Quat::Identity()}}};
}

TEST(Compound, OfABoxInTwoHasItsMassBoundsAndSupport) {
  Vec3 center;
  const Shape compound = makeCompound(halves(), &center), box = Box{kHalf};
  EXPECT_LT((center - kHalf).norm(), 1e-15);
  EXPECT_EQ(partCount(compound), 2);
  EXPECT_EQ(describe(compound), "compound, 2 parts");
  const MassProperties whole = massProperties(box, 300.0), sum = massProperties(compound, 300.0);
  EXPECT_NEAR(sum.mass, whole.mass, 1e-12 * whole.mass);
  EXPECT_LT(sum.center.norm(), 1e-15);
  EXPECT_LT((sum.inertia - whole.inertia).norm(), 1e-13 * whole.inertia.norm());
  RandomShapes random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const Pose pose{random.vector(3.0), random.turn()};
    EXPECT_LT((bounds(compound, pose, 0.1).lower - bounds(box, pose, 0.1).lower).norm(), 1e-14);
    EXPECT_LT((bounds(compound, pose, 0.1).upper - bounds(box, pose, 0.1).upper).norm(), 1e-14);
    const Vec3 d = random.direction();
    EXPECT_NEAR(d.dot(support(compound, d)), d.dot(support(box, d)), 1e-15);
    EXPECT_GE(boundingRadius(compound), d.dot(support(compound, d)));
  }
}

TEST(Compound, IsHitByTheRaysThatHitTheWhole) {
  const Shape compound = makeCompound(halves()), box = Box{kHalf};
  RandomShapes random(2);
  int hits = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Pose pose{random.vector(0.5), random.turn()};
    const Vec3 from = 3.0 * random.direction(), way = (random.vector(0.8) - from).normalized();
    RayHit of_compound, of_box;
    const bool hit = castRay(box, pose, from, way, 10.0, of_box);
    ASSERT_EQ(castRay(compound, pose, from, way, 10.0, of_compound), hit) << trial;
    if (!hit) continue;
    ++hits;
    EXPECT_NEAR(of_compound.distance, of_box.distance, 1e-12) << trial;
    EXPECT_LT((of_compound.normal - of_box.normal).norm(), 1e-12) << trial;
  }
  EXPECT_GT(hits, 100);
}

// A rod of length 2 l and two balls at its ends: 2 m (2/5 r^2 + l^2) + M l^2 / 3 (1 + ...) of a thin box across.
TEST(Compound, OfADumbbellHasTheInertiaOfItsClosedForm) {
  constexpr double kReach = 0.7, kRadius = 0.2, kThin = 0.01;
  const Shape dumbbell = makeCompound({{Box{{kReach, kThin, kThin}}, {}},
                                       {Sphere{kRadius}, {{kReach, 0.0, 0.0}, Quat::Identity()}, 2.0},
                                       {Sphere{kRadius}, {{-kReach, 0.0, 0.0}, Quat::Identity()}, 2.0}});
  const MassProperties mass = massProperties(dumbbell, 500.0);
  const double ball = 1000.0 * 4.0 / 3.0 * M_PI * std::pow(kRadius, 3), rod = 500.0 * 8.0 * kReach * kThin * kThin;
  EXPECT_NEAR(mass.mass, 2.0 * ball + rod, 1e-12 * mass.mass);
  const double across =
      2.0 * ball * (0.4 * kRadius * kRadius + kReach * kReach) + rod / 3.0 * (kReach * kReach + kThin * kThin);
  const double along = 2.0 * ball * 0.4 * kRadius * kRadius + rod / 3.0 * 2.0 * kThin * kThin;
  EXPECT_LT((mass.inertia - Mat3(Vec3(along, across, across).asDiagonal())).norm(), 1e-12 * across);
}

TEST(Compound, MovesItsCentreToTheHeavierPart) {
  Vec3 center;
  makeCompound(halves(3.0), &center);
  // 3 x 0.4 of the mass at x = 0.2, 1 x 0.8 at x = 0.8.
  EXPECT_NEAR(center.x(), (3.0 * 0.4 * 0.2 + 0.8 * 0.8) / (3.0 * 0.4 + 0.8), 1e-15);
  Vec3 again;
  const Compound compound = makeCompound(halves(3.0));
  makeCompound(compound.data->parts, &again);
  EXPECT_EQ(again, Vec3(Vec3::Zero())) << "a compound that was saved is the same again";
}

// Ground that turns about a point far away comes from half a metre below; still ground does not.
TEST(Compound, HasPartsNearGroundThatTurnsTowardsThem) {
  const Shape compound = makeCompound(halves());
  Body body, ground;
  ground.pose.position = {-3.0, bounds(compound, {}, 0.0).lower.y() - 0.5, 0.0};
  const HalfSpace plane{Vec3::UnitY(), 0.0};
  for (const bool turns : {false, true}) {
    ground.omega = turns ? Vec3(0.0, 0.0, 40.0) : Vec3::Zero();
    std::vector<int> near;
    findNearParts(body, compound, ground, plane, {}, 1.0 / 60.0, near);
    EXPECT_EQ(near.size(), turns ? 2u : 0u);
  }
}

TEST(Compound, RefusesWhatIsNoPart) {
  EXPECT_THROW(makeCompound({}), std::invalid_argument);
  EXPECT_THROW(makeCompound({{HalfSpace{}, {}}}), std::invalid_argument);
  EXPECT_THROW(makeCompound({{makeCompound(halves()), {}}}), std::invalid_argument);
}

}  // namespace
}  // namespace keystone

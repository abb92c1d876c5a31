// Scenes with figures published by others: their geometry is as published, and what has a closed form follows it.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "collide/collide.h"
#include "scene/scene_fixture.h"
#include "support/by_value.h"

namespace keystone {
namespace {

constexpr double kGravity = 9.81;  // [m/s^2]

void run(Scene& scene, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_LE(step(scene.simulation).residual.value, 1e-9);
}

struct Neighbours {
  const char* id;
  int touching;  // pairs of bodies, at least one of them dynamic
};

// A house of s storeys: 2 s feet on the floor, s (s - 1) on cards, s (s + 1) / 2 ridges, s (s - 1) ends of cards on
// them. Kapla: 8 blocks on the floor; of each floor 18 rests on 8 blocks across, 18 on 9 along (of them 90 in all), 2
// ends side by side.
constexpr Neighbours kNeighbours[] = {{"cards_26", 42},        {"cards_40", 65},        {"cards_155", 255},
                                      {"cards_155_mu06", 255}, {"cards_155_mu04", 255}, {"arch_25", 24},
                                      {"arch_51", 50},         {"arch_101", 100},       {"arch_251", 250},
                                      {"kapla", 218},          {"stack_10000", 10},     {"creep_slope", 1}};

class Published : public ::testing::TestWithParam<Neighbours> {};

// 1e-14 m is rounding of coordinates of up to 6 m.
TEST_P(Published, NeighboursTouchAndNothingOverlaps) {
  const World world = loadById(GetParam().id).simulation.world;
  const CollideParams params{.margin = 1e-6};
  const double at_rest = 0.0;  // [s]
  const auto pairs = pairsOf(world.bodies, world.colliders, params, at_rest);
  int touching = 0;
  for (const Manifold& manifold : manifoldsOf(world.bodies, world.colliders, pairs, params, at_rest)) {
    if (manifold.count > 0) ++touching;
    for (int k = 0; k < manifold.count; ++k) EXPECT_NEAR(manifold.points[k].gap, 0.0, 1e-14);
  }
  EXPECT_EQ(touching, GetParam().touching);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Published, ::testing::ValuesIn(kNeighbours),
                         [](const auto& instance) { return std::string(instance.param.id); });

// 1e-14 m: rounding.
TEST(PublishedScenes, ArchesHaveAMeanRadiusOf5MetresAndFixedEnds) {
  for (const int stones : {25, 51, 101, 251}) {
    const Scene scene = loadById("arch_" + std::to_string(stones));
    const auto& bodies = scene.simulation.world.bodies;
    ASSERT_EQ(bodies.size(), stones + 1u);  // and the ground
    for (int i = 1; i <= stones; ++i) EXPECT_EQ(bodies[i].isDynamic(), i > 1 && i < stones);
    const double outer = reach(scene, 1, Vec3::UnitX());
    const double inner = -reach(scene, 1, -Vec3::UnitX()) / std::cos(std::numbers::pi / stones);
    EXPECT_NEAR(0.5 * (outer + inner), 5.0, 1e-14);
    EXPECT_NEAR(outer - inner, 0.15 * 5.0, 1e-14);
    EXPECT_NEAR(reach(scene, 1, Vec3::UnitZ()), 0.5 * 0.3 * 5.0, 1e-14);
    EXPECT_FALSE(scene.simulation.world.planar);
  }
}

// 1e-14 m: rounding.
TEST(PublishedScenes, FeetOfNeighbouringCardsAre2CentimetresApartAndFlatCards0995OfThePitch) {
  const Scene scene = loadById("cards_26");
  const Vec3 x = Vec3::UnitX();
  const double feet = reach(scene, 1, -x) + reach(scene, 2, x);  // from the left foot to the right one
  EXPECT_NEAR(-reach(scene, 3, -x) - reach(scene, 2, x), 0.02, 1e-14);
  EXPECT_NEAR(reach(scene, 9, x) + reach(scene, 9, -x), 0.995 * (feet + 0.02), 1e-14);  // after eight that lean
}

// Friction -mu m g acts on the sliding foot; momentum about it, 2/5 m r^2 omega - m r v, is kept. 1e-9: rounding over
// 240 steps. Rolling begins within the step that the closed form names.
TEST(PublishedScenes, ABallThrownWithBackspinRollsBackWhenAndAsFastAsTheClosedFormSays) {
  constexpr double kSpeed = 4.0, kSpin = 200.0, kRadius = 0.25, kMu = 0.5;
  constexpr double kRolls = 2.0 / 7.0 * (kSpeed + kRadius * kSpin) / (kMu * kGravity);  // [s]
  Scene scene = loadById("backspin");
  const World& world = scene.simulation.world;
  const auto slip = [&] { return named(scene, "ball").velocity.x() + kRadius * named(scene, "ball").omega.z(); };
  const int sliding_steps = static_cast<int>(kRolls / world.h);
  run(scene, sliding_steps);
  EXPECT_NEAR(named(scene, "ball").velocity.x(), kSpeed - kMu * kGravity * sliding_steps * world.h, 1e-9);
  EXPECT_GT(slip(), 0.0);
  run(scene, 1);
  EXPECT_NEAR(slip(), 0.0, 1e-9);
  EXPECT_NEAR(named(scene, "ball").velocity.x(), (5.0 * kSpeed - 2.0 * kRadius * kSpin) / 7.0, 1e-9);
  run(scene, 240 - sliding_steps - 1);
  EXPECT_NEAR(named(scene, "ball").velocity.x(), -80.0 / 7.0, 1e-9);
}

// A block that keeps its place goes straight on within each step, which leads it outward by sqrt(1 + (omega h)^2).
TEST(PublishedScenes, ATurntableCarriesABlockWhileFrictionOutweighsItsAcceleration) {
  constexpr double kRadius = 1.0;  // [m]
  Scene scene = loadById("turntable");
  const double h = scene.simulation.world.h;
  const auto radius = [&](const std::string& which) {
    const Vec3 arm = named(scene, "block_" + which).pose.position - named(scene, "table_" + which).pose.position;
    return std::hypot(arm.x(), arm.z());
  };
  const int steps = static_cast<int>(std::lround(1.0 / h));
  run(scene, steps);
  int carried = 0;
  for (const auto& [which, mu, omega] : {std::tuple("0.2_2", 0.2, 2.0), std::tuple("0.5_2", 0.5, 2.0),
                                         std::tuple("0.2_5", 0.2, 5.0), std::tuple("0.5_5", 0.5, 5.0)}) {
    SCOPED_TRACE(which);
    if (mu * kGravity > omega * omega * kRadius) {
      ++carried;
      const double straight = kRadius * std::pow(1.0 + omega * omega * h * h, 0.5 * steps);
      EXPECT_NEAR(radius(which), straight, 1e-9);  // rounding over 600 steps
    } else {
      EXPECT_GT(radius(which), 1.5 * kRadius);
    }
  }
  EXPECT_EQ(carried, 1);
}

// Ten seconds; 1e-12 m is rounding.
TEST(PublishedScenes, WhatFrictionHoldsOnASlopeDoesNotCreep) {
  Scene scene = loadById("creep_slope");
  run(scene, 600);
  EXPECT_LE((named(scene, "cube").pose.position - scene.simulation.world.start[1]).norm(), 1e-12);
}

// The last step but one still slides: the way is the sum of the speeds after each step. With mu at its critical value
// the box stands on its leading edge alone, so that rounding may turn it a little.
TEST(PublishedScenes, AThrownBoxSlidesToAStopUprightWithMuAtItsWidthOverItsHeight) {
  Scene scene = loadById("painleve_box_05");
  const double h = scene.simulation.world.h, speed = 4.0, slowing = 0.5 * kGravity * h;  // [m/s] a step
  double way = 0.0;
  for (double v = speed - slowing; v > 0.0; v -= slowing) way += v * h;
  run(scene, 120);
  EXPECT_NEAR(named(scene, "box").pose.position.x(), way, 1e-9);
  EXPECT_NEAR(named(scene, "box").pose.orientation.z(), 0.0, 1e-9);
  EXPECT_LE(named(scene, "box").velocity.norm(), 1e-9);
}

TEST(PublishedScenes, AThrownBoxTipsOntoItsFaceWithMuAboveItsWidthOverItsHeight) {
  Scene scene = loadById("painleve_box_055");
  run(scene, 120);
  EXPECT_NEAR(named(scene, "box").pose.position.y(), 0.15, 1e-6);  // half its width; what recovery leaves
  EXPECT_NEAR(named(scene, "box").pose.orientation.z(), -std::numbers::sqrt2 / 2.0, 1e-6);
}

}  // namespace
}  // namespace keystone

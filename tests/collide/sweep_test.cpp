// Times of impact against brute force.
#include "collide/sweep.h"

#include <gtest/gtest.h>

#include "shape/random_shapes.h"
#include "shape/shape_kind.h"
#include "support/effort.h"
#include "support/surface_distance.h"

namespace keystone {
namespace {

constexpr double kSweepStep = 1.0 / 60.0;
constexpr double kSlop = 1e-6;

struct Mover {
  Body body;
  Shape shape;
  Vec3 acceleration = Vec3::Zero();
  Moving moving() const { return {body, shape, body.velocity, body.omega, acceleration}; }
};

Mover randomMover(RandomShapes& random, double speed, double spin) {
  Mover mover;
  mover.shape = random.solid();
  const MassProperties mass = massProperties(mover.shape, 100.0);
  mover.body.mass = mass.mass;
  mover.body.inertia = mass.inertia;
  mover.body.pose.orientation = random.turn();
  mover.body.velocity = speed * random.direction();
  mover.body.omega = spin * random.direction();
  return mover;
}

double distance(const Mover& a, const Mover& b, double t) {
  return surfaceDistance(a.shape, bodyAfter(a.moving(), t).pose, b.shape, bodyAfter(b.moving(), t).pose);
}

TEST(Sweep, TimesOfImpactAreThoseOfBruteForce) {
  constexpr int kSamples = 2000;
  RandomShapes random(3);
  int hits = 0, misses = 0;
  for (int trial = 0; trial < trials(400); ++trial) {
    Mover a = randomMover(random, random.uniform(0.0, 3.0), random.uniform(0.0, 60.0));
    Mover b = randomMover(random, std::pow(10.0, random.uniform(1.5, 2.5)), random.uniform(0.0, 60.0));
    if (trial % 2 == 0) a.acceleration = random.uniform(0.0, 3000.0) * random.direction();
    // It comes to within a radius or so of the other's centre, in the middle of the step.
    b.body.pose.position = a.body.pose.position - 0.5 * kSweepStep * (b.body.velocity - a.body.velocity) +
                           random.uniform(0.3, 2.0) * random.direction();
    if (distance(a, b, 0.0) <= kSlop) continue;
    const std::optional<double> impact = timeOfImpact(a.moving(), b.moving(), kSweepStep, kSlop);
    const double until = impact.value_or(kSweepStep);
    for (int i = 0; i < kSamples; ++i)
      ASSERT_GT(distance(a, b, until * i / kSamples), 0.9 * kSlop) << "trial " << trial << " at " << i;
    if (impact) {
      EXPECT_NEAR(distance(a, b, until), kSlop, 0.1 * kSlop) << "trial " << trial;
    }
    (impact ? hits : misses) += 1;
  }
  EXPECT_GT(hits, trials(60));
  EXPECT_GT(misses, trials(25));
}

TEST(Sweep, TimesOfImpactWithAPlaneAreThoseOfTheLowestVertex) {
  RandomShapes random(17);
  Mover ground;
  ground.shape = HalfSpace{};
  ground.body.kind = BodyKind::Static;
  for (int trial = 0; trial < 200; ++trial) {
    Mover box = randomMover(random, 0.0, random.uniform(0.0, 60.0));
    const Vec3 half(random.uniform(0.1, 1.0), random.uniform(0.1, 1.0), random.uniform(0.1, 1.0));
    box.shape = Box{half};
    box.body.pose.position.y() = half.norm() + random.uniform(0.0, 0.3);
    box.body.velocity = {0.0, -random.uniform(20.0, 100.0), 0.0};
    const auto lowest = [&](double t) {
      const Pose pose = bodyAfter(box.moving(), t).pose;
      const Vec3 down = pose.orientation.conjugate() * -Vec3::UnitY();
      return pose.position.y() - down.cwiseAbs().dot(half);
    };
    const std::optional<double> impact = timeOfImpact(ground.moving(), box.moving(), 0.1, 0.0);
    ASSERT_TRUE(impact) << "trial " << trial;
    EXPECT_NEAR(lowest(*impact), 0.0, kSlop) << "trial " << trial;
    for (int i = 0; i < 500; ++i) ASSERT_GT(lowest(*impact * i / 500), -kSlop) << "trial " << trial << " at " << i;
  }
}

TEST(Sweep, ABallThatFallsOntoAPlaneOrPastAnother) {
  Mover ball, other;
  ball.shape = other.shape = Sphere{0.5};
  ball.body.pose.position = {0.0, 2.0, 0.0};
  ball.body.velocity = {0.0, -30.0, 0.0};
  Mover ground;
  ground.shape = HalfSpace{};
  ground.body.kind = BodyKind::Static;
  const std::optional<double> impact = timeOfImpact(ground.moving(), ball.moving(), 0.1, 0.0);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(*impact, 1.5 / 30.0, 1e-12);
  EXPECT_FALSE(timeOfImpact(ball.moving(), ground.moving(), 0.049, 0.0));

  other.body.pose.position = {1.0 + 1e-5, 0.0, 0.0};
  EXPECT_FALSE(timeOfImpact(ball.moving(), other.moving(), 1.0, 0.0));
  other.body.pose.position.x() = 1.0 - 1e-5;
  EXPECT_TRUE(timeOfImpact(ball.moving(), other.moving(), 1.0, 0.0));
}

}  // namespace
}  // namespace keystone

// Bodies that fly past each other: nothing happens to them.
#include <gtest/gtest.h>

#include "body/free_rotation.h"
#include "shape/random_shapes.h"
#include "step/own_worlds.h"
#include "support/effort.h"
#include "support/surface_distance.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kStep = 1.0 / 60.0;
constexpr int kSteps = 6;
constexpr int kTrials = 56;  // in each of the six cases

// A body in flight, alone.
struct Flight {
  Body body;
  Shape shape;

  Pose after(double t) const {
    Body moved = body;
    moveFreely(moved, t);
    return moved.pose;
  }
};

Flight flight(const Shape& shape, RandomShapes& random, double speed, double spin) {
  Flight result;
  result.shape = shape;
  const MassProperties mass = massProperties(shape, 100.0);
  result.body.mass = mass.mass;
  result.body.inertia = mass.inertia;
  result.body.pose.orientation = random.turn();
  result.body.velocity = speed * random.direction();
  result.body.omega = spin * random.direction();
  return result;
}

double distance(const Flight& a, const Flight& b, double t) {
  return surfaceDistance(a.shape, a.after(t), b.shape, b.after(t));
}

// The least distance [m] on the way, sampled, and sampled more finely about the least sample.
double leastDistance(const Flight& a, const Flight& b) {
  constexpr int kSamples = 60;
  double from = 0.0, to = kSteps * kStep, least = HUGE_VAL;
  for (int pass = 0; pass < 3; ++pass) {
    double best = from;
    const double every = (to - from) / kSamples;
    for (int i = 0; i <= kSamples; ++i) {
      const double d = distance(a, b, from + i * every);
      if (d >= least) continue;
      least = d;
      best = from + i * every;
    }
    from = std::max(0.0, best - every);
    to = std::min(kSteps * kStep, best + every);
  }
  return least;
}

// Moves the flyer sideways until it misses the target by `miss` [m].
void aim(Flight& flyer, const Flight& target, const Vec3& sideways, double miss) {
  const Vec3 start = target.body.pose.position + 0.5 * kSteps * kStep * (target.body.velocity - flyer.body.velocity);
  double near = 0.0, far = 5.0;
  for (int i = 0; i < 24; ++i) {
    const double offset = 0.5 * (near + far);
    flyer.body.pose.position = start + offset * sideways;
    (leastDistance(flyer, target) > miss ? far : near) = offset;
  }
  flyer.body.pose.position = start + far * sideways;
}

Simulation simulationOf(const StepperInfo& stepper, const std::vector<const Flight*>& flights) {
  Simulation result = simulation(*findSolver("exact"));
  result.stepper = stepper.kind;
  result.world.gravity.setZero();
  for (const Flight* flight : flights) addBody(result.world, flight->body, {flight->shape, material(0.5, 0.5)});
  return result;
}

bool haveSameVelocities(const Body& a, const Body& b, double speed) {
  return (a.velocity - b.velocity).norm() <= 1e-12 * speed &&
         (a.omega - b.omega).norm() <= 1e-12 * std::max(1.0, b.omega.norm());
}

// By brute force, along the way that steps take, whose free rotation is made of `parts` each.
bool doTouch(Flight a, Flight b, int parts) {
  constexpr int kSamples = 4000;
  for (int n = 0; n < kSteps * parts; ++n) {
    for (int i = 0; i <= kSamples / parts; ++i)
      if (distance(a, b, i * kStep / kSamples) <= 0.0) return true;
    moveFreely(a.body, kStep / parts);
    moveFreely(b.body, kStep / parts);
  }
  return false;
}

class NearMiss : public ::testing::TestWithParam<int> {};

TEST_P(NearMiss, ChangesNoVelocity) {
  RandomShapes random(GetParam());
  int flights = 0;
  for (int trial = 0; trial < trials(kTrials); ++trial) {
    const double speed = std::pow(10.0, random.uniform(0.0, 2.0)), miss = std::pow(10.0, random.uniform(-4.0, -1.5));
    Flight target = flight(random.solid(), random, random.uniform(0.0, 1.0), random.uniform(0.0, 3.0));
    if (trial % 2 == 0) target.body.velocity = target.body.omega = Vec3::Zero();
    if (trial % 2 == 0) target.body.kind = BodyKind::Static;
    Flight flyer = flight(random.solid(), random, speed, random.uniform(0.0, 20.0));
    const Vec3 way = flyer.body.velocity - target.body.velocity;
    aim(flyer, target, way.cross(random.direction()).normalized(), miss);
    if (leastDistance(flyer, target) < 0.5 * miss) continue;
    for (const StepperInfo& stepper : steppers()) {
      if (stepper.kind == StepperKind::Quasistatic) continue;  // nothing flies there
      const int parts = substepsOf(stepper.kind);
      Simulation both = simulationOf(stepper, {&flyer, &target}), alone = simulationOf(stepper, {&flyer});
      Simulation other = simulationOf(stepper, {&target});
      for (int n = 0; n < kSteps; ++n) {
        step(both);
        step(alone);
        step(other);
      }
      const bool same = haveSameVelocities(both.world.bodies[0], alone.world.bodies[0], speed) &&
                        haveSameVelocities(both.world.bodies[1], other.world.bodies[0], speed);
      if (!same && doTouch(flyer, target, parts)) continue;  // the aim is by samples, so that some touch after all
      EXPECT_TRUE(same) << "trial " << trial << ", " << stepper.id;
      ++flights;
    }
  }
  EXPECT_GT(flights, trials(150));
}

INSTANTIATE_TEST_SUITE_P(Seeds, NearMiss, ::testing::Range(5, 11));

// Only the lowest of four boxes that fall together meets anything on its own way.
TEST(NearMiss, WhatIsPushedPushesWhatIsNear) {
  constexpr double kGap = 1e-4;
  for (const StepperInfo& stepper : steppers()) {
    if (stepper.kind == StepperKind::Quasistatic) continue;
    Simulation falling = simulation(*findSolver("exact"));
    falling.stepper = stepper.kind;
    addPlane(falling.world, Vec3::UnitY(), material(0.5, 0.0));
    for (int i = 3; i >= 0; --i) {  // the lowest last
      const int box =
          addBox(falling.world, {0.5, 0.5, 0.5}, 1.0, {0.0, 0.51 + i * (1.0 + kGap), 0.0}, material(0.5, 0.0));
      falling.world.bodies[static_cast<std::size_t>(box)].velocity.y() = -1.0;
    }
    step(falling);
    EXPECT_EQ(falling.problem.contacts, 16) << stepper.id;
    for (std::size_t box = 1; box < 4; ++box) {
      const double apart =
          falling.world.bodies[box].pose.position.y() - falling.world.bodies[box + 1].pose.position.y();
      const double soft = stepper.uses_solver ? 1e-6 : 5e-3;  // few sweeps and springs, at an impact of 1 m/s
      EXPECT_GE(apart - 1.0, -soft) << stepper.id << ", box " << box;
    }
  }
}

}  // namespace
}  // namespace keystone

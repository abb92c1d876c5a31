// Impacts at their time: bounces, their times and heights in closed form; what rests is left to the time step.
#include <gtest/gtest.h>

#include "world/joint_worlds.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kBall = 0.1, kEarth = 9.81;  // [m], [m/s^2]
constexpr double kSwept =
    1e-9;  // [m], [m/s]: what the sweep leaves of a gap, 1e-12 of the size, over a hundred impacts

Simulation exactImpacts(ImpactLaw law = ImpactLaw::Sequential, bool planar = false) {
  Simulation result = simulation(*findSolver("exact"), planar);
  result.params.impacts = law;
  result.params.impact_time = ImpactTime::Exact;
  return result;
}

void advance(Simulation& simulation) {
  step(simulation);
  ASSERT_FALSE(simulation.report.rejected) << simulation.report.trouble;
}

const Body& body(const Simulation& simulation, int index) {
  return simulation.world.bodies[index];
}

// A ball that falls from `height` [m] and bounces as long as it comes faster than `threshold` [m/s].
struct BouncingBall {
  double height, e, threshold;
  double at(double t) const {
    const double fall = std::sqrt(2.0 * height / kEarth);
    if (t < fall) return height - 0.5 * kEarth * t * t;
    t -= fall;
    for (double v = kEarth * fall; v > threshold;) {
      v *= e;
      if (const double flight = 2.0 * v / kEarth; t >= flight)
        t -= flight;
      else
        return v * t - 0.5 * kEarth * t * t;
    }
    return 0.0;
  }
};

// Let go 2 mm above a body that joints hold, the ball does not reach it within the step, as a step of its last velocity
// would: its way is half as long.
TEST(EventDriven, BallOverABodyThatIsHeldFallsFreelyUntilItMeetsIt) {
  Simulation dropped = exactImpacts();
  const double h = dropped.world.h, gap = 0.75 * kEarth * h * h;
  const int held = addBox(dropped.world, {0.5, 0.1, 0.5}, 1.0, {0, -0.1, 0}, material(0.5, 0.5));
  addJoint(dropped.world, JointKind::Fixed, -1, held, {0, -0.1, 0});
  const int ball = addSphere(dropped.world, kBall, 1.0, {0, kBall + gap, 0}, material(0.5, 0.5));
  advance(dropped);
  EXPECT_NEAR(body(dropped, ball).velocity.y(), -kEarth * h, 1e-12);
  EXPECT_NEAR(body(dropped, ball).pose.position.y(), kBall + gap - 0.5 * kEarth * h * h, 1e-12);
}

TEST(EventDriven, BouncesFollowTheirParabolasForEveryRestitution) {
  for (const ImpactLaw law : {ImpactLaw::Simultaneous, ImpactLaw::Sequential}) {
    for (int tenths = 0; tenths <= 10; ++tenths) {
      const BouncingBall exact{1.0, 0.1 * tenths, 0.02};
      Simulation dropped = exactImpacts(law);
      dropped.params.restitution_threshold = exact.threshold;
      addPlane(dropped.world, Vec3::UnitY(), material(0.5, exact.e));
      addSphere(dropped.world, kBall, 1.0, {0, kBall + exact.height, 0}, material(0.5, 0.0));
      for (int n = 0; n < 600; ++n) {
        advance(dropped);
        ASSERT_NEAR(body(dropped, 1).pose.position.y() - kBall, exact.at(dropped.world.time), kSwept)
            << "e " << exact.e << ", step " << n;
      }
    }
  }
}

TEST(EventDriven, BounceHeightsAreTheSquareOfRestitution) {
  for (int tenths = 1; tenths <= 10; ++tenths) {
    const double e = 0.1 * tenths, drop = 0.7;
    Simulation dropped = exactImpacts();
    dropped.params.restitution_threshold = 0.0;
    addPlane(dropped.world, Vec3::UnitY(), material(0.5, e));
    addSphere(dropped.world, kBall, 1.0, {0, kBall + drop, 0}, material(0.5, e));
    double expected = drop;
    for (int n = 0, impacts = 0; n < 300; ++n) {
      advance(dropped);
      for (; impacts < dropped.report.impacts; ++impacts) expected *= e * e;
      impacts = 0;
      if (expected <= 1e-4) break;
      const double v = body(dropped, 1).velocity.y();
      const double apex = body(dropped, 1).pose.position.y() - kBall + v * v / (2.0 * kEarth);
      ASSERT_NEAR(apex, expected, 1e-6 * expected) << "e " << e << ", step " << n;
    }
  }
}

TEST(EventDriven, ZenosBallComesToRestWhenItsBouncesEnd) {
  const double e = 0.8;
  Simulation dropped = exactImpacts();
  dropped.params.restitution_threshold = 0.0;
  addPlane(dropped.world, Vec3::UnitY(), material(0.5, e));
  addSphere(dropped.world, kBall, 1.0, {0, kBall + 1.0, 0}, material(0.5, e));
  const double end = std::sqrt(2.0 / kEarth) * (1.0 + e) / (1.0 - e);
  while (dropped.world.time < end + dropped.world.h) advance(dropped);
  EXPECT_NEAR(body(dropped, 1).pose.position.y(), kBall, kSwept);
  EXPECT_LE(body(dropped, 1).velocity.norm(), 1e-3 * kEarth * dropped.world.h);  // the shortest flight
  advance(dropped);
  EXPECT_EQ(body(dropped, 1).velocity.norm(), 0.0);
}

TEST(EventDriven, BallBetweenWallsKeepsTimeThroughTwentyImpactsAStep) {
  for (const double speed : {10.0, 100.0, 1000.0}) {
    for (const double e : {1.0, 0.9}) {
      Simulation box = exactImpacts();
      box.world.gravity.setZero();
      const double way = 0.8;  // [m], free between the walls
      for (const double side : {-1.0, 1.0}) {
        const int wall = addPlane(box.world, {-side, 0, 0}, material(0.3, e));
        box.world.bodies[wall].pose.position.x() = side * (0.5 * way + kBall);
      }
      addSphere(box.world, kBall, 1.0, Vec3::Zero(), material(0.3, e));
      box.world.bodies[2].velocity.x() = speed;
      double x = 0.0, v = speed;
      for (int n = 0; n < 20; ++n) {
        advance(box);
        double left = box.world.h;
        for (double wall_in = (0.5 * way - (v > 0.0 ? x : -x)) / std::abs(v); wall_in < left;
             wall_in = way / std::abs(v)) {
          left -= wall_in;
          x = v > 0.0 ? 0.5 * way : -0.5 * way;
          v *= -e;
        }
        x += v * left;
        ASSERT_NEAR(body(box, 2).velocity.x(), v, 1e-9 * speed) << speed << ", e " << e << ", step " << n;
        ASSERT_NEAR(body(box, 2).pose.position.x(), x, 1e-9 * speed) << speed << ", e " << e << ", step " << n;
      }
    }
  }
}

TEST(EventDriven, CradleLetsItsLastBallGoWhenTheFirstArrives) {
  for (const double gap : {0.0, 1e-3}) {
    Simulation cradle = exactImpacts(ImpactLaw::Sequential, true);
    cradle.world.gravity.setZero();
    const double speed = 3.0;
    for (int i = 0; i < 5; ++i)
      addSphere(cradle.world, kBall, 1.0, {i == 0 ? -1.0 : (2.0 * kBall + gap) * i, 0, 0}, material(0.0, 1.0));
    cradle.world.bodies[0].velocity.x() = speed;
    for (int n = 0; n < 60; ++n) advance(cradle);
    // The first ball goes to the second, each of the others over the gap to the next.
    EXPECT_NEAR(body(cradle, 0).pose.position.x(), gap, kSwept);
    for (int i = 1; i < 4; ++i) EXPECT_NEAR(body(cradle, i).pose.position.x(), (2.0 * kBall + gap) * i + gap, kSwept);
    const double left = cradle.world.time - (1.0 + gap + 3.0 * gap) / speed;
    EXPECT_NEAR(body(cradle, 4).pose.position.x(), (2.0 * kBall + gap) * 4 + speed * left, kSwept);
  }
}

TEST(EventDriven, SmallBallOnALargeOneLeavesFasterThanItCame) {
  // The large ball turns back first and meets the small one: (3 m1 - m2) / (m1 + m2) of the speed of both.
  const double m1 = 1.0, m2 = 0.1, drop = 1.0;
  Simulation dropped = exactImpacts();
  addPlane(dropped.world, Vec3::UnitY(), material(0.0, 1.0));
  addSphere(dropped.world, kBall, m1, {0, kBall + drop, 0}, material(0.0, 1.0));
  addSphere(dropped.world, 0.5 * kBall, m2, {0, 2.5 * kBall + drop, 0}, material(0.0, 1.0));
  int impacts = 0;
  while (impacts == 0) {
    advance(dropped);
    impacts = dropped.report.impacts;
  }
  EXPECT_EQ(impacts, 2);
  const double fall = std::sqrt(2.0 * drop / kEarth), since = dropped.world.time - fall;
  const double speed = kEarth * fall;
  EXPECT_NEAR(body(dropped, 1).velocity.y(), speed * (m1 - 3.0 * m2) / (m1 + m2) - kEarth * since, kSwept);
  EXPECT_NEAR(body(dropped, 2).velocity.y(), speed * (3.0 * m1 - m2) / (m1 + m2) - kEarth * since, kSwept);
}

TEST(EventDriven, TumblingBoxKeepsItsEnergy) {
  Simulation thrown = exactImpacts();
  addPlane(thrown.world, Vec3::UnitY(), material(0.0, 1.0));
  addBox(thrown.world, {0.1, 0.2, 0.15}, 2.0, {0, 1.0, 0}, material(0.0, 1.0));
  thrown.world.bodies[1].omega = {3.0, 1.0, 2.0};
  thrown.world.bodies[1].velocity = {0.5, 0.0, 0.0};
  advance(thrown);
  const double energy = thrown.report.kinetic + thrown.report.potential;
  int impacts = 0;
  for (int n = 0; n < 300; ++n) {
    advance(thrown);
    impacts += thrown.report.impacts;
    ASSERT_LE(thrown.report.kinetic + thrown.report.potential, energy * (1.0 + 1e-9)) << n;
  }
  EXPECT_GT(impacts, 5);
  EXPECT_GE(thrown.report.kinetic + thrown.report.potential, energy * (1.0 - 1e-9));
}

TEST(EventDriven, BallThatPassesAnEdgeKeepsItsVelocity) {
  Simulation passing = exactImpacts();
  passing.world.gravity.setZero();
  const int block = addBox(passing.world, {0.5, 0.5, 0.5}, 1.0, Vec3::Zero(), material(0.5, 1.0));
  passing.world.bodies[block].kind = BodyKind::Static;
  addSphere(passing.world, kBall, 1.0, {-2.0, 0.5 + kBall + 1e-4, 0}, material(0.5, 1.0));
  passing.world.bodies[1].velocity.x() = 50.0;
  for (int n = 0; n < 10; ++n) advance(passing);
  EXPECT_EQ(body(passing, 1).velocity, Vec3(50.0, 0.0, 0.0));
}

// A joint whose error is zero to the last bit holds during an impact, which has no length.
TEST(EventDriven, CartOnARailTakesAlongTheBoxThatItMeets) {
  for (const bool planar : {false, true}) {
    Simulation carts = exactImpacts(ImpactLaw::Sequential, planar);
    carts.world.gravity.setZero();
    const int cart = addBox(carts.world, {0.2, 0.2, 0.2}, 1.0, Vec3::Zero());
    const int box = addBox(carts.world, {0.2, 0.2, 0.2}, 1.0, Vec3(1, 0, 0));
    addJoint(carts.world, JointKind::Slider, -1, cart, Vec3::Zero(), Vec3::UnitX());
    carts.world.bodies[cart].velocity.x() = 2.0;
    for (int i = 0; i < 60; ++i) advance(carts);
    EXPECT_NEAR(body(carts, cart).velocity.x(), 1.0, 1e-9);
    EXPECT_NEAR(body(carts, box).velocity.x(), 1.0, 1e-9);
  }
}

TEST(EventDriven, StackAtRestIsTheTimeSteps) {
  for (const ImpactTime time : {ImpactTime::Step, ImpactTime::Exact}) {
    Simulation stack = exactImpacts();
    stack.params.impact_time = time;
    addPlane(stack.world, Vec3::UnitY(), material(0.5, 0.5));
    for (int i = 0; i < 5; ++i) addBox(stack.world, {0.2, 0.1, 0.2}, 1.0, {0.01 * i, 0.1 + 0.2 * i, 0}, material(0.5));
    for (int n = 0; n < 60; ++n) advance(stack);
    EXPECT_EQ(stack.report.kinetic, 0.0);
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR((body(stack, i + 1).pose.position - Vec3(0.01 * i, 0.1 + 0.2 * i, 0)).norm(), 0.0, 1e-9);
  }
}

TEST(EventDriven, BoxThatSlidesOnASlopeIsTheTimeSteps) {
  Simulation exact = inclined(*findSolver("exact"), 0.5, 0.2, false);
  Simulation stepped = exact;
  exact.params.impact_time = ImpactTime::Exact;
  for (int n = 0; n < 60; ++n) {
    advance(exact);
    advance(stepped);
  }
  EXPECT_LE((body(exact, 1).pose.position - body(stepped, 1).pose.position).norm(), 1e-9);
  EXPECT_GT(body(exact, 1).velocity.norm(), 1.0);
}

TEST(EventDriven, BoxThatSlidesFasterAndFasterMeetsTheWallWithoutOverlap) {
  const double slope = 0.5, start = 0.3;  // [rad], [m] from the wall, to which the face lies flat
  Simulation sliding = inclined(*findSolver("exact"), slope, 0.1, false);
  sliding.params.impact_time = ImpactTime::Exact;
  const Vec3 down(std::cos(slope), -std::sin(slope), 0.0);
  const int wall = addPlane(sliding.world, -down, material(0.0, 0.5));
  sliding.world.bodies[wall].pose.position = body(sliding, 1).pose.position + (0.5 + start) * down;
  double nearest = start, before = 0.0, deepest = 0.0;
  for (int n = 0; n < 40; ++n) {
    advance(sliding);
    nearest = std::min(nearest, down.dot(body(sliding, 2).pose.position - body(sliding, 1).pose.position) - 0.5);
    deepest = std::max(deepest, sliding.report.max_penetration);  // where the step went on from the impact
    const double speed = down.dot(body(sliding, 1).velocity);
    if (speed < 0.0 && before > 0.0) {
      EXPECT_LT(speed, -0.4 * before);  // e = 0.5, less what it lost since
      EXPECT_GT(speed, -0.6 * before);
    }
    before = speed;
  }
  EXPECT_LE(deepest, 1e-8);
  EXPECT_LE(nearest, 0.01);
}

TEST(EventDriven, RestingBoxTakesAFallingBallsImpactAtItsTime) {
  // Equal masses, e = 1: the ball stands, and what rests passes nothing on but to the ground, which gives it back.
  Simulation struck = exactImpacts();
  addPlane(struck.world, Vec3::UnitY(), material(0.0, 1.0));
  addBox(struck.world, {0.2, 0.1, 0.2}, 1.0, {0, 0.1, 0}, material(0.0, 1.0));
  addSphere(struck.world, kBall, 1.0, {0, 1.0 + 0.2 + kBall, 0}, material(0.0, 1.0));
  double highest = 0.0;
  for (int n = 0; n < 60; ++n) {
    advance(struck);
    const double v = body(struck, 2).velocity.y();
    if (v > 0.0) highest = std::max(highest, body(struck, 2).pose.position.y() - 0.2 - kBall + v * v / (2.0 * kEarth));
  }
  EXPECT_NEAR(highest, 1.0, 1e-9);
}

// Three hundred balls come down on a floor, one after the other, in one step. What a step has no time for is solved as
// resting contact: the note says so, and the balls lie or bounce, but none is in the floor.
TEST(EventDriven, MoreMeetingsThanAStepHasTimeForAreTheTimeSteps) {
  Simulation rain = exactImpacts();
  addPlane(rain.world, Vec3::UnitY(), material(0.5, 0.5));
  for (int i = 0; i < 300; ++i)
    addSphere(rain.world, kBall, 1.0, {0.3 * (i % 20), kBall + 4e-6 * (i + 1), 0.3 * (i / 20)}, material(0.5, 0.5));
  rain.params.restitution_threshold = 1e-3;
  advance(rain);
  EXPECT_NE(rain.report.note.find("more often than a step has time for"), std::string::npos) << rain.report.note;
  EXPECT_GT(rain.report.impacts, 10);
  EXPECT_LT(rain.report.impacts, 300);
  for (int n = 0; n < 60; ++n) {
    advance(rain);
    for (int i = 1; i <= 300; ++i)
      ASSERT_GT(body(rain, i).pose.position.y(), kBall - 1e-5) << "ball " << i << ", step " << rain.world.step;
  }
}

}  // namespace
}  // namespace keystone

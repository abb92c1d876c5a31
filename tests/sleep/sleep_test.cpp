// Sleeping: what is immobilised at rest sleeps for nothing, what should fall falls, and waking leaves no trace.
#include "sleep/sleep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "observe/analysis.h"
#include "sleep/immobilised.h"
#include "support/settled.h"
#include "world/sleep_state.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

Simulation simulationOf(const std::string& scene, bool sleeping) {
  Simulation simulation = loadById(scene).simulation;
  simulation.params.sleeping = sleeping;
  return simulation;
}

// Long enough for what stands from the first step on.
Simulation putToSleep(const std::string& scene, int steps = 40) {
  Simulation simulation = simulationOf(scene, true);
  for (int i = 0; i < steps; ++i) step(simulation);
  return simulation;
}

// Put to sleep once for all tests.
const Simulation& asleep(const std::string& scene, int steps = 40) {
  static std::map<std::pair<std::string, int>, Simulation> made;
  const auto [at, is_new] = made.try_emplace({scene, steps});
  if (is_new) at->second = putToSleep(scene, steps);
  return at->second;
}

int bricks(const World& world) {
  return static_cast<int>(
      std::count_if(world.bodies.begin(), world.bodies.end(), [](const Body& body) { return body.isDynamic(); }));
}

bool samePoses(const World& x, const World& y) {
  const auto same = [](const auto& a, const auto& b) {
    for (Eigen::Index i = 0; i < a.size(); ++i)
      if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
    return true;
  };
  for (std::size_t i = 0; i < x.bodies.size(); ++i) {
    const Pose &p = x.bodies[i].pose, &q = y.bodies[i].pose;
    if (!same(p.position, q.position) || !same(p.orientation.coeffs(), q.orientation.coeffs())) return false;
  }
  return x.bodies.size() == y.bodies.size();
}

// A ball that meets the wall's middle within the next step; +z in space, +x in the plane.
int shoot(World& world, double mass, double speed) {
  Aabb box = bounds(world.colliders[1].shape, world.bodies[1].pose, 0.0);
  for (std::size_t i = 2; i < world.bodies.size(); ++i) {
    const Aabb brick = bounds(world.colliders[i].shape, world.bodies[i].pose, 0.0);
    box.lower = box.lower.cwiseMin(brick.lower);
    box.upper = box.upper.cwiseMax(brick.upper);
  }
  const Vec3 way = world.planar ? Vec3::UnitX() : Vec3::UnitZ();
  Vec3 position = 0.5 * (box.lower + box.upper);
  const Vec3 half = 0.5 * (box.upper - box.lower);
  position -= (half.dot(way) + 0.3) * way;
  const int ball = addSphere(world, 0.25, mass, position, material(0.5));
  world.bodies[ball].velocity = speed * way;
  return ball;
}

class SleepingWall : public ::testing::TestWithParam<const char*> {};

TEST_P(SleepingWall, SleepsWithoutAChangeOfAnyPoseAndSolvesNothing) {
  Simulation simulation = asleep(GetParam());
  ASSERT_EQ(simulation.report.sleeping, bricks(simulation.world));
  const World before = simulation.world;
  for (int i = 0; i < 600; ++i) {
    const StepReport& report = step(simulation);
    ASSERT_EQ(report.rows, 0);
    ASSERT_EQ(report.contacts, 0);
  }
  EXPECT_TRUE(samePoses(simulation.world, before));
  EXPECT_EQ(simulation.report.sleeping, bricks(simulation.world));
  EXPECT_EQ(simulation.world.step, before.step + 600);
  EXPECT_EQ(simulation.report.kinetic, 0.0);
  double potential = 0.0;  // of sleepers too
  for (const Body& body : simulation.world.bodies)
    if (body.isDynamic()) potential += body.mass * 9.81 * body.pose.position.y();
  EXPECT_NEAR(simulation.report.potential, potential, 1e-9 * potential);
}

// The step in which an impact meets the wall: its velocities against those of a wall that never slept and is `steps`
// old. A ball of 200 kg that bends the wall in space makes many contacts slide at once, and friction then leaves
// several answers: a nudge of 1e-13 m/s to a wall that never slept changes its velocities by 0.2 m/s. Hence the lighter
// and slower one.
void expectSameBlow(Simulation woken, const char* scene, int steps) {
  Simulation awake = settled(scene, steps);
  ASSERT_EQ(woken.report.sleeping, bricks(woken.world));
  const double mass = woken.world.planar ? 200.0 : 20.0;  // [kg]
  const double speed = woken.world.planar ? 20.0 : 5.0;   // [m/s]
  shoot(woken.world, mass, speed);
  const int ball = shoot(awake.world, mass, speed);
  step(woken);
  step(awake);
  EXPECT_EQ(woken.report.sleeping, 0);
  EXPECT_LE(awake.report.residual.value, 1e-9);
  EXPECT_LE(woken.report.residual.value, 1e-9);
  ASSERT_EQ(woken.report.contacts, awake.report.contacts);
  double difference = 0.0;
  for (int i = 1; i <= ball; ++i) {
    const Body &x = woken.world.bodies[i], &y = awake.world.bodies[i];
    difference = std::max({difference, (x.velocity - y.velocity).norm(), (x.omega - y.omega).norm()});
  }
  EXPECT_LT(awake.world.bodies[ball].velocity.norm(), 0.7 * speed);  // it met the wall
  EXPECT_LE(difference, 1e-9);
}

TEST_P(SleepingWall, WokenByABallMovesLikeTheOneThatNeverSlept) {
  expectSameBlow(asleep(GetParam(), 300), GetParam(), 300);
}

INSTANTIATE_TEST_SUITE_P(InThePlaneAndInSpace, SleepingWall, ::testing::Values("wall_10x10", "wall3d_10x10"));

class Falling : public ::testing::TestWithParam<const char*> {};

// To the last bit, until pieces of it have come to rest where they fell.
TEST_P(Falling, FallsWithSleepingOnAsWithout) {
  Simulation on = simulationOf(GetParam(), true), off = simulationOf(GetParam(), false);
  for (int i = 0; i < 200 && step(on).sleeping == 0; ++i)
    ASSERT_EQ(on.report.state_hash, step(off).state_hash) << "step " << i;
  double fallen = 0.0;  // [m]
  for (std::size_t i = 0; i < on.world.bodies.size(); ++i)
    fallen = std::max(fallen, on.world.start[i].y() - on.world.bodies[i].pose.position.y());
  EXPECT_GT(fallen, 5e-5);  // of thirty bricks a hair too far, within 0.8 s
}

INSTANTIATE_TEST_SUITE_P(WhatShouldFall, Falling,
                         ::testing::Values("inverted_triangle_3", "inverted_triangle_5", "diamond_5",
                                           "harmonic_10_over", "harmonic_30_over", "collapse_5x5"));

// Balanced on an edge or free to slide: at rest to within rounding, and yet nothing holds it.
class NotHeld : public ::testing::TestWithParam<const char*> {};

TEST_P(NotHeld, NeverSleeps) {
  Simulation simulation = simulationOf(GetParam(), true);
  for (int i = 0; i < 200; ++i) ASSERT_EQ(step(simulation).sleeping, 0) << "step " << i;
}

INSTANTIATE_TEST_SUITE_P(OnAnEdgeOrWithoutFriction, NotHeld,
                         ::testing::Values("harmonic_10", "harmonic_30", "diamond_4"));

TEST(Held, ABlockIsHeldByFrictionAndABallIsNot) {
  const SolverInfo& solver = *findSolver("pivoting");
  for (const double mu : {0.5, 0.0}) {
    Simulation box = simulation(solver);
    addPlane(box.world, Vec3::UnitY(), material(mu));
    addBox(box.world, {0.5, 0.25, 0.5}, 3.0, {0, 0.25, 0}, material(mu));
    step(box);
    EXPECT_EQ(isImmobilised(box.problem, VecX::Constant(box.problem.rows(), 0.0)), false);
    VecX even = VecX::Zero(box.problem.rows());
    for (int c = 0; c < box.problem.contacts; ++c) even[box.problem.normalRow(c)] = 1.0;
    EXPECT_EQ(isImmobilised(box.problem, even), mu > 0.0);
  }
  Simulation ball = simulation(solver);
  addPlane(ball.world, Vec3::UnitY(), material(0.5));
  addSphere(ball.world, 0.5, 3.0, {0, 0.5, 0}, material(0.5));
  step(ball);
  EXPECT_FALSE(isImmobilised(ball.problem, ball.solution.lambda));
}

TEST(Sleep, APencilOnItsTipIsNotHeld) {
  Simulation pencil = simulation(*findSolver("pivoting"), true);
  pencil.params.sleeping = true;
  addPlane(pencil.world, Vec3::UnitY(), material(0.5));
  const int box = addBox(pencil.world, Vec3::Constant(0.5), 1.0, {0, std::sqrt(0.5), 0}, material(0.5));
  pencil.world.bodies[box].pose.orientation = Quat(Eigen::AngleAxisd(0.25 * M_PI + 1e-6, Vec3::UnitZ()));
  int steps = 0;
  while (pencil.world.bodies[box].omega.norm() < 0.1 && steps < 3000) {
    ASSERT_EQ(step(pencil).sleeping, 0);
    ++steps;
  }
  EXPECT_GT(steps, 60);    // it stood for a while
  EXPECT_LT(steps, 3000);  // and what it leaned brought it down
}

// One step after `change` nobody sleeps, and gravity or the hand moves something soon.
void expectAwake(Simulation& simulation, bool moves) {
  step(simulation);
  EXPECT_EQ(simulation.report.sleeping, 0);
  EXPECT_GT(simulation.report.rows, 0);
  for (int i = 0; i < 5; ++i) step(simulation);
  if (moves) {
    EXPECT_GT(simulation.report.kinetic, 1e-6);
  }
}

TEST(Waking, ByTheLossOfASupportingBrick) {
  Simulation simulation = asleep("wall_10x10");
  ASSERT_GT(simulation.report.sleeping, 0);
  removeBody(simulation.world, 1);
  expectAwake(simulation, true);
}

TEST(Waking, ByTheLossOfTheGround) {
  Simulation simulation = asleep("wall_10x10");
  removeBody(simulation.world, 0);
  step(simulation);
  EXPECT_EQ(simulation.report.sleeping, 0);
  for (int i = 0; i < 5; ++i) step(simulation);
  EXPECT_NEAR(simulation.world.bodies[50].velocity.y(), -9.81 * 6.0 / 60.0, 1e-9);
}

TEST(Waking, ByGravityThatTurns) {
  Simulation simulation = asleep("wall_10x10");
  simulation.world.gravity = {9.81, 0, 0};
  expectAwake(simulation, true);
}

TEST(Waking, ByADrag) {
  Simulation simulation = asleep("wall_10x10");
  simulation.world.drags.push_back({.body = 100, .target = simulation.world.bodies[100].pose.position + Vec3(0, 2, 0)});
  expectAwake(simulation, true);
}

TEST(Waking, ByAStaticBodyThatIsMovedOrAdded) {
  Simulation moved = asleep("wall_5x5");
  moved.world.bodies[0].pose.position.y() -= 0.1;
  expectAwake(moved, true);
  Simulation added = asleep("wall_5x5");
  const int block = addBox(added.world, Vec3::Constant(0.1), 1.0, added.world.bodies[12].pose.position);
  added.world.bodies[block].kind = BodyKind::Static;
  expectAwake(added, false);
}

TEST(Waking, ByAMaterialAParameterOrASolver) {
  Simulation surface = asleep("wall_10x10"), solver = surface, parameter = surface, off = surface;
  surface.world.colliders[40].material = material(0.0);
  expectAwake(surface, false);
  solver.solver = findSolver("newton_cone");
  expectAwake(solver, false);
  parameter.params.recovery_slop = 1e-5;
  expectAwake(parameter, false);
  off.params.sleeping = false;
  expectAwake(off, false);
}

TEST(Waking, ByAKinematicBodyThatComes) {
  Simulation simulation = asleep("wall_5x5");
  const Vec3 left = simulation.world.bodies[1].pose.position;
  const int ram = addBox(simulation.world, Vec3::Constant(0.2), 1.0, left - Vec3(1.2, 0, 0), material(0.5));
  Body& body = simulation.world.bodies[ram];
  body.kind = BodyKind::Kinematic;
  step(simulation);
  EXPECT_EQ(simulation.report.sleeping, 0);  // it was added
  for (int i = 0; i < 40; ++i) step(simulation);
  ASSERT_EQ(simulation.report.sleeping, bricks(simulation.world));
  simulation.world.bodies[ram].velocity.x() = 1.0;
  for (int i = 0; i < 60; ++i) step(simulation);
  EXPECT_EQ(simulation.report.sleeping, 0);
  EXPECT_GT(simulation.world.bodies[1].pose.position.x(), left.x() + 0.3);
  EXPECT_LT(simulation.report.max_penetration, 1e-3);
}

// Two towers far apart are two groups.
TEST(Waking, LeavesAloneWhatIsNotTouched) {
  Simulation towers = simulation(*findSolver("pivoting"));
  towers.params.sleeping = true;
  addPlane(towers.world, Vec3::UnitY(), material(0.5));
  for (const double x : {0.0, 10.0})
    for (const double y : {0.25, 0.75, 1.25}) addBox(towers.world, Vec3::Constant(0.25), 1.0, {x, y, 0}, material(0.5));
  for (int i = 0; i < 40; ++i) step(towers);
  ASSERT_EQ(towers.report.sleeping, 6);
  const World before = towers.world;
  const int ball = addSphere(towers.world, 0.1, 1.0, {0.6, 1.25, 0}, material(0.5));
  towers.world.bodies[ball].velocity.x() = -10.0;
  for (int i = 0; i < 3; ++i) step(towers);
  EXPECT_EQ(towers.report.sleeping, 3);
  EXPECT_GT(std::abs(towers.world.bodies[3].velocity.x()), 0.1);
  for (std::size_t i = 4; i < 7; ++i) EXPECT_EQ(towers.world.bodies[i].pose.position, before.bodies[i].pose.position);
}

TEST(Sleep, ImpulsesAreKeptForWaking) {
  Simulation simulation = asleep("wall_10x10");
  EXPECT_TRUE(simulation.world.cache.empty());
  const Simulation& awake = settled("wall_10x10", 30);  // the step after which it falls asleep
  wakeAll(simulation.world);
  ASSERT_EQ(simulation.world.cache.size(), awake.world.cache.size());
  for (std::size_t i = 0; i < simulation.world.cache.size(); ++i) {
    EXPECT_EQ(simulation.world.cache[i].key, awake.world.cache[i].key);
    EXPECT_EQ(simulation.world.cache[i].impulse, awake.world.cache[i].impulse);
  }
}

// A hinged leaf held by a limit, and a pendulum that swings: the one sleeps, the other goes on as alone.
TEST(Sleep, JointsSleepWithTheirBodies) {
  const auto make = [](bool sleeping) {
    Simulation result = simulation(*findSolver("pivoting"), true);
    result.params.sleeping = sleeping;
    World& world = result.world;
    addPlane(world, Vec3::UnitY(), material(0.5));
    const int rest = addBox(world, {0.5, 0.1, 0.1}, 1.0, {0, 2.0, 0});
    const int bob = addBox(world, {0.1, 0.1, 0.1}, 1.0, {6, 2.0, 0});
    const auto hinge = [&](int body, const Vec3& point) {
      Joint joint;
      joint.kind = JointKind::Hinge;
      joint.b = body;
      attach(joint, world.bodies, point, point, Vec3::UnitZ());
      world.joints.push_back(joint);
    };
    hinge(rest, {-0.5, 2.0, 0});
    hinge(rest, {0.5, 2.0, 0});  // two pins: redundant, and held
    hinge(bob, {5, 2.0, 0});
    return result;
  };
  Simulation on = make(true), off = make(false);
  for (int i = 0; i < 300; ++i) {
    step(on);
    step(off);
  }
  EXPECT_EQ(on.report.sleeping, 1);
  EXPECT_EQ(on.world.joints.size(), 3u);
  EXPECT_EQ(on.problem.joint_rows, 2);  // the pendulum's
  EXPECT_EQ(on.world.joint_cache.size(), 2u);
  EXPECT_EQ(on.world.sleep_state.joint_cache.size(), 4u);
  EXPECT_LE((on.world.bodies[2].pose.position - off.world.bodies[2].pose.position).norm(), 1e-9);
  on.world.gravity.y() = -5.0;
  step(on);
  EXPECT_EQ(on.report.sleeping, 0);
  EXPECT_LE(on.report.joint_error, 1e-9);
  EXPECT_EQ(on.problem.joint_rows, 6);
  EXPECT_EQ(on.world.joint_cache.size(), 6u);
}

TEST(Sleep, AnalysisSeesSleepersAsBodiesThatCouldMove) {
  const Simulation& sleeper = asleep("wall_5x5");
  Simulation awake = sleeper;
  wakeAll(awake.world);
  const Analysis of_sleepers = analyze(sleeper), of_awake = analyze(awake);
  EXPECT_TRUE(of_sleepers.balanced);
  EXPECT_EQ(of_sleepers.contacts.size(), of_awake.contacts.size());
}

TEST(Sleep, OnlyUnderSteppersThatSayTheyCan) {
  for (const StepperInfo& stepper : steppers()) {
    Simulation simulation = simulationOf("tower3d_10", true);
    simulation.stepper = stepper.kind;
    for (int i = 0; i < 60; ++i) step(simulation);
    if (!stepper.may_sleep) {
      EXPECT_EQ(simulation.report.sleeping, 0) << stepper.id;
    } else {
      EXPECT_EQ(simulation.report.sleeping, 10) << stepper.id;
    }
  }
}

TEST(Sleep, TheSameInputGivesTheSameBits) {
  const auto run = [](const char* scene) {
    Simulation simulation = putToSleep(scene);
    EXPECT_EQ(simulation.report.sleeping, bricks(simulation.world)) << scene;
    shoot(simulation.world, 200.0, 20.0);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(step(simulation).sleeping, 0) << scene;
    return simulation.report.state_hash;
  };
  for (const char* scene : {"wall_10x10", "tower3d_10"}) EXPECT_EQ(run(scene), run(scene)) << scene;
}

}  // namespace
}  // namespace keystone

// Surfaces of triangles as ground: their edges are not felt, and nothing passes through.
#include <gtest/gtest.h>

#include "shape/random_shapes.h"
#include "shape/surface_mesh.h"
#include "support/effort.h"
#include "support/surface_meshes.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kLength = 20.0;  // [m], of floors, from x = -1
constexpr double kFriction = 0.2;

struct StepperCase {
  StepperKind stepper;
  ImpactTime time = ImpactTime::Step;
};

std::string nameOf(const ::testing::TestParamInfo<StepperCase>& instance) {
  return std::string(toString(instance.param.stepper)) + (instance.param.time == ImpactTime::Exact ? "_exact" : "");
}

const auto kSteppers = ::testing::Values(StepperCase{StepperKind::Velocity}, StepperCase{StepperKind::Acceleration},
                                         StepperCase{StepperKind::Position}, StepperCase{StepperKind::Quasistatic},
                                         StepperCase{StepperKind::Velocity, ImpactTime::Exact});

Simulation simulationOf(const StepperCase& how) {
  Simulation result = simulation(*findSolver("exact"));
  result.stepper = how.stepper;
  result.params.impact_time = how.time;
  // What a body coasts, it must be driven for where nothing has inertia.
  if (how.stepper == StepperKind::Quasistatic) result.world.gravity = {6.0, -9.81, 0.0};
  return result;
}

void addStatic(World& world, const Shape& shape, const Vec3& position, double friction = kFriction) {
  Body body;
  body.kind = BodyKind::Static;
  body.pose.position = position;
  addBody(world, body, {shape, material(friction)});
}

void addSurface(World& world, const TriangleMesh& mesh, Sides sides = Sides::Front, double friction = kFriction) {
  Vec3 center;
  const Shape shape = makeSurface(mesh.vertices, mesh.triangles, sides, &center);
  addStatic(world, shape, center, friction);
}

// A floor y = 0 of 4 m across, and where asked a wall z = -0.25; of `columns` of triangles, or one slab each for 0.
void addFloor(World& world, int columns, bool wall) {
  const Vec3 along = kLength * Vec3::UnitX(), corner(-1.0, 0.0, -2.0), foot(-1.0, 0.0, -0.25);
  if (columns == 0) {
    addStatic(world, Box{{0.5 * kLength, 0.1, 2.0}}, {0.5 * kLength - 1.0, -0.1, wall ? 1.75 : 0.0});
    if (wall) addStatic(world, Box{{0.5 * kLength, 1.0, 0.1}}, {0.5 * kLength - 1.0, 1.0, -0.35});
    return;
  }
  TriangleMesh mesh = grid(wall ? foot : corner, 4.0 * Vec3::UnitZ(), along, 4, columns);
  if (wall) append(grid(foot, along, 2.0 * Vec3::UnitY(), columns, 2), mesh);
  addSurface(world, mesh);
}

Body rolled(int columns, bool wall, const StepperCase& how) {
  Simulation simulation = simulationOf(how);
  addFloor(simulation.world, columns, wall);
  addSphere(simulation.world, wall ? 0.25 : 0.5, 2.0, {0.0, wall ? 0.25 : 0.5, wall ? 0.0 : 0.1}, material(kFriction));
  Body& body = simulation.world.bodies.back();
  body.velocity = {3.0, 0.0, 0.0};
  body.omega = {0.0, 0.0, wall ? -12.0 : -6.0};
  for (int n = 0; n < 200; ++n) step(simulation);
  return body;
}

Body slid(int columns, bool wall, const StepperCase& how) {
  Simulation simulation = simulationOf(how);
  if (wall) simulation.world.gravity.z() = -2.0;
  addFloor(simulation.world, columns, wall);
  addBox(simulation.world, {0.3, 0.2, 0.25}, 2.0, {0.0, 0.2, wall ? 0.0 : 0.1}, material(kFriction));
  Body& body = simulation.world.bodies.back();
  body.velocity = {6.0, 0.0, 0.0};
  for (int n = 0; n < 100; ++n) step(simulation);
  return body;
}

class SurfaceGround : public ::testing::TestWithParam<StepperCase> {};

void expectSame(const Body& body, const Body& expected, const std::string& what) {
  EXPECT_LT((body.velocity - expected.velocity).norm(), 1e-9) << what;
  EXPECT_LT((body.omega - expected.omega).norm(), 1e-9) << what;
  EXPECT_LT((body.pose.position - expected.pose.position).norm(), 1e-9) << what;
}

// A wall is pushed against; its triangles begin at the floor's edges.
TEST_P(SurfaceGround, MovesABallAndABoxAsASlabDoesAlsoAlongTheFootOfAWall) {
  using Move = Body (*)(int columns, bool wall, const StepperCase& how);
  for (const auto& [moved, what] : {std::pair<Move, std::string>(rolled, "ball, "), {slid, "box, "}})
    for (const bool wall : {false, true}) {
      const Body expected = moved(0, wall, GetParam());
      EXPECT_GT(expected.pose.position.x(), 0.5);
      for (const int columns : {1, 10, 100})
        expectSame(moved(columns, wall, GetParam()), expected,
                   what + std::to_string(columns) + (wall ? " columns and a wall" : " columns"));
    }
}

INSTANTIATE_TEST_SUITE_P(Steppers, SurfaceGround, kSteppers, nameOf);

class Sheets : public ::testing::TestWithParam<StepperCase> {};

// Bodies of all kinds at up to 100 m/s and 100 rad/s against a sheet of triangles of half a metre, hung across x.
TEST_P(Sheets, HoldBodiesAtAHundredMetresASecond) {
  RandomShapes random(23);
  for (int trial = 0; trial < trials(120); ++trial) {
    Simulation simulation = keystone::simulation(*findSolver("exact"));
    simulation.stepper = GetParam().stepper;
    simulation.params.impact_time = GetParam().time;
    simulation.world.gravity.setZero();
    const bool both = trial % 2 == 1;
    // Its front looks along -x, from where the body comes; met from both sides, every other one looks away.
    TriangleMesh sheet = grid({0.0, -8.0, -8.0}, 16.0 * Vec3::UnitZ(), 16.0 * Vec3::UnitY(), 32, 32);
    for (Vec3& vertex : sheet.vertices) vertex += 0.1 * random.vector(1.0).cwiseProduct(Vec3(0.0, 1.0, 1.0));
    if (trial % 4 == 3) turnOver(sheet);
    addSurface(simulation.world, sheet, both ? Sides::Both : Sides::Front);
    const Shape shape = random.everySolid();
    const MassProperties mass = massProperties(shape, 100.0);
    Body body;
    body.mass = mass.mass;
    body.inertia = mass.inertia;
    body.pose.orientation = random.turn();
    const double speed = std::pow(10.0, random.uniform(0.0, 2.0));
    body.velocity = speed * (Vec3::UnitX() + random.uniform(0.0, 0.5) * random.direction()).normalized();
    if (trial % 3 == 0) body.omega = random.uniform(0.0, 100.0) * random.direction();
    body.pose.position.x() = -boundingRadius(shape) - body.velocity.x() / 60.0 * random.uniform(0.2, 1.7);
    addBody(simulation.world, body, {shape, material(0.3, 0.2)});
    double farthest = -HUGE_VAL;
    for (int n = 0; n < 4; ++n) {
      step(simulation);
      farthest = std::max(farthest, simulation.world.bodies[1].pose.position.x());
    }
    EXPECT_LT(farthest, 0.0) << "trial " << trial;
  }
}

INSTANTIATE_TEST_SUITE_P(Steppers, Sheets,
                         ::testing::Values(StepperCase{StepperKind::Velocity}, StepperCase{StepperKind::Acceleration},
                                           StepperCase{StepperKind::Position},
                                           StepperCase{StepperKind::Velocity, ImpactTime::Exact}),
                         nameOf);

// A ball falls through from behind, and lies on what it meets from the front.
TEST(Surfaces, AreMetFromTheSidesAskedFor) {
  for (const Sides sides : {Sides::Front, Sides::Both}) {
    Simulation simulation = keystone::simulation(*findSolver("exact"));
    addSurface(simulation.world, grid({-2.0, 0.0, -2.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 3, 3));
    TriangleMesh upper = grid({-2.0, 2.0, -2.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 3, 3);
    turnOver(upper);
    addSurface(simulation.world, upper, sides);
    addSphere(simulation.world, 0.3, 1.0, {0.1, 3.0, 0.2});
    for (int n = 0; n < 120; ++n) step(simulation);
    EXPECT_NEAR(simulation.world.bodies[2].pose.position.y(), sides == Sides::Both ? 2.3 : 0.3, 1e-5);
  }
}

// A lift of triangles, and a sheet that sweeps a ball along.
TEST(Surfaces, ThatMoveCarryWhatTheyMeet) {
  Simulation simulation = keystone::simulation(*findSolver("exact"));
  addSurface(simulation.world, grid({-2.0, 0.0, -2.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 9, 9));
  addBox(simulation.world, {0.3, 0.2, 0.25}, 2.0, {0.0, 0.2, 0.0}, material(0.5));
  Body& lift = simulation.world.bodies[0];
  lift.kind = BodyKind::Kinematic;
  lift.velocity = {0.3, 1.5, 0.0};
  for (int n = 0; n < 60; ++n) step(simulation);
  const Body& box = simulation.world.bodies[1];
  EXPECT_LT((box.velocity - lift.velocity).norm(), 1e-9);
  EXPECT_NEAR(box.pose.position.y() - lift.pose.position.y(), 0.2, 1e-6);  // recovery_slop
}

// What starts deep in a surface comes out at its front. What rocks dips in by R (omega h)^2 / 2, as it does on a plane:
// 5 mm for 1 m and 6 rad/s.
TEST(Surfaces, PushOutWhatStartsInThem) {
  RandomShapes random(5);
  for (int trial = 0; trial < trials(60); ++trial) {
    Simulation simulation = keystone::simulation(*findSolver("exact"));
    addSurface(simulation.world, grid({-3.0, 0.0, -3.0}, 6.0 * Vec3::UnitZ(), 6.0 * Vec3::UnitX(), 20, 20));
    const Shape shape = random.everySolid();
    const MassProperties mass = massProperties(shape, 1000.0);
    Body body;
    body.mass = mass.mass;
    body.inertia = mass.inertia;
    body.pose.orientation = random.turn();
    const auto lowest = [&](const Pose& pose) {
      return pose.toWorld(support(shape, pose.orientation.conjugate() * -Vec3::UnitY())).y();
    };
    body.pose.position.y() = -random.uniform(0.5, 1.0) * lowest(body.pose);
    addBody(simulation.world, body, {shape, material(0.5)});
    for (int n = 0; n < 100; ++n) step(simulation);
    EXPECT_GT(lowest(simulation.world.bodies[1].pose), -5e-3) << "trial " << trial << ", " << describe(shape);
  }
}

// Semi-implicit Euler on a slope: n (n + 1) / 2 steps of g sin(slope) h^2, where two walls of triangles of their own
// lengths hold the ball without friction.
TEST(Surfaces, AStraightGutterIsASlope) {
  Simulation simulation = keystone::simulation(*findSolver("exact"));
  const double slope = 0.3;
  const Vec3 down(std::cos(slope), -std::sin(slope), 0.0), up(std::sin(slope), std::cos(slope), 0.0);
  const double opening = 0.5 * M_PI;  // of the gutter's two walls, each a strip of triangles
  const Vec3 left = std::sin(opening / 2.0) * -Vec3::UnitZ() + std::cos(opening / 2.0) * up;
  const Vec3 right = std::sin(opening / 2.0) * Vec3::UnitZ() + std::cos(opening / 2.0) * up;
  const Vec3 start = -down;
  TriangleMesh gutter = grid(start, 40.0 * down, left, 97, 1);
  append(grid(start, right, 40.0 * down, 1, 61), gutter);
  addSurface(simulation.world, gutter, Sides::Front, 0.0);
  const double radius = 0.2;
  addSphere(simulation.world, radius, 1.0, radius / std::sin(opening / 2.0) * up, material(0.0));
  const Vec3 before = simulation.world.bodies[1].pose.position;
  for (int n = 0; n < 120; ++n) step(simulation);
  const Body& ball = simulation.world.bodies[1];
  const double h = simulation.world.h, g = 9.81 * std::sin(slope);
  EXPECT_LT((ball.velocity - 120.0 * h * g * down).norm(), 1e-9);
  EXPECT_LT((ball.pose.position - before - 0.5 * 120.0 * 121.0 * h * h * g * down).norm(), 1e-8);
}

}  // namespace
}  // namespace keystone

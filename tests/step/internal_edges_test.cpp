// What rolls or slides over flush bodies moves as on one.
#include <gtest/gtest.h>

#include "shape/height_field.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kFloor = 20.0;  // [m], its length, from x = -1
constexpr double kFriction = 0.2;

// A stepper, and when its impacts take place.
struct TileCase {
  StepperKind stepper;
  ImpactTime time = ImpactTime::Step;
  // What the tiles are: fixed or lying there, parts of one body, or triangles of a grid.
  enum class Floor { Bodies, Loose, Compound, Grid } floor = Floor::Bodies;
};

void addTile(World& world, double from, double to, double top, BodyKind kind = BodyKind::Static) {
  const Vec3 half(0.5 * (to - from), 0.1, 2.0), position(0.5 * (from + to), top - 0.1, 0.0);
  addBox(world, half, 1000.0 * (to - from), position, material(kFriction));
  world.bodies.back().kind = kind;
}

Simulation floorOf(int tiles, const TileCase& how) {
  Simulation result = simulation(*findSolver("exact"));
  result.stepper = how.stepper;
  result.params.impact_time = how.time;
  // What a body coasts, it must be driven for where nothing has inertia.
  if (how.stepper == StepperKind::Quasistatic) result.world.gravity = {6.0, -9.81, 0.0};
  const bool loose = how.floor == TileCase::Floor::Loose;
  if (loose || how.floor == TileCase::Floor::Bodies) {
    Body ground;
    ground.kind = BodyKind::Static;
    if (loose) addBody(result.world, ground, {HalfSpace{Vec3::UnitY(), -0.2}, material(1.0)});
    for (int i = 0; i < tiles; ++i)
      addTile(result.world, kFloor * i / tiles - 1.0, kFloor * (i + 1) / tiles - 1.0, 0.0,
              loose ? BodyKind::Dynamic : BodyKind::Static);
    return result;
  }
  Body floor;
  floor.kind = BodyKind::Static;
  Shape shape;
  if (how.floor == TileCase::Floor::Grid && tiles > 1) {
    HeightGrid grid{.columns = tiles + 1, .rows = 5, .spacing_x = kFloor / tiles, .spacing_z = 1.0, .depth = 0.2};
    grid.heights.assign(grid.columns * grid.rows, 0.0);
    shape = makeHeightField(grid, &floor.pose.position);
    floor.pose.position += Vec3(-1.0, 0.0, -2.0);
  } else {
    std::vector<Part> parts;
    for (int i = 0; i < tiles; ++i)
      parts.push_back(
          {Box{{0.5 * kFloor / tiles, 0.1, 2.0}}, {{kFloor * (i + 0.5) / tiles, 0.0, 0.0}, Quat::Identity()}});
    shape = makeCompound(std::move(parts), &floor.pose.position);
    floor.pose.position += Vec3(-1.0, -0.1, 0.0);
  }
  addBody(result.world, floor, {shape, material(kFriction)});
  return result;
}

Body rolled(int tiles, const TileCase& how) {
  Simulation simulation = floorOf(tiles, how);
  const int ball = addSphere(simulation.world, 0.5, 2.0, {0.0, 0.5, 0.0}, material(kFriction));
  simulation.world.bodies[ball].velocity = {3.0, 0.0, 0.0};
  simulation.world.bodies[ball].omega = {0.0, 0.0, -6.0};
  for (int n = 0; n < 150; ++n) step(simulation);
  return simulation.world.bodies.back();
}

Body slid(int tiles, const TileCase& how) {
  Simulation simulation = floorOf(tiles, how);
  const int box = addBox(simulation.world, {0.3, 0.2, 0.25}, 2.0, {0.0, 0.2, 0.0}, material(kFriction));
  simulation.world.bodies[box].velocity = {6.0, 0.0, 0.0};
  for (int n = 0; n < 150; ++n) step(simulation);
  return simulation.world.bodies.back();
}

class FlushTiles : public ::testing::TestWithParam<TileCase> {
 protected:
  // 400 columns of triangles hold a box at 180 contacts, whose residuals of 1e-10 add up to 3e-9 under `position`.
  static std::vector<int> counts() {
    if (GetParam().floor == TileCase::Floor::Grid) return {10, 100};
    if (GetParam().floor == TileCase::Floor::Loose) return {10, 40};
    return {10, 100, 400};
  }
};

void expectSame(const Body& body, const Body& expected) {
  EXPECT_LT((body.velocity - expected.velocity).norm(), 1e-9);
  EXPECT_LT((body.omega - expected.omega).norm(), 1e-9);
  EXPECT_LT((body.pose.position - expected.pose.position).norm(), 1e-9);
}

TEST_P(FlushTiles, ABallRollsAsOnOne) {
  const Body expected = rolled(1, GetParam());
  if (GetParam().stepper != StepperKind::Quasistatic) {
    EXPECT_NEAR(expected.velocity.x(), 3.0, 1e-9);
  }
  for (const int tiles : counts()) expectSame(rolled(tiles, GetParam()), expected);
}

TEST_P(FlushTiles, ABoxSlidesAsOnOne) {
  const Body expected = slid(1, GetParam());
  if (GetParam().stepper != StepperKind::Quasistatic) {
    EXPECT_NEAR(expected.velocity.x(), 6.0 - kFriction * 9.81 * 2.5, 1e-3);
  }
  for (const int tiles : counts()) expectSame(slid(tiles, GetParam()), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Steppers, FlushTiles,
    ::testing::Values(TileCase{StepperKind::Velocity}, TileCase{StepperKind::Acceleration},
                      TileCase{StepperKind::Position}, TileCase{StepperKind::Velocity, ImpactTime::Exact},
                      TileCase{StepperKind::Quasistatic},
                      TileCase{StepperKind::Velocity, ImpactTime::Step, TileCase::Floor::Loose},
                      TileCase{StepperKind::Acceleration, ImpactTime::Step, TileCase::Floor::Loose},
                      TileCase{StepperKind::Position, ImpactTime::Step, TileCase::Floor::Loose},
                      TileCase{StepperKind::Velocity, ImpactTime::Exact, TileCase::Floor::Loose},
                      TileCase{StepperKind::Velocity, ImpactTime::Step, TileCase::Floor::Compound},
                      TileCase{StepperKind::Position, ImpactTime::Step, TileCase::Floor::Compound},
                      TileCase{StepperKind::Velocity, ImpactTime::Exact, TileCase::Floor::Compound},
                      TileCase{StepperKind::Velocity, ImpactTime::Step, TileCase::Floor::Grid},
                      TileCase{StepperKind::Acceleration, ImpactTime::Step, TileCase::Floor::Grid},
                      TileCase{StepperKind::Position, ImpactTime::Step, TileCase::Floor::Grid},
                      TileCase{StepperKind::Velocity, ImpactTime::Exact, TileCase::Floor::Grid}),
    [](const auto& instance) {
      return std::string(toString(instance.param.stepper)) +
             (instance.param.time == ImpactTime::Exact ? "_exact" : "") +
             (instance.param.floor == TileCase::Floor::Compound ? "_compound"
              : instance.param.floor == TileCase::Floor::Loose  ? "_loose"
              : instance.param.floor == TileCase::Floor::Grid   ? "_grid"
                                                                : "");
    });

// Edges that are no part of a plane are none of these.
TEST(InternalEdges, AStepStopsABall) {
  Simulation simulation = floorOf(1, {StepperKind::Velocity});
  addTile(simulation.world, 1.0, 3.0, 0.2);
  const int ball = addSphere(simulation.world, 0.5, 2.0, {0.0, 0.5, 0.0}, material(kFriction));
  Body& body = simulation.world.bodies[ball];
  body.velocity = {1.0, 0.0, 0.0};
  body.omega = {0.0, 0.0, -2.0};
  for (int n = 0; n < 120; ++n) step(simulation);
  EXPECT_LT(body.pose.position.x(), 0.7);
}

// A plank with one end on a tile falls onto the edge of another, flush with the first: that edge must hold it.
TEST(InternalEdges, APlankFallsOntoAnother) {
  Simulation simulation = keystone::simulation(*findSolver("exact"));
  addTile(simulation.world, -1.0, 0.0, 0.0);
  addTile(simulation.world, 0.9, 2.0, 0.0);
  const double tilt = 0.4;
  const Vec3 half(1.0, 0.02, 0.2);
  const Quat turn(Eigen::AngleAxisd(tilt, Vec3::UnitZ()));
  const Vec3 corner(-0.6, 0.0, 0.0);  // of the plank, on the first tile
  const int plank =
      addBox(simulation.world, half, 2.0, corner - turn * Vec3(-half.x(), -half.y(), 0.0), material(kFriction));
  Body& body = simulation.world.bodies[plank];
  body.pose.orientation = turn;
  body.omega = {0.0, 0.0, -6.0};
  double deepest = 0.0;
  for (int n = 0; n < 120; ++n) {
    step(simulation);
    deepest = std::max(deepest, simulation.report.max_penetration);
  }
  EXPECT_LT(deepest, 1e-2);
  EXPECT_NEAR(body.pose.position.y(), half.y(), 1e-5);
  EXPECT_LT(body.velocity.norm(), 1e-9);
}

}  // namespace
}  // namespace keystone

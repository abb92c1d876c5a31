// Ground of few and of many triangles of the same form moves bodies the same way.
#include <gtest/gtest.h>

#include "shape/height_field.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

enum class Thing { Ball, Box };

// Ground along x from -4 to 4, of slopes that change in the middle alone, `cells` to each side.
int addRoof(World& world, double rise, int cells) {
  HeightGrid grid{.columns = 2 * cells + 1, .rows = 3, .spacing_x = 4.0 / cells, .spacing_z = 2.0};
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i <= 2 * cells; ++i) grid.heights.push_back(rise * (1.0 - std::abs(i - cells) / double(cells)));
  Body ground;
  ground.kind = BodyKind::Static;
  const Shape shape = makeHeightField(grid, &ground.pose.position);
  ground.pose.position += Vec3(-4.0, 0.0, -2.0);
  return addBody(world, ground, {shape, material(0.3)});
}

// On its way from the left, where the ground is `rise` lower than in the middle.
Body passed(Thing thing, double rise, int cells, double speed) {
  Simulation simulation = keystone::simulation(*findSolver("exact"));
  addRoof(simulation.world, rise, cells);
  const Vec3 along = Vec3(4.0, rise, 0.0).normalized(), up(-along.y(), along.x(), 0.0);
  const Vec3 foot(-2.0, 0.5 * rise, 0.13);
  if (thing == Thing::Ball) addSphere(simulation.world, 0.2, 1.0, foot + 0.2 * up, material(0.3));
  if (thing == Thing::Box) addBox(simulation.world, {0.2, 0.1, 0.15}, 1.0, foot + 0.1 * up, material(0.3));
  Body& body = simulation.world.bodies[1];
  body.velocity = speed * along;
  if (thing == Thing::Ball) body.omega = {0.0, 0.0, -speed / 0.2};
  if (thing == Thing::Box)
    body.pose.orientation = Quat(Eigen::AngleAxisd(std::atan2(along.y(), along.x()), Vec3::UnitZ()));
  for (int n = 0; n < 90; ++n) {
    step(simulation);
    EXPECT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n;
  }
  return simulation.world.bodies[1];
}

struct RoofCase {
  Thing thing;
  double rise;         // [m], of the middle
  double same = 1e-6;  // [m], [m/s]
};
class Roofs : public ::testing::TestWithParam<RoofCase> {};

TEST_P(Roofs, OfManyTrianglesAreAsThoseOfFew) {
  const auto [thing, rise, same] = GetParam();
  for (const double speed : {1.0, 3.0}) {
    const Body few = passed(thing, rise, 1, speed);
    for (const int cells : {4, 19}) {
      const Body many = passed(thing, rise, cells, speed);
      EXPECT_LT((many.pose.position - few.pose.position).norm(), same) << cells << " cells, " << speed << " m/s";
      EXPECT_LT((many.velocity - few.velocity).norm(), same) << cells << " cells, " << speed << " m/s";
    }
  }
}

// The impact of the box on the other slope is spread over its step otherwise.
INSTANTIATE_TEST_SUITE_P(RidgesAndValleys, Roofs,
                         ::testing::Values(RoofCase{Thing::Ball, 0.6}, RoofCase{Thing::Ball, 0.0},
                                           RoofCase{Thing::Ball, -0.6}, RoofCase{Thing::Box, 0.0},
                                           RoofCase{Thing::Box, -0.6, 3e-3}));

}  // namespace
}  // namespace keystone

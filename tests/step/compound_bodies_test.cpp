// Bodies of several parts move as the solid that they make up, and touch where their parts do.
#include <gtest/gtest.h>

#include "shape/compound.h"
#include "shape/mass_properties.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

int addShape(World& world, const Shape& shape, double density, const Vec3& position, const Material& surface = {}) {
  const MassProperties mass = massProperties(shape, density);
  Body body;
  body.mass = mass.mass;
  body.inertia = mass.inertia;
  body.pose.position = position;
  return addBody(world, body, {shape, surface});
}

Part boxAt(const Vec3& center, const Vec3& half) {
  return {Box{half}, {center, Quat::Identity()}};
}

// A box cut into eight.
Shape eighths(const Vec3& half) {
  std::vector<Part> parts;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      for (const double z : {-0.5, 0.5}) parts.push_back(boxAt(half.cwiseProduct(Vec3(x, y, z)), 0.5 * half));
  return makeCompound(std::move(parts));
}

class Compounds : public ::testing::TestWithParam<StepperKind> {
 protected:
  Simulation simulation() const {
    Simulation result = keystone::simulation(*findSolver("exact"));
    result.stepper = GetParam();
    addPlane(result.world, Vec3::UnitY(), material(0.5));
    return result;
  }
};

TEST_P(Compounds, ABoxInEightTumblesAsTheWhole) {
  const Vec3 half(0.3, 0.2, 0.4);
  const auto tumbled = [&](const Shape& shape) {
    Simulation simulation = this->simulation();
    const int box = addShape(simulation.world, shape, 1000.0, {0.0, 1.0, 0.0}, material(0.0));
    Body& body = simulation.world.bodies[box];
    body.velocity = {1.0, 0.0, 0.5};
    body.omega = {1.0, 2.0, 3.0};
    for (int n = 0; n < 40; ++n) step(simulation);
    return simulation.world.bodies.back();
  };
  const Body whole = tumbled(Box{half}), parts = tumbled(eighths(half));
  // The middles of edges touch, too, and what touches is decided to 10 um (touchingGap).
  EXPECT_LT((whole.pose.position - parts.pose.position).norm(), 1e-5);
  EXPECT_LT((whole.velocity - parts.velocity).norm(), 5e-3);
  EXPECT_LT((whole.omega - parts.omega).norm(), 5e-3);
  EXPECT_LT(whole.pose.position.y(), 0.6) << "it met the ground";
}

TEST_P(Compounds, ATableStandsOnItsLegsAndCarries) {
  Simulation simulation = this->simulation();
  std::vector<Part> parts{boxAt({0.0, 0.725, 0.0}, {0.6, 0.025, 0.4})};
  for (const double x : {-0.55, 0.55})
    for (const double z : {-0.35, 0.35}) parts.push_back(boxAt({x, 0.35, z}, {0.03, 0.35, 0.03}));
  Vec3 center;
  const Shape shape = makeCompound(std::move(parts), &center);
  const int table = addShape(simulation.world, shape, 700.0, center);
  const int load = addBox(simulation.world, {0.1, 0.1, 0.1}, 8.0, {0.3, 0.85, 0.1});
  const std::vector<Body> start = simulation.world.bodies;
  for (int n = 0; n < 120; ++n) {
    step(simulation);
    ASSERT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n;
  }
  EXPECT_EQ(simulation.problem.contacts, 20) << "four at each leg, four below the load";
  for (const int body : {table, load}) {
    const auto at = static_cast<std::size_t>(body);
    EXPECT_LT((simulation.world.bodies[at].pose.position - start[at].pose.position).norm(), 1e-9);
  }
}

// Nothing is where a compound is hollow: a bridge falls over a wall until its deck meets the top.
TEST_P(Compounds, ABridgeFallsOverAWallAsFarAsItsDeck) {
  Simulation simulation = this->simulation();
  Body wall;
  wall.kind = BodyKind::Static;
  wall.pose.position = {0.0, 0.5, 0.0};
  addBody(simulation.world, wall, {Box{{0.1, 0.5, 1.0}}, material(0.5)});
  Vec3 center;
  const Shape shape = makeCompound({boxAt({0.0, 0.45, 0.0}, {0.5, 0.05, 0.2}), boxAt({-0.4, 0.0, 0.0}, {0.1, 0.4, 0.2}),
                                    boxAt({0.4, 0.0, 0.0}, {0.1, 0.4, 0.2})},
                                   &center);
  const int bridge = addShape(simulation.world, shape, 500.0, Vec3(0.0, 0.8, 0.0) + center);
  const double start = simulation.world.bodies[bridge].pose.position.y();
  for (int n = 0; n < 8; ++n) step(simulation);  // the deck is still above the wall
  EXPECT_NEAR(simulation.world.bodies[bridge].velocity.y(), -8.0 * 9.81 / 60.0, 1e-12);
  for (int n = 0; n < 60; ++n) step(simulation);
  const Body& landed = simulation.world.bodies[bridge];
  EXPECT_NEAR(landed.pose.position.y() - start, 1.0 - (0.8 + 0.4), 1e-5);
  EXPECT_LT(landed.velocity.norm(), 1e-6);
}

TEST_P(Compounds, AFastDumbbellDoesNotPassAThinWall) {
  for (const double spin : {0.0, 40.0}) {
    Simulation simulation = this->simulation();
    Body wall;
    wall.kind = BodyKind::Static;
    wall.pose.position = {0.0, 5.0, 0.0};
    addBody(simulation.world, wall, {Box{{0.005, 5.0, 5.0}}, material(0.5)});
    const Shape dumbbell = makeCompound({{Capsule{0.02, 0.2}, {}},
                                         {Sphere{0.05}, {{0.0, 0.2, 0.0}, Quat::Identity()}},
                                         {Sphere{0.05}, {{0.0, -0.2, 0.0}, Quat::Identity()}}});
    const int flyer = addShape(simulation.world, dumbbell, 2000.0, {-3.0, 5.0, 0.0}, material(0.5, 0.5));
    Body& body = simulation.world.bodies[flyer];
    body.velocity = {300.0, 0.0, 0.0};
    body.omega = {0.0, 0.0, spin};
    for (int n = 0; n < 10; ++n) step(simulation);
    EXPECT_LT(simulation.world.bodies.back().pose.position.x(), 0.0) << spin << " rad/s";
    EXPECT_LT(simulation.world.bodies.back().velocity.x(), 0.0) << spin << " rad/s";
  }
}

INSTANTIATE_TEST_SUITE_P(Steppers, Compounds,
                         ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Position),
                         stepperName);

// In the plane: an L that stands on its foot.
TEST(CompoundsInThePlane, AnLStands) {
  Simulation simulation = keystone::simulation(*findSolver("exact"), true);
  addPlane(simulation.world, Vec3::UnitY(), material(0.5));
  Vec3 center;
  const Shape shape =
      makeCompound({boxAt({0.0, 0.5, 0.0}, {0.1, 0.5, 0.5}), boxAt({0.4, 0.1, 0.0}, {0.3, 0.1, 0.5})}, &center);
  const int letter = addShape(simulation.world, shape, 1000.0, center);
  simulation.world.bodies[letter].planar = true;
  for (int n = 0; n < 120; ++n) step(simulation);
  EXPECT_EQ(simulation.report.solve.status, SolveStatus::Converged);
  EXPECT_LT((simulation.world.bodies.back().pose.position - center).norm(), 1e-9);
  EXPECT_EQ(simulation.problem.contacts, 4);
}

}  // namespace
}  // namespace keystone

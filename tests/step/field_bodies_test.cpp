// Bodies known by the distance to their surface, as ground and as bodies that move.
#include <gtest/gtest.h>

#include <map>

#include "scene/scene_fixture.h"
#include "shape/distance_field.h"
#include "shape/height_field.h"
#include "shape/random_shapes.h"
#include "shape/surface_mesh.h"
#include "support/effort.h"
#include "support/surface_meshes.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kFieldFriction = 0.3;
constexpr double kFieldDensity = 100.0;  // [kg/m^3]

class FieldBodies : public ::testing::TestWithParam<StepperKind> {
 protected:
  static Simulation worldOf() {
    Simulation result = simulation(*findSolver("exact"));
    result.stepper = GetParam();
    return result;
  }
};

INSTANTIATE_TEST_SUITE_P(Steppers, FieldBodies,
                         ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Position),
                         stepperName);

Shape boxField(const Vec3& half, double cell, const Pose& pose = {}) {
  const TriangleMesh mesh = boxMesh(half, pose);
  return makeDistanceField(mesh.vertices, mesh.triangles, cell);
}

// Each made once.
const Shape& meshField(const std::string& name, double scale = 1.0) {
  static std::map<std::pair<std::string, double>, Shape> made;
  const auto [at, is_new] = made.try_emplace({name, scale});
  if (is_new) at->second = distanceFieldFromMesh(assetDir() + "/meshes/concave/" + name + ".obj", scale, 0.05);
  return at->second;
}

Body& addSolid(World& world, const Shape& shape, const Vec3& position, BodyKind kind = BodyKind::Dynamic) {
  Body body;
  body.kind = kind;
  body.pose.position = position;
  if (kind == BodyKind::Dynamic) {
    const MassProperties mass = massProperties(shape, kFieldDensity);
    body.mass = mass.mass;
    body.inertia = mass.inertia;
  }
  addBody(world, body, {shape, material(kFieldFriction)});
  return world.bodies.back();
}

void expectSameMotion(const Body& body, const Body& expected, double tolerance) {
  EXPECT_LT((body.pose.position - expected.pose.position).norm(), tolerance);
  EXPECT_LT((body.velocity - expected.velocity).norm(), tolerance);
  EXPECT_LT((body.omega - expected.omega).norm(), tolerance);
}

// Over 80 columns of triangles; the slab's own place in the grid is askew to its cells.
TEST_P(FieldBodies, CarryABallAndABoxAsASlabDoes) {
  std::vector<Body> ends;
  for (const bool field : {false, true}) {
    for (const bool ball : {true, false}) {
      Simulation simulation = worldOf();
      const Vec3 half(4.0, 0.2, 1.0);
      addSolid(simulation.world, field ? boxField(half, 0.1) : Shape(Box{half}), {3.0, -0.2, 0.0}, BodyKind::Static);
      Body& body = addSolid(simulation.world, ball ? Shape(Sphere{0.5}) : Shape(Box{{0.3, 0.2, 0.25}}),
                            {0.0, ball ? 0.5 : 0.2, 0.1});
      body.velocity = {3.0, 0.0, 0.0};
      if (ball) body.omega = {0.0, 0.0, -6.0};
      for (int n = 0; n < 90; ++n) step(simulation);
      ends.push_back(simulation.world.bodies.back());
    }
  }
  EXPECT_GT(ends[0].pose.position.x(), 4.0);
  EXPECT_GT(ends[1].pose.position.x(), 1.0);
  expectSameMotion(ends[2], ends[0], 1e-9);
  expectSameMotion(ends[3], ends[1], 1e-9);
}

// What falls flat and slides.
TEST_P(FieldBodies, FallAndSlideAsABoxDoes) {
  const Vec3 half(0.3, 0.2, 0.25);
  std::vector<Body> ends;
  for (const bool field : {false, true}) {
    Simulation simulation = worldOf();
    addPlane(simulation.world, Vec3::UnitY(), material(kFieldFriction));
    Body& body = addSolid(simulation.world, field ? boxField(half, 0.05) : Shape(Box{half}), {0.0, 0.3, 0.0});
    body.velocity = {1.0, 0.0, 0.5};
    for (int n = 0; n < 90; ++n) step(simulation);
    ends.push_back(simulation.world.bodies.back());
  }
  EXPECT_GT(ends[0].pose.position.x(), 0.1);
  expectSameMotion(ends[1], ends[0], 1e-9);
}

// Ground of every kind.
std::vector<std::pair<std::string, Shape>> makeGrounds() {
  const TriangleMesh sheet = grid({-2.0, 0.0, -2.0}, 4.0 * Vec3::UnitZ(), 4.0 * Vec3::UnitX(), 9, 9);
  HeightGrid heights{9, 9, 0.5, 0.5, 1.0, std::vector<double>(81, 0.0)};
  return {{"half-space", HalfSpace{}},
          {"box", Box{{2.0, 0.5, 2.0}}},
          {"field", boxField({2.0, 0.5, 2.0}, 0.1)},
          {"surface", makeSurface(sheet.vertices, sheet.triangles, Sides::Front)},
          {"height field", makeHeightField(heights)}};
}

TEST_P(FieldBodies, RestOnGroundOfEveryKind) {
  static const auto grounds = makeGrounds();
  for (const auto& [name, ground] : grounds) {
    for (const char* mesh : {"bracket", "star", "torus"}) {
      Simulation simulation = worldOf();
      const Aabb box = bounds(ground, {}, 0.0);
      addSolid(simulation.world, ground, {0.0, isHalfSpace(ground) ? 0.0 : -box.upper.y(), 0.0}, BodyKind::Static);
      const Shape& shape = meshField(mesh);
      Body& body = addSolid(simulation.world, shape, Vec3::Zero());
      body.pose.position.y() = 0.05 - bounds(shape, {}, 0.0).lower.y();
      double residual = 0.0;
      for (int n = 0; n < 240; ++n) residual = std::max(residual, step(simulation).residual.value);
      const Body& end = simulation.world.bodies.back();
      const std::string what = name + ", " + mesh;
      EXPECT_LT(residual, 1e-9) << what;
      EXPECT_LT(end.velocity.norm() + end.omega.norm(), 1e-6) << what;
      const Vec3 down = end.pose.orientation.conjugate() * -Vec3::UnitY();
      EXPECT_NEAR(end.pose.position.y() - down.dot(support(shape, down)), 0.0, 1e-5) << what;  // touching: 10 um
      const double weight = end.mass * simulation.world.gravity.norm() * simulation.world.h;
      const VecX carried =
          simulation.problem.J.transpose() * simulation.solution.lambda;  // [6 bodies], the body is last
      EXPECT_NEAR(carried[carried.size() - 5], weight, 1e-6 * weight) << what;
    }
  }
}

// A ring that is dropped over a peg stays there.
TEST_P(FieldBodies, LeaveTheirHolesOpen) {
  Simulation simulation = worldOf();
  addPlane(simulation.world, Vec3::UnitY(), material(kFieldFriction));
  addSolid(simulation.world, makeShape("cylinder", {0.2, 1.0, 0.0}), {0.0, 0.5, 0.0}, BodyKind::Static);
  addSolid(simulation.world, meshField("torus"), {0.1, 1.4, 0.05});
  for (int n = 0; n < 300; ++n) ASSERT_FALSE(step(simulation).rejected) << n;
  const Body& ring = simulation.world.bodies.back();
  EXPECT_LT(ring.pose.position.y(), 0.3);
  EXPECT_LT(ring.pose.position.head<1>().norm(), 0.4);
  EXPECT_LT(std::abs(ring.pose.position.z()), 0.4);
}

// Two bars that cross, edge on edge, wherever along each other.
TEST_P(FieldBodies, MeetWhereTheirEdgesCross) {
  constexpr double kHalf = 0.1, kCell = 0.05, kGap = 1e-6;  // [m]
  const double edge = kHalf * std::sqrt(2.0);               // [m], from a bar's axis
  const Quat tilt_x(Eigen::AngleAxisd(0.25 * EIGEN_PI, Vec3::UnitX()));
  const Quat tilt_z(Eigen::AngleAxisd(0.25 * EIGEN_PI, Vec3::UnitZ()));
  const Shape along_x = boxField({0.4, kHalf, kHalf}, kCell, {Vec3::Zero(), tilt_x});
  const Shape along_z = boxField({kHalf, kHalf, 0.4}, kCell, {Vec3::Zero(), tilt_z});
  for (int n = 0; n < 8; ++n) {
    Simulation world = worldOf();
    world.world.gravity.setZero();
    addSolid(world.world, along_x, Vec3::Zero(), BodyKind::Static);
    addSolid(world.world, along_z, {0.011 * n, 2.0 * edge + kGap, 0.007 * n});
    step(world);
    double least = 1.0;
    Vec3 normal = Vec3::Zero();
    for (const Manifold& manifold : world.manifolds)
      for (const ManifoldPoint& point : pointsOf(manifold))
        if (point.gap < least) {
          least = point.gap;
          normal = manifold.normal;
        }
    EXPECT_NEAR(least, kGap, 1e-9) << n;
    EXPECT_GT(normal.y(), 1.0 - 1e-9) << n;
  }
}

// A body that a scene puts inside of another one comes out where the way is shortest: at the top, 0.4 m away.
TEST_P(FieldBodies, PushOutWhatIsInside) {
  const Shape block = boxField({2.0, 1.0, 2.0}, 0.1);
  for (const Shape& shape : {Shape(Sphere{0.1}), Shape(Box{{0.1, 0.2, 0.15}}), makeShape("cone", {0.1, 0.2, 0.0})}) {
    Simulation simulation = worldOf();
    addSolid(simulation.world, block, {0.0, -1.0, 0.0}, BodyKind::Static);
    addSolid(simulation.world, shape, {0.1, -0.4, 0.1});
    for (int n = 0; n < 300; ++n) step(simulation);
    const Body& body = simulation.world.bodies.back();
    const Vec3 down = body.pose.orientation.conjugate() * -Vec3::UnitY();
    EXPECT_NEAR(body.pose.position.y() - down.dot(support(shape, down)), 0.0, 1e-5);
    EXPECT_LT((body.pose.position - Vec3(0.1, body.pose.position.y(), 0.1)).norm(), 0.05);
  }
}

// Convex bodies and fields, at up to 100 m/s, against a wall of two cells; and fields against a box as thick.
TEST(FastFields, DoNotPassThroughAWall) {
  RandomShapes random(9);
  const Vec3 half(0.1, 1.5, 1.5);
  const Shape field = boxField(half, 0.1);
  const Shape &star = meshField("star"), &ring = meshField("torus", 0.5);
  const int count = std::max(12, trials(45));  // every combination once, at least
  int hit = 0;
  for (int trial = 0; trial < count; ++trial) {
    Simulation simulation = keystone::simulation(*findSolver("exact"));
    simulation.world.gravity.setZero();
    const bool of_field = trial % 3 > 0;
    addSolid(simulation.world, trial % 3 < 2 ? field : Shape(Box{half}), Vec3::Zero(), BodyKind::Static);
    const Shape shape = of_field ? (trial % 2 == 0 ? star : ring) : random.everySolid();
    Body& body = addSolid(simulation.world, shape, Vec3::Zero());
    body.pose.orientation = random.turn();
    body.velocity = std::pow(10.0, random.uniform(0.0, 2.0)) *
                    (Vec3::UnitX() + random.uniform(0.0, 0.3) * random.direction()).normalized();
    if (trial % 4 == 0) body.omega = random.uniform(0.0, 30.0) * random.direction();
    body.pose.position.x() = -0.15 - boundingRadius(shape) - body.velocity.x() / 60.0 * random.uniform(0.2, 1.7);
    const double speed = body.velocity.x();
    for (int n = 0; n < 30; ++n) {
      step(simulation);
      const Body& end = simulation.world.bodies.back();
      if (std::abs(end.pose.position.y()) > 1.5 || std::abs(end.pose.position.z()) > 1.5) break;  // past its edge
      ASSERT_LT(end.pose.position.x(), 0.0) << trial << ": " << describe(shape) << ", " << speed << " m/s";
      if (end.velocity.x() < 0.0 && end.pose.position.x() < -0.15 - boundingRadius(shape)) break;  // thrown back
    }
    if (simulation.world.bodies.back().velocity.x() < 0.9 * speed) ++hit;
  }
  EXPECT_GT(hit, 2 * count / 3);
}

// Where the position stepper's contacts were found on the wrong side of a thin wall, or at corners of it far away, and
// threw the body off with up to 4e12 times its energy, or let it through.
class FieldShots : public ::testing::TestWithParam<std::tuple<StepperKind, const char*>> {};

TEST_P(FieldShots, NeitherPassNorGainEnergy) {
  const auto& [stepper, name] = GetParam();
  Simulation simulation =
      loadScene(std::string(KEYSTONE_TEST_DATA) + "/field_shots/" + name + ".json", assetDir()).simulation;
  simulation.stepper = stepper;
  const Body& body = simulation.world.bodies.back();
  double before = kineticEnergy(body);
  const double first = before;
  for (int n = 0; n < 60; ++n) {
    step(simulation);
    const double energy = kineticEnergy(body);
    ASSERT_LE(energy, before + 1e-12 * first) << "step " << n;
    before = energy;
  }
  EXPECT_LT(before, 0.9 * first);
  EXPECT_LT(body.pose.position.x(), simulation.world.bodies.front().pose.position.x());
}

INSTANTIATE_TEST_SUITE_P(Steppers, FieldShots,
                         ::testing::Combine(::testing::Values(StepperKind::Velocity, StepperKind::Position),
                                            ::testing::Values("torus_26", "bowl_137", "bracket_98", "bowl_32",
                                                              "bracket_216")),
                         [](const auto& instance) {
                           return std::string(toString(std::get<0>(instance.param))) + "_" +
                                  std::get<1>(instance.param);
                         });

}  // namespace
}  // namespace keystone

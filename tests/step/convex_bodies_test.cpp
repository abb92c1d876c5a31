// Cylinders, cones, ellipsoids and solids with a margin at rest and rolling, where their motion has a closed form.
#include "shape/shape_kind.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

int addSolid(World& world, const Shape& shape, double density, const Vec3& position, const Material& surface,
             const Quat& turn = Quat::Identity()) {
  const MassProperties properties = massProperties(shape, density);
  Body body;
  body.mass = properties.mass;
  body.inertia = properties.inertia;
  body.pose = {position, turn};
  return addBody(world, body, {shape, surface});
}

Shape cylinder(double radius, double length) {
  return makeShape("cylinder", {radius, length, 0.0});
}

const Quat kAlongZ(Eigen::AngleAxisd(EIGEN_PI / 2.0, Vec3::UnitX()));

const SolverInfo& exactSolver() {
  return *findSolver("exact");
}

void expectStill(Simulation& simulation, int steps) {
  const World start = simulation.world;
  for (int i = 0; i < steps; ++i) {
    step(simulation);
    ASSERT_FALSE(simulation.report.rejected) << simulation.report.trouble;
    EXPECT_LE(simulation.report.residual.value, 1e-9);
  }
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    EXPECT_LT((simulation.world.bodies[i].pose.position - start.bodies[i].pose.position).norm(), 1e-12) << i;
    EXPECT_LT(simulation.world.bodies[i].pose.orientation.angularDistance(start.bodies[i].pose.orientation), 1e-12);
  }
}

TEST(ConvexBodies, CylinderStandsStillOnTheGround) {
  Simulation still = simulation(exactSolver());
  addPlane(still.world, Vec3::UnitY());
  addSolid(still.world, cylinder(0.5, 2.0), 1000.0, {0, 1, 0}, {});
  expectStill(still, 600);
}

TEST(ConvexBodies, ColumnsOfDrumsWithALintelStandStill) {
  Simulation still = simulation(exactSolver());
  addPlane(still.world, Vec3::UnitY());
  for (const double x : {-1.5, 1.5})
    for (int drum = 0; drum < 3; ++drum)
      addSolid(still.world, cylinder(0.5, 1.0), 1000.0, {x, 0.5 + drum, 0}, {},
               Quat(Eigen::AngleAxisd(0.3 * drum, Vec3::UnitY())));
  addSolid(still.world, Box{{2.2, 0.25, 0.5}}, 1000.0, {0, 3.25, 0}, {});
  expectStill(still, 600);
}

Quat lyingCone(double radius, double height) {
  return Quat(Eigen::AngleAxisd(-EIGEN_PI / 2.0 - std::atan2(radius, height), Vec3::UnitZ()));
}

TEST(ConvexBodies, ConesStandAndLieStill) {
  Simulation still = simulation(exactSolver());
  addPlane(still.world, Vec3::UnitY());
  const Shape cone = makeShape("cone", {0.6, 0.8, 0.0});
  addSolid(still.world, cone, 1000.0, {0, 0.2, 0}, {});
  addSolid(still.world, cone, 1000.0, {3, 0.36, 0}, {}, lyingCone(0.6, 0.8));
  expectStill(still, 600);
}

TEST(ConvexBodies, SpireOnAColumnStandsStill) {
  Simulation still = simulation(exactSolver());
  addPlane(still.world, Vec3::UnitY());
  addSolid(still.world, cylinder(0.5, 2.0), 1000.0, {0, 1, 0}, {});
  addSolid(still.world, makeShape("cone", {0.6, 1.6, 0.0}), 1000.0, {0, 2.4, 0}, {});
  expectStill(still, 600);
}

TEST(ConvexBodies, StackOfBlocksWithRoundEdgesStandsStill) {
  Simulation still = simulation(exactSolver());
  addPlane(still.world, Vec3::UnitY());
  for (int block = 0; block < 5; ++block)
    addSolid(still.world, Box{Vec3(0.4, 0.15, 0.4), 0.1}, 1000.0, {0, 0.25 + 0.5 * block, 0}, {},
             Quat(Eigen::AngleAxisd(0.3 * block, Vec3::UnitY())));
  expectStill(still, 600);
}

// The torque of friction on a disc is 1/2 m r a, hence a = 2/3 g sin; the chord error of steps is second order. A ball
// by another name rolls like one, a = 5/7 g sin.
TEST(ConvexBodies, RollDownASlopeAtTheirShares) {
  const double angle = 0.2, g = 9.81;
  const Vec3 normal(std::sin(angle), std::cos(angle), 0.0), downhill(std::cos(angle), -std::sin(angle), 0.0);
  for (const auto& [solid, radius, share] :
       {std::tuple(cylinder(0.5, 1.2), 0.5, 2.0 / 3.0), {makeShape("ellipsoid", {0.4, 0.4, 0.4}), 0.4, 5.0 / 7.0}}) {
    Simulation rolling = simulation(exactSolver());
    rolling.world.h = 1.0 / 240.0;
    addPlane(rolling.world, normal, material(0.6));
    const int body = addSolid(rolling.world, solid, 1000.0, radius * normal, material(0.6), kAlongZ);
    for (int i = 0; i < 240; ++i) step(rolling);  // a second
    const Body& after = rolling.world.bodies[body];
    EXPECT_NEAR(downhill.dot(after.velocity), share * g * std::sin(angle), 1e-3);
    EXPECT_NEAR(after.omega.z(), -downhill.dot(after.velocity) / radius, 1e-3);  // without slip
    EXPECT_NEAR(normal.dot(after.pose.position), radius, 1e-5);                  // and on the plane
    EXPECT_LT(std::abs(after.pose.position.z()), 1e-9);
  }
}

TEST(ConvexBodies, CylinderRollsOverABoxAsOverThePlane) {
  Simulation rolling = simulation(exactSolver());
  Body floor;
  floor.kind = BodyKind::Static;
  floor.pose.position = {0, -0.5, 0};
  addBody(rolling.world, floor, {Box{{10, 0.5, 10}}, material(0.6)});
  const int body = addSolid(rolling.world, cylinder(0.5, 1.2), 1000.0, {-3, 0.5, 0}, material(0.6), kAlongZ);
  Body& roller = rolling.world.bodies[body];
  roller.velocity = {1.0, 0, 0};
  roller.omega = {0, 0, -2.0};
  for (int i = 0; i < 120; ++i) step(rolling);
  EXPECT_NEAR(roller.pose.position.x(), -1.0, 1e-6);  // two seconds at 1 m/s: nothing brakes it
  EXPECT_NEAR(roller.velocity.x(), 1.0, 1e-6);
  EXPECT_NEAR(roller.pose.position.y(), 0.5, 1e-6);
}

// Tips when the centre is past the rim, or past the flat of a face with round edges: tan = r / (l / 2).
TEST(ConvexBodies, OnASlopeTipWhenTheirCentreIsPastTheFlatOfTheirFace) {
  const double flat = 0.3, margin = 0.1, half = 1.0, limit = std::atan(flat / half);
  for (const Shape& solid : {cylinder(flat, 2.0 * half), Shape(Box{Vec3(flat, half - margin, 0.5), margin})})
    for (const double share : {0.9, 1.05}) {
      Simulation slope = simulation(exactSolver());
      const double angle = share * limit;
      const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
      addPlane(slope.world, normal, material(1.0));
      const int body = addSolid(slope.world, solid, 1000.0, half * normal, material(1.0),
                                Quat(Eigen::AngleAxisd(-angle, Vec3::UnitZ())));
      for (int i = 0; i < 240; ++i) step(slope);
      const Vec3 axis = slope.world.bodies[body].pose.rotate(Vec3::UnitY());
      EXPECT_EQ(axis.dot(normal) > 0.99, share < 1.0) << describe(solid) << ", " << share;
    }
}

// A cone that rolls about its apex has the kinetic energy 3/40 m h^2 (1 + 5 cos^2 a) theta'^2, with a half of its
// opening (Landau and Lifshitz, Mechanics, section 32), and its centre lies 3/4 h cos a from the apex along the slope.
TEST(ConvexBodies, ConeOnASlopeSwingsAboutItsApexWithItsPeriod) {
  const double radius = 0.3, height = 0.8, slope = 0.3, g = 9.81, start = 0.1;
  Simulation rolling = simulation(exactSolver());
  rolling.world.h = 1.0 / 1000.0;
  const Quat tilt(Eigen::AngleAxisd(-slope, Vec3::UnitZ()));
  addPlane(rolling.world, tilt * Vec3::UnitY(), material(2.0));
  // Its apex at the origin; as it lies the apex points along +x, which must be uphill.
  const Quat turn = tilt * Quat(Eigen::AngleAxisd(EIGEN_PI - start, Vec3::UnitY())) * lyingCone(radius, height);
  const int body = addSolid(rolling.world, makeShape("cone", {radius, height, 0.0}), 1000.0,
                            turn * Vec3(0, -0.75 * height, 0), material(2.0), turn);
  const Vec3 downhill = tilt * Vec3::UnitX();
  std::vector<double> crossings;
  double before = 0.0;
  for (int i = 1; i <= 6000; ++i) {
    step(rolling);
    const Vec3 from_apex = -rolling.world.bodies[body].pose.rotate(Vec3::UnitY());
    const double angle = std::atan2(from_apex.z(), from_apex.dot(downhill));
    if (before > 0.0 && angle <= 0.0) crossings.push_back((i - 1 + before / (before - angle)) * rolling.world.h);
    before = angle;
  }
  ASSERT_GE(crossings.size(), 2u);
  const double opening = std::atan2(radius, height), square = std::cos(opening) * std::cos(opening);
  const double squared = 5.0 * g * std::sin(slope) * std::cos(opening) / (height * (1.0 + 5.0 * square));
  const double period = 2.0 * EIGEN_PI / std::sqrt(squared);
  EXPECT_NEAR(crossings[1] - crossings[0], period, 0.01 * period);
}

// Small rocking of an ellipsoid about its lowest place: rho = a^2 / c is the radius of curvature there, the height of
// the centre c, so (I + m c^2) theta'' = -m g (rho - c) theta.
TEST(ConvexBodies, EllipsoidRocksWithItsPeriodAndGainsNoEnergy) {
  const double a = 0.5, c = 0.3, g = 9.81, start = 0.02;
  Simulation rocking = simulation(exactSolver());
  rocking.world.h = 1.0 / 1000.0;
  addPlane(rocking.world, Vec3::UnitY(), material(2.0));
  const Shape egg = makeShape("ellipsoid", {a, c, 0.4});
  const Quat turn(Eigen::AngleAxisd(start, Vec3::UnitZ()));
  const double height = -(turn * support(egg, turn.conjugate() * Vec3(0, -1, 0))).y();
  const int body = addSolid(rocking.world, egg, 1000.0, {0, height, 0}, material(2.0), turn);
  const Body& rocker = rocking.world.bodies[body];
  const auto energy = [&] { return kineticEnergy(rocker) + rocker.mass * g * (rocker.pose.position.y() - c); };
  const double first = energy();
  std::vector<double> crossings;
  double before = start, most = 0.0;
  for (int i = 1; i <= 4000; ++i) {
    step(rocking);
    const double angle = 2.0 * std::atan2(rocker.pose.orientation.z(), rocker.pose.orientation.w());
    if (before > 0.0 && angle <= 0.0) crossings.push_back((i - 1 + before / (before - angle)) * rocking.world.h);
    before = angle;
    most = std::max(most, energy());
  }
  ASSERT_GE(crossings.size(), 3u);
  const double inertia = rocker.inertia(2, 2) + rocker.mass * c * c;
  const double period = 2.0 * EIGEN_PI * std::sqrt(inertia / (rocker.mass * g * (a * a / c - c)));
  EXPECT_NEAR(crossings[1] - crossings[0], period, 0.01 * period);
  EXPECT_LT(most, 1.02 * first);  // steps of 1 ms on the curved path
}

}  // namespace
}  // namespace keystone

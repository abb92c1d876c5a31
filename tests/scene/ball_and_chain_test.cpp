// The ball on its chain as a pendulum: tensions, acceleration, energy and the time of a swing.
#include <cmath>

#include "observe/joint_loads.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

const Vec3 kAlong(0.8, -0.6, 0.0);    // of the chain at first
const Vec3 kAcross(-0.6, -0.8, 0.0);  // downward, at a right angle to it
constexpr double kLength = 21.0;      // [m], from the anchor to the ball's centre
constexpr double kLinkLength = 0.5;   // [m]

Scene chainBy(Integrator integrator, double hertz) {
  Scene scene = loadById("ball_and_chain");
  scene.simulation.world.h = 1.0 / hertz;
  scene.simulation.params.integrator = integrator;
  return scene;
}

// A straight chain pulls along itself alone, but for the links next to the anchor. So the ball begins to fall across it
// by g cos, and each joint bears g sin of the mass beyond it. 1e-9: the solver's.
TEST(BallAndChain, BeginsAcrossTheChainWhichBearsWhatIsAlongIt) {
  Scene scene = chainBy(Integrator::SemiImplicitEuler, 240.0);
  Simulation& simulation = scene.simulation;
  step(simulation);
  const Vec3 acceleration = simulation.world.bodies.back().velocity / simulation.world.h;
  EXPECT_NEAR(acceleration.dot(kAcross), -kSceneGravity * kAcross.y(), 1e-9);
  EXPECT_NEAR(acceleration.dot(kAlong), 0.0, 1e-9);
  const std::vector<JointLoad> loads = jointLoads(simulation);
  double beyond = 0.0;
  for (std::size_t joint = loads.size(); joint-- > 0;) {
    beyond += simulation.world.bodies[simulation.world.joints[joint].b].mass;
    const double tension = -kSceneGravity * kAlong.y() * beyond;
    EXPECT_NEAR(-loads[joint].force.dot(kAlong), tension, 1e-9 * tension) << joint;
  }
}

struct Swing {
  double time = 0.0;  // [s], to the lowest point
  double off = 0.0;   // [J], by how much the energy is off at most
};

Swing swing(Integrator integrator, double hertz) {
  Scene scene = chainBy(integrator, hertz);
  Simulation& simulation = scene.simulation;
  const World& world = simulation.world;
  Swing result;
  double start = 0.0;
  for (const Body& body : world.bodies)
    start += body.isDynamic() ? body.mass * kSceneGravity * body.pose.position.y() : 0.0;
  while (world.time < 3.0) {
    const double before = world.bodies.back().pose.position.x();
    step(simulation);
    EXPECT_LE(simulation.report.joint_error, 1e-9);
    const double now = world.bodies.back().pose.position.x();
    if (before > 0.0 && now <= 0.0) result.time = world.time - world.h * now / (now - before);
    result.off = std::max(result.off, std::abs(simulation.report.kinetic + simulation.report.potential - start));
  }
  return result;
}

// [s] A quarter of the period of a rigid pendulum of the chain's and the ball's masses, let go at that angle from the
// vertical: K(sin(angle / 2)) sqrt(I / (moment g)).
double quarterOfAPendulum(double angle, double ball, double links) {
  const double chain = 40.0 * kLinkLength;
  const double inertia = ball * (kLength * kLength + 0.4) + links * chain * chain / 3.0;  // the ball has 1 m of radius
  const double moment = ball * kLength + 0.5 * links * chain;
  return std::comp_ellint_1(std::sin(0.5 * angle)) * std::sqrt(inertia / (moment * kSceneGravity));
}

double fallOf(const World& world) {  // [J], of the ball to its lowest point
  return world.bodies.back().mass * kSceneGravity * kLength * (1.0 + kAlong.y());
}

double exactQuarter(const World& world) {
  return quarterOfAPendulum(std::acos(-kAlong.y()), world.bodies.back().mass, 40.0 * world.bodies[1].mass);
}

// The chain is 7 % of the mass and hangs nearly straight: as a rigid pendulum, to 5e-4, of which the ball, which may
// turn on its joint, is half.
TEST(BallAndChain, SwingsAsAPendulumOfItsMassesAndKeepsItsEnergy) {
  const World world = loadById("ball_and_chain").simulation.world;
  const Swing swung = swing(Integrator::RungeKutta4, 240.0);
  EXPECT_NEAR(swung.time, exactQuarter(world), 5e-4 * exactQuarter(world));
  EXPECT_LE(swung.off, 1e-7 * fallOf(world));
}

// At twice the rate half as far off.
TEST(BallAndChain, SemiImplicitEulerSwingsItToFirstOrder) {
  const World world = loadById("ball_and_chain").simulation.world;
  const Swing coarse = swing(Integrator::SemiImplicitEuler, 240.0), fine = swing(Integrator::SemiImplicitEuler, 480.0);
  const double exact = exactQuarter(world);
  EXPECT_NEAR(coarse.time, exact, 1e-3 * exact);
  EXPECT_NEAR(2.0 * fine.time - coarse.time, exact, 5e-4 * exact);
  EXPECT_LE(coarse.off, 2e-3 * fallOf(world));
  EXPECT_NEAR(fine.off / coarse.off, 0.5, 0.05);
}

}  // namespace
}  // namespace keystone

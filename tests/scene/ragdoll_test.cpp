// A doll of bones and joints with limits, thrown down the stairs.
#include "joint/joint.h"
#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

struct Momentum {
  Vec3 velocity = Vec3::Zero();          // [m/s], of the centre of mass
  Vec3 angular_momentum = Vec3::Zero();  // [kg m^2/s], about it
};

Momentum motionOf(const World& world) {
  double mass = 0.0;
  Vec3 centre = Vec3::Zero();
  Momentum moving;
  for (const Body& body : world.bodies) {
    if (!body.isDynamic()) continue;
    mass += body.mass;
    centre += body.mass * body.pose.position;
    moving.velocity += body.mass * body.velocity;
  }
  centre /= mass;
  moving.velocity /= mass;
  for (const Body& body : world.bodies)
    if (body.isDynamic())
      moving.angular_momentum += worldInertia(body) * body.omega +
                                 body.mass * (body.pose.position - centre).cross(body.velocity - moving.velocity);
  return moving;
}

// The largest drift of the angular momentum over 0.5 s of flight, as a share of it.
double driftInFlight(double rate) {
  Scene scene = loadById("ragdoll");
  Simulation& simulation = scene.simulation;
  simulation.world.h = 1.0 / rate;
  const Momentum start = motionOf(simulation.world);
  double drift = 0.0;
  while (simulation.world.time < 0.5) {
    step(simulation);
    const Momentum now = motionOf(simulation.world);
    EXPECT_LE((now.velocity - start.velocity - simulation.world.time * simulation.world.gravity).norm(), 1e-12);
    drift = std::max(drift, (now.angular_momentum - start.angular_momentum).norm());
  }
  return drift / start.angular_momentum.norm();
}

// Impulses of joints keep it to rounding; closing the joints moves bodies and leaves their velocities as they are.
TEST(Ragdoll, FliesOnAParabolaAndKeepsItsAngularMomentum) {
  const double coarse = driftInFlight(120.0), fine = driftInFlight(480.0);
  EXPECT_LE(coarse, 1e-3);
  EXPECT_LE(fine, 0.3 * coarse);  // first order in the step, at least
}

TEST(Ragdoll, TumblesWithinItsLimitsAndComesToRest) {
  Scene scene = loadById("ragdoll");
  Simulation& simulation = scene.simulation;
  const double lift = liftOfExactVelocities(simulation.world);
  double energy = HUGE_VAL;
  for (int n = 0; n < 480; ++n) {
    step(simulation);
    ASSERT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n;
    ASSERT_LE(simulation.report.residual.value, 1e-9) << n;
    ASSERT_LE(simulation.report.joint_error, 1e-11) << n;
    for (const Joint& joint : simulation.world.joints) {
      if (!joint.hasCoordinate() || !std::isfinite(joint.high)) continue;
      const double at = coordinateOf(joint, simulation.world.bodies);
      ASSERT_LE(at, joint.high + 1e-11) << n << ' ' << joint.name;
      ASSERT_GE(at, joint.low - 1e-11) << n << ' ' << joint.name;
    }
    const double now = simulation.report.kinetic + simulation.report.potential;
    ASSERT_LE(now, energy + lift) << n;
    energy = now;
  }
  for (const Body& body : simulation.world.bodies)
    EXPECT_LT(body.velocity.norm() + body.omega.norm(), 1e-6) << body.name;
  EXPECT_LT(named(scene, "head").pose.position.y(), 1.0) << "it fell down the stairs";
}

}  // namespace
}  // namespace keystone

// Wheels that roll round a shaft: the ground gives the moment that turns their spin about.
#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

constexpr double kTurn = 4.0;  // [rad/s], of the shaft

// [N] The moment about the foot of the shaft of wheel and axle: N x = sum m g x + W L_x, with L the angular momentum
// about the foot, whose level part goes round with the shaft; of a wheel alone N = m g + W^2 (C / r + m r). The foot is
// as high as the ground, where friction has no moment about it: towards the shaft that is not determined by the laws
// of rigid bodies, and with an axle as high as the wheel's centre neither is N.
double closedForm(const Simulation& simulation, int wheel) {
  double moment = 0.0;
  for (const int body : {wheel - 1, wheel}) {
    const Body& part = simulation.world.bodies[body];
    const Vec3 about = worldInertia(part) * part.omega + part.mass * part.pose.position.cross(part.velocity);
    moment += part.mass * 9.81 * part.pose.position.x() - kTurn * about.x();
  }
  return moment / simulation.world.bodies[wheel].pose.position.x();
}

// The largest share by which the force under a wheel misses its closed form, from a quarter of a second on.
double largestMiss(double rate) {
  Scene scene = loadById("turning_axle");
  Simulation& simulation = scene.simulation;
  simulation.world.h = 1.0 / rate;
  const double near = closedForm(simulation, 4), far = closedForm(simulation, 6);
  double miss = 0.0;
  while (simulation.world.time < 2.0) {
    step(simulation);
    EXPECT_EQ(simulation.problem.contacts, 2);
    if (simulation.world.time < 0.25) continue;
    for (int contact = 0; contact < simulation.problem.contacts; ++contact) {
      const double force = simulation.solution.lambda[simulation.problem.normalRow(contact)] * rate;
      const double wanted = simulation.problem.contact_points[contact].b == 4 ? near : far;
      miss = std::max(miss, std::abs(force / wanted - 1.0));
    }
  }
  return miss;
}

TEST(TurningAxle, AWheelAloneWouldPressAsItsClosedFormSays) {
  Scene scene = loadById("turning_axle");
  Body& wheel = scene.simulation.world.bodies[6];
  scene.simulation.world.bodies[5].mass = 0.0;
  scene.simulation.world.bodies[5].inertia.setZero();
  const double r = 0.5, spin_inertia = 0.4 * wheel.mass * r * r;  // of an ellipsoid of two radii r
  EXPECT_NEAR(closedForm(scene.simulation, 6), wheel.mass * 9.81 + kTurn * kTurn * (spin_inertia / r + wheel.mass * r),
              1e-6 * wheel.mass);
}

TEST(TurningAxle, WheelsPressOnTheGroundWithTheirGyroscopicMoment) {
  const double coarse = largestMiss(60.0), middle = largestMiss(120.0), fine = largestMiss(240.0);
  EXPECT_LE(coarse, 0.01);
  EXPECT_LE(middle, 0.6 * coarse);  // first order in the step
  EXPECT_LE(fine, 0.6 * middle);
}

}  // namespace
}  // namespace keystone

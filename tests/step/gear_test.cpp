// Gears: the ratio of turns and of torques.
#include "world/joint_worlds.h"

namespace keystone {
namespace {

// Two boxes on hinges along z, or along x in space, geared with teeth [on_a, on_b].
Simulation geared(const SolverInfo& solver, int on_a, int on_b, bool planar) {
  Simulation result = simulation(solver, planar);
  result.world.gravity.setZero();
  const Vec3 axis = planar ? Vec3::UnitZ() : Vec3::UnitX();
  addBox(result.world, {0.2, 0.2, 0.2}, 3.0, {0, 0, 0});
  addBox(result.world, {0.4, 0.4, 0.4}, 5.0, planar ? Vec3(1, 0, 0) : Vec3(0, 1, 0));
  for (const int body : {0, 1})
    addJoint(result.world, JointKind::Hinge, -1, body, result.world.bodies[body].pose.position, axis);
  addJoint(result.world, JointKind::Gear, 0, 1, Vec3::Zero(), axis);
  result.world.joints.back().pair = {on_a, on_b};
  return result;
}

double spin(const Simulation& simulation, int body) {
  return simulation.world.bodies[body].omega.dot(axisOf(simulation.world.joints.back(), simulation.world.bodies));
}

TEST(Gear, SpinsKeepTheRatioOfTheTeethOverManyTurns) {
  for (const SolverInfo* solver : jointSolvers()) {
    for (const bool planar : {false, true}) {
      for (const int on_b : {35, -35}) {  // a wheel outside, a ring around
        SCOPED_TRACE(std::string(solver->id) + (planar ? " planar" : " in space"));
        Simulation turning = geared(*solver, 12, on_b, planar);
        Joint& motor = turning.world.joints[0];
        motor.motor_speed = 20.0;
        motor.motor_max = 1e6;
        run(turning, 2.0);  // six turns
        EXPECT_NEAR(spin(turning, 0), 20.0, 1e-6);
        EXPECT_NEAR(spin(turning, 1), -20.0 * 12.0 / on_b, 1e-6);
      }
    }
  }
}

// With theta_b = -k theta_a the train's inertia at a is I_a + k^2 I_b: omega_a = tau t / that.
TEST(Gear, TorqueAcceleratesTheWholeTrain) {
  for (const SolverInfo* solver : jointSolvers()) {
    SCOPED_TRACE(std::string(solver->id));
    Simulation driven = geared(*solver, 10, 30, true);
    const double torque = 0.7, k = 1.0 / 3.0, seconds = 0.5;
    Joint& motor = driven.world.joints[0];
    motor.motor_speed = 1e3;  // out of reach: it pushes with all it has
    motor.motor_max = torque;
    run(driven, seconds);
    const double inertia = driven.world.bodies[0].inertia(2, 2) + k * k * driven.world.bodies[1].inertia(2, 2);
    EXPECT_NEAR(spin(driven, 0), torque * seconds / inertia, 1e-6);
    EXPECT_NEAR(spin(driven, 1), -k * torque * seconds / inertia, 1e-6);
  }
}

// Turned apart by less than half a tooth the wheels mesh again, by more they catch the next tooth.
TEST(Gear, WheelsThatAreTurnedApartMeshAtTheNearestTooth) {
  for (const double share : {0.3, 0.8}) {
    Simulation apart = geared(*findSolver("exact"), 10, 20, true);
    const double tooth = 2.0 * std::numbers::pi / 20.0;
    apart.world.bodies[1].pose.orientation = Quat(Eigen::AngleAxisd(share * tooth, Vec3::UnitZ()));
    run(apart, 0.5);
    const auto angle = [&](std::size_t body) {
      const Quat& q = apart.world.bodies[body].pose.orientation;
      return 2.0 * std::atan2(q.z(), q.w());
    };
    EXPECT_NEAR(10.0 * angle(0) + 20.0 * angle(1), share < 0.5 ? 0.0 : 2.0 * std::numbers::pi, 1e-9);
  }
}

}  // namespace
}  // namespace keystone

// The world without inertia: v = tau M^-1 f, tau the stepper's time constant. Bodies move at once with the speed that
// an inertial one would have after tau. Checks of forces (weight, chain) and of the friction angle hold as they stand.
#include <cmath>

#include "cli/check_world.h"
#include "cli/checks.h"

namespace keystone {
namespace {

bool isQuasistatic(const CheckedMethod& method) {
  return method.stepper == StepperKind::Quasistatic;
}

int addHinge(Simulation& simulation) {
  Joint joint;
  joint.kind = JointKind::Hinge;
  joint.b = 0;
  attach(joint, simulation.world.bodies, Vec3::Zero(), Vec3::Zero(), Vec3::UnitZ());
  simulation.world.joints.push_back(joint);
  return static_cast<int>(simulation.world.joints.size()) - 1;
}

}  // namespace

// At g tau, from the first step on, whatever its velocity was.
std::vector<Check> checkSinking(const CheckedMethod& method) {
  if (!isQuasistatic(method)) return {};
  constexpr double kTime = 1.0, kHeight = 10.0;
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  const auto ball =
      static_cast<std::size_t>(addSolid(simulation, Sphere{0.5}, 2.0, {0.0, kHeight, 0.0}, material(0.5, 0.0)));
  simulation.world.bodies[ball].velocity = {7.0, 5.0, 0.0};
  stepFor(simulation, kTime);
  const Vec3 at = simulation.world.bodies[ball].pose.position;
  return {{"height [m]", kHeight - kGravity * simulation.params.time_constant * kTime, at.y(), kRounding},
          {"way sideways [m]", 0.0, at.x(), kRounding}};
}

// angle' = -k sin(angle), k = 3 g tau / 2 L: tan(angle / 2) falls as exp(-k t). Explicit steps are off by k^2 h t / 2
// of the angle.
std::vector<Check> checkCreepingPendulum(const CheckedMethod& method) {
  if (!isQuasistatic(method) || !method.solver.accepts.joints) return {};
  constexpr double kLength = 1.0, kAngle = 1.0, kTime = 1.0;
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  const Vec3 middle(0.5 * kLength * std::sin(kAngle), -0.5 * kLength * std::cos(kAngle), 0.0);
  addSolid(simulation, Box{{1e-3, 0.5 * kLength, 1e-3}}, 2.0, middle, material(0.5, 0.0));
  simulation.world.bodies[0].pose.orientation = Quat(Eigen::AngleAxisd(kAngle, Vec3::UnitZ()));
  addHinge(simulation);
  stepFor(simulation, kTime);
  const double k = 1.5 * kGravity * simulation.params.time_constant / kLength;
  const double exact = 2.0 * std::atan(std::tan(0.5 * kAngle) * std::exp(-k * kTime));
  const Vec3 at = simulation.world.bodies[0].pose.position;
  return {
      {"angle after 1 s [rad]", exact, std::atan2(at.x(), -at.y()), 0.5 * k * k * simulation.world.h * kTime * exact},
      {"joint open by [m]", 0.0, simulation.report.joint_error, 1e-9}};
}

// A motor of 1 N m on a wheel of 0.5 kg m^2: omega = tau / 0.5 while it wants more, else what it wants.
std::vector<Check> checkSlowMotor(const CheckedMethod& method) {
  if (!isQuasistatic(method) || !method.solver.accepts.joints) return {};
  double spin[2] = {};
  for (const int modest : {0, 1}) {
    Simulation simulation = emptySimulation(method, Vec3::Zero());
    addSolid(simulation, Box{{0.5, 0.5, 0.1}}, 3.0, Vec3::Zero(), material(0.5, 0.0));
    addHinge(simulation);
    simulation.world.joints[0].motor_speed = modest == 1 ? 0.1 : 2.0;
    simulation.world.joints[0].motor_max = 1.0;
    stepFor(simulation, 0.5);
    spin[modest] = simulation.world.bodies[0].omega.z();
  }
  const double bound = method.solver.exact ? 1e-9 : 1e-6;
  return {{"spin at the motor's torque [rad/s]", StepParams{}.time_constant / 0.5, spin[0], bound},
          {"spin at the motor's speed [rad/s]", 0.1, spin[1], bound}};
}

}  // namespace keystone

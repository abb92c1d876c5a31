// Joints: a pendulum's period, a chain's tension, a motor's run-up. Solvers without joints have no checks here.
#include <cmath>
#include <numbers>

#include "cli/check_world.h"
#include "cli/checks.h"
#include "observe/joint_loads.h"

namespace keystone {
namespace {

int addHinge(Simulation& simulation, int a, int b, const Vec3& point) {
  Joint joint;
  joint.kind = JointKind::Hinge;
  joint.a = a;
  joint.b = b;
  attach(joint, simulation.world.bodies, point, point, Vec3::UnitZ());
  simulation.world.joints.push_back(joint);
  return static_cast<int>(simulation.world.joints.size()) - 1;
}

// Time [s] of `count` half swings about x = 0, the crossings interpolated between steps; 0 when it does not swing.
double halfSwings(Simulation& simulation, int count) {
  double first = 0.0;
  int crossings = 0;
  for (int i = 0; i < 3600; ++i) {
    const double before = simulation.world.bodies[0].pose.position.x();
    step(simulation);
    const double after = simulation.world.bodies[0].pose.position.x();
    if ((before > 0.0) == (after > 0.0)) continue;
    const double when = simulation.world.time - simulation.world.h * after / (after - before);
    if (crossings++ == 0) first = when;
    if (crossings == count + 1) return when - first;
  }
  return 0.0;
}

}  // namespace

// A rod hung by its end: T = 2 pi sqrt(2 L / 3 g) (1 + a^2 / 16). The step's own error is (omega h)^2 / 24 = 1.6e-4.
std::vector<Check> checkPendulum(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  if (!method.solver.accepts.joints) return {};
  constexpr double kLength = 1.0, kAngle = 0.1;
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  const Vec3 middle(0.5 * kLength * std::sin(kAngle), -0.5 * kLength * std::cos(kAngle), 0.0);
  addSolid(simulation, Box{{1e-3, 0.5 * kLength, 1e-3}}, 2.0, middle, material(0.5, 0.0));
  simulation.world.bodies[0].pose.orientation = Quat(Eigen::AngleAxisd(kAngle, Vec3::UnitZ()));
  addHinge(simulation, -1, 0, Vec3::Zero());
  const double period =
      2.0 * std::numbers::pi * std::sqrt(2.0 * kLength / (3.0 * kGravity)) * (1.0 + kAngle * kAngle / 16.0);
  return {{"period [s]", period, halfSwings(simulation, 6) / 3.0, 4e-4 * period},
          {"joint open by [m]", 0.0, simulation.report.joint_error, 1e-9}};
}

// Five hanging links of 1 kg: what the upper end of each carries.
std::vector<Check> checkChain(const CheckedMethod& method) {
  if (!method.solver.accepts.joints) return {};
  constexpr int kLinks = 5;
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  for (int i = 0; i < kLinks; ++i) {
    const int link =
        addSolid(simulation, Box{{0.05, 0.25, 0.05}}, 1.0, {0.0, -0.25 - 0.5 * i, 0.0}, material(0.5, 0.0));
    addHinge(simulation, link - 1, link, {0.0, -0.5 * i, 0.0});
  }
  stepFor(simulation, 1.0);
  const std::vector<JointLoad> loads = jointLoads(simulation);
  const double weight = kLinks * kGravity, bound = (method.solver.exact ? 1e-9 : 1e-3) * weight;
  return {{"tension at the top [N]", weight, loads.empty() ? 0.0 : loads.front().force.norm(), bound},
          {"tension at the last [N]", kGravity, loads.empty() ? 0.0 : loads.back().force.norm(), bound}};
}

// A motor of 1 N m turns a wheel of 0.5 kg m^2: omega = t / 0.5 until it has its 2 rad/s.
std::vector<Check> checkMotor(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  if (!method.solver.accepts.joints) return {};
  Simulation simulation = emptySimulation(method, Vec3::Zero());
  addSolid(simulation, Box{{0.5, 0.5, 0.1}}, 3.0, Vec3::Zero(), material(0.5, 0.0));
  addHinge(simulation, -1, 0, Vec3::Zero());
  simulation.world.joints[0].motor_speed = 2.0;
  simulation.world.joints[0].motor_max = 1.0;
  const double bound = method.solver.exact ? 1e-9 : 1e-6;
  stepFor(simulation, 0.5);
  const double running_up = simulation.world.bodies[0].omega.z();
  stepFor(simulation, 1.0);
  return {{"spin after 0.5 s [rad/s]", 1.0, running_up, bound},
          {"spin at last [rad/s]", 2.0, simulation.world.bodies[0].omega.z(), bound}};
}

}  // namespace keystone

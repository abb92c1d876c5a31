// The scenes after public reports against engines, whose "source" names the report: what the law says, and what comes
// of it (docs/scenes.md). The numbers of a law are those of the scene.
#include <cmath>
#include <string>

#include "cli/checks.h"
#include "cli/setup.h"

namespace keystone {
namespace {

struct ReportRun {
  Simulation simulation;     // at the end
  std::vector<Body> start;   // the bodies at the start
  std::vector<int> dynamic;  // indices of those that move
  double speed_bound = 0.0;  // [m/s], of closed forms that a step keeps exactly
  double place_bound = 0.0;  // [m], [rad], of what such speeds add up to
};

ReportRun runReport(const CheckedMethod& method, const std::string& scene, double seconds) {
  ReportRun run;
  run.speed_bound = method.solver.exact ? kExactResidual : 1e-3;
  run.place_bound = method.solver.exact ? 1e-6 : 1e-3;
  Simulation& simulation = run.simulation;
  simulation = openScene(scene, {}).simulation;
  simulation.solver = &method.solver;
  simulation.parameters = method.parameters;
  simulation.stepper = method.stepper;
  run.start = simulation.world.bodies;
  for (std::size_t i = 0; i < run.start.size(); ++i)
    if (run.start[i].isDynamic()) run.dynamic.push_back(static_cast<int>(i));
  const long steps = std::lround(seconds / simulation.world.h);
  for (long n = 0; n < steps; ++n) step(simulation);
  return run;
}

// Against the ground, the first body.
double frictionOf(const ReportRun& run, int body) {
  const std::vector<Collider>& colliders = run.simulation.world.colliders;
  return combine(colliders[0].material, colliders[body].material).friction_dynamic;
}

double radiusOf(const ReportRun& run, int body) {
  return std::get<Sphere>(run.simulation.world.colliders[body].shape).radius;
}

// The angle [rad] that a body has turned by since the start.
double turned(const ReportRun& run, int body) {
  const Quat& now = run.simulation.world.bodies[body].pose.orientation;
  return now.angularDistance(run.start[body].pose.orientation);
}

// How far [m] a body is from the line along `direction` (a unit vector) that it started on.
double offLine(const ReportRun& run, int body, const Vec3& direction) {
  const Vec3 way = run.simulation.world.bodies[body].pose.position - run.start[body].pose.position;
  return way.cross(direction).norm();
}

}  // namespace

// v^2 / (2 mu g), less v h / 2 for steps that brake before they move; that the last one brakes to a stop adds at most
// mu g h^2 / 8. And no turn: the loads have no moment about the line of motion, so that friction has none about the
// vertical.
std::vector<Check> checkSlid(const CheckedMethod& method, const char* scene) {
  if (!hasInertia(method)) return {};
  constexpr double kTime = 2.5;  // [s], when all are at rest
  const ReportRun slid = runReport(method, scene, kTime);
  const double h = slid.simulation.world.h, g = slid.simulation.world.gravity.norm();
  std::vector<Check> checks;
  for (const int body : slid.dynamic) {
    const Body &now = slid.simulation.world.bodies[body], &start = slid.start[body];
    const double speed = start.velocity.norm(), mu = frictionOf(slid, body);
    checks.push_back({now.name + ", way slid [m]", speed * speed / (2.0 * mu * g) - 0.5 * speed * h,
                      (now.pose.position - start.pose.position).norm(), mu * g * h * h / 8.0 + slid.place_bound});
    checks.push_back({now.name + ", turned [rad]", 0.0, turned(slid, body), slid.place_bound});
    checks.push_back(
        {now.name + ", off its line [m]", 0.0, offLine(slid, body, start.velocity / speed), slid.place_bound});
  }
  return checks;
}

// F / m - mu g where that is above 0, in the direction of the force. Methods that are not exact are held to a
// thousandth of the friction.
std::vector<Check> checkPushed(const CheckedMethod& method, const char* scene) {
  if (!hasInertia(method)) return {};
  constexpr double kTime = 1.0;  // [s]
  const ReportRun pushed = runReport(method, scene, kTime);
  std::vector<Check> checks;
  for (const AppliedForce& push : pushed.simulation.world.forces) {
    const Body& body = pushed.simulation.world.bodies[push.body];
    const double limit = frictionOf(pushed, push.body) * pushed.simulation.world.gravity.norm();
    const double gained = std::max(0.0, push.force.norm() / body.mass - limit) * kTime;
    const double bound = method.solver.exact ? pushed.speed_bound : 1e-3 * limit * kTime;
    const Vec3 direction = push.force.normalized();
    checks.push_back({body.name + ", speed [m/s]", gained, body.velocity.dot(direction), bound});
    checks.push_back(
        {body.name + ", off its line [m]", 0.0, offLine(pushed, push.body, direction), pushed.place_bound});
  }
  return checks;
}

// Whatever friction does at the ground, the moment of momentum about a line along it is kept: a ball that comes with
// speed v and turns with omega about the horizontal axis across rolls at (5 v + 2 r omega) / 7.
std::vector<Check> checkRolling(const CheckedMethod& method, const char* scene) {
  if (!hasInertia(method)) return {};
  constexpr double kTime = 3.0;  // [s], when all roll
  const ReportRun rolling = runReport(method, scene, kTime);
  std::vector<Check> checks;
  for (const int body : rolling.dynamic) {
    const Body &now = rolling.simulation.world.bodies[body], &start = rolling.start[body];
    const Vec3 direction = start.velocity.normalized(), across = Vec3::UnitY().cross(direction);
    const double r = radiusOf(rolling, body);
    const double rolls = (5.0 * start.velocity.norm() + 2.0 * r * start.omega.dot(across)) / 7.0;
    checks.push_back({now.name + ", speed [m/s]", rolls, now.velocity.dot(direction), rolling.speed_bound});
    checks.push_back({now.name + ", r omega [m/s]", rolls, r * now.omega.dot(across), rolling.speed_bound});
    checks.push_back({now.name + ", off its line [m]", 0.0, (now.pose.position - start.pose.position).dot(across),
                      rolling.place_bound});
  }
  return checks;
}

// Without restitution, and where the edge holds the ball (mu > 2/7 tan), the moment of momentum about the edge, m v x,
// is that of a ball that turns about it, 7/5 m r^2 omega. Nothing weighs, so that the ball then flies off.
std::vector<Check> checkBallsOnEdge(const CheckedMethod& method, const char* scene) {
  if (!hasInertia(method)) return {};
  constexpr double kTime = 0.5;  // [s], after all impacts
  const ReportRun met = runReport(method, scene, kTime);
  std::vector<Check> checks;
  for (const int body : met.dynamic) {
    const Body &now = met.simulation.world.bodies[body], &start = met.start[body];
    const double r = radiusOf(met, body), outside = -start.pose.position.x() / r;  // the edge is at x = 0
    const double omega = 5.0 / 7.0 * start.velocity.norm() * outside / r;
    checks.push_back({now.name + ", outward [m/s]", r * omega * std::sqrt(1.0 - outside * outside), -now.velocity.x(),
                      met.speed_bound});
    checks.push_back({now.name + ", down [m/s]", r * omega * outside, -now.velocity.y(), met.speed_bound});
    checks.push_back({now.name + ", r omega [m/s]", r * omega, r * now.omega.z(), met.speed_bound});
  }
  return checks;
}

// Momentum is kept, and the balls part at e times the speed at which they met. Each that comes is followed by the one
// that it meets, which is at rest.
std::vector<Check> checkStruck(const CheckedMethod& method, const char* scene) {
  if (!hasInertia(method)) return {};
  constexpr double kTime = 1.0;  // [s], after all impacts
  const ReportRun struck = runReport(method, scene, kTime);
  const World& world = struck.simulation.world;
  std::vector<Check> checks;
  for (std::size_t i = 0; i < world.bodies.size(); i += 2) {
    const Body &comes = world.bodies[i], &rests = world.bodies[i + 1];
    const double e = combine(world.colliders[i].material, world.colliders[i + 1].material).restitution;
    const double shared = comes.mass * struck.start[i].velocity.x() / (comes.mass + rests.mass);
    checks.push_back({rests.name + ", speed [m/s]", (1.0 + e) * shared, rests.velocity.x(), struck.speed_bound});
    checks.push_back({comes.name + ", speed [m/s]", (1.0 - e * rests.mass / comes.mass) * shared, comes.velocity.x(),
                      struck.speed_bound});
  }
  return checks;
}

}  // namespace keystone

// Coulomb friction: the angle at which a box starts to slide, and how fast and how far it goes.
#include <cmath>

#include "cli/check_world.h"
#include "cli/checks.h"

namespace keystone {
namespace {

constexpr double kMu = 0.5;

struct Slope {
  double along;   // [m/s^2], gravity's pull down the slope
  double normal;  // [m/s^2], gravity's pull into the slope
  double way;     // [m], slid down after the time
  double h;       // [s]
  double tau;     // [s], of the quasistatic stepper
};

// A flat box at rest on a slope of tangent `rise` for `seconds`.
Slope slide(const CheckedMethod& method, double rise, double seconds) {
  const double angle = std::atan(rise);
  const Vec3 normal(std::sin(angle), std::cos(angle), 0.0), down(std::cos(angle), -std::sin(angle), 0.0);
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  addPlane(simulation, normal, material(kMu, 0.0));
  const Box shape{{0.5, 0.1, 0.5}};
  const auto box =
      static_cast<std::size_t>(addSolid(simulation, shape, 2.0, shape.half.y() * normal, material(kMu, 0.0)));
  simulation.world.bodies[box].pose.orientation = Quat::FromTwoVectors(Vec3::UnitY(), normal);
  stepFor(simulation, seconds);
  const double way = (simulation.world.bodies[box].pose.position - simulation.world.start[box]).dot(down);
  return {kGravity * std::sin(angle), kGravity * std::cos(angle), way, simulation.world.h,
          simulation.params.time_constant};
}

}  // namespace

std::vector<Check> checkInclineStick(const CheckedMethod& method) {
  const Slope slope = slide(method, 0.99 * kMu, 2.0);
  return {{"way slid [m]", 0.0, slope.way, method.solver.exact ? 1e-6 : 1e-3}};
}

// Semi-implicit Euler goes a h t / 2 farther than a t^2 / 2.
std::vector<Check> checkInclineSlide(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  constexpr double kTime = 2.0;
  const Slope slope = slide(method, 1.01 * kMu, kTime);
  const double acceleration = slope.along - kMu * slope.normal;
  return {{"way slid [m]", 0.5 * acceleration * kTime * kTime, slope.way,
           0.5 * acceleration * slope.h * kTime + (method.solver.exact ? 1e-6 : 1e-3)}};
}

// Quasistatic: tau g (sin - mu cos), constant.
std::vector<Check> checkCreep(const CheckedMethod& method) {
  if (method.stepper != StepperKind::Quasistatic) return {};
  constexpr double kTime = 2.0;
  const Slope slope = slide(method, 1.01 * kMu, kTime);
  return {{"way crept [m]", slope.tau * (slope.along - kMu * slope.normal) * kTime, slope.way,
           method.solver.exact ? 1e-6 : 1e-3}};
}

// v^2 / (2 mu g), less v h / 2 for steps that brake before they move, and at most a step's braking for the last one.
std::vector<Check> checkSlidingDistance(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  constexpr double kSpeed = 5.0;
  Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
  addPlane(simulation, Vec3::UnitY(), material(kMu, 0.0));
  const Box shape{{0.5, 0.1, 0.5}};
  const auto box =
      static_cast<std::size_t>(addSolid(simulation, shape, 2.0, {0.0, shape.half.y(), 0.0}, material(kMu, 0.0)));
  simulation.world.bodies[box].velocity.x() = kSpeed;
  stepFor(simulation, 2.0);
  const Body& body = simulation.world.bodies[box];
  const double h = simulation.world.h;
  return {{"way slid [m]", kSpeed * kSpeed / (2.0 * kMu * kGravity), body.pose.position.x(),
           0.5 * kSpeed * h + kMu * kGravity * h * h + (method.solver.exact ? 1e-6 : 1e-3)},
          {"speed at rest [m/s]", 0.0, body.velocity.norm(), method.solver.exact ? 1e-9 : 1e-4}};
}

// At rest the box stays; pushed, it slides on with g (sin - mu_d cos), which semi-implicit Euler's speeds follow
// exactly.
std::vector<Check> checkTwoFrictions(const CheckedMethod& method) {
  if (!hasInertia(method)) return {};
  constexpr double kDynamic = 0.3, kSpeed = 0.5, kTime = 1.0;
  const double angle = std::atan(0.8 * kMu);
  const Vec3 normal(std::sin(angle), std::cos(angle), 0.0), down(std::cos(angle), -std::sin(angle), 0.0);
  const Material rough{.friction_static = kMu, .friction_dynamic = kDynamic, .restitution = 0.0};
  double speeds[2] = {};
  for (const int pushed : {0, 1}) {
    Simulation simulation = emptySimulation(method, {0.0, -kGravity, 0.0});
    addPlane(simulation, normal, rough);
    const Box shape{{0.5, 0.1, 0.5}};
    const auto box = static_cast<std::size_t>(addSolid(simulation, shape, 2.0, shape.half.y() * normal, rough));
    simulation.world.bodies[box].pose.orientation = Quat::FromTwoVectors(Vec3::UnitY(), normal);
    simulation.world.bodies[box].velocity = pushed * kSpeed * down;
    stepFor(simulation, kTime);
    speeds[pushed] = simulation.world.bodies[box].velocity.dot(down);
  }
  const double acceleration = kGravity * (std::sin(angle) - kDynamic * std::cos(angle));
  const double bound = method.solver.exact ? 1e-9 : 1e-4;
  return {{"speed, at rest before [m/s]", 0.0, speeds[0], bound},
          {"speed, pushed before [m/s]", kSpeed + acceleration * kTime, speeds[1], bound}};
}

}  // namespace keystone

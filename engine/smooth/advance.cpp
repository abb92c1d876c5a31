#include "smooth/advance.h"

#include <algorithm>
#include <cmath>

#include "body/free_rotation.h"
#include "math/scratch_pool.h"
#include "problem/assemble_joints.h"
#include "smooth/forces.h"
#include "smooth/midpoint.h"
#include "smooth/runge_kutta.h"
#include "world/close_joints.h"
#include "world/motion.h"

namespace keystone {
namespace {

constexpr int kMostParts = 4096;  // more take longer than a frame
// Of `automatic`: what a part may gain or lose of its kinetic energy, and the parts that it may need for one that its
// spin asks for. A chain of 80 links that whips needs 4; unchecked it went from 3 kJ to 282 in a step.
constexpr double kEnergyError = 1e-6;
constexpr double kFinest = 16.0;
constexpr double kWhole = 1.0 - 1e-9;        // of what is left of a step: but for rounding the rest
constexpr double kLimitSlack = 1e-12;        // [m] or [rad] beyond a limit: rounding, as in closeJoints()
constexpr double kSafety = 0.9;              // of the length that the estimate would allow
constexpr double kLeast = 0.2, kMost = 5.0;  // times the last length, as far as an estimate is trusted (cashkarp1990)

double partsOf(const SmoothPart& part, double dt) {
  double turn = 0.0;
  for (const Body& body : part.world.bodies)
    if (body.isActive()) turn = std::max(turn, dt * body.omega.norm());
  return std::max(1.0, std::ceil(turn / kLargestAngle));
}

// Puts the part back onto its joints after a step that left them by its error.
Advance settle(SmoothPart& part) {
  World& world = part.world;
  if (!allFinite(world.bodies)) return Advance::Failed;
  if (world.joints.empty()) return Advance::Done;
  const Scratch<JointRowList> list;
  listJointRows(world.joints, world.bodies, world.planar, *list);
  const bool stopped = std::ranges::any_of(
      list->rows, [](const JointRow& row) { return row.role == JointRowRole::Limit && row.error < -kLimitSlack; });
  if (stopped) return Advance::LimitReached;
  closeJoints(world);
  holdVelocities(part, HeldRows::Equalities);
  return Advance::Done;
}

// Parts of equal length. step(h): false where it fails.
template <class Step>
Advance advanceEqually(SmoothPart& part, double dt, const Step& step) {
  const double parts = partsOf(part, dt);
  if (!(parts <= kMostParts)) return Advance::Failed;
  for (int i = 0; i < static_cast<int>(parts); ++i) {
    if (!step(dt / parts)) return Advance::Failed;
    if (const Advance settled = settle(part); settled != Advance::Done) return settled;
  }
  return Advance::Done;
}

// [m] and [rad], of an estimate in the coordinates of smooth/coordinates.h. Velocities count by where they lead in dt.
double sizeOf(const World& world, const VecX& error, double dt) {
  double size = 0.0;
  Eigen::Index at = 0;
  for (const Body& body : world.bodies) {
    const Vec3 omega = activeInverseMass(body).angular * error.segment<3>(at + 9);
    size = std::max({size, error.segment<3>(at).norm(), error.segment<3>(at + 3).norm(),
                     dt * error.segment<3>(at + 6).norm(), dt * omega.norm()});
    at += 12;
  }
  return error.allFinite() ? size : std::numeric_limits<double>::quiet_NaN();
}

double kineticEnergyOf(const World& world) {
  double energy = 0.0;
  for (const Body& body : world.bodies)
    if (body.isActive()) energy += kineticEnergy(body);
  for (const Joint& joint : world.joints) energy += rotorEnergy(world.bodies, joint);
  return energy;
}

// Parts as long as their errors let them be, dt / most at least. step(h) returns the error of a part of h [s]; 1 is
// what it may be, and it falls with the fifth power of h.
template <class Step>
Advance advanceControlled(SmoothPart& part, double dt, double most, const Step& step) {
  const Scratch<std::vector<Body>> start(static_cast<std::ptrdiff_t>(part.world.bodies.size()));
  const Scratch<VecX> impulse(part.impulse.size());
  double left = dt, h = dt;
  while (left > 0.0) {
    h = std::min(h, dt / partsOf(part, dt));
    if (!(h >= dt / most)) return Advance::Failed;
    const bool last = h >= kWhole * left;
    const double length = last ? left : std::min(h, 0.5 * left);  // no last part of next to nothing
    const double time = part.world.time;
    *start = part.world.bodies;
    *impulse = part.impulse;
    double error = step(length);
    if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
    h = length * std::clamp(kSafety * std::pow(error, -0.2), kLeast, kMost);
    if (!(error <= 1.0)) {
      part.world.bodies = *start;
      part.impulse = *impulse;
      part.world.time = time;
      continue;
    }
    if (const Advance settled = settle(part); settled != Advance::Done) return settled;
    left = last ? 0.0 : left - length;
  }
  return Advance::Done;
}

Advance advanceBy(Integrator integrator, SmoothPart& part, double tolerance, double dt) {
  if (integrator == Integrator::ImplicitMidpoint)
    return advanceEqually(part, dt, [&](double h) { return stepMidpoint(part, dt, h); });
  const Scratch<VecX> error(12 * static_cast<std::ptrdiff_t>(part.world.bodies.size()));
  if (integrator == Integrator::CashKarp)
    return advanceControlled(part, dt, kMostParts, [&](double h) {
      stepRungeKutta(kCashKarpMethod, part, dt, h, *error);
      return sizeOf(part.world, *error, dt) / tolerance;
    });
  if (integrator == Integrator::RungeKutta4)
    return advanceEqually(part, dt, [&](double h) {
      stepRungeKutta(kClassicalMethod, part, dt, h, *error);
      return true;
    });
  const double most = std::min<double>(kMostParts, kFinest * partsOf(part, dt));
  return advanceControlled(part, dt, most, [&](double h) {
    const double before = kineticEnergyOf(part.world);
    const double work = stepRungeKutta(kClassicalMethod, part, dt, h, *error);
    const double after = kineticEnergyOf(part.world);
    return std::abs(after - before - work) / (kEnergyError * (before + after));
  });
}

}  // namespace

Advance advance(SmoothPart& part, Integrator integrator, double tolerance, double dt) {
  // A step of impulses leaves velocities of its start, along which the joints were then.
  holdVelocities(part, HeldRows::Equalities);
  const Advance done = advanceBy(integrator, part, tolerance, dt);
  if (done == Advance::Done && part.driven.size() > 0) holdVelocities(part, HeldRows::DrivenToo);
  return done;
}

}  // namespace keystone

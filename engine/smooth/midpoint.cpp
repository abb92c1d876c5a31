// With forces f and torques T of the state half way, w the mean spin in the body's axes seen from the start:
//   v1 = v0 + h f / m,   x1 = x0 + h (v0 + v1) / 2
//   L1 = L0 + h T,   R1 = exp(h w) R0,   w = (omega_0 + R0 R1^T omega_1) / 2,   omega_1 = I_1^-1 L1.
// Without torque this is the rule of body/free_rotation.cpp (after simo1991), which keeps momentum and energy. exp(h w)
// leaves w alone, so that w is the spin half way in world axes too. Solved by fixed-point rounds, which shrink the
// error by about the angle turned.
#include "smooth/midpoint.h"

#include <algorithm>
#include <limits>

#include "body/free_rotation.h"
#include "math/scratch_pool.h"
#include "smooth/coordinates.h"
#include "smooth/forces.h"

namespace keystone {
namespace {

constexpr int kMostRounds = 200;
constexpr double kSettled = 1e-10;  // [m] and [rad], change of a round that may be left when rounds shrink it no more

struct MidpointWorkspace {
  Orientations start;
  VecX y0, f, lambda;
  std::vector<Vec3> v, w;  // [bodies], means
};

Quat turned(const Vec3& by, const Quat& from) {
  return (rotationOf(by) * from).normalized();
}

// Puts the part half way.
void goHalfWay(const MidpointWorkspace& workspace, double h, World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    Body& body = world.bodies[i];
    const auto at = 12 * static_cast<Eigen::Index>(i);
    body.pose.position = workspace.y0.segment<3>(at) + 0.5 * h * workspace.v[i];
    body.pose.orientation = turned(0.5 * h * workspace.w[i], workspace.start[i]);
    body.velocity = workspace.v[i];
    body.omega = workspace.w[i];
  }
}

// The spin at the end, which leaves the body with its orientation there.
Vec3 spinAtEnd(const MidpointWorkspace& workspace, std::size_t i, double h, Body& body) {
  const auto at = static_cast<Eigen::Index>(i);
  body.pose.orientation = turned(h * workspace.w[i], workspace.start[i]);
  return inverseMass(body).angular * (workspace.y0.segment<3>(12 * at + 9) + h * workspace.f.segment<3>(6 * at + 3));
}

// New means by the forces found half way. Returns the largest change [m] and [rad].
double improve(const std::vector<Vec3>& omega0, double h, World& world, MidpointWorkspace& workspace) {
  double change = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    Body& body = world.bodies[i];
    if (!body.isActive()) continue;
    const auto at = static_cast<Eigen::Index>(i);
    const Vec3 gain = inverseMass(body).linear.cwiseProduct(workspace.f.segment<3>(6 * at));
    const Vec3 v = Vec3(workspace.y0.segment<3>(12 * at + 6)) + 0.5 * h * gain;
    const Vec3 omega1 = spinAtEnd(workspace, i, h, body);
    const Vec3 w = 0.5 * (omega0[i] + rotationOf(-h * workspace.w[i]) * omega1);
    change = std::max({change, h * (v - workspace.v[i]).norm(), h * (w - workspace.w[i]).norm()});
    workspace.v[i] = v;
    workspace.w[i] = w;
  }
  return change;
}

// Half way is where the means lead; the end is as far again.
void goToEnd(double h, World& world, MidpointWorkspace& workspace) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    Body& body = world.bodies[i];
    const auto at = 12 * static_cast<Eigen::Index>(i);
    body.pose.position = workspace.y0.segment<3>(at) + h * workspace.v[i];
    if (body.isActive()) {
      body.omega = spinAtEnd(workspace, i, h, body);
      body.velocity = 2.0 * workspace.v[i] - workspace.y0.segment<3>(at + 6);
    } else {
      body.pose.orientation = turned(h * workspace.w[i], workspace.start[i]);
    }
  }
}

}  // namespace

bool stepMidpoint(SmoothPart& part, double dt, double h) {
  World& world = part.world;
  const Scratch<MidpointWorkspace> scratch(static_cast<std::ptrdiff_t>(world.bodies.size()));
  MidpointWorkspace& workspace = *scratch;
  readState(world, workspace.start, workspace.y0);
  const double time = world.time;
  const Scratch<std::vector<Vec3>> omega0;
  omega0->clear();
  workspace.v.clear();
  workspace.w.clear();
  for (const Body& body : world.bodies) {
    omega0->push_back(body.omega);
    workspace.v.push_back(body.velocity);
    workspace.w.push_back(body.omega);
  }
  world.time = time + 0.5 * h;
  double change = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMostRounds && change > 0.0; ++round) {
    goHalfWay(workspace, h, world);
    findForces(part, dt, workspace.f, workspace.lambda);
    const double before = change;
    change = improve(*omega0, h, world, workspace);
    if (!(change < before)) break;
  }
  goToEnd(h, world, workspace);
  addImpulse(part, h, workspace.lambda);
  world.time = time + h;
  return change <= kSettled;
}

}  // namespace keystone

// The hand: F = m_eff (k (target - p) - c v) at the grabbed point p, an external force that every solver sees alike.
#include <algorithm>
#include <cmath>

#include "problem/spring_rows.h"
#include "world/world.h"

namespace keystone {
namespace {

// k and c as the step can carry them. k is bounded as the explicit part of a spring is (problem/spring_rows.h), k h^2
// <= 1; both damping terms may act on the same motion, (c_F + c_T) h <= 1. The defaults at 60 Hz, c h = 1/3 and k h^2 =
// 1/36, are untouched.
double stiffness(const Drag& drag, double dt) {
  return std::min(drag.stiffness, mostExplicit(1.0, 1, {dt, dt}));
}
double damping(const Drag& drag, double dt) {
  return std::min(drag.damping, 0.5 / dt);
}

double weight(const World& world, const Body& body) {
  const double g = world.gravity.norm();
  return body.mass * (g > 0.0 ? g : 9.81);
}

Vec3 capped(const Vec3& x, double limit) {
  const double size = x.norm();
  return size > limit ? Vec3(x * (limit / size)) : x;
}

// Velocity change [m/s] of the point at r (from the centre) per impulse [N s] there: K = 1/m - [r] I^-1 [r].
Mat3 pointMobility(const Body& body, const Vec3& r) {
  const InverseMass inverse = inverseMass(body);
  Mat3 cross;
  cross << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  Mat3 mobility = -cross * inverse.angular * cross;
  mobility.diagonal() += inverse.linear;
  if (body.planar) mobility(2, 2) = 1.0;  // nothing moves across the plane, and nothing pulls there
  return mobility;
}

}  // namespace

Vec3 dragPoint(const World& world, const Drag& drag) {
  return world.bodies[drag.body].pose.toWorld(drag.local_point);
}

Vec3 dragForce(const World& world, const Drag& drag, double dt) {
  const Body& body = world.bodies[drag.body];
  if (!body.isDynamic()) return Vec3::Zero();
  const Vec3 point = dragPoint(world, drag);
  Vec3 acceleration = stiffness(drag, dt) * (drag.target - point) - damping(drag, dt) * body.velocityAt(point);
  if (body.planar) acceleration.z() = 0.0;
  const Vec3 force = pointMobility(body, point - body.pose.position).ldlt().solve(acceleration);
  return capped(force, drag.cap * weight(world, body));
}

Vec3 dragTorque(const World& world, const Drag& drag, double dt) {
  const Body& body = world.bodies[drag.body];
  if (!body.isDynamic()) return Vec3::Zero();
  const double gyration = std::sqrt(body.inertia.diagonal().maxCoeff() / body.mass);  // [m], lever of the cap
  const Vec3 torque = -damping(drag, dt) * (worldInertia(body) * body.omega);
  return capped(torque, drag.cap * weight(world, body) * gyration);
}

}  // namespace keystone

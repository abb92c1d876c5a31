#include "world/forces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/scratch_pool.h"
#include "problem/spring_rows.h"

namespace keystone {
namespace {

bool hasSprings(const World& world) {
  return std::ranges::any_of(world.joints, &Joint::hasSpring);
}

bool hasEfforts(const World& world) {
  return std::ranges::any_of(world.joints, [](const Joint& joint) { return joint.push() != 0.0; });
}

void addDrags(const World& world, double dt, VecX& forces) {
  for (const Drag& drag : world.drags) {
    if (drag.body < 0 || !world.bodies[drag.body].isActive()) continue;
    const Vec3 force = dragForce(world, drag, dt);
    const Vec3 r = dragPoint(world, drag) - world.bodies[drag.body].pose.position;
    forces.segment<3>(6 * drag.body) += force;
    forces.segment<3>(6 * drag.body + 3) += r.cross(force) + dragTorque(world, drag, dt);
  }
}

void addApplied(const World& world, double time, VecX& forces) {
  for (const AppliedForce& applied : world.forces) {
    const Body& body = world.bodies[applied.body];
    if (!body.isActive()) continue;
    const double share = shareAt(applied, time);
    const auto inWorld = [&](const Vec3& x) -> Vec3 { return share * (applied.in_body ? body.pose.rotate(x) : x); };
    const Vec3 force = inWorld(applied.force);
    forces.segment<3>(6 * applied.body) += force;
    forces.segment<3>(6 * applied.body + 3) += body.pose.rotate(applied.point).cross(force) + inWorld(applied.torque);
  }
}

// Pushes b along the row, and a the other way.
void pushAlong(const JointRow& row, const Joint& joint, double force, VecX& forces) {
  const auto push = [&](int body, const Vec3& angular, double sign) {
    if (body < 0) return;
    forces.segment<3>(6 * body) += sign * force * row.linear;
    forces.segment<3>(6 * body + 3) += sign * force * angular;
  };
  push(joint.a, row.angular_a, -1.0);
  push(joint.b, row.angular_b, 1.0);
}

void addEfforts(const World& world, VecX& forces) {
  for (const Joint& joint : world.joints)
    if (joint.push() != 0.0) {
      const JointRow row = coordinateRow(joint, poseOf(world.bodies, joint.a), poseOf(world.bodies, joint.b));
      pushAlong(row, joint, joint.push(), forces);
    }
}

// What acts of springs by their extension now.
void addSprings(const World& world, const ForceStep& step, VecX& forces) {
  const Scratch<JointRowList> list;
  listJointRows(world.joints, world.bodies, world.planar, *list);
  const Scratch<VecX> stiffness(static_cast<std::ptrdiff_t>(list->rows.size()));
  explicitStiffness(world.bodies, world.joints, *list, {step.dt, step.force_time}, *stiffness);
  for (std::size_t i = 0; i < list->rows.size(); ++i) {
    const JointRow& row = list->rows[i];
    const double force = -(*stiffness)[static_cast<Eigen::Index>(i)] * row.error;
    if (force != 0.0) pushAlong(row, world.joints[list->joint[i]], force, forces);
  }
}

}  // namespace

double shareAt(const AppliedForce& force, double time) {
  if (time < force.from || time >= force.until) return 0.0;
  return force.isPeriodic() ? std::sin(2.0 * std::numbers::pi * force.frequency * time + force.phase) : 1.0;
}

bool hasForces(const World& world) {
  return !world.drags.empty() || !world.forces.empty() || hasSprings(world) || hasEfforts(world);
}

void externalForces(const World& world, const ForceStep& step, VecX& forces) {
  forces.setZero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  addDrags(world, step.dt, forces);
  addApplied(world, step.time, forces);
  addEfforts(world, forces);
  if (hasSprings(world)) addSprings(world, step, forces);
}

}  // namespace keystone

#include "joint/joint.h"

#include <cmath>

#include "joint/joint_rows.h"

namespace keystone {

std::string_view toString(JointKind kind) {
  return infoOf(kind).id;
}

Pose poseOf(std::span<const Body> bodies, int body) {
  return body < 0 ? Pose{} : bodies[body].pose;
}

std::array<Vec3, 2> anchorsOf(const Joint& joint, std::span<const Body> bodies) {
  return {poseOf(bodies, joint.a).toWorld(joint.anchor_a), poseOf(bodies, joint.b).toWorld(joint.anchor_b)};
}

Vec3 axisOf(const Joint& joint, std::span<const Body> bodies) {
  return poseOf(bodies, joint.a).rotate(joint.frame_a * Vec3::UnitZ());
}

double coordinateOf(const Joint& joint, std::span<const Body> bodies) {
  return jointCoordinate(joint, poseOf(bodies, joint.a), poseOf(bodies, joint.b));
}

Quat frameAlong(const Vec3& axis) {
  const Vec3 side = std::abs(axis.z()) < 0.99 ? Vec3::UnitZ() : Vec3::UnitX();
  Mat3 frame;
  frame.col(2) = axis;
  frame.col(1) = (side - axis * axis.dot(side)).normalized();
  frame.col(0) = frame.col(1).cross(axis);
  return Quat(frame).normalized();
}

void attach(Joint& joint, std::span<const Body> bodies, const Vec3& point_a, const Vec3& point_b, const Vec3& axis) {
  attach(joint, bodies, point_a, point_b, frameAlong(axis));
}

void attach(Joint& joint, std::span<const Body> bodies, const Vec3& point_a, const Vec3& point_b, const Quat& frame) {
  const Pose a = poseOf(bodies, joint.a);
  const Pose b = poseOf(bodies, joint.b);
  joint.anchor_a = a.toLocal(point_a);
  joint.anchor_b = b.toLocal(point_b);
  joint.frame_a = a.orientation.conjugate() * frame;
  joint.frame_b = b.orientation.conjugate() * frame;
}

}  // namespace keystone

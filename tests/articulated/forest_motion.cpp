#include "articulated/forest_motion.h"

#include "body/free_rotation.h"

namespace keystone {
namespace {

// A joint's end on a link or on what carries it. A ball joint has no frames of its own.
struct JointEnd {
  Vec3 anchor;
  Quat frame;
};
JointEnd endOf(const Joint& joint, bool a) {
  const Quat frame = joint.kind == JointKind::Ball ? Quat::Identity() : a ? joint.frame_a : joint.frame_b;
  return {a ? joint.anchor_a : joint.anchor_b, frame};
}

Vec3 threeOf(const VecX& s, const Link& link, bool planar) {
  return planar ? Vec3(0.0, 0.0, s[link.first]) : Vec3(s.segment<3>(link.first));
}

Pose freePose(const Pose& from, const VecX& s, const Link& link, bool planar) {
  Pose pose = from;
  if (planar) {
    pose.position.head<2>() += s.segment<2>(link.first);
    pose.orientation = rotationOf(Vec3(0.0, 0.0, s[link.first + 2])) * from.orientation;
  } else {
    pose.position += s.segment<3>(link.first);
    pose.orientation = rotationOf(s.segment<3>(link.first + 3)) * from.orientation;
  }
  pose.orientation.normalize();
  return pose;
}

// The frame of the joint on the link, turned against the one on what carries it.
Quat turnOfJoint(const Joint& joint, const Link& link, std::span<const Body> bodies, const VecX& s, bool planar) {
  const double sign = link.reversed ? -1.0 : 1.0;
  switch (joint.kind) {
    case JointKind::Hinge:
      return Quat(Eigen::AngleAxisd(sign * (coordinateOf(joint, bodies) + s[link.first]), Vec3::UnitZ()));
    case JointKind::Ball: {
      const Quat a = poseOf(bodies, joint.a).orientation, b = poseOf(bodies, joint.b).orientation;
      const Quat turn = link.reversed ? b.conjugate() * a : a.conjugate() * b;
      const Vec3 by = threeOf(s, link, planar);
      if (!planar) return turn * rotationOf(by);
      const Quat own = link.reversed ? a : b;  // by the world's z, in the axes of the frame
      return turn * rotationOf(own.conjugate() * by);
    }
    default:
      return Quat::Identity();
  }
}

Pose jointedPose(const Joint& joint, const Link& link, std::span<const Body> bodies, const Pose& below, const VecX& s,
                 bool planar) {
  const JointEnd on_link = endOf(joint, link.reversed), on_carrier = endOf(joint, !link.reversed);
  const Quat carrier = below.orientation * on_carrier.frame;
  const Quat own = carrier * turnOfJoint(joint, link, bodies, s, planar);
  Pose pose;
  pose.orientation = (own * on_link.frame.conjugate()).normalized();
  Vec3 anchor = below.toWorld(on_carrier.anchor);
  if (joint.kind == JointKind::Slider) {
    const double travel = coordinateOf(joint, bodies) + s[link.first];
    anchor += (link.reversed ? -travel : travel) * (carrier * Vec3::UnitZ());
  }
  pose.position = anchor - pose.rotate(on_link.anchor);
  if (!planar) return pose;
  pose.orientation.x() = pose.orientation.y() = 0.0;
  pose.orientation.normalize();
  pose.position.z() = bodies[link.body].pose.position.z();
  return pose;
}

}  // namespace

void moveForest(const Forest& forest, std::span<const Joint> joints, std::span<const Body> bodies, const VecX& s,
                std::span<Pose> poses) {
  for (const Link& link : forest.links) {
    Pose& pose = poses[link.body];
    if (link.isFree()) {
      pose = freePose(bodies[link.body].pose, s, link, forest.planar);
      continue;
    }
    const int below = link.parent >= 0 ? forest.links[link.parent].body : link.base;
    const Pose carrier = below >= 0 ? poses[below] : Pose{};
    if (s.segment(link.first, link.count).isZero(0.0) && carrier == poseOf(bodies, below)) {
      pose = bodies[link.body].pose;
      continue;
    }
    pose = jointedPose(joints[link.joint], link, bodies, carrier, s, forest.planar);
  }
}

}  // namespace keystone

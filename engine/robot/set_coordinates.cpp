#include "robot/set_coordinates.h"

#include <algorithm>

#include "body/in_plane.h"

namespace keystone {
namespace {

bool isTreeCoordinate(const Joint& joint) {
  return joint.kind == JointKind::Hinge || joint.kind == JointKind::Slider;
}

// Adds to `passes` [joints] the tree joints from a body down to its root.
void addPath(const Forest& forest, int body, int step, std::vector<int>& passes) {
  if (body < 0) return;
  for (int at = forest.link_of_body[body]; at >= 0; at = forest.links[at].parent)
    if (!forest.links[at].isFree()) passes[forest.links[at].joint] += step;
}

}  // namespace

Pose inverseOf(const Pose& pose) {
  const Quat back = pose.orientation.conjugate();
  return {back * -pose.position, back};
}

Pose turnAbout(const Vec3& point, const Quat& turn) {
  return {point - turn * point, turn};
}

Pose motionOf(const Joint& joint, const Pose& a, double change) {
  const Vec3 axis = a.rotate(joint.frame_a * Vec3::UnitZ());
  if (joint.kind == JointKind::Slider) return {change * axis, Quat::Identity()};
  return turnAbout(a.toWorld(joint.anchor_a), Quat(Eigen::AngleAxisd(change, axis)));
}

void findSettable(std::span<const Joint> joints, const Forest& forest, std::vector<char>& settable) {
  settable.assign(forest.is_tree_joint.begin(), forest.is_tree_joint.end());
  std::vector<int> passes(joints.size(), 0);  // a loop's joints are on the path of one of its closing joint's ends
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Joint& joint = joints[j];
    settable[j] = settable[j] && isTreeCoordinate(joint);
    if (forest.is_tree_joint[j] || joint.kind == JointKind::Spring) continue;
    std::ranges::fill(passes, 0);
    addPath(forest, joint.a, 1, passes);
    addPath(forest, joint.b, -1, passes);
    for (std::size_t k = 0; k < joints.size(); ++k)
      if (passes[k] != 0) settable[k] = false;
  }
}

void setCoordinates(std::span<const Joint> joints, const Forest& forest, const VecX& q, std::span<Body> bodies) {
  std::vector<Pose> before, motions;
  std::vector<char> moves;
  for (const Link& link : forest.links) {
    before.push_back(bodies[link.body].pose);
    motions.emplace_back();
    moves.push_back(link.parent >= 0 && moves[link.parent]);
    if (link.isFree() || !isTreeCoordinate(joints[link.joint])) continue;
    const Joint& joint = joints[link.joint];
    const double change = q[link.joint] - coordinateOf(joint, bodies);
    if (change == 0.0) continue;
    const Pose motion = motionOf(joint, poseOf(bodies, joint.a), change);
    motions.back() = link.reversed ? inverseOf(motion) : motion;
    moves.back() = true;
  }
  for (std::size_t i = 0; i < forest.links.size(); ++i) {
    const Link& link = forest.links[i];
    if (!moves[i]) continue;
    Pose carrier;  // how it has moved; what carries a root has not
    if (link.parent >= 0) carrier = bodies[forest.links[link.parent].body].pose * inverseOf(before[link.parent]);
    Body& body = bodies[link.body];
    body.pose = carrier * motions[i] * before[i];
    body.pose.orientation.normalize();
    keepInPlane(body);
  }
}

}  // namespace keystone

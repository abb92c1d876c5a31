// Bodies held together: the kinds of joints, their anchors and axes, what limits, drives and brakes them.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "body/body.h"
#include "joint/joint_kind.h"

namespace keystone {

std::string_view toString(JointKind kind);

// The frames lie in the bodies; a body of -1 is the world, whose frame is the identity. z of a frame is the joint's
// axis. The coordinate of a joint, which limits bound and a motor drives, is a hinge's angle [rad] of b's frame against
// a's, a slider's travel [m] of b's anchor along a's axis, a distance [m]; the others have none.
struct Joint {
  std::string name;
  JointKind kind = JointKind::Ball;
  int a = -1, b = -1;                                           // body indices, not both -1
  Vec3 anchor_a = Vec3::Zero(), anchor_b = Vec3::Zero();        // [m]
  Quat frame_a = Quat::Identity(), frame_b = Quat::Identity();  // joint to body
  double low = -std::numeric_limits<double>::infinity();        // least coordinate [rad] or [m]
  double high = std::numeric_limits<double>::infinity();        // largest coordinate
  double motor_speed = 0.0;                                     // [rad/s] or [m/s], wanted of the coordinate
  double motor_max = 0.0;                                       // [N m] or [N]; 0 = no motor
  double friction = 0.0;    // [N m] or [N], dry: opposes the coordinate's motion (a ball's turning about each axis)
  bool isotropic = false;   // friction of a ball joint is one moment about whatever axis it turns
  double stiffness = 0.0;   // [N/m] or [N m/rad], of a spring on the coordinate
  double damping = 0.0;     // [N s/m] or [N m s/rad], of a damper beside it
  double rest = 0.0;        // [m] or [rad], the coordinate at which the spring pulls at nothing
  double rest_speed = 0.0;  // [m/s] or [rad/s], the coordinate's rate at which the damper pulls at nothing
  double effort = 0.0;      // [N] or [N m], that acts along the coordinate all the time
  double armature = 0.0;    // [kg] or [kg m^2], inertia of a motor's rotor, that the coordinate's rate alone turns
  bool collide = false;     // whether the two bodies may also touch
  std::array<int, 2> pair{1, 1};  // numbers of the kind's own: teeth on a and b, below 0 for those inside a ring

  bool operator==(const Joint&) const = default;

  bool hasCoordinate() const { return infoOf(kind).coordinate != nullptr; }
  bool hasSpring() const { return stiffness > 0.0 || damping > 0.0; }
  // [N] or [N m], what pushes along the coordinate whatever it does: rest_speed is the damper's share.
  double push() const { return effort + damping * rest_speed; }
};

Pose poseOf(std::span<const Body> bodies, int body);  // identity for the world
// The anchors [m] in the world, on a and on b.
std::array<Vec3, 2> anchorsOf(const Joint& joint, std::span<const Body> bodies);
// The joint's axis in the world, as a carries it.
Vec3 axisOf(const Joint& joint, std::span<const Body> bodies);
// The coordinate now; 0 for joints without one. A hinge's angle is the one nearest to the middle of its limits.
double coordinateOf(const Joint& joint, std::span<const Body> bodies);

// A frame whose z is the unit vector `axis`, and whose y is the world's z if that is not along it.
Quat frameAlong(const Vec3& axis);
// Puts the joint's anchors at two points [m] of the world and both its frames along `axis`, or where `frame` is, with
// the bodies as they are.
void attach(Joint& joint, std::span<const Body> bodies, const Vec3& point_a, const Vec3& point_b, const Vec3& axis);
void attach(Joint& joint, std::span<const Body> bodies, const Vec3& point_a, const Vec3& point_b, const Quat& frame);

}  // namespace keystone

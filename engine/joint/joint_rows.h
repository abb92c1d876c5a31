// A joint as rows of the contact problem: which velocities it forbids, limits or drives, and how far off it is.
#pragma once

#include <vector>

#include "joint/joint.h"

namespace keystone {

enum class JointRowRole {
  Equality,  // error = 0, force unbounded
  Limit,     // error (a gap) >= 0, force >= 0
  Motor,     // velocity = speed, |force| <= most
  Friction,  // velocity = 0, |force| <= most
  Spring     // force = -(stiffness error + damping u + inertia du/dt)
};

// u = linear . (v_b - v_a) + angular_b . omega_b - angular_a . omega_a; force along the row pushes b by +, a by -.
struct JointRow {
  JointRowRole role = JointRowRole::Equality;
  Vec3 linear = Vec3::Zero();     // unit, or zero for a row of pure rotation
  Vec3 angular_a = Vec3::Zero();  // [m], or a unit vector for a row of pure rotation
  Vec3 angular_b = Vec3::Zero();
  double error = 0.0;      // [m] or [rad]: error, gap or extension, whose rate is u; 0 for motors and friction
  double speed = 0.0;      // [m/s] or [rad/s], of a motor
  double most = 0.0;       // [N] or [N m], of motors and friction
  double stiffness = 0.0;  // [N/m] or [N m/rad], of springs
  double damping = 0.0;    // [N s/m] or [N m s/rad], of springs
  double inertia = 0.0;    // [kg] or [kg m^2], of a rotor: in the row of the spring that it may be beside
};

// Appends the joint's rows for the given poses (identity for the world). How many there are, and their roles, depends
// on the joint and on `planar` alone: rows out of the plane are left out of planar worlds.
void appendRows(const Joint& joint, const Pose& a, const Pose& b, bool planar, std::vector<JointRow>& rows);

// The row along which the coordinate changes: its rate is the coordinate's. For joints that have one.
JointRow coordinateRow(const Joint& joint, const Pose& a, const Pose& b);

// The coordinate (joint.h) for given poses.
double jointCoordinate(const Joint& joint, const Pose& a, const Pose& b);

// Energy [J] in the joint's spring for given poses.
double springEnergy(const Joint& joint, const Pose& a, const Pose& b, bool planar);

// Worst breach of equality and limit rows [m]; rotations count at a lever of 1 m.
double worstError(const std::vector<JointRow>& rows);

}  // namespace keystone

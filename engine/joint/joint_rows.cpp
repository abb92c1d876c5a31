// Derivatives of the position errors, exact where the error is zero and to first order near it:
//   anchors   d = p_b - p_a;  along a fixed direction t:  t . d' = t . (v_b + omega_b x r_b - v_a - omega_a x r_a)
//   along a direction t that turns with a:  a's lever is r_a + d instead of r_a
//   axes      t . (z_a x z_b),  t normal to z_a:  its rate is t . (omega_b - omega_a)
//   turn      rotation vector of q_b q_a^-1:      its rate is omega_b - omega_a
#include "joint/joint_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace keystone {
namespace {

// The joint's parts in world axes.
struct Placed {
  Vec3 r_a, r_b;  // [m], from the centres to the anchors
  Vec3 d;         // [m], from a's anchor to b's
  Mat3 axes_a;    // columns x, y, z of a's joint frame
  Quat frame_a, frame_b;
};

Placed place(const Joint& joint, const Pose& a, const Pose& b) {
  Placed placed;
  placed.r_a = a.rotate(joint.anchor_a);
  placed.r_b = b.rotate(joint.anchor_b);
  placed.d = b.position + placed.r_b - a.position - placed.r_a;
  placed.frame_a = a.orientation * joint.frame_a;
  placed.frame_b = b.orientation * joint.frame_b;
  placed.axes_a = placed.frame_a.toRotationMatrix();
  return placed;
}

// Rotation vector [rad] that takes a's frame to b's, |.| <= pi, in world axes.
Vec3 turnVector(const Placed& placed) {
  Quat turn = placed.frame_b * placed.frame_a.conjugate();
  if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
  const double sine = turn.vec().norm();
  return turn.vec() * (sine < 1e-9 ? 2.0 : 2.0 * std::atan2(sine, turn.w()) / sine);
}

double hingeAngle(const Joint& joint, const Placed& placed) {
  const Quat turn = placed.frame_a.conjugate() * placed.frame_b;
  const bool limited = std::isfinite(joint.low) && std::isfinite(joint.high);
  const double middle = limited ? 0.5 * (joint.low + joint.high) : 0.0;
  return middle + std::remainder(2.0 * std::atan2(turn.z(), turn.w()) - middle, 2.0 * std::numbers::pi);
}

// Along the anchors' line; any fixed direction where they coincide.
Vec3 lineOf(const Placed& placed) {
  const double length = placed.d.norm();
  return length > 0.0 ? Vec3(placed.d / length) : Vec3(Vec3::UnitY());
}

double coordinateOf(const Joint& joint, const Placed& placed) {
  switch (joint.kind) {
    case JointKind::Hinge:
      return hingeAngle(joint, placed);
    case JointKind::Slider:
      return placed.axes_a.col(2).dot(placed.d);
    case JointKind::Distance:
      return placed.d.norm();
    case JointKind::Ball:
    case JointKind::Fixed:
      break;
  }
  return 0.0;
}

JointRow pointRow(const Placed& placed, const Vec3& direction, double error) {
  return {.linear = direction,
          .angular_a = placed.r_a.cross(direction),
          .angular_b = placed.r_b.cross(direction),
          .error = error};
}

// For a direction that turns with a.
JointRow guideRow(const Placed& placed, const Vec3& direction) {
  return {.linear = direction,
          .angular_a = (placed.r_a + placed.d).cross(direction),
          .angular_b = placed.r_b.cross(direction),
          .error = direction.dot(placed.d)};
}

JointRow turnRow(const Vec3& axis, double error) {
  return {.angular_a = axis, .angular_b = axis, .error = error};
}

void appendPoint(const Placed& placed, bool planar, std::vector<JointRow>& rows) {
  for (int k = 0; k < (planar ? 2 : 3); ++k) rows.push_back(pointRow(placed, Vec3::Unit(k), placed.d[k]));
}

void appendTurn(const Placed& placed, bool planar, std::vector<JointRow>& rows) {
  const Vec3 turn = turnVector(placed);
  for (int k = planar ? 2 : 0; k < 3; ++k) rows.push_back(turnRow(Vec3::Unit(k), turn[k]));
}

void appendAxes(const Placed& placed, std::vector<JointRow>& rows) {
  const Vec3 miss = placed.axes_a.col(2).cross(placed.frame_b * Vec3::UnitZ());
  for (int k = 0; k < 2; ++k) rows.push_back(turnRow(placed.axes_a.col(k), placed.axes_a.col(k).dot(miss)));
}

// The row along which the coordinate changes; its error is the coordinate.
JointRow coordinateRow(const Joint& joint, const Placed& placed) {
  JointRow row;
  if (joint.kind == JointKind::Hinge) row = turnRow(placed.axes_a.col(2), 0.0);
  if (joint.kind == JointKind::Slider) row = guideRow(placed, placed.axes_a.col(2));
  if (joint.kind == JointKind::Distance) row = pointRow(placed, lineOf(placed), 0.0);
  row.error = coordinateOf(joint, placed);
  return row;
}

JointRow withRole(JointRow row, JointRowRole role, double error) {
  row.role = role;
  row.error = error;
  return row;
}

JointRow reversed(JointRow row) {
  row.linear = -row.linear;
  row.angular_a = -row.angular_a;
  row.angular_b = -row.angular_b;
  return row;
}

void appendLimits(const Joint& joint, const JointRow& coordinate, std::vector<JointRow>& rows) {
  const double at = coordinate.error;
  if (joint.low == joint.high) {
    rows.push_back(withRole(coordinate, JointRowRole::Equality, at - joint.low));
    return;
  }
  // A distance cannot fall below zero, and its row has no direction there.
  const bool low = joint.kind == JointKind::Distance ? joint.low > 0.0 : std::isfinite(joint.low);
  if (low) rows.push_back(withRole(coordinate, JointRowRole::Limit, at - joint.low));
  if (std::isfinite(joint.high)) rows.push_back(withRole(reversed(coordinate), JointRowRole::Limit, joint.high - at));
}

void appendBounded(JointRow row, JointRowRole role, double speed, double most, std::vector<JointRow>& rows) {
  if (most <= 0.0) return;
  row.role = role;
  row.error = 0.0;
  row.speed = speed;
  row.most = most;
  rows.push_back(row);
}

}  // namespace

void appendRows(const Joint& joint, const Pose& a, const Pose& b, bool planar, std::vector<JointRow>& rows) {
  const Placed placed = place(joint, a, b);
  switch (joint.kind) {
    case JointKind::Ball:
    case JointKind::Hinge:
      appendPoint(placed, planar, rows);
      if (joint.kind == JointKind::Hinge && !planar) appendAxes(placed, rows);
      break;
    case JointKind::Slider:
      for (int k = 0; k < (planar ? 1 : 2); ++k) rows.push_back(guideRow(placed, placed.axes_a.col(k)));
      appendTurn(placed, planar, rows);
      break;
    case JointKind::Fixed:
      appendPoint(placed, planar, rows);
      appendTurn(placed, planar, rows);
      break;
    case JointKind::Distance:
      break;
  }
  if (joint.hasCoordinate()) {
    const JointRow coordinate = coordinateRow(joint, placed);
    appendLimits(joint, coordinate, rows);
    appendBounded(coordinate, JointRowRole::Motor, joint.motor_speed, joint.motor_max, rows);
    appendBounded(coordinate, JointRowRole::Friction, 0.0, joint.friction, rows);
  }
  if (joint.kind == JointKind::Ball)
    for (int k = planar ? 2 : 0; k < 3; ++k)
      appendBounded(turnRow(Vec3::Unit(k), 0.0), JointRowRole::Friction, 0.0, joint.friction, rows);
}

double jointCoordinate(const Joint& joint, const Pose& a, const Pose& b) {
  return coordinateOf(joint, place(joint, a, b));
}

double worstError(const std::vector<JointRow>& rows) {
  double worst = 0.0;
  for (const JointRow& row : rows) {
    if (row.role == JointRowRole::Equality) worst = std::max(worst, std::abs(row.error));
    if (row.role == JointRowRole::Limit) worst = std::max(worst, -row.error);
  }
  return worst;
}

}  // namespace keystone

// Derivatives of the position errors, exact where the error is zero and to first order near it:
//   anchors   d = p_b - p_a;  along a fixed direction t:  t . d' = t . (v_b + omega_b x r_b - v_a - omega_a x r_a)
//   along a direction t that turns with a:  a's lever is r_a + d instead of r_a
//   axes      t . (z_a x z_b),  t normal to z_a:  its rate is t . (omega_b - omega_a)
//   turn      rotation vector of q_b q_a^-1:      its rate is omega_b - omega_a
//   cross     z_a . x_b:  its rate is (x_b x z_a) . (omega_b - omega_a)
//   gears     theta of a frame about its own z:   its rate is z . omega while z stands still
#include "joint/joint_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace keystone {
namespace {

PlacedJoint place(const Joint& joint, const Pose& a, const Pose& b) {
  PlacedJoint placed;
  placed.r_a = a.rotate(joint.anchor_a);
  placed.r_b = b.rotate(joint.anchor_b);
  placed.d = b.position + placed.r_b - a.position - placed.r_a;
  placed.frame_a = a.orientation * joint.frame_a;
  placed.frame_b = b.orientation * joint.frame_b;
  placed.axes_a = placed.frame_a.toRotationMatrix();
  return placed;
}

// Rotation vector [rad] that takes a's frame to b's, |.| <= pi, in world axes.
Vec3 turnVector(const PlacedJoint& placed) {
  Quat turn = placed.frame_b * placed.frame_a.conjugate();
  if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
  const double sine = turn.vec().norm();
  return turn.vec() * (sine < 1e-9 ? 2.0 : 2.0 * std::atan2(sine, turn.w()) / sine);
}

double hingeAngle(const Joint& joint, const PlacedJoint& placed) {
  const Quat turn = placed.frame_a.conjugate() * placed.frame_b;
  const bool limited = std::isfinite(joint.low) && std::isfinite(joint.high);
  const double middle = limited ? 0.5 * (joint.low + joint.high) : 0.0;
  return middle + std::remainder(2.0 * std::atan2(turn.z(), turn.w()) - middle, 2.0 * std::numbers::pi);
}

// Along the anchors' line; any fixed direction where they coincide.
Vec3 lineOf(const PlacedJoint& placed) {
  const double length = placed.d.norm();
  return length > 0.0 ? Vec3(placed.d / length) : Vec3(Vec3::UnitY());
}

JointRow pointRow(const PlacedJoint& placed, const Vec3& direction, double error) {
  return {.linear = direction,
          .angular_a = placed.r_a.cross(direction),
          .angular_b = placed.r_b.cross(direction),
          .error = error};
}

// For a direction that turns with a.
JointRow guideRow(const PlacedJoint& placed, const Vec3& direction) {
  return {.linear = direction,
          .angular_a = (placed.r_a + placed.d).cross(direction),
          .angular_b = placed.r_b.cross(direction),
          .error = direction.dot(placed.d)};
}

JointRow turnRow(const Vec3& axis, double error) {
  return {.angular_a = axis, .angular_b = axis, .error = error};
}

// How far [rad] a frame is turned about its z from the frame that the z alone determines.
double turnAboutAxis(const Quat& frame) {
  const Vec3 x = frame * Vec3::UnitX();
  const Quat upright = frameAlong(frame * Vec3::UnitZ());
  return std::atan2(x.dot(upright * Vec3::UnitY()), x.dot(upright * Vec3::UnitX()));
}

void appendPoint(const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  for (int k = 0; k < (planar ? 2 : 3); ++k) rows.push_back(pointRow(placed, Vec3::Unit(k), placed.d[k]));
}

void appendTurn(const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  const Vec3 turn = turnVector(placed);
  for (int k = planar ? 2 : 0; k < 3; ++k) rows.push_back(turnRow(Vec3::Unit(k), turn[k]));
}

void appendAxes(const PlacedJoint& placed, std::vector<JointRow>& rows) {
  const Vec3 miss = placed.axes_a.col(2).cross(placed.frame_b * Vec3::UnitZ());
  for (int k = 0; k < 2; ++k) rows.push_back(turnRow(placed.axes_a.col(k), placed.axes_a.col(k).dot(miss)));
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
  const bool low =
      std::isfinite(joint.low) && (infoOf(joint.kind).anchors != JointKindInfo::Anchors::Two || joint.low > 0.0);
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

JointRow springRow(JointRow row, double error, double stiffness, double damping) {
  row.role = JointRowRole::Spring;
  row.error = error;
  row.stiffness = stiffness;
  row.damping = damping;
  return row;
}

// Between two points, at rest `rest` apart: along their line, and across it the string's stiffness, its tension over
// its length, as far as that is positive. At rest at one point: the same in all directions.
void appendLineSpring(const Joint& joint, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  const int dim = planar ? 2 : 3;
  if (joint.rest == 0.0) {
    for (int k = 0; k < dim; ++k)
      rows.push_back(springRow(pointRow(placed, Vec3::Unit(k), 0.0), placed.d[k], joint.stiffness, joint.damping));
    return;
  }
  const Vec3 line = lineOf(placed);
  const double length = placed.d.norm(), extension = length - joint.rest;
  rows.push_back(springRow(pointRow(placed, line, 0.0), extension, joint.stiffness, joint.damping));
  const Mat3 axes = frameAlong(line).toRotationMatrix();  // in the plane, x of it is across
  const double across = extension > 0.0 ? joint.stiffness * extension / length : 0.0;
  for (int k = 0; k < dim - 1; ++k) rows.push_back(springRow(pointRow(placed, axes.col(k), 0.0), 0.0, across, 0.0));
}

void appendSpring(const Joint& joint, const PlacedJoint& placed, const JointRow& coordinate, bool planar,
                  std::vector<JointRow>& rows) {
  if (joint.kind == JointKind::Spring)
    appendLineSpring(joint, placed, planar, rows);
  else
    rows.push_back(springRow(coordinate, coordinate.error - joint.rest, joint.stiffness, joint.damping));
  rows.back().inertia = joint.armature;
}

void appendBall(const Joint& joint, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  appendPoint(placed, planar, rows);
  for (int k = planar ? 2 : 0; k < 3; ++k)
    appendBounded(turnRow(Vec3::Unit(k), 0.0), JointRowRole::Friction, 0.0, joint.friction, rows);
}

void appendHinge(const Joint&, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  appendPoint(placed, planar, rows);
  if (!planar) appendAxes(placed, rows);
}

void appendOnLine(const Joint&, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  for (int k = 0; k < (planar ? 1 : 2); ++k) rows.push_back(guideRow(placed, placed.axes_a.col(k)));
}

void appendSlider(const Joint& joint, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  appendOnLine(joint, placed, planar, rows);
  appendTurn(placed, planar, rows);
}

void appendFixed(const Joint&, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  appendPoint(placed, planar, rows);
  appendTurn(placed, planar, rows);
}

// Teeth mesh: N_a theta_a + N_b theta_b stays a multiple of 2 pi. So the turns, known but for whole ones, are enough.
// The row is this per tooth of b: u = omega_b + N_a / N_b omega_a, about the axes that the bodies carry.
void appendGear(const Joint& joint, const PlacedJoint& placed, bool, std::vector<JointRow>& rows) {
  const double on_a = joint.pair[0], on_b = joint.pair[1];
  const double mesh = on_a * turnAboutAxis(placed.frame_a) + on_b * turnAboutAxis(placed.frame_b);
  rows.push_back({.angular_a = -on_a / on_b * placed.axes_a.col(2),
                  .angular_b = placed.frame_b * Vec3::UnitZ(),
                  .error = std::remainder(mesh, 2.0 * std::numbers::pi) / on_b});
}

void appendUniversal(const Joint&, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  appendPoint(placed, planar, rows);
  const Vec3 z_a = placed.axes_a.col(2), x_b = placed.frame_b * Vec3::UnitX();
  if (!planar) rows.push_back(turnRow(x_b.cross(z_a), z_a.dot(x_b)));
}

void appendOnPlane(const Joint&, const PlacedJoint& placed, bool, std::vector<JointRow>& rows) {
  rows.push_back(guideRow(placed, placed.axes_a.col(2)));
}

// Parallel to the axis; in a planar world the axis lies in the plane, and nothing turns.
void appendParallel(const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  if (planar)
    appendTurn(placed, planar, rows);
  else
    appendAxes(placed, rows);
}

void appendCylindrical(const Joint& joint, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  appendOnLine(joint, placed, planar, rows);
  appendParallel(placed, planar, rows);
}

void appendPlanar(const Joint& joint, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) {
  appendOnPlane(joint, placed, planar, rows);
  appendParallel(placed, planar, rows);
}

// A motor without a bound that wants no speed: no place is right or wrong.
void appendSkate(const Joint&, const PlacedJoint& placed, bool, std::vector<JointRow>& rows) {
  const Vec3 aside = placed.frame_b * Vec3::UnitZ();
  JointRow row = guideRow(placed, aside);
  appendBounded(row, JointRowRole::Motor, 0.0, std::numeric_limits<double>::infinity(), rows);
}

JointRow hingeCoordinate(const Joint& joint, const PlacedJoint& placed) {
  return turnRow(placed.axes_a.col(2), hingeAngle(joint, placed));
}

JointRow travelOf(const Joint&, const PlacedJoint& placed) {
  return guideRow(placed, placed.axes_a.col(2));
}

JointRow distanceCoordinate(const Joint&, const PlacedJoint& placed) {
  return pointRow(placed, lineOf(placed), placed.d.norm());
}

using Anchors = JointKindInfo::Anchors;
using Axis = JointKindInfo::Axis;
constexpr double kFullTurn = 2.0 * std::numbers::pi;  // [rad]

// In the order of the enumeration.
constexpr JointKindInfo kKinds[] = {
    {.id = "ball", .append = appendBall, .kind = JointKind::Ball, .friction = true},
    {.id = "hinge",
     .unit = "rad",
     .least = -kFullTurn,
     .most = kFullTurn,
     .widest = kFullTurn,
     .append = appendHinge,
     .coordinate = hingeCoordinate,
     .kind = JointKind::Hinge,
     .axis = Axis::InSpace,
     .turns = true,
     .friction = true,
     .spring = true},
    {.id = "slider",
     .unit = "m",
     .least = -kFarthestPlace,
     .most = kFarthestPlace,
     .append = appendSlider,
     .coordinate = travelOf,
     .kind = JointKind::Slider,
     .anchors = Anchors::AnyOne,
     .axis = Axis::Always,
     .turns = true,
     .friction = true,
     .spring = true},
    {.id = "fixed", .append = appendFixed, .kind = JointKind::Fixed, .anchors = Anchors::AnyOne, .turns = true},
    {.id = "distance",
     .unit = "m",
     .least = 0.0,
     .most = kFarthestPlace,
     .coordinate = distanceCoordinate,
     .kind = JointKind::Distance,
     .anchors = Anchors::Two,
     .friction = true},
    {.id = "gear",
     .pair = "teeth",
     .append = appendGear,
     .kind = JointKind::Gear,
     .anchors = Anchors::Centres,
     .axis = Axis::InSpace,
     .most_of_pair = 10000,
     .turns = true,
     .both = true},
    {.id = "spring",
     .unit = "m",
     .least = 0.0,
     .most = kFarthestPlace,
     .coordinate = distanceCoordinate,
     .kind = JointKind::Spring,
     .anchors = Anchors::Two,
     .friction = true,
     .spring = true},
    {.id = "universal",
     .cross = "cross_axis",
     .append = appendUniversal,
     .kind = JointKind::Universal,
     .axis = Axis::InSpace,
     .turns = true},
    {.id = "cylindrical",
     .unit = "m",
     .least = -kFarthestPlace,
     .most = kFarthestPlace,
     .append = appendCylindrical,
     .coordinate = travelOf,
     .kind = JointKind::Cylindrical,
     .anchors = Anchors::AnyOne,
     .axis = Axis::Always,
     .turns = true,
     .friction = true,
     .spring = true},
    {.id = "planar",
     .append = appendPlanar,
     .kind = JointKind::Planar,
     .anchors = Anchors::AnyOne,
     .axis = Axis::Always,
     .turns = true},
    {.id = "point_on_line",
     .unit = "m",
     .least = -kFarthestPlace,
     .most = kFarthestPlace,
     .append = appendOnLine,
     .coordinate = travelOf,
     .kind = JointKind::PointOnLine,
     .axis = Axis::Always,
     .turns = true,
     .friction = true,
     .spring = true},
    {.id = "point_on_plane",
     .append = appendOnPlane,
     .kind = JointKind::PointOnPlane,
     .axis = Axis::Always,
     .turns = true},
    {.id = "skate", .append = appendSkate, .kind = JointKind::Skate, .axis = Axis::Always, .turns = true},
};

}  // namespace

std::span<const JointKindInfo> jointKinds() {
  return kKinds;
}

const JointKindInfo& infoOf(JointKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

void appendRows(const Joint& joint, const Pose& a, const Pose& b, bool planar, std::vector<JointRow>& rows) {
  const PlacedJoint placed = place(joint, a, b);
  const JointKindInfo& kind = infoOf(joint.kind);
  if (kind.append != nullptr) kind.append(joint, placed, planar, rows);
  if (kind.coordinate == nullptr) return;
  const JointRow coordinate = kind.coordinate(joint, placed);
  appendLimits(joint, coordinate, rows);
  appendBounded(coordinate, JointRowRole::Motor, joint.motor_speed, joint.motor_max, rows);
  appendBounded(coordinate, JointRowRole::Friction, 0.0, joint.friction, rows);
  if (joint.hasSpring() || joint.armature > 0.0) appendSpring(joint, placed, coordinate, planar, rows);
}

JointRow coordinateRow(const Joint& joint, const Pose& a, const Pose& b) {
  return infoOf(joint.kind).coordinate(joint, place(joint, a, b));
}

double jointCoordinate(const Joint& joint, const Pose& a, const Pose& b) {
  return joint.hasCoordinate() ? coordinateRow(joint, a, b).error : 0.0;
}

double springEnergy(const Joint& joint, const Pose& a, const Pose& b, bool planar) {
  if (!(joint.stiffness > 0.0)) return 0.0;
  std::vector<JointRow> rows;
  appendRows(joint, a, b, planar, rows);
  double energy = 0.0;
  for (const JointRow& row : rows)
    if (row.role == JointRowRole::Spring) energy += 0.5 * row.stiffness * row.error * row.error;
  return energy;
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

// The table of joints: one row says what rows of the contact problem a kind has, and what of it stands in scene files.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace keystone {

struct Joint;
struct JointRow;

enum class JointKind {
  Ball,          // the anchors coincide
  Hinge,         // and the axes; turns about them (in a planar world: a pin)
  Slider,        // travels along the axis, does not turn
  Fixed,         // neither travels nor turns
  Distance,      // the anchors are `low` to `high` apart: a rod when both are equal, a rope when low is 0
  Gear,          // the turns of both bodies about their axes keep the ratio of their teeth
  Spring,        // nothing: a spring and a damper between the anchors
  Universal,     // the anchors coincide, and z of a's frame stays at right angles to x of b's: Hooke's joint
  Cylindrical,   // travels along the axis and turns about it
  Planar,        // travels at right angles to the axis and turns about it
  PointOnLine,   // b's anchor travels along the axis
  PointOnPlane,  // b's anchor travels at right angles to the axis
  Skate          // b's anchor has no speed along the axis that b carries; no rule for where it is (non-holonomic)
};

// The joint's parts in world axes.
struct PlacedJoint {
  Vec3 r_a, r_b;  // [m], from the centres to the anchors
  Vec3 d;         // [m], from a's anchor to b's
  Mat3 axes_a;    // columns x, y, z of a's joint frame
  Quat frame_a, frame_b;
};

struct JointKindInfo {
  enum class Anchors { One, Two, AnyOne, Centres };  // a point of both; one each; one that does not matter; none
  enum class Axis { None, InSpace, Always };         // whether files give one: not at all, in space, in the plane too
  std::string_view id = {};                          // in scene files
  std::string_view unit = {};                        // of the coordinate; empty: none
  std::string_view cross = {};                       // key of a second axis, at right angles to the first; empty: none
  std::string_view pair = {};                        // key of the pair of whole numbers of its own, not 0; empty: none
  double least = 0.0, most = 0.0;                    // that its limits may be
  double widest = 0.0;                               // that its limits may be apart; 0: as far as they like
  // Equality rows, and friction where the joint has no coordinate.
  void (*append)(const Joint& joint, const PlacedJoint& placed, bool planar, std::vector<JointRow>& rows) = nullptr;
  // The row along which the coordinate changes; its error is the coordinate. Null: no coordinate.
  JointRow (*coordinate)(const Joint& joint, const PlacedJoint& placed) = nullptr;
  JointKind kind = JointKind::Ball;
  Anchors anchors = Anchors::One;
  Axis axis = Axis::None;
  int most_of_pair = 0;   // largest magnitude of its numbers
  bool turns = false;     // whether the frames matter
  bool both = false;      // whether both ends must be bodies
  bool friction = false;  // whether there may be dry friction
  bool spring = false;    // whether there may be a spring

  // Whether there may be a rotor: its coordinate is that of a part that is guided.
  bool armature() const { return spring && kind != JointKind::Spring; }
};

std::span<const JointKindInfo> jointKinds();
const JointKindInfo& infoOf(JointKind kind);

}  // namespace keystone

// Joints that the user makes between two points, and what can be set of any joint.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "session/properties.h"

namespace keystone {

// What the joint tool makes.
struct JointChoice {
  std::string_view title, help;
  JointKind kind;
  bool in_space_only = false;
  bool gives_way = false;  // a rope: it holds from its length on
};
std::span<const JointChoice> jointChoices();

// A place of the user's: on a body, or of the world (-1).
struct JointEnd {
  int body = -1;
  Vec3 point = Vec3::Zero();    // [m], world frame
  Vec3 normal = Vec3::UnitZ();  // unit, of the surface there
};
// Joins the two: at the first point, or from point to point. A hinge turns about the first normal, a slider travels
// from the first point towards the second. False, and the user is told, where that makes no joint.
bool join(Session& session, const JointChoice& choice, const JointEnd& first, const JointEnd& second);

// `of` a joint: its limits, its motor, and where its spring pulls it.
std::span<const Property> jointProperties();

// Its own name, or that of its kind.
std::string nameOf(const Joint& joint);
// Between which coordinates it is shown [rad] or [m]: its limits, or a whole turn. None where it may go anywhere.
std::optional<std::array<double, 2>> rangeOf(const Joint& joint);

}  // namespace keystone

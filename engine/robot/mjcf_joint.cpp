#include "robot/mjcf_joint.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace keystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Whether a range holds: where a file does not say it, one that is not empty does.
bool isLimited(const MjcfFile& file, const XmlElement& element, const char* key, const std::vector<double>& range) {
  const std::string limited = element.text(key, "auto");
  if (limited != "auto" && limited != "true" && limited != "false") element.failAt(key, "true, false or auto");
  if (limited == "auto") return file.limits_by_range && !range.empty() && range[0] != range[1];
  if (limited == "true" && range.empty()) element.fail("limited without a range", "two numbers");
  return limited == "true";
}

double inUnits(const MjcfFile& file, JointKind kind, double value) {
  return kind == JointKind::Hinge ? file.angle(value) : value;
}

void readRange(MjcfFile& file, const XmlElement& element, double ref, Joint& joint) {
  const std::vector<double> range = element.numbers("range", 2, 2);
  if (!isLimited(file, element, "limited", range)) return;
  if (!(range[0] < range[1])) element.failAt("range", "LOW below HIGH");
  const double low = inUnits(file, joint.kind, range[0]) - ref, high = inUnits(file, joint.kind, range[1]) - ref;
  const JointKindInfo& kind = infoOf(joint.kind);
  if (low < kind.least || high > kind.most || (kind.widest > 0.0 && high - low > kind.widest))
    return file.note(element, "limits of more than a turn not taken");
  joint.low = low;
  joint.high = high;
}

// A spring beside the one that is there: together they pull at nothing where both forces cancel.
void addSpring(double stiffness, double damping, double rest, Joint& joint) {
  const double both = joint.stiffness + stiffness;
  if (both > 0.0) joint.rest = (joint.stiffness * joint.rest + stiffness * rest) / both;
  joint.stiffness = both;
  joint.damping += damping;
}

double atLeastZero(const XmlElement& element, std::string_view key, double otherwise) {
  const double value = element.number(key, otherwise);
  if (!(value >= 0.0)) element.failAt(key, "0 or more");
  return value;
}

// The most that a range allows; infinite where it does not hold.
double boundOf(const MjcfFile& file, const XmlElement& element, const char* range, const char* flag) {
  const std::vector<double> ends = element.numbers(range, 2, 2);
  return isLimited(file, element, flag, ends) ? std::max(std::abs(ends[0]), std::abs(ends[1])) : kInfinite;
}

// The nearest control that the actuator takes.
double withinRange(const MjcfFile& file, const XmlElement& element, double control) {
  const std::vector<double> ends = element.numbers("ctrlrange", 2, 2);
  return isLimited(file, element, "ctrllimited", ends) ? std::max(ends[0], std::min(ends[1], control)) : control;
}

}  // namespace

JointKind kindOfMjcfJoint(const XmlElement& element) {
  const std::string type = element.text("type", "hinge");
  if (type == "hinge") return JointKind::Hinge;
  if (type == "slide") return JointKind::Slider;
  if (type != "ball") element.failAt("type", "free, ball, slide or hinge");
  return JointKind::Ball;
}

double refOfMjcfJoint(const MjcfFile& file, const XmlElement& element, JointKind kind) {
  return inUnits(file, kind, element.number("ref", 0.0));
}

void readMjcfJoint(MjcfFile& file, XmlElement element, Joint& joint) {
  joint.friction = atLeastZero(element, "frictionloss", 0.0);
  const auto leaveOut = [&](std::initializer_list<const char*> keys) {
    for (const char* key : keys) element.attributes.erase(key);
  };
  if (!isLimited(file, element, "limited", element.numbers("range", 2, 2)))
    leaveOut({"range", "limited", "margin", "solreflimit", "solimplimit"});
  if (joint.friction == 0.0) leaveOut({"solreffriction", "solimpfriction"});
  file.noteOthers(element, {"name", "class", "type", "pos", "axis", "range", "limited", "stiffness", "springref",
                            "damping", "frictionloss", "armature", "ref", "group"});
  if (joint.kind == JointKind::Ball) {
    for (const char* key : {"range", "stiffness", "damping", "armature"})
      if (std::ranges::any_of(element.numbers(key, 0, 2), [](double number) { return number != 0.0; }))
        file.note(element, std::string(key) + " of a ball joint not taken");
    return;
  }
  const double ref = refOfMjcfJoint(file, element, joint.kind);
  readRange(file, element, ref, joint);
  joint.stiffness = atLeastZero(element, "stiffness", 0.0);
  joint.damping = atLeastZero(element, "damping", 0.0);
  joint.armature = atLeastZero(element, "armature", 0.0);
  joint.rest = joint.stiffness > 0.0 ? inUnits(file, joint.kind, element.number("springref", 0.0)) - ref : 0.0;
  if (std::abs(joint.rest) > infoOf(joint.kind).most) element.failAt("springref", "less than a turn");
}

void readMjcfActuator(MjcfFile& file, const XmlElement& element, double ref, double control, Joint& joint) {
  const std::vector<double> gears = element.numbers("gear", 1, 6);
  const double gear = gears.empty() ? 1.0 : gears[0];
  const bool position = element.is("position"), velocity = element.is("velocity");
  // A servo's control is a place or a speed: its range bounds no force.
  double most = boundOf(file, element, "forcerange", "forcelimited");
  if (!position && !velocity) most = std::min(most, boundOf(file, element, "ctrlrange", "ctrllimited"));
  most *= std::abs(gear);
  if (most > 0.0 && std::isfinite(most)) {
    joint.motor_max = most;
    return file.note(element, "taken as a motor that holds speed 0 with at most its limit");
  }
  if (gear == 0.0 || (!position && !velocity))
    return file.note(element, "not taken: nothing bounds its force (forcerange, or ctrlrange of a motor)");
  const double kp = position ? atLeastZero(element, "kp", 1.0) : 0.0;
  const double kv = atLeastZero(element, "kv", velocity ? 1.0 : 0.0);
  const double held = withinRange(file, element, control), rest = position ? held / gear - ref : 0.0;
  if (std::abs(rest) > infoOf(joint.kind).most) element.failAt("ctrlrange", "a place within a turn");
  if (velocity && held != 0.0) file.note(element, "its speed is not taken");
  addSpring(gear * gear * kp, gear * gear * kv, rest, joint);
  file.note(element, position ? "taken as a spring to where its control holds it" : "taken as a damper");
}

}  // namespace keystone

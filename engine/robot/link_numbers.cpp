#include "robot/link_numbers.h"

#include <cmath>
#include <limits>

namespace keystone {
namespace {

// The inertia of solids that weigh `mass` [kg] together, about their centre; of a ball of 1 cm where there are none.
Mat3 inertiaByShapes(const std::vector<Solid>& solids, double mass) {
  const MassProperties shapes = massOf(solids);
  if (shapes.mass > 0.0) return shapes.inertia * (mass / shapes.mass);
  constexpr double kRadius = 0.01;  // [m]
  return 0.4 * mass * kRadius * kRadius * Mat3::Identity();
}

// Of a hinge with one limit within a turn, the other one is a turn away: its angle is known but for whole turns.
void setEnds(const XmlElement& given, double low, double high, Joint& joint, std::vector<std::string>& notes) {
  const JointKindInfo& kind = infoOf(joint.kind);
  const bool has_low = low >= kind.least, has_high = high <= kind.most;
  const double turn = kind.widest > 0.0 ? kind.widest : std::numeric_limits<double>::infinity();
  if (has_low && has_high && high - low <= turn) {
    joint.low = low;
    joint.high = high;
  } else if (has_low != has_high) {
    joint.low = has_low ? low : high - turn;
    joint.high = has_high ? high : low + turn;
  }
  if (joint.low != low || joint.high != high)
    noteNamed(given,
              std::isfinite(joint.low) || std::isfinite(joint.high)
                  ? "one limit of more than a turn, or of more than 1000 km, not taken"
                  : "limits of more than a turn not taken",
              notes);
}

}  // namespace

Mat3 usableInertia(const XmlElement& link, const Mat3& given, double mass, const std::vector<Solid>& solids,
                   std::vector<std::string>& notes) {
  constexpr double kRounding = 1e-3;  // of the largest moment: such files are written with few digits
  if (isInertia(given, kRounding)) return given;
  const std::string what = given.isZero(0.0) ? "an inertia of 0" : "an inertia that no body has";
  noteNamed(link, what + " is taken as that of its shapes, or of a ball of 1 cm where it has none", notes);
  return inertiaByShapes(solids, mass);
}

void setLimit(const XmlElement& given, const JointLimit& limit, bool has_ends, bool motors, Joint& joint,
              std::vector<std::string>& notes) {
  if (limit.lower > limit.upper)
    noteNamed(given, "a lower limit above the upper one is taken as no limits", notes);
  else if (has_ends)
    setEnds(given, limit.lower, limit.upper, joint, notes);
  if (motors && limit.effort < 0.0)
    noteNamed(given, "an effort below 0 not taken", notes);
  else if (motors && limit.effort > kLargestNumber)
    noteNamed(given, "effort not taken: it bounds nothing", notes);
  else if (motors && limit.effort > 0.0) {
    joint.motor_max = limit.effort;
    noteNamed(given, "effort taken as a motor that holds speed 0 with at most that much", notes);
  }
  if (limit.velocity > 0.0) noteNamed(given, "velocity limit not taken", notes);
}

}  // namespace keystone

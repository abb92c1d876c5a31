// What numbers of links and joints mean in formats that are written loosely: URDF and SDFormat.
#pragma once

#include "joint/joint.h"
#include "robot/solids.h"
#include "robot/xml_file.h"

namespace keystone {

// An inertia [kg m^2] by its moments, as files name them. One that no body has, but for rounding, is taken as that of
// the link's solids, or of a ball of 1 cm where it has none, with a note.
Mat3 usableInertia(const XmlElement& link, const Mat3& given, double mass, const std::vector<Solid>& solids,
                   std::vector<std::string>& notes);
template <class Number>  // a moment by its name: ixx, ixy, ixz, iyy, iyz or izz
Mat3 inertiaBy(const Number& number) {
  Mat3 inertia;
  const auto set = [&](const char* key, int row, int column) {
    inertia(row, column) = inertia(column, row) = number(key);
  };
  set("ixx", 0, 0);
  set("ixy", 0, 1);
  set("ixz", 0, 2);
  set("iyy", 1, 1);
  set("iyz", 1, 2);
  set("izz", 2, 2);
  return inertia;
}

struct JointLimit {
  double lower = 0.0, upper = 0.0;      // [rad] or [m]
  double effort = 0.0, velocity = 0.0;  // 0: none
};

// Ends of a joint with a coordinate, if it `has_ends`; its effort becomes a motor that holds speed 0, if `motors`. What
// is not taken is noted.
void setLimit(const XmlElement& given, const JointLimit& limit, bool has_ends, bool motors, Joint& joint,
              std::vector<std::string>& notes);

}  // namespace keystone

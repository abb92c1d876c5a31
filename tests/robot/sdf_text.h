// Pieces of SDFormat for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "robot/robot.h"

namespace keystone {

inline std::string sdf(const std::string& inside, const std::string& version = "1.11") {
  return "<sdf version=\"" + version + "\">" + inside + "</sdf>";
}

inline std::string named(const std::string& tag, const std::string& name, const std::string& inside) {
  return "<" + tag + " name=\"" + name + "\">" + inside + "</" + tag + ">";
}

inline std::string collision(const std::string& geometry, const std::string& inside = "") {
  return named("collision", "c", "<geometry>" + geometry + "</geometry>" + inside);
}

const std::string kSdfBall = collision("<sphere><radius>0.1</radius></sphere>");
const std::string kSdfInertial =
    "<inertial><pose>0 0 0.1 0 0 0</pose><mass>2</mass><inertia><ixx>1</ixx><ixy>0.1</ixy><iyy>1.1</iyy>"
    "<izz>1.2</izz></inertia></inertial>";

inline std::string sdfJoint(const std::string& type, const std::string& parent, const std::string& child,
                            const std::string& inside = "") {
  return "<joint name=\"j_" + child + "\" type=\"" + type + "\"><parent>" + parent + "</parent><child>" + child +
         "</child>" + inside + "</joint>";
}

inline Robot parseSdf(const std::string& inside, const std::string& version = "1.11") {
  return parseRobot(sdf(inside, version), "test.sdf");
}

inline std::string sdfComplaint(const std::string& text) {
  try {
    parseRobot(text, "test.sdf");
  } catch (const RobotError& problem) {
    return problem.what();
  }
  return "";
}

}  // namespace keystone

// A framework with all that its file says of it.
#pragma once

#include <string>
#include <vector>

#include "framework/framework.h"

namespace keystone {

// What a file or a scene says of a framework.
struct FrameworkScene {
  std::string id = {}, name = {}, description = {}, source = {};
  Framework framework = {};
  VecX velocities = {};                 // [2 points], [m/s], at the start
  std::vector<std::string> names = {};  // [outlines]
  Vec2 gravity{0.0, -9.81};             // [m/s^2]
  double h = 2e-3;                      // [s], of a step
};

}  // namespace keystone

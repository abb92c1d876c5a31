// <frame> and <replicate> of MJCF, which place what is in them.
#pragma once

#include <functional>

#include "robot/mjcf_file.h"

namespace keystone {

// An element of a body: itself, or in its frames.
struct Placed {
  XmlElement element;
  Pose within;                      // the frames', in the body's
  std::string child_class, suffix;  // of defaults, and of names
};

// Calls visit for what is in an element, and in its frames. Throws RobotError.
void forPlaced(MjcfFile& file, const Placed& parent, const std::function<void(const Placed&)>& visit);

}  // namespace keystone

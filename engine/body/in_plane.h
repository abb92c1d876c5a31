// Bodies of planar worlds where their joints' axes, which have rounding, put them.
#pragma once

#include "body/body.h"

namespace keystone {

// Takes away what rounding leaves of a planar body's pose outside of the plane z = 0.
inline void keepInPlane(Body& body) {
  if (!body.planar) return;
  Pose& pose = body.pose;
  pose.position.z() = pose.orientation.x() = pose.orientation.y() = 0.0;
  pose.orientation.normalize();
}

}  // namespace keystone

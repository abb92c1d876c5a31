// Where a kinematic body is at what time.
#pragma once

#include <vector>

#include "math/types.h"

namespace keystone {

struct Keyframe {
  double time = 0.0;  // [s]
  Pose pose;          // of the centre of mass

  bool operator==(const Keyframe&) const = default;
};

struct Path {
  int body = -1;               // kinematic
  std::vector<Keyframe> keys;  // one at least, times ascending
  bool loop = false;           // the last key, which is where the first is, begins again
  bool ease = false;           // between keys by 3 s^2 - 2 s^3, at rest at each; else at constant speed

  bool operator==(const Path&) const = default;
};

// The pose at `time` [s]; before the first key and after the last one of a path that does not loop, theirs.
Pose poseAt(const Path& path, double time);

struct World;
// Gives bodies with a path the velocities that lead to its pose at world.time + h.
void followPaths(World& world, double h);
// Whether one of them will move, or stop moving, within the step.
bool pathsMove(const World& world);

}  // namespace keystone

// What the joints carry, read off a step's impulses.
#pragma once

#include "step/step.h"

namespace keystone {

struct JointLoad {
  Vec3 force = Vec3::Zero();   // [N], on body b at the anchor
  Vec3 torque = Vec3::Zero();  // [N m], on body b beyond that of the force
};

// The load of every joint in the simulation's last step, [joints]; empty when the last problem is not of these joints.
std::vector<JointLoad> jointLoads(const Simulation& simulation);

}  // namespace keystone

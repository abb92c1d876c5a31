// What moves together and touches nothing, as a world of its own.
#pragma once

#include <span>
#include <vector>

#include "world/world.h"

namespace keystone {

struct SmoothPart {
  World world;              // bodies, their joints and what pulls at them, at a time; nothing to collide with
  std::vector<int> bodies;  // [world.bodies], ascending: their places in the whole world
  std::vector<int> joints;  // [world.joints], ascending: likewise
  // [rows of world.joints], forces [N] or torques [N m] of motors and dry friction, the same all through the step; 0 in
  // the other rows. Empty: all are 0.
  VecX driven;
  bool by_trees = false;  // forces of joints by articulated bodies, where they form trees: in reduced coordinates
  VecX impulse;           // [rows of world.joints], [N s] or [N m s] along the rows, of the motion so far
};

// Fills part.world with part.joints of `whole`, part.bodies and all that these joints hold.
void takePart(const World& whole, SmoothPart& part);

// part.impulse += weight lambda, the weight in [s].
void addImpulse(SmoothPart& part, double weight, const VecX& lambda);

}  // namespace keystone

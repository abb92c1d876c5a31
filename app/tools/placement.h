// Where a new brick would come to stand: on a grid, on top of what is under the cursor.
#pragma once

#include "sim/world.h"
#include "view/camera.h"

namespace keystone {

struct Placement {
  bool valid = false;    // the cursor points at something a brick can stand on
  bool allowed = false;  // it would overlap nothing
  Pose pose;
};

// How a brick turned by so many notches of the wheel lies: quarter turns about z when planar, 15 degrees about y else.
Quat brickTurn(bool planar, int turns);

// half: the brick's half extents [m]. The grid is half a brick wide and starts at the centre of the body below, or at
// the world's origin on the ground.
Placement placementUnder(const World& world, const Ray& ray, const Vec3& half, int turns);

// Whether a box at that pose would overlap a body of the world by more than rounding.
bool wouldOverlap(const World& world, const Vec3& half, const Pose& pose);

}  // namespace keystone

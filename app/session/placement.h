// Where a new brick would come to stand: on a grid, on top of what is under the cursor.
#pragma once

#include "view/camera.h"
#include "world/world.h"

namespace keystone {

struct Placement {
  bool valid = false;    // the cursor points at something a brick can stand on
  bool allowed = false;  // it would overlap nothing
  Pose pose;
};

// How a brick turned by so many notches of the wheel lies: quarter turns about z when planar, 15 degrees about y else.
Quat brickTurn(bool planar, int turns);

// Where along the ground a brick may stand.
struct Grid {
  double step = 0.0;           // [m]; 0: half a brick, from the centre of the body below, or the world's origin
  Vec3 origin = Vec3::Zero();  // [m], of a grid with a step
};

// half: the brick's half extents [m].
Placement placementUnder(const World& world, const Ray& ray, const Vec3& half, int turns, const Grid& grid = {});

// Whether a box at that pose would overlap a body of the world by more than rounding.
bool wouldOverlap(const World& world, const Vec3& half, const Pose& pose);

}  // namespace keystone

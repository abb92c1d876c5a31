// Where a new piece would come to stand: on a grid, on top of what is under the cursor.
#pragma once

#include "session/piece.h"
#include "view/camera.h"

namespace keystone {

struct Placement {
  bool valid = false;    // the cursor points at something it can stand on
  bool allowed = false;  // it would overlap nothing
  Pose pose;
};

// How a piece turned by so many notches of the wheel lies: quarter turns about z when planar, 15 degrees about y else.
Quat brickTurn(bool planar, int turns);

// Where along the ground a piece may stand.
struct Grid {
  double step = 0.0;           // [m]; 0: half the piece, from the centre of the body below, or the world's origin
  Vec3 origin = Vec3::Zero();  // [m], of a grid with a step
};

Placement placementUnder(const World& world, const Ray& ray, const World& piece, int turns, const Grid& grid = {});

// Whether a piece at that pose would overlap a body of the world by more than rounding.
bool wouldOverlap(const World& world, const World& piece, const Pose& pose);

}  // namespace keystone

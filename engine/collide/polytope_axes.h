// Separating axes of two polytopes [gottschalk1996 for boxes; gregorius2013 for the pruning of edge pairs].
#pragma once

#include "collide/patch.h"
#include "collide/polytope.h"

namespace keystone {

struct SeparatingAxis {
  enum class Kind { FaceOfA, FaceOfB, Edges };
  Kind kind = Kind::FaceOfA;
  int on_a = -1;                // face or edge of a
  int on_b = -1;                // face or edge of b
  double separation = 0.0;      // [m], along the normal; negative = overlap
  Vec3 normal = Vec3::UnitY();  // unit, a to b
};

// The axis of largest separation; faces are preferred to edges and a's faces to b's, by tolerances that keep the choice
// from changing with rounding. False as soon as an axis separates by more than `bound` [m].
bool bestAxis(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& axis);

}  // namespace keystone

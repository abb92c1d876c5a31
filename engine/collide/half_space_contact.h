// Half-spaces against everything else, in space.
#pragma once

#include "collide/patch.h"
#include "collide/polytope.h"

namespace keystone {

// The solid normal . x <= offset (unit normal); `center` and `offset` relative to body a's centre. The patch's normal
// is the half-space's.
void halfSpaceContact(const Vec3& normal, double offset, const Polytope& solid, const Vec3& center, double tie,
                      Patch& patch);

}  // namespace keystone

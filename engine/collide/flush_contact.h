// Contacts with many triangles that lie in one plane, as one.
#pragma once

#include <span>
#include <vector>

#include "collide/collide.h"

namespace keystone {

// Makes one manifold of those of a pair that touch in one plane, where a body is made of triangles: the outermost
// points bear what all do. Contacts ahead stay as they are, since each triangle may be missed by itself. The manifolds
// of a pair stand together.
void joinFlush(std::span<const Body> bodies, std::span<const Collider> colliders, const CollideParams& params, double h,
               std::vector<Manifold>& manifolds);

}  // namespace keystone

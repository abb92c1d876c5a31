// Contacts of bodies known by the distance to their surface, where its triangles do not tell: with half-spaces, with
// each other and with other ground of triangles, and with what has got inside of them.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "collide/collide.h"

namespace keystone {

// Leaves out of `parts` of a body those whose centre is inside of `other`, if that is known by distances.
void dropInside(const Body& body, const Shape& shape, const Body& other, const Shape& other_shape,
                std::vector<int>& parts);

// Adds the contacts of the pairs by points and those of what is inside, and brings all into the order of the pairs. A
// part that is inside is pushed out the way that the distance grows at its centre. Sharp edges that cross meet between
// their corners, too. Nothing happens where no body is known by distances.
void fieldContacts(std::span<const Body> bodies, std::span<const Collider> colliders,
                   std::span<const std::pair<int, int>> pairs, const CollideParams& params, double h,
                   std::vector<Manifold>& manifolds);

}  // namespace keystone

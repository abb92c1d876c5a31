// Contacts with ground of triangles: the edges that they share are seen from both sides.
#pragma once

#include <span>

#include "body/body.h"
#include "collide/manifold.h"

namespace keystone {

// A contact with a prism of a height field (Roof) may have the normal of an edge that is none, seen with the triangle
// beyond it. In a valley, and between triangles in one plane, it becomes one with the triangle's own plane; on a ridge,
// beyond the other triangle's normal, it is left to that one: false. Other contacts stay as they are.
bool settleOnRoof(std::span<const Body> bodies, std::span<const Collider> colliders, Manifold& manifold);

}  // namespace keystone

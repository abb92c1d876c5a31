// Which features of two bodies meet at a contact, and how the contact moves with them while both bodies keep their
// velocity and spin: what the second derivatives of gap and slip need (Baraff 1990).
//
// A body is a core, of corners, edges and faces, or a ball's centre, or a capsule's axis, with a radius around it. The
// normal of a contact is that of a face; or the one common normal of two edges; or the line between two points of the
// cores, each the nearest of its corner or edge.
#pragma once

#include "problem/contact_problem.h"
#include "world/world.h"

namespace keystone {

struct ContactMotion {
  bool known = false;   // false: features whose motion has no closed form here (parallel edges, flush corners, Convex)
  Vec3 core_a, core_b;  // [m], world, material points of the cores that are closest now
  double distance = 0.0;  // [m], between them along the normal: the sum of the radii
  Vec3 core_a_rate;       // [m/s], of the closest point, which may wander along an edge or an axis
  double radius_a = 0.0;  // [m]
  Vec3 normal_rate;       // [1/s]
};
ContactMotion contactMotion(const World& world, const ContactPoint& place);

}  // namespace keystone

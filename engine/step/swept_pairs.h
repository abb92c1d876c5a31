// Bodies that pass through each other on their way through a step.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "collide/collide.h"
#include "collide/sweep.h"
#include "shape/compound.h"
#include "world/motion.h"

namespace keystone {

// A part of a body on its way by the velocities that the body has.
inline Moving movingPart(const Body& body, const PartView& part) {
  return {body, part.shape, body.velocity, body.omega, Vec3::Zero(), part.pose};
}

// A motion of all bodies by one set of velocities.
struct Stretch {
  double h;                      // [s]
  double whole;                  // [s], of the interval that it is a part of; h if of none
  std::span<const Body> before;  // at its start, as nothing had acted on them yet
  std::span<const Motion> after;
  const VecX& v;  // [6 bodies]
};

// The bodies at the stretch's start, with the velocities by which they come to its end.
void findMotion(const Stretch& stretch, std::vector<Body>& moving);

// [m] How far the surface of a body moves in h [s] at most.
double travel(const Shape& shape, const Vec3& velocity, const Vec3& omega, double h);
// [m] How far the surfaces of two bodies move towards each other in h [s] at most.
double travel(const Shape& shape_a, const Body& a, const Shape& shape_b, const Body& b, double h);

// When [s] the stretch must be cut for two bodies that pass through each other by it, or its length: where they meet as
// nothing had acted on them yet, or else where they come to overlap by a fifth of the thinner one's inner radius.
// `moving` as from findMotion. Bodies that move by less than that radius in the whole motion pass through nothing.
double timeToTunnelling(const World& world, const Stretch& stretch, std::span<const Body> moving,
                        std::pair<int, int> pair, const CollideParams& params);

// When [s] two bodies first meet within h [s] by the velocities that they have, nullopt if they do not; `normal` as in
// timeOfImpact(). Not of those that meet by points (collide/field_points.h).
std::optional<double> timeOfMeeting(const World& world, std::span<const Body> moving, std::pair<int, int> pair,
                                    const CollideParams& params, double h, Vec3* normal);

}  // namespace keystone

// When two bodies meet on their way through a step.
#pragma once

#include <optional>

#include "body/body.h"
#include "collide/collider.h"

namespace keystone {

// A body that moves as free bodies do: v and omega are its velocities at first; v changes by a, omega freely.
struct Moving {
  const Body& body;
  const Shape& shape;
  Vec3 v, omega;          // [m/s], [rad/s]
  Vec3 a = Vec3::Zero();  // [m/s^2]
  Pose place = {};        // of the shape in the body's frame
};

inline constexpr double kMostTurn = 100.0;  // [rad] in h: to follow more takes longer than a frame
inline constexpr double kSweepSlop = 1e-6;  // of the smaller body's radius, within which bodies that pass touch

// The body after t [s] of its way, but for its mass and name.
Body bodyAfter(const Moving& moving, double t);

// [s] The first time > 0 at which speed t + acceleration t^2 / 2 comes to distance (> 0); infinite if it does not.
double timeToCover(double distance, double speed, double acceleration);

// [s] When the surfaces come within `slop` [m] of each other, of the first h [s], turning included; empty if they do
// not. Conservative advancement (Mirtich 1996, section 2.3): from one moment to the next that the distance allows, seen
// from the world or from one of the bodies, whose faces stand still there. Where that takes too many steps to tell, the
// moment that it came to; 0 where a body turns by more than 100 rad. Two bodies that do meet, neither a half-space, set
// `normal` to the direction from a to b along which they do (unit), if one is asked for and known. What it is before is
// tried first: bodies that stay apart along it need no more. Cost: a distance a step, of which it takes 1000 at most.
std::optional<double> timeOfImpact(const Moving& a, const Moving& b, double h, double slop, Vec3* normal = nullptr);

}  // namespace keystone

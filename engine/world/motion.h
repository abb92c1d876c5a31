// Velocities before contact, and positions after it.
#pragma once

#include <span>
#include <vector>

#include "world/world.h"

namespace keystone {

// The velocities [6 bodies] after dt [s] if nothing touched: gravity and external forces (world/forces.h) for dynamic
// bodies, the given velocity for kinematic ones, zero for static ones. Forces of time are taken in the middle of the
// step. `force_time`: as in ForceStep; 0: dt.
void freeVelocity(const World& world, double dt, VecX& v, double force_time = 0.0);

// [m/s^2], of a body by gravity alone: in its plane where it has one.
Vec3 fallOf(const World& world, const Body& body);

// The present velocities [6 bodies]; zero for static bodies.
void velocitiesOf(std::span<const Body> bodies, VecX& v);
// Gives dynamic bodies the velocities v [6 bodies].
void setVelocities(std::span<Body> bodies, const VecX& v);

// What a step changes of a body.
struct Motion {
  Pose pose;
  Vec3 velocity, omega;
};
// Bodies as `motions` [bodies] leave them.
void place(std::span<Body> bodies, std::span<const Motion> motions);
struct BodyMotion {
  int body;
  Motion motion;
};

// Moves every body for dt [s] by v [6 bodies] (semi-implicit Euler; rotation keeps the angular momentum) and, without
// any effect on its velocity, by the pseudo-velocity `recovery` [6 bodies], or empty.
void integrate(std::span<const Body> bodies, const VecX& v, const VecX& recovery, double dt,
               std::vector<Motion>& motions);

// Where the bodies' present velocities lead in dt [s], [bodies].
void posesAhead(std::span<const Body> bodies, double dt, std::vector<Pose>& poses);

bool allFinite(std::span<const Body> bodies);
bool allFinite(std::span<const Motion> motions);

}  // namespace keystone

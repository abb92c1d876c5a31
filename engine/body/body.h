// A rigid body's mass, placement and motion. Its shape lives beside it (collide/collider.h).
#pragma once

#include <string>
#include <string_view>

#include "math/types.h"

namespace keystone {

inline constexpr double kFarthestPlace = 1e6;  // [m], of coordinates in files

enum class BodyKind {
  Static,     // never moves
  Kinematic,  // moves by its given velocity; nothing pushes it
  Dynamic     // moves by forces and impulses
};
std::string_view toString(BodyKind kind);  // as in scene files

struct Body {
  std::string name;
  BodyKind kind = BodyKind::Dynamic;
  bool planar = false;              // locks z and the rotations about x and y, exactly
  double mass = 1.0;                // [kg], > 0; used by dynamic bodies only
  Mat3 inertia = Mat3::Identity();  // [kg m^2], about the centre of mass, body frame
  Pose pose;                        // origin = centre of mass
  Vec3 velocity = Vec3::Zero();     // [m/s], of the centre of mass, world frame
  Vec3 omega = Vec3::Zero();        // [rad/s], world frame
  int sleep_group = -1;             // bodies of one number sleep and wake together; -1: awake

  bool operator==(const Body&) const = default;

  bool isDynamic() const { return kind == BodyKind::Dynamic; }
  bool isAsleep() const { return sleep_group >= 0; }
  // Impulses move it in a step.
  bool isActive() const { return isDynamic() && !isAsleep(); }
  // It stays where it is in a step, as a static body does.
  bool isFixed() const { return kind == BodyKind::Static || isAsleep(); }
  // Active, or kinematic and not at rest.
  bool moves() const {
    return isActive() || (kind == BodyKind::Kinematic && !(velocity.isZero(0.0) && omega.isZero(0.0)));
  }
  // Velocity [m/s] of the body's material point that is now at `world` [m].
  Vec3 velocityAt(const Vec3& world) const { return velocity + omega.cross(world - pose.position); }
};

// M^-1 of one body in world axes; zero for bodies that nothing pushes, zero in locked directions.
struct InverseMass {
  Vec3 linear = Vec3::Zero();   // [1/kg], diagonal
  Mat3 angular = Mat3::Zero();  // [1/(kg m^2)], world frame
};

// Whether impulses move the body at all.
inline bool isMovable(const InverseMass& mass) {
  return !mass.linear.isZero(0.0) || !mass.angular.isZero(0.0);
}
InverseMass inverseMass(const Body& body);
// The same in a step: zero for sleepers too.
InverseMass activeInverseMass(const Body& body);
// C, lower triangular, with C C^T = inverse.angular; zero columns in locked directions.
Mat3 angularRoot(const InverseMass& inverse);

// Kinetic energy [J]; zero for bodies that are not dynamic.
double kineticEnergy(const Body& body);
// Angular momentum [kg m^2/s] about the world's origin.
Vec3 angularMomentum(const Body& body);
// Inertia tensor [kg m^2] in world axes.
Mat3 worldInertia(const Body& body);

}  // namespace keystone

// What collision needs to know of a body beside its pose.
#pragma once

#include <cstdint>

#include "shape/shape.h"

namespace keystone {

struct Material {
  double friction_static = 0.5;   // mu, dimensionless, >= 0
  double friction_dynamic = 0.5;  // mu while sliding, <= friction_static
  double restitution = 0.0;       // e, 0..1
  // e_t, -1 (smooth) .. 1, of the laws of restitution that know it (world/choices.h)
  double restitution_tangential = 0.0;
  double torsional = 0.0;  // [m], moment that opposes turning about the normal, at most this times the normal force
  double rolling = 0.0;    // [m], the same of turning about the tangents
  // Elliptic friction: mu holds along the grain, across it is this times as large.
  Vec3 grain = Vec3::Zero();  // unit, body frame; zero: friction is the same in all directions
  double across = 1.0;        // > 0

  bool operator==(const Material&) const = default;
};

struct Collider {
  Shape shape;
  Material material;
  std::uint32_t layer = 1;               // bits this body is on
  std::uint32_t mask = 0xffffffffu;      // bits it collides with; both bodies must agree
  Vec3 surface_velocity = Vec3::Zero();  // [m/s], body frame, of the surface over the body along itself: a belt

  bool operator==(const Collider&) const = default;
};

// How two surfaces combine: mu = sqrt(mu_a mu_b), likewise along and across a grain; e, e_t, torsional and rolling
// friction: the larger. Of two grains the one with the larger ratio is felt. Those given, and the one that results, lie
// in the world's frame.
Material combine(const Material& a, const Material& b);

}  // namespace keystone

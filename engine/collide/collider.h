// What collision needs to know of a body beside its pose.
#pragma once

#include <cstdint>

#include "shape/shape.h"

namespace keystone {

struct Material {
  double friction_static = 0.5;   // mu, dimensionless, >= 0
  double friction_dynamic = 0.5;  // mu while sliding, <= friction_static
  double restitution = 0.0;       // e, 0..1
};

struct Collider {
  Shape shape;
  Material material;
  std::uint32_t layer = 1;               // bits this body is on
  std::uint32_t mask = 0xffffffffu;      // bits it collides with; both bodies must agree
  Vec3 surface_velocity = Vec3::Zero();  // [m/s], body frame, of the surface over the body along itself: a belt
};

// How two surfaces combine: mu = sqrt(mu_a mu_b), e = max(e_a, e_b).
Material combine(const Material& a, const Material& b);

}  // namespace keystone

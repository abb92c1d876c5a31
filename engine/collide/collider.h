// What collision needs to know of a body beside its pose.
#pragma once

#include <cstdint>
#include <vector>

#include "shape/shape.h"

namespace keystone {

// The friction of two surfaces: the geometric mean of both, or the larger one if either of them says so.
enum class FrictionRule { Mean, Larger };

struct Material {
  double friction_static = 0.5;   // mu, dimensionless, >= 0
  double friction_dynamic = 0.5;  // mu while sliding, <= friction_static
  double restitution = 0.0;       // e, 0..1
  // e_t, -1 (smooth) .. 1, of the laws of restitution that know it (world/choices.h)
  double restitution_tangential = 0.0;
  double torsional = 0.0;  // [m], moment that opposes turning about the normal, at most this times the normal force
  double rolling = 0.0;    // [m], the same of turning about the tangents
  // Sliding and turning about the normal share one bound, an ellipsoid with mu and `torsional` as half axes
  // (Coulomb-Contensou friction), in space; mu is then the dynamic one alone. Where one of them is 0 there is none.
  bool coupled = false;
  // Elliptic friction: mu holds along the grain, across it is this times as large.
  Vec3 grain = Vec3::Zero();  // unit, body frame; zero: friction is the same in all directions
  double across = 1.0;        // > 0
  FrictionRule rule = FrictionRule::Mean;
  int priority = 0;  // where two differ, only the friction of the surface with the larger one is felt
  int condim = 6;    // what may act: 1 no friction, 3 sliding, 4 torsional too, 6 rolling too; the larger of two holds

  bool operator==(const Material&) const = default;
};

// Of one part of a compound.
struct PartSurface {
  Material material;
  std::uint32_t layer = 1, mask = 0xffffffffu;

  bool operator==(const PartSurface&) const = default;
};

struct Collider {
  Shape shape;
  Material material;
  std::uint32_t layer = 1;               // bits this body is on
  std::uint32_t mask = 0xffffffffu;      // bits it collides with; both bodies must agree
  Vec3 surface_velocity = Vec3::Zero();  // [m/s], body frame, of the surface over the body along itself: a belt
  // [parts] of a compound whose parts differ, else empty. Layer and mask above are then those of all parts together.
  std::vector<PartSurface> parts = {};

  bool operator==(const Collider&) const = default;
};

// How two surfaces combine: mu = sqrt(mu_a mu_b), or the larger, likewise along and across a grain; e, e_t, torsional
// and rolling friction: the larger; sliding and turning are coupled if either surface says so. Of two grains the one
// with the larger ratio is felt. Those given, and the one that results, lie in the world's frame.
Material combine(const Material& a, const Material& b);

// Material of a part of the collider's shape (partOf).
const Material& materialOf(const Collider& collider, int part);
// Whether the layers of two parts let them touch, where those of their bodies do.
bool mayTouch(const Collider& a, int part_a, const Collider& b, int part_b);

}  // namespace keystone

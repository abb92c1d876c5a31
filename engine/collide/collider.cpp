#include "collide/collider.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

double joinedFriction(double a, double b, FrictionRule rule) {
  return rule == FrictionRule::Larger ? std::max(a, b) : std::sqrt(a * b);
}

// Of materials of one priority.
Material joined(const Material& a, const Material& b) {
  Material both;
  both.rule = std::max(a.rule, b.rule);
  both.priority = a.priority;
  both.condim = std::max(a.condim, b.condim);
  both.friction_static = joinedFriction(a.friction_static, b.friction_static, both.rule);
  both.friction_dynamic = joinedFriction(a.friction_dynamic, b.friction_dynamic, both.rule);
  both.torsional = std::max(a.torsional, b.torsional);
  both.rolling = std::max(a.rolling, b.rolling);
  both.coupled = a.coupled || b.coupled;
  const auto strength = [](const Material& m) { return m.grain.isZero(0.0) ? 0.0 : std::abs(std::log(m.across)); };
  if (strength(a) == 0.0 && strength(b) == 0.0) return both;
  const Material& felt = strength(a) >= strength(b) ? a : b;
  both.grain = felt.grain;
  both.across = both.rule == FrictionRule::Larger ? felt.across : std::sqrt(felt.across);
  return both;
}

struct Layers {
  std::uint32_t layer, mask;
};

Layers layersOf(const Collider& collider, int part) {
  if (collider.parts.empty()) return {collider.layer, collider.mask};
  const PartSurface& own = collider.parts[static_cast<std::size_t>(part)];
  return {own.layer, own.mask};
}

}  // namespace

Material combine(const Material& a, const Material& b) {
  Material both = a.priority == b.priority ? joined(a, b) : a.priority > b.priority ? a : b;
  both.restitution = std::max(a.restitution, b.restitution);
  both.restitution_tangential = std::max(a.restitution_tangential, b.restitution_tangential);
  if (both.condim < 3) both.friction_static = both.friction_dynamic = 0.0;
  if (both.condim < 4) both.torsional = 0.0;
  if (both.condim < 6) both.rolling = 0.0;
  both.coupled = both.coupled && both.torsional > 0.0 && both.friction_dynamic > 0.0;
  return both;
}

const Material& materialOf(const Collider& collider, int part) {
  return collider.parts.empty() ? collider.material : collider.parts[static_cast<std::size_t>(part)].material;
}

bool mayTouch(const Collider& a, int part_a, const Collider& b, int part_b) {
  if (a.parts.empty() && b.parts.empty()) return true;
  const Layers of_a = layersOf(a, part_a), of_b = layersOf(b, part_b);
  return (of_a.layer & of_b.mask) != 0 && (of_b.layer & of_a.mask) != 0;
}

}  // namespace keystone

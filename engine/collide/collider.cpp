#include "collide/collider.h"

#include <algorithm>
#include <cmath>

namespace keystone {

Material combine(const Material& a, const Material& b) {
  Material both{std::sqrt(a.friction_static * b.friction_static),
                std::sqrt(a.friction_dynamic * b.friction_dynamic),
                std::max(a.restitution, b.restitution),
                std::max(a.restitution_tangential, b.restitution_tangential),
                std::max(a.torsional, b.torsional),
                std::max(a.rolling, b.rolling)};
  const auto strength = [](const Material& m) { return m.grain.isZero(0.0) ? 0.0 : std::abs(std::log(m.across)); };
  if (strength(a) == 0.0 && strength(b) == 0.0) return both;
  const Material& felt = strength(a) >= strength(b) ? a : b;
  both.grain = felt.grain;
  both.across = std::sqrt(felt.across);
  return both;
}

}  // namespace keystone

#include "collide/collider.h"

#include <algorithm>
#include <cmath>

namespace keystone {

Material combine(const Material& a, const Material& b) {
  return {std::sqrt(a.friction_static * b.friction_static), std::sqrt(a.friction_dynamic * b.friction_dynamic),
          std::max(a.restitution, b.restitution)};
}

}  // namespace keystone

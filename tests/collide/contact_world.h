// A few bodies and what the narrow phase says of them.
#pragma once

#include <vector>

#include "collide/collide.h"
#include "support/by_value.h"

namespace keystone {

struct ContactWorld {
  std::vector<Body> bodies;
  std::vector<Collider> colliders;
  CollideParams params;
  double h = 1.0 / 60.0;  // [s]

  Body& add(const Shape& shape, const Vec3& position, bool planar = false, const Quat& turn = Quat::Identity()) {
    Body body;
    body.planar = planar;
    body.pose = {position, turn};
    if (std::holds_alternative<HalfSpace>(shape)) body.kind = BodyKind::Static;
    bodies.push_back(body);
    colliders.push_back({shape, {}});
    return bodies.back();
  }
  std::vector<Manifold> collide() const {
    return manifoldsOf(bodies, colliders, pairsOf(bodies, colliders, params, h), params, h);
  }
  // Bypasses the broad phase.
  std::vector<Manifold> collidePair() const {
    const std::vector<std::pair<int, int>> pair = {{0, 1}};
    return manifoldsOf(bodies, colliders, pair, params, h);
  }
};

}  // namespace keystone

// How far apart two bodies are, by trying directions.
#pragma once

#include <algorithm>
#include <cmath>

#include "collide/contact_world.h"
#include "shape/random_shapes.h"

namespace keystone {

// The separation of the two bodies along n: how far b's nearest point lies beyond a's farthest.
inline double separationAlong(const ContactWorld& world, const Vec3& n) {
  const auto extreme = [&](int i, const Vec3& d) {
    const Pose& pose = world.bodies[i].pose;
    return pose.toWorld(support(world.colliders[i].shape, pose.orientation.conjugate() * d)).dot(d);
  };
  return -extreme(1, -n) - extreme(0, n);
}

// The largest separation over all directions, found from below by sampling and then climbing: the distance of the
// bodies when they are apart, minus their penetration depth when they overlap.
inline double largestSeparation(const ContactWorld& world, RandomShapes& random) {
  Vec3 best = Vec3::UnitX();
  double value = separationAlong(world, best);
  double step = 2.0;
  for (int i = 0; i < 6000; ++i) {
    const Vec3 n = i < 2000 ? random.direction() : Vec3((best + step * random.direction()).normalized());
    const double candidate = separationAlong(world, n);
    if (candidate > value) {
      value = candidate;
      best = n;
    } else if (i >= 2000) {
      step = std::max(1e-9, step * 0.99);
    }
  }
  return value;
}

}  // namespace keystone

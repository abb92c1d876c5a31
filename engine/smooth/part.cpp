#include "smooth/part.h"

#include <algorithm>

namespace keystone {
namespace {

int placeIn(const std::vector<int>& bodies, int body) {
  const auto found = std::ranges::lower_bound(bodies, body);
  return found != bodies.end() && *found == body ? static_cast<int>(found - bodies.begin()) : -1;
}

void listBodies(const World& whole, SmoothPart& part) {
  for (const int joint : part.joints) {
    const Joint& own = whole.joints[joint];
    for (const int body : {own.a, own.b})
      if (body >= 0) part.bodies.push_back(body);
  }
  std::ranges::sort(part.bodies);
  part.bodies.erase(std::unique(part.bodies.begin(), part.bodies.end()), part.bodies.end());
}

}  // namespace

void takePart(const World& whole, SmoothPart& part) {
  listBodies(whole, part);
  World& world = part.world;
  world.planar = whole.planar;
  world.gravity = whole.gravity;
  world.time = whole.time;
  // Assigned, not made anew: names keep their memory.
  world.bodies.resize(part.bodies.size());
  for (std::size_t i = 0; i < part.bodies.size(); ++i) {
    Body& own = world.bodies[i];
    own = whole.bodies[part.bodies[i]];
    if (own.isFixed()) own.velocity = own.omega = Vec3::Zero();
  }
  world.joints.resize(part.joints.size());
  for (std::size_t i = 0; i < part.joints.size(); ++i) {
    Joint& own = world.joints[i];
    own = whole.joints[part.joints[i]];
    for (int* body : {&own.a, &own.b})
      if (*body >= 0) *body = placeIn(part.bodies, *body);
  }
  world.drags.clear();
  for (const Drag& drag : whole.drags) {
    const int place = placeIn(part.bodies, drag.body);
    if (place >= 0) world.drags.emplace_back(drag).body = place;
  }
  world.forces.clear();
  for (const AppliedForce& force : whole.forces) {
    const int place = placeIn(part.bodies, force.body);
    if (place >= 0) world.forces.emplace_back(force).body = place;
  }
}

void addImpulse(SmoothPart& part, double weight, const VecX& lambda) {
  part.impulse += weight * lambda;
}

}  // namespace keystone

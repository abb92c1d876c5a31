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
    const Joint& own = whole.joints[static_cast<std::size_t>(joint)];
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
  world.bodies.clear();
  for (const int body : part.bodies) {
    Body& own = world.bodies.emplace_back(whole.bodies[static_cast<std::size_t>(body)]);
    if (own.isFixed()) own.velocity = own.omega = Vec3::Zero();
  }
  world.joints.clear();
  for (const int joint : part.joints) {
    Joint& own = world.joints.emplace_back(whole.joints[static_cast<std::size_t>(joint)]);
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
  part.driven.resize(0);
  part.impulse.resize(0);
}

void addImpulse(SmoothPart& part, double weight, const VecX& lambda) {
  if (part.impulse.size() == 0) part.impulse.setZero(lambda.size());
  part.impulse += weight * lambda;
}

}  // namespace keystone

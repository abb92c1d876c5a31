#include "world/world.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "world/sleep_state.h"

namespace keystone {
namespace {

// FNV-1a, 64 bit, byte by byte.
class Fnv1a {
 public:
  void add(double value) {
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) hash_ = (hash_ ^ (bits & 0xffu)) * 0x100000001b3u;
  }
  template <class Vector>
  void addAll(const Vector& values) {
    for (Eigen::Index i = 0; i < values.size(); ++i) add(values[i]);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

void imposePlane(Body& body) {
  body.planar = true;
  body.velocity.z() = 0.0;
  body.omega.head<2>().setZero();
}

}  // namespace

void copyWithoutImpulses(const World& from, World& to) {
  to.planar = from.planar;
  to.gravity = from.gravity;
  to.h = from.h;
  to.bodies = from.bodies;
  to.colliders = from.colliders;
  to.colours = from.colours;
  to.start = from.start;
  to.drags = from.drags;
  to.joints = from.joints;
  to.forces = from.forces;
  to.paths = from.paths;
  to.no_contact = from.no_contact;
  to.sleep_state = {};
  to.step = from.step;
  to.time = from.time;
}

int addBody(World& world, Body body, Collider collider, const Vec3& colour) {
  if (world.planar) imposePlane(body);
  world.start.push_back(body.pose.position);
  world.bodies.push_back(std::move(body));
  world.colliders.push_back(std::move(collider));
  world.colours.push_back(colour);
  return static_cast<int>(world.bodies.size()) - 1;
}

void removeBody(World& world, int index) {
  assert(index >= 0 && index < static_cast<int>(world.bodies.size()));
  wakeAll(world);
  world.bodies.erase(world.bodies.begin() + index);
  world.colliders.erase(world.colliders.begin() + index);
  world.colours.erase(world.colours.begin() + index);
  world.start.erase(world.start.begin() + index);
  const auto shift = [index](int& body) { body -= body > index ? 1 : 0; };

  const auto removeFrom = [&](auto& parts) {
    std::erase_if(parts, [index](const auto& part) { return part.body == index; });
    for (auto& part : parts) shift(part.body);
  };
  removeFrom(world.drags);
  removeFrom(world.forces);
  removeFrom(world.paths);
  for (int i = static_cast<int>(world.joints.size()) - 1; i >= 0; --i)
    if (world.joints[i].a == index || world.joints[i].b == index) removeJoint(world, i);
  for (Joint& joint : world.joints) {
    shift(joint.a);
    shift(joint.b);
  }
  std::erase_if(world.no_contact, [index](const auto& pair) { return pair.first == index || pair.second == index; });
  for (auto& [a, b] : world.no_contact) {
    shift(a);
    shift(b);
  }
  // Shifting keeps the order, so the cache stays sorted.
  std::erase_if(world.cache, [index](const CachedContact& c) { return c.key.a == index || c.key.b == index; });
  for (CachedContact& contact : world.cache) {
    shift(contact.key.a);
    shift(contact.key.b);
  }
}

void removeJoint(World& world, int index) {
  assert(index >= 0 && index < static_cast<int>(world.joints.size()));
  wakeAll(world);
  world.joints.erase(world.joints.begin() + index);
  std::erase_if(world.joint_cache, [index](const CachedJointRow& row) { return row.joint == index; });
  for (CachedJointRow& row : world.joint_cache) row.joint -= row.joint > index ? 1 : 0;
}

int pick(const World& world, const Vec3& origin, const Vec3& direction, double max_distance, RayHit& hit) {
  int nearest = -1;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    RayHit candidate{};
    if (!castRay(world.colliders[i].shape, world.bodies[i].pose, origin, direction, max_distance, candidate)) continue;
    if (nearest >= 0 && candidate.distance >= hit.distance) continue;
    hit = candidate;
    nearest = static_cast<int>(i);
  }
  return nearest;
}

std::uint64_t stateHash(const World& world) {
  Fnv1a hash;
  hash.add(world.time);
  for (const Body& body : world.bodies) {
    hash.addAll(body.pose.position);
    hash.addAll(body.pose.orientation.coeffs());
    hash.addAll(body.velocity);
    hash.addAll(body.omega);
  }
  return hash.value();
}

}  // namespace keystone

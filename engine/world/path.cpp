#include "world/path.h"

#include <algorithm>
#include <cmath>

#include "world/world.h"

namespace keystone {
namespace {

Vec3 rotationVector(const Quat& turn) {
  const Quat shorter = turn.w() < 0.0 ? Quat(-turn.w(), -turn.x(), -turn.y(), -turn.z()) : turn;
  const double sine = shorter.vec().norm();
  return shorter.vec() * (sine < 1e-9 ? 2.0 : 2.0 * std::atan2(sine, shorter.w()) / sine);
}

struct Velocity {
  Vec3 linear, angular;
};

Velocity velocityTo(const Body& body, const Pose& pose, double h) {
  return {(pose.position - body.pose.position) / h,
          rotationVector(pose.orientation * body.pose.orientation.conjugate()) / h};
}

}  // namespace

Pose poseAt(const Path& path, double time) {
  const std::vector<Keyframe>& keys = path.keys;
  const double first = keys.front().time, last = keys.back().time;
  if (path.loop && last > first)
    time = first + std::fmod(std::fmod(time - first, last - first) + last - first, last - first);
  const auto next = std::ranges::upper_bound(keys, time, {}, &Keyframe::time);
  if (next == keys.begin()) return keys.front().pose;
  if (next == keys.end()) return keys.back().pose;
  const Keyframe& before = *(next - 1);
  double share = (time - before.time) / (next->time - before.time);
  if (path.ease) share *= share * (3.0 - 2.0 * share);
  Pose pose;
  pose.position = before.pose.position + share * (next->pose.position - before.pose.position);
  pose.orientation = before.pose.orientation.slerp(share, next->pose.orientation);
  return pose;
}

void followPaths(World& world, double h) {
  for (const Path& path : world.paths) {
    Body& body = world.bodies[path.body];
    const Velocity v = velocityTo(body, poseAt(path, world.time + h), h);
    body.velocity = v.linear;
    body.omega = v.angular;
  }
}

bool pathsMove(const World& world) {
  return std::ranges::any_of(world.paths, [&](const Path& path) {
    const Body& body = world.bodies[path.body];
    const Velocity v = velocityTo(body, poseAt(path, world.time + world.h), world.h);
    return !v.linear.isZero(0.0) || !v.angular.isZero(0.0) || body.moves();
  });
}

}  // namespace keystone

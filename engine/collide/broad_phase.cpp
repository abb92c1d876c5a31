// Sweep and prune: sort the lower ends along one axis, then each body meets only those that
// begin before it ends. Half-spaces have no ends; each is tested against every body's bounds.
#include <algorithm>
#include <cmath>

#include "collide/collide.h"

namespace keystone {
namespace {

struct Entry {
  Aabb box;
  int body;
};

// The bounds over the whole step: the swept pose, the turn, and half the margin (the partner brings the other half).
Aabb sweptBounds(const Body& body, const Collider& collider, double margin, double h) {
  double grow = 0.5 * margin;
  const double turn = body.omega.norm() * h;
  if (turn > 0.0) grow += turn * boundingRadius(collider.shape);
  Aabb box = bounds(collider.shape, body.pose, grow);
  const Vec3 travel = h * body.velocity;
  box.lower += travel.cwiseMin(0.0);
  box.upper += travel.cwiseMax(0.0);
  return box;
}

bool mayCollide(const Body& body_a, const Collider& a, const Body& body_b, const Collider& b) {
  return (body_a.isDynamic() || body_b.isDynamic()) && (a.layer & b.mask) != 0 && (b.layer & a.mask) != 0;
}

// Whether any corner of the box lies within margin/2 plus the plane's own way of the solid (the box is grown already).
bool reachesHalfSpace(const Body& plane_body, const HalfSpace& plane, const Aabb& box, double margin, double h) {
  const Vec3 normal = plane_body.pose.rotate(plane.normal);
  const Vec3 center = 0.5 * (box.lower + box.upper) - plane_body.pose.position;
  const Vec3 half = 0.5 * (box.upper - box.lower);
  double distance = normal.dot(center) - plane.offset - normal.cwiseAbs().dot(half);
  distance -= 0.5 * margin + h * std::max(0.0, plane_body.velocity.dot(normal));
  distance -= h * plane_body.omega.norm() * (center.norm() + half.norm());
  return distance <= 0.0;
}

int widestAxis(const std::vector<Entry>& entries) {
  Vec3 sum = Vec3::Zero();
  Vec3 squares = Vec3::Zero();
  for (const Entry& entry : entries) {
    const Vec3 center = 0.5 * (entry.box.lower + entry.box.upper);
    sum += center;
    squares += center.cwiseAbs2();
  }
  const Vec3 variance = squares - sum.cwiseAbs2() / std::max<double>(1.0, static_cast<double>(entries.size()));
  int axis = 0;
  variance.maxCoeff(&axis);
  return axis;
}

void sweep(std::vector<Entry>& entries, std::span<const Body> bodies, std::span<const Collider> colliders,
           std::vector<std::pair<int, int>>& pairs) {
  const int axis = widestAxis(entries);
  std::sort(entries.begin(), entries.end(), [axis](const Entry& a, const Entry& b) {
    return a.box.lower[axis] != b.box.lower[axis] ? a.box.lower[axis] < b.box.lower[axis] : a.body < b.body;
  });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double end = entries[i].box.upper[axis];
    for (std::size_t j = i + 1; j < entries.size() && entries[j].box.lower[axis] <= end; ++j) {
      if (!entries[i].box.overlaps(entries[j].box)) continue;
      const auto [a, b] = std::minmax(entries[i].body, entries[j].body);
      if (mayCollide(bodies[a], colliders[a], bodies[b], colliders[b])) pairs.emplace_back(a, b);
    }
  }
}

}  // namespace

std::vector<std::pair<int, int>> broadPhase(std::span<const Body> bodies, std::span<const Collider> colliders,
                                            const CollideParams& params, double h) {
  std::vector<Entry> entries;
  std::vector<int> half_spaces;
  entries.reserve(bodies.size());
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    if (std::holds_alternative<HalfSpace>(colliders[i].shape)) {
      half_spaces.push_back(i);
    } else {
      entries.push_back({sweptBounds(bodies[i], colliders[i], params.margin, h), i});
    }
  }

  std::vector<std::pair<int, int>> pairs;
  for (const int p : half_spaces) {
    const HalfSpace& plane = std::get<HalfSpace>(colliders[p].shape);
    for (const Entry& entry : entries) {
      if (!mayCollide(bodies[p], colliders[p], bodies[entry.body], colliders[entry.body])) continue;
      if (!reachesHalfSpace(bodies[p], plane, entry.box, params.margin, h)) continue;
      pairs.emplace_back(std::min(p, entry.body), std::max(p, entry.body));
    }
  }
  sweep(entries, bodies, colliders, pairs);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace keystone

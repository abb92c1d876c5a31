#include "collide/parts.h"

#include <algorithm>

#include "collide/swept_bounds.h"
#include "shape/compound.h"

namespace keystone {
namespace {

// What the narrow phase asks of a body.
Body partBody(const Body& body, const Pose& pose) {
  Body part;
  part.kind = body.kind;
  part.planar = body.planar;
  part.sleep_group = body.sleep_group;
  part.pose = body.pose * pose;
  part.velocity = body.velocityAt(part.pose.position);
  part.omega = body.omega;
  return part;
}

}  // namespace

bool anyCompound(std::span<const Collider> colliders) {
  return std::ranges::any_of(colliders, [](const Collider& c) { return std::holds_alternative<Compound>(c.shape); });
}

void PartList::takeApart(std::span<const Body> bodies, std::span<const Collider> colliders) {
  first_.clear();
  owners_.clear();
  bodies_.clear();
  colliders_.clear();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    first_.push_back(static_cast<int>(bodies_.size()));
    const int count = partCount(colliders[i].shape);
    for (int k = 0; k < count; ++k) {
      const auto [shape, pose] = partOf(colliders[i].shape, k);
      owners_.push_back(static_cast<int>(i));
      bodies_.push_back(partBody(bodies[i], pose));
      Collider& part = colliders_.emplace_back(colliders[i]);
      part.shape = shape;
      part.surface_velocity = pose.orientation.conjugate() * colliders[i].surface_velocity;
    }
  }
  first_.push_back(static_cast<int>(bodies_.size()));
}

std::span<const std::pair<int, int>> PartList::pairUp(std::span<const std::pair<int, int>> pairs,
                                                      const CollideParams& params, double h) {
  pairs_.clear();
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const auto boundsOf = [&](int part) {
    return sweptBounds(bodies_[at(part)], colliders_[at(part)].shape, params.margin, h);
  };
  for (const auto& [a, b] : pairs) {
    const int begin_a = first_[at(a)], end_a = first_[at(a) + 1], begin_b = first_[at(b)], end_b = first_[at(b) + 1];
    const bool single = end_a - begin_a == 1 && end_b - begin_b == 1;
    for (int i = begin_a; i < end_a; ++i) {
      if (single) {
        pairs_.emplace_back(i, begin_b);
        continue;
      }
      const bool plane_a = std::holds_alternative<HalfSpace>(colliders_[at(i)].shape);
      const Aabb box = plane_a ? Aabb{} : boundsOf(i);
      for (int j = begin_b; j < end_b; ++j) {
        const bool plane_b = std::holds_alternative<HalfSpace>(colliders_[at(j)].shape);
        const bool near = plane_a
                              ? reachesHalfSpace(bodies_[at(i)], colliders_[at(i)].shape, boundsOf(j), params.margin, h)
                          : plane_b ? reachesHalfSpace(bodies_[at(j)], colliders_[at(j)].shape, box, params.margin, h)
                                    : box.overlaps(boundsOf(j));
        if (near) pairs_.emplace_back(i, j);
      }
    }
  }
  return pairs_;
}

void PartList::nameOwners(Manifold& manifold) const {
  const auto name = [&](int& number, int& part) {
    const int owner = owners_[static_cast<std::size_t>(number)];
    part = number - first_[static_cast<std::size_t>(owner)];
    number = owner;
  };
  name(manifold.a, manifold.part_a);
  name(manifold.b, manifold.part_b);
  const auto parts = static_cast<std::uint32_t>(manifold.part_a) * 65537U + static_cast<std::uint32_t>(manifold.part_b);
  for (ManifoldPoint& point : manifold.points) point.feature ^= 0x9e3779b9U * parts;
}

}  // namespace keystone

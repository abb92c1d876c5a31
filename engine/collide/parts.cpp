#include "collide/parts.h"

#include <algorithm>
#include <cmath>

#include "collide/field_contact.h"
#include "collide/field_points.h"
#include "collide/swept_bounds.h"
#include "shape/compound.h"

namespace keystone {
namespace {

constexpr std::size_t kFewParts = 4;  // tried one after another: to look them up takes as long

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

// [m] How far a part whose centre goes round the body's, `arm` [m] away, gets off its straight way.
double offStraightWay(const Body& part, double arm, double h) {
  const double turn = h * part.omega.norm();
  return arm * std::min(2.0, 0.5 * turn * turn);
}

Aabb partBounds(const Body& part, const Shape& shape, double arm, const CollideParams& params, double h) {
  Aabb box = sweptBounds(part, shape, params.margin, h);
  const double off = offStraightWay(part, arm, h);
  box.lower.array() -= off;
  box.upper.array() += off;
  return box;
}

}  // namespace

bool anyCompound(std::span<const Collider> colliders) {
  return std::ranges::any_of(colliders, [](const Collider& c) { return std::holds_alternative<Compound>(c.shape); });
}

void findNearParts(const Body& body, const Shape& shape, const Body& other, const Shape& other_shape,
                   const CollideParams& params, double h, std::vector<int>& near) {
  near.clear();
  const auto* compound = std::get_if<Compound>(&shape);
  if (compound == nullptr) return near.push_back(0);
  const double way = h * (body.velocity.norm() + body.omega.norm() * compound->data->radius);
  if (const auto* plane = std::get_if<HalfSpace>(&other_shape)) {
    const Vec3 normal = other.pose.rotate(plane->normal);
    const double offset = plane->offset + normal.dot(other.pose.position - body.pose.position);
    const double moves = h * (other.velocity.norm() + other.omega.norm() * (std::abs(offset) + compound->data->radius));
    const double reach = params.margin + way + moves;
    return compound->data->tree.findBelow(body.pose.orientation.conjugate() * normal, offset + reach, near);
  }
  Aabb box = sweptBounds(other, other_shape, params.margin, h);
  box.lower.array() -= 0.5 * params.margin + way;
  box.upper.array() += 0.5 * params.margin + way;
  const Quat back = body.pose.orientation.conjugate();
  compound->data->tree.find(boundsOf(box, {back * -body.pose.position, back}), near);
}

void narrowToPart(const Body& body, const Shape& shape, const Body& other, const PartView& part,
                  const CollideParams& params, double h, std::vector<int>& near) {
  if (near.size() <= kFewParts) return;
  const Body own = partBody(other, part.pose);
  const double off = offStraightWay(own, part.pose.position.norm(), h);
  findNearParts(body, shape, own, part.shape, {params.margin + 2.0 * off}, h, near);
}

int PartList::numberOf(const Body& body, const Collider& collider, Owner owner, const CollideParams& params, double h) {
  int& number = numbers_[first_[owner.body] + owner.part];
  if (number >= 0) return number;
  number = static_cast<int>(bodies_.size());
  const auto [shape, pose] = partOf(collider.shape, owner.part);
  owners_.push_back(owner);
  bodies_.push_back(partBody(body, pose));
  Collider& part = colliders_.emplace_back();
  part.shape = shape;
  part.material = materialOf(collider, owner.part);
  part.material.grain = pose.orientation.conjugate() * part.material.grain;
  part.surface_velocity = pose.orientation.conjugate() * collider.surface_velocity;
  grounds_.push_back(groundOf(collider.shape, owner.part));
  bounds_.push_back(isHalfSpace(shape) ? Aabb{} : partBounds(bodies_.back(), shape, pose.position.norm(), params, h));
  return number;
}

bool PartList::overlap(int i, int j, const CollideParams& params, double h) const {
  const Shape &a = colliders_[i].shape, &b = colliders_[j].shape;
  if (isHalfSpace(a)) return reachesHalfSpace(bodies_[i], a, bounds_[j], params.margin, h);
  if (isHalfSpace(b)) return reachesHalfSpace(bodies_[j], b, bounds_[i], params.margin, h);
  return bounds_[i].overlaps(bounds_[j]);
}

bool PartList::mayMeet(int i, int j) const {
  const Pose &pose_i = bodies_[i].pose, &pose_j = bodies_[j].pose;
  return keystone::mayMeet(grounds_[i], pose_i, colliders_[j].shape, pose_j) &&
         keystone::mayMeet(grounds_[j], pose_j, colliders_[i].shape, pose_i);
}

void PartList::pairUp(std::span<const Body> bodies, std::span<const Collider> colliders,
                      std::span<const std::pair<int, int>> pairs, const CollideParams& params, double h) {
  owners_.clear();
  bodies_.clear();
  colliders_.clear();
  grounds_.clear();
  bounds_.clear();
  pairs_.clear();
  first_.clear();
  int count = 0;
  for (const Collider& collider : colliders) {
    first_.push_back(count);
    count += partCount(collider.shape);
  }
  numbers_.assign(count, -1);
  for (const auto& [a, b] : pairs) {
    const Body &body_a = bodies[a], &body_b = bodies[b];
    const Collider &of_a = colliders[a], &of_b = colliders[b];
    if (meetByPoints(of_a.shape, of_b.shape)) continue;
    findNearParts(body_a, of_a.shape, body_b, of_b.shape, params, h, near_a_);
    findNearParts(body_b, of_b.shape, body_a, of_a.shape, params, h, near_b_);
    dropInside(body_a, of_a.shape, body_b, of_b.shape, near_a_);
    const bool single = partCount(of_a.shape) == 1 && partCount(of_b.shape) == 1;
    for (const int i : near_a_) {
      near_part_ = near_b_;
      narrowToPart(body_b, of_b.shape, body_a, partOf(of_a.shape, i), params, h, near_part_);
      dropInside(body_b, of_b.shape, body_a, of_a.shape, near_part_);
      for (const int j : near_part_) {
        if (!mayTouch(of_a, i, of_b, j)) continue;
        const int part_a = numberOf(body_a, of_a, {a, i}, params, h);
        const int part_b = numberOf(body_b, of_b, {b, j}, params, h);
        if (!single && !overlap(part_a, part_b, params, h)) continue;
        if (mayMeet(part_a, part_b)) pairs_.emplace_back(part_a, part_b);
      }
    }
  }
}

void PartList::nameOwners(Manifold& manifold) const {
  const Owner a = owners_[manifold.a], b = owners_[manifold.b];
  manifold.a = a.body;
  manifold.b = b.body;
  manifold.part_a = a.part;
  manifold.part_b = b.part;
  const auto parts = static_cast<std::uint32_t>(a.part) * 65537U + static_cast<std::uint32_t>(b.part);
  for (ManifoldPoint& point : manifold.points) point.feature ^= 0x9e3779b9U * parts;
}

}  // namespace keystone

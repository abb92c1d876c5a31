#include "collide/convex_core.h"

#include <algorithm>
#include <cmath>

#include "collide/polytope_clip.h"

namespace keystone {

ConvexCore::ConvexCore(const Shape& shape, const Pose& pose, const Vec3& center)
    : center_(center), shape_(&shape), turn_(pose.orientation.toRotationMatrix()) {}

Vec3 ConvexCore::support(const Vec3& d) const {
  if (shape_ != nullptr) return center_ + turn_ * kindOf(*shape_).support(*shape_, turn_.transpose() * d);
  if (polytope_ == nullptr) return d.dot(round_.q - round_.p) > 0.0 ? round_.q : round_.p;
  return center_ + lowestVertex(*polytope_, -d);
}

void ConvexCore::facing(const Vec3& d, double tie, Facing& facing) const {
  facing.count = 0;
  facing.face = -1;
  if (shape_ != nullptr) {
    kindOf(*shape_).facing(*shape_, turn_.transpose() * d, facing);
    for (int i = 0; i < facing.count; ++i) {
      Vec3& point = facing.points[i];
      point = center_ + turn_ * point;
    }
    facing.normal = turn_ * facing.normal;
  } else if (polytope_ != nullptr) {
    const int face = opposingFace(*polytope_, -d, tie);
    facing.face = face & 0x7f;
    facing.normal = polytope_->normals[face];
    for (const int v : polytope_->face(face))
      facing.add(center_ + polytope_->vertices[v], static_cast<std::uint32_t>(facing.count));
  } else {
    facing.add(round_.p, 0);
    if (!round_.isSphere()) facing.add(round_.q, 1);
  }
}

bool ConvexCore::line(const Vec3& d, Vec3& start, Vec3& end) const {
  if (polytope_ == nullptr) {
    Facing facing;
    this->facing(d, 0.0, facing);
    start = facing.points[0];
    end = facing.points[1];
    return facing.count == 2;
  }
  const std::span<const Vec3> vertices = polytope_->vertices;
  const Vec3 farthest = support(d) - center_;
  double least = HUGE_VAL;
  for (const auto& [from, to] : polytope_->topology->edges) {
    const Vec3 &p = vertices[from], &q = vertices[to];
    if (p != farthest && q != farthest) continue;
    const double slope = std::abs(d.dot(q - p)) / (q - p).norm();
    if (slope >= least) continue;
    least = slope;
    start = center_ + p;
    end = center_ + q;
  }
  return true;
}

}  // namespace keystone

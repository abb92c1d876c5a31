// What the general path of collision asks of a body: its farthest points and the features that look in a direction.
#pragma once

#include "collide/polytope.h"
#include "collide/round_contact.h"
#include "shape/shape_kind.h"

namespace keystone {

// A placed convex shape: a core and a radius around it, of balls and capsules and where boxes and hulls have a margin.
// World axes, relative to body a's centre. It refers to what it was made from.
class ConvexCore {
 public:
  ConvexCore(const Shape& shape, const Pose& pose, const Vec3& center);  // of kind Convex
  ConvexCore(const Polytope& polytope, const Vec3& center)
      : center_(center), polytope_(&polytope), round_{Vec3::Zero(), Vec3::Zero(), polytope.margin} {}
  explicit ConvexCore(const RoundSegment& round) : center_(0.5 * (round.p + round.q)), round_(round) {}

  const Vec3& center() const { return center_; }
  double radius() const { return round_.radius; }  // [m], around the core
  // The core's farthest point along d, which need not be unit.
  Vec3 support(const Vec3& d) const;
  // What of the core looks along unit d; a polytope's face is the one that holds the farthest corner, within `tie` [m].
  void facing(const Vec3& d, double tie, Facing& facing) const;
  // The line of the core that is farthest along unit d and closest to square to it; false where there is none.
  bool line(const Vec3& d, Vec3& start, Vec3& end) const;

 private:
  Vec3 center_;  // [m]
  const Polytope* polytope_ = nullptr;
  const Shape* shape_ = nullptr;
  Mat3 turn_ = Mat3::Identity();  // of a Convex: body to world
  RoundSegment round_{Vec3::Zero(), Vec3::Zero(), 0.0};
};

}  // namespace keystone

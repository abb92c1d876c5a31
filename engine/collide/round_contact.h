// Spheres and capsules: segments with a radius, against each other, half-spaces and polytopes. All closed forms.
#pragma once

#include "collide/patch.h"
#include "collide/polytope.h"

namespace keystone {

// A sphere is a capsule whose ends coincide.
struct RoundSegment {
  Vec3 p, q;      // [m], relative to body a's centre
  double radius;  // [m]
  bool isSphere() const { return p == q; }
};

// Sphere or capsule only; `center` relative to body a's centre.
RoundSegment makeRoundSegment(const Shape& shape, const Pose& pose, const Vec3& center);

// Normals point from the first to the second argument.
void roundRoundContact(const RoundSegment& a, const RoundSegment& b, Patch& patch);
void halfSpaceRoundContact(const Vec3& normal, double offset, const RoundSegment& round, Patch& patch);
// `center` of the polytope relative to body a's centre.
void polytopeRoundContact(const Polytope& solid, const Vec3& center, const RoundSegment& round,
                          const Approach& approach, Patch& patch);

}  // namespace keystone

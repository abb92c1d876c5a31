#include "collide/gjk.h"

#include <ccd/ccd.h>

#include <algorithm>

namespace keystone {
namespace {

struct Rounded {
  const Polytope& solid;
  Vec3 offset;    // [m], of its centre from a's: small numbers for GJK
  double radius;  // [m], added all round
};

void supportPoint(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const auto& rounded = *static_cast<const Rounded*>(object);
  const Vec3 d(direction->v[0], direction->v[1], direction->v[2]);
  const auto vertices = rounded.solid.vertices;
  const auto farthest = std::max_element(vertices.begin(), vertices.end(),
                                         [&](const Vec3& p, const Vec3& q) { return p.dot(d) < q.dot(d); });
  const Vec3 world = rounded.offset + *farthest + rounded.radius * d.stableNormalized();
  ccdVec3Set(point, world.x(), world.y(), world.z());
}

}  // namespace

bool gjkWithin(const Polytope& a, const Polytope& b, double reach) {
  ccd_t settings;
  CCD_INIT(&settings);
  settings.support1 = supportPoint;
  settings.support2 = supportPoint;
  settings.max_iterations = 200;
  const Rounded rounded_a{a, Vec3::Zero(), reach};
  const Rounded rounded_b{b, b.position - a.position, 0.0};
  return ccdGJKIntersect(&rounded_a, &rounded_b, &settings) != 0;
}

}  // namespace keystone

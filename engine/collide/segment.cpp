#include "collide/segment.h"

#include <algorithm>

namespace keystone {
namespace {

double unitClamp(double value) {
  return std::clamp(value, 0.0, 1.0);
}

}  // namespace

SegmentPair closestPoints(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 u = a1 - a0;
  const Vec3 v = b1 - b0;
  const Vec3 w = b0 - a0;
  const double uu = u.squaredNorm();
  const double vv = v.squaredNorm();
  const double uv = u.dot(v);
  const double uw = u.dot(w);
  const double vw = v.dot(w);
  // |a0 + s u - b0 - t v|^2 is minimal where uu s - uv t = uw and uv s - vv t = vw.
  const double determinant = u.cross(v).squaredNorm();  // = uu vv - uv^2, without its cancellation
  constexpr double kParallel = 1e-20;
  double s = determinant > kParallel * uu * vv ? unitClamp((uw * vv - uv * vw) / determinant) : 0.0;
  double t = 0.0;
  if (vv > 0.0) {
    t = unitClamp((uv * s - vw) / vv);
  }
  if (uu > 0.0) s = unitClamp((uw + uv * t) / uu);
  SegmentPair pair{s, t, a0 + s * u, b0 + t * v, 0.0};
  pair.squared = (pair.on_b - pair.on_a).squaredNorm();
  return pair;
}

}  // namespace keystone

#include "solver/interior/cone_scaling.h"

#include <cmath>
#include <limits>

namespace keystone {
namespace {

// x . R x, by its two factors so that it keeps its sign near the boundary.
double squareOf(const Vec3& x) {
  const double pull = x.tail<2>().norm();
  return (x[0] - pull) * (x[0] + pull);
}

}  // namespace

ConeScaling::ConeScaling(const Vec3& x, const Vec3& s) {
  const double x_size = std::sqrt(squareOf(x)), s_size = std::sqrt(squareOf(s));
  const Vec3 x_unit = x / x_size, s_unit = s / s_size;
  w_ = (s_unit + reversed(x_unit)) / std::sqrt(2.0 * (1.0 + x_unit.dot(s_unit)));
  root_ = (w_ + Vec3::UnitX()) / std::sqrt(2.0 * (w_[0] + 1.0));
  beta_ = std::sqrt(s_size / x_size);
  point_ = apply(x);
}

Mat3 ConeScaling::inverseSquare() const {
  const Vec3 w = reversed(w_);
  Mat3 result = 2.0 * w * w.transpose();
  result.diagonal() -= Vec3(1.0, -1.0, -1.0);
  return result / (beta_ * beta_);
}

Vec3 jordanProduct(const Vec3& x, const Vec3& y) {
  Vec3 result;
  result << x.dot(y), x[0] * y.tail<2>() + y[0] * x.tail<2>();
  return result;
}

Vec3 jordanQuotient(const Vec3& r, const Vec3& x) {
  const double head = (x[0] * r[0] - x.tail<2>().dot(r.tail<2>())) / squareOf(x);
  Vec3 result;
  result << head, (r.tail<2>() - head * x.tail<2>()) / x[0];
  return result;
}

double stepToConeBoundary(const Vec3& x, const Vec3& d) {
  // In the frame that takes x to the axis the cone's boundary is met where the change's pull outruns its head.
  const double size = std::sqrt(squareOf(x));
  const Vec3 unit = x / size;
  const double head = unit.dot(ConeScaling::reversed(d));
  const Vec2 pull = d.tail<2>() - (head + d[0]) / (unit[0] + 1.0) * unit.tail<2>();
  const double closing = pull.norm() - head;
  return closing > 0.0 ? size / closing : std::numeric_limits<double>::infinity();
}

}  // namespace keystone

#include "solver/interior/cone_scaling.h"

#include <cmath>
#include <limits>

namespace keystone {
namespace {

template <int n>
using Vec = Eigen::Matrix<double, n, 1>;

// x . R x, by its two factors so that it keeps its sign near the boundary.
template <int n>
double squareOf(const Vec<n>& x) {
  const double pull = x.template tail<n - 1>().norm();
  return (x[0] - pull) * (x[0] + pull);
}

}  // namespace

template <int n>
ConeScaling<n>::ConeScaling(const Vec& x, const Vec& s) {
  const double x_size = std::sqrt(squareOf<n>(x)), s_size = std::sqrt(squareOf<n>(s));
  const Vec x_unit = x / x_size, s_unit = s / s_size;
  w_ = (s_unit + reversed(x_unit)) / std::sqrt(2.0 * (1.0 + x_unit.dot(s_unit)));
  root_ = (w_ + Vec::UnitX()) / std::sqrt(2.0 * (w_[0] + 1.0));
  beta_ = std::sqrt(s_size / x_size);
  point_ = apply(x);
}

template <int n>
typename ConeScaling<n>::Mat ConeScaling<n>::reflection(const Vec& w) {
  Mat result = 2.0 * w * w.transpose();
  result.diagonal() -= reversed(Vec::Ones());
  return result;
}

template <int n>
Vec<n> jordanProduct(const Vec<n>& x, const Vec<n>& y) {
  Vec<n> result;
  result << x.dot(y), x[0] * y.template tail<n - 1>() + y[0] * x.template tail<n - 1>();
  return result;
}

template <int n>
Vec<n> jordanQuotient(const Vec<n>& r, const Vec<n>& x) {
  const auto r_tail = r.template tail<n - 1>(), x_tail = x.template tail<n - 1>();
  const double head = (x[0] * r[0] - x_tail.dot(r_tail)) / squareOf<n>(x);
  Vec<n> result;
  result << head, (r_tail - head * x_tail) / x[0];
  return result;
}

template <int n>
double stepToConeBoundary(const Vec<n>& x, const Vec<n>& d) {
  // In the frame that takes x to the axis the cone's boundary is met where the change's pull outruns its head.
  const double size = std::sqrt(squareOf<n>(x));
  const Vec<n> unit = x / size;
  const double head = unit.dot(ConeScaling<n>::reversed(d));
  const Vec<n - 1> pull = d.template tail<n - 1>() - (head + d[0]) / (unit[0] + 1.0) * unit.template tail<n - 1>();
  const double closing = pull.norm() - head;
  return closing > 0.0 ? size / closing : std::numeric_limits<double>::infinity();
}

template class ConeScaling<3>;
template class ConeScaling<4>;
template Vec<3> jordanProduct<3>(const Vec<3>&, const Vec<3>&);
template Vec<4> jordanProduct<4>(const Vec<4>&, const Vec<4>&);
template Vec<3> jordanQuotient<3>(const Vec<3>&, const Vec<3>&);
template Vec<4> jordanQuotient<4>(const Vec<4>&, const Vec<4>&);
template double stepToConeBoundary<3>(const Vec<3>&, const Vec<3>&);
template double stepToConeBoundary<4>(const Vec<4>&, const Vec<4>&);

}  // namespace keystone

#include "solver/pgs/inertia_roots.h"

#include "math/lanes.h"

namespace keystone {
namespace {

constexpr double kNoPivot = 1e-14;  // of the diagonal: what is left of a locked direction by rounding

struct Pivot {
  Lanes root, inverse_root;  // zero where there is none
  Pivot(Lanes left, Lanes diagonal) {
    const Bits is_free = left > kNoPivot * diagonal;
    root = onlyWhere(is_free, squareRoot(left));
    inverse_root = onlyWhere(is_free, 1.0 / root);
  }
};

// Cholesky's method on four bodies side by side.
std::array<InertiaRoot, kLanes> rootsOf(const std::array<const double*, kLanes>& angular) {
  const auto [a00, a10, a20, a01] = loadAcross(angular);
  const Lanes a11 = loadAcross(angular, 1)[3];
  const auto [a21, a02, a12, a22] = loadAcross(angular, 5);
  const Pivot first(a00, a00);
  const Lanes c10 = a10 * first.inverse_root, c20 = a20 * first.inverse_root;
  const Pivot second(a11 - c10 * c10, a11);
  const Lanes c21 = (a21 - c20 * c10) * second.inverse_root;
  const Pivot third(a22 - c20 * c20 - c21 * c21, a22);
  std::array<Lanes, kLanes> begin{first.root, c10, second.root, c20}, end{c21, third.root};
  transpose(begin[0], begin[1], begin[2], begin[3]);
  transpose(end[0], end[1], end[2], end[3]);
  std::array<InertiaRoot, kLanes> roots;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    store(begin[lane], roots[lane].data());
    store(end[lane], roots[lane].data() + kLanes);
  }
  return roots;
}

}  // namespace

void findRoots(std::span<const InverseMass> bodies, std::vector<InertiaRoot>& roots) {
  roots.assign(bodies.size() + 1, InertiaRoot{});
  static const InverseMass still;
  for (std::size_t first = 0; first < bodies.size(); first += kLanes) {
    const std::size_t count = std::min<std::size_t>(kLanes, bodies.size() - first);
    std::array<const double*, kLanes> angular;
    angular.fill(still.angular.data());
    for (std::size_t lane = 0; lane < count; ++lane) angular[lane] = bodies[first + lane].angular.data();
    const std::array<InertiaRoot, kLanes> four = rootsOf(angular);
    std::copy_n(four.begin(), count, roots.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

Mat3 matrixOf(const InertiaRoot& root) {
  Mat3 matrix;
  matrix << root[0], 0.0, 0.0, root[1], root[2], 0.0, root[3], root[4], root[5];
  return matrix;
}

}  // namespace keystone

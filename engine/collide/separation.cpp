// The separation s(n) = min n . b - max n . a is maximised over unit n: the maximum is the distance of bodies that are
// apart, and minus the penetration of those that overlap. The method of Gilbert, Johnson and Keerthi finds the maximum
// [gilbert1988], but is inaccurate where bodies touch and fails where they overlap. There it is applied to bodies moved
// apart by t along the present n, which gives argmax s(m) + t m . n, a proximal step: it never loses separation, and
// where it stays, n is a maximum. Bodies that are clearly apart are first searched where they are: between corners a
// step covers no more than the share s / (s + t) of its way. The start is the direction of the bodies shrunk about
// their centres until they are apart. Bodies that overlap may have several maxima; where they do so deeply, the
// expanding polytope finds the best one. Cost: two to five searches of about ten support points each.
#include "collide/separation.h"

#include <array>
#include <cmath>

#include "collide/expanding_polytope.h"
#include "collide/patch.h"
#include "math/rounding.h"

namespace keystone {
namespace {

constexpr int kMostPoints = 64;         // of a search; smooth bodies take about 15
constexpr int kMostProximalSteps = 24;  // proximal
constexpr double kRough = 1e-6;         // the same, for a start
constexpr double kBesides = 0.02;       // of the size, by which bodies are moved apart at least: digits for the search
constexpr double kClear = 1e-6;         // of the size: bodies farther apart are first searched where they are
constexpr double kDeep = 1e-3;    // of the size: shallower overlaps are no worse than the best one by more than that
constexpr double kWayOut = 1e-3;  // of the size, to which the best direction of all is found before it is climbed

// A point of the difference b - a, and the points it comes from.
struct Difference {
  Vec3 difference = Vec3::Zero(), on_a = Vec3::Zero(), on_b = Vec3::Zero();
};

struct Simplex {
  std::array<Difference, 4> corners;
  std::array<double, 4> weights{1.0, 0.0, 0.0, 0.0};  // of the point closest to the origin
  int count = 0;
};

// Weights of the point closest to the origin of the plane through p0 and p0 + e_k; false when it does not lie within
// the corners, or they are degenerate.
bool weigh(const Vec3& p0, const Vec3* e, int edges, double* weights) {
  if (edges == 1) {
    weights[1] = -p0.dot(e[0]) / e[0].squaredNorm();
  } else if (edges == 2) {
    const Vec3 normal = e[0].cross(e[1]);
    const double squared = normal.squaredNorm();
    if (squared <= 1e-24 * e[0].squaredNorm() * e[1].squaredNorm()) return false;
    weights[1] = e[1].cross(p0).dot(normal) / squared;
    weights[2] = p0.cross(e[0]).dot(normal) / squared;
  } else if (edges == 3) {
    const double volume = e[0].dot(e[1].cross(e[2]));
    if (std::abs(volume) <= 1e-13 * e[0].norm() * e[1].norm() * e[2].norm()) return false;
    weights[1] = -p0.dot(e[1].cross(e[2])) / volume;
    weights[2] = -p0.dot(e[2].cross(e[0])) / volume;
    weights[3] = -p0.dot(e[0].cross(e[1])) / volume;
  }
  weights[0] = 1.0;
  for (int k = 1; k <= edges; ++k) {
    if (!(weights[k] >= 0.0)) return false;
    weights[0] -= weights[k];
  }
  return weights[0] >= 0.0;
}

// Reduces the simplex to the corners that hold its point closest to the origin, and returns that point. The last corner
// is among them, since it is nearer than all that the others span.
Vec3 closest(Simplex& simplex) {
  const int old = simplex.count - 1;
  const Vec3 newest = simplex.corners[old].difference;
  Vec3 nearest = newest;
  double least = HUGE_VAL;
  unsigned held = 0;
  std::array<double, 4> weights{1.0, 0.0, 0.0, 0.0};
  for (unsigned subset = 0; subset < 1u << old; ++subset) {
    std::array<Vec3, 3> edges;
    std::array<double, 4> own{1.0, 0.0, 0.0, 0.0};
    int count = 0;
    for (int k = 0; k < old; ++k)
      if ((subset >> k & 1u) != 0) edges[count++] = simplex.corners[k].difference - newest;
    if (!weigh(newest, edges.data(), count, own.data())) continue;
    Vec3 point = newest;
    for (int k = 0; k < count; ++k) point += own[k + 1] * edges[k];
    if (count == 3) point.setZero();
    if (point.squaredNorm() >= least) continue;
    least = point.squaredNorm();
    nearest = point;
    held = subset;
    weights = own;
  }
  const Simplex all = simplex;
  simplex.corners[0] = all.corners[old];
  simplex.weights = weights;
  simplex.count = 1;
  for (int k = 0; k < old; ++k)
    if ((held >> k & 1u) != 0) simplex.corners[simplex.count++] = all.corners[k];
  return nearest;
}

struct Placement {
  double scale;      // of both bodies about their centres
  Vec3 shift;        // [m], of b
  double tolerance;  // relative, of the squared distance
};

// The shortest vector from a to b, zero where they overlap; `along` is where to look first.
Vec3 shortest(const ConvexCore& a, const ConvexCore& b, const Placement& placement, const Vec3& along,
              Simplex& simplex) {
  const auto corner = [&](const Vec3& d) {
    Difference result;
    result.on_a = a.center() + placement.scale * (a.support(d) - a.center());
    result.on_b = b.center() + placement.scale * (b.support(-d) - b.center());
    result.difference = result.on_b + placement.shift - result.on_a;
    return result;
  };
  simplex = {};
  simplex.corners[0] = corner(along);
  simplex.count = 1;
  Vec3 way = simplex.corners[0].difference;
  for (int i = 0; i < kMostPoints && !way.isZero(0.0); ++i) {
    const Difference next = corner(way);
    const double squared = way.squaredNorm(), toward = way.dot(next.difference);
    if (squared - toward <= placement.tolerance * squared) break;
    Simplex larger = simplex;
    larger.corners[larger.count++] = next;
    const Vec3 nearer = closest(larger);
    if (nearer.squaredNorm() >= squared) break;
    way = nearer;
    simplex = larger;
  }
  return way;
}

// The direction of the bodies, shrunk until they are apart.
Vec3 firstNormal(const ConvexCore& a, const ConvexCore& b, double size) {
  const Vec3 offset = b.center() - a.center();
  Simplex simplex;
  for (const double scale : {0.95, 0.7, 0.3}) {
    const Vec3 way = shortest(a, b, {scale, Vec3::Zero(), kRough}, offset, simplex);
    if (way.norm() > 1e-6 * size) return way.normalized();
  }
  return offset.norm() > 1e-9 * size ? Vec3(offset.normalized()) : Vec3(Vec3::UnitY());
}

Vec3 witness(const Simplex& simplex, Vec3 Difference::*point) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 0; k < static_cast<std::size_t>(simplex.count); ++k)
    sum += simplex.weights[k] * (simplex.corners[k].*point);
  return sum;
}

// Climbs from the axis's normal to the top of its neighbourhood. False as soon as the separation exceeds the bound.
bool climb(const ConvexCore& a, const ConvexCore& b, double size, double bound, Separation& axis) {
  bool was_clear = false;
  for (int i = 0; i < kMostProximalSteps; ++i) {
    if (axis.separation > bound) return false;
    const bool clear = !was_clear && axis.separation > kClear * size;
    was_clear |= clear;
    const double apart = clear ? 0.0 : kBesides * size + 1.5 * std::max(0.0, -axis.separation);
    Simplex simplex;
    const Vec3 way = shortest(a, b, {1.0, apart * axis.normal, kFewRoundings}, axis.normal, simplex);
    axis.on_a = witness(simplex, &Difference::on_a);
    axis.on_b = witness(simplex, &Difference::on_b);
    const Vec3 normal = way.isZero(0.0) ? axis.normal : Vec3(way.normalized());  // zero: rounding
    const double separation = separationAlong(a, b, normal);
    if (separation <= axis.separation && !clear) break;
    const bool done = !clear && separation <= axis.separation + kManyRoundings * size;
    if (separation <= axis.separation) continue;
    axis.normal = normal;
    axis.separation = separation;
    if (done) break;
  }
  return axis.separation <= bound;
}

// From the direction that is best of all, to a higher summit where there is one.
void climbElsewhere(const ConvexCore& a, const ConvexCore& b, double size, Separation& axis) {
  Separation other;
  if (!shortestWayOut(a, b, kWayOut * size, other.normal) || other.normal.dot(axis.normal) > kFlushCosine) return;
  other.separation = separationAlong(a, b, other.normal);
  climb(a, b, size, HUGE_VAL, other);
  if (other.separation > axis.separation + kManyRoundings * size) axis = other;
}

}  // namespace

double separationAlong(const ConvexCore& a, const ConvexCore& b, const Vec3& n) {
  return n.dot(b.support(-n) - a.support(n));
}

bool findWay(const ConvexCore& a, const ConvexCore& b, double size, Vec3& along) {
  Simplex simplex;
  const Vec3 way = shortest(a, b, {1.0, Vec3::Zero(), kRough}, along, simplex);
  const double distance = way.norm();
  if (!(distance > kClear * size)) return false;
  along = way / distance;
  return true;
}

bool findSeparation(const ConvexCore& a, const ConvexCore& b, double size, double bound, Separation& axis) {
  axis.normal = firstNormal(a, b, size);
  axis.separation = separationAlong(a, b, axis.normal);
  if (!climb(a, b, size, bound, axis)) return false;
  if (axis.separation < -kDeep * size) climbElsewhere(a, b, size, axis);
  return true;
}

}  // namespace keystone

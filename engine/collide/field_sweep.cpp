#include "collide/field_sweep.h"

#include <algorithm>
#include <functional>

#include "body/free_rotation.h"
#include "collide/field_points.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr int kMostPointSteps = 100;  // a point takes on average; fields that fly past each other take 4

// A point, and when [s] it must be looked at again.
struct Tracked {
  Vec3 place;  // [m], body frame
  double due = 0.0;
};

struct SweepWorkspace {
  std::vector<SurfacePoint> points;
  std::vector<Tracked> tracked;
};

// [m/s] By which a point of one body comes nearer to the other one at most, within h [s].
double closingSpeed(const Moving& a, const Moving& b, double h) {
  const double straight = (b.v - a.v).norm() + h * (b.a - a.a).norm();
  const double reach = isHalfSpace(a.shape) ? 0.0 : boundingRadius(a.shape);
  const double apart = (b.body.pose.position - a.body.pose.position).norm() + h * straight + reach;
  return straight + greatestSpin(a.body, a.omega).omega * reach + greatestSpin(b.body, b.omega).omega * apart;
}

}  // namespace

std::optional<double> timeOfPoints(const Moving& body, const std::vector<int>& parts, const Moving& other, double h,
                                   double level, double slop) {
  if (isHalfSpace(body.shape)) return std::nullopt;
  if (h * std::max(body.omega.norm(), other.omega.norm()) > kMostTurn) return 0.0;
  const double speed = closingSpeed(body, other, h);
  if (!(speed > 0.0)) return std::nullopt;
  const Scratch<SweepWorkspace> workspace;
  auto& [points, tracked] = *workspace;
  surfacePoints(body.shape, parts, points);
  tracked.clear();
  for (const SurfacePoint& point : points) {
    const double distance = distanceTo(other.body.pose, other.shape, body.body.pose.toWorld(point.place));
    if (distance > level + slop) tracked.push_back({point.place, (distance - level) / speed});
  }
  if (tracked.empty()) return std::nullopt;
  std::ranges::make_heap(tracked, std::greater{}, &Tracked::due);
  const std::size_t most = kMostPointSteps * tracked.size();
  for (std::size_t n = 0; n < most; ++n) {
    std::ranges::pop_heap(tracked, std::greater{}, &Tracked::due);
    Tracked& next = tracked.back();
    const double t = next.due;
    if (t > h) return std::nullopt;
    const Vec3 point = bodyAfter(body, t).pose.toWorld(next.place);
    const double distance = distanceTo(bodyAfter(other, t).pose, other.shape, point);
    if (distance <= level + slop) return t;
    next.due = t + (distance - level) / speed;
    std::ranges::push_heap(tracked, std::greater{}, &Tracked::due);
  }
  return tracked.front().due;
}

}  // namespace keystone

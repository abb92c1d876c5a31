#include "session/handles.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "math/round_down.h"
#include "session/quantity.h"

namespace keystone {
namespace {

// [pixels at scale 1] Near the centre there is nothing, so that a small body is seen.
constexpr double kArrowFrom = 16, kArrowTo = 104, kRing = 76, kSquareFrom = 26, kSquareTo = 46;
constexpr double kReach = 8;     // [pixels at scale 1], of the mouse
constexpr double kMostStep = 8;  // [pixels at scale 1], of lengths in steps; a round length is up to 2.5 times less
constexpr double kTurnStep = std::numbers::pi / 12;
constexpr int kStrokes = 96;  // of a ring
// How far a handle is seen edge on: the share of its axis that lies along the sight.
constexpr double kMostOfArrow = 0.97, kLeastOfSquare = 0.2, kLeastOfRing = 0.12;
constexpr double kBehind = 0.1;     // of its radius: farther behind the centre, a ring is not drawn
constexpr double kParallel = 1e-6;  // a ray that is this near to a plane does not meet it

bool isSeen(const Handle& handle, const HandlePlace& place) {
  const double along = std::abs(place.sight[handle.axis]);
  switch (handle.kind) {
    case Handle::Kind::Along:
      return along < kMostOfArrow;
    case Handle::Kind::Across:
      return along > kLeastOfSquare;
    case Handle::Kind::About:
      break;
  }
  return along > kLeastOfRing;
}

// The two axes at right angles to the handle's.
std::pair<Vec3, Vec3> planeOf(const Handle& handle) {
  return {Vec3::Unit((handle.axis + 1) % 3), Vec3::Unit((handle.axis + 2) % 3)};
}

double distanceToSegment(const Vec2& point, const Vec2& from, const Vec2& to) {
  const Vec2 way = to - from;
  const double along = way.isZero(0.0) ? 0.0 : std::clamp((point - from).dot(way) / way.squaredNorm(), 0.0, 1.0);
  return (point - from - along * way).norm();
}

// Whether a closed convex line runs around the point.
bool isWithin(const Vec2& point, const std::vector<Vec2>& line) {
  bool left = false, right = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec2 side = line[i + 1] - line[i], to = point - line[i];
    const double turn = side.x() * to.y() - side.y() * to.x();
    left |= turn > 0.0;
    right |= turn < 0.0;
  }
  return left != right;
}

// [pixels], infinite where the eye is in front of a part of it.
double distanceTo(const Camera& camera, const Handle& handle, const HandlePlace& place, const Vec2& pixel) {
  std::vector<Vec2> line;
  for (const Vec3& point : lineOf(handle, place)) {
    Vec2 at;
    if (!camera.project(point, at)) return std::numeric_limits<double>::infinity();
    line.push_back(at);
  }
  if (handle.kind == Handle::Kind::Across && isWithin(pixel, line)) return 0.0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < line.size(); ++i)
    nearest = std::min(nearest, distanceToSegment(pixel, line[i], line[i + 1]));
  return nearest;
}

// [m], from `point` along `axis` to where that line is nearest to the ray.
double alongAxis(const Ray& ray, const Vec3& point, const Vec3& axis) {
  const double both = axis.dot(ray.direction);
  const Vec3 way = point - ray.origin;
  return (both * ray.direction.dot(way) - axis.dot(way)) / (1.0 - both * both);
}

// From `point` to where the ray meets the plane through it.
std::optional<Vec3> withinPlane(const Ray& ray, const Vec3& point, const Vec3& normal) {
  const double towards = ray.direction.dot(normal);
  if (std::abs(towards) < kParallel) return std::nullopt;
  const double distance = (point - ray.origin).dot(normal) / towards;
  if (distance < 0.0) return std::nullopt;
  return ray.origin + distance * ray.direction - point;
}

}  // namespace

HandlePlace handlePlace(const Camera& camera, const Vec3& centre, double scale) {
  const Vec3 sight = camera.orthographic ? camera.forward() : Vec3((centre - camera.eye()).normalized());
  return {centre, sight, scale * camera.metresPerPixel(centre)};
}

std::vector<Handle> handlesAt(const HandlePlace& place, bool planar) {
  std::vector<Handle> handles;
  for (const Handle::Kind kind : {Handle::Kind::About, Handle::Kind::Across, Handle::Kind::Along}) {
    for (int axis = 0; axis < 3; ++axis) {
      const bool leaves_plane = (kind == Handle::Kind::Along) == (axis == 2);
      const Handle handle{kind, axis};
      if (!(planar && leaves_plane) && isSeen(handle, place)) handles.push_back(handle);
    }
  }
  return handles;
}

std::vector<Vec3> lineOf(const Handle& handle, const HandlePlace& place) {
  const Vec3 axis = Vec3::Unit(handle.axis);
  const auto [u, v] = planeOf(handle);
  const auto at = [&place](const Vec3& out) -> Vec3 { return place.centre + place.unit * out; };
  std::vector<Vec3> line;
  if (handle.kind == Handle::Kind::Along) {
    line = {at(kArrowFrom * axis), at(kArrowTo * axis)};
  } else if (handle.kind == Handle::Kind::Across) {
    for (const auto& [a, b] : {std::pair{kSquareFrom, kSquareFrom},
                               {kSquareTo, kSquareFrom},
                               {kSquareTo, kSquareTo},
                               {kSquareFrom, kSquareTo},
                               {kSquareFrom, kSquareFrom}})
      line.push_back(at(a * u + b * v));
  } else {
    // It begins at the point farthest from the eye, so that the half that is seen is one line.
    const double first = std::atan2(place.sight.dot(v), place.sight.dot(u));
    for (int i = 0; i <= kStrokes; ++i) {
      const double angle = first + 2.0 * std::numbers::pi * i / kStrokes;
      const Vec3 out = std::cos(angle) * u + std::sin(angle) * v;
      if (out.dot(place.sight) < kBehind) line.push_back(at(kRing * out));
    }
  }
  return line;
}

std::optional<Handle> handleUnder(const Camera& camera, const HandlePlace& place, const std::vector<Handle>& handles,
                                  const Vec2& pixel, double scale) {
  std::optional<Handle> nearest;
  double reach = kReach * scale;
  for (const Handle& handle : handles) {
    const double distance = distanceTo(camera, handle, place, pixel);
    if (distance > reach) continue;
    reach = distance;
    nearest = handle;
  }
  return nearest;
}

std::optional<HandleMotion> motionOf(const Handle& handle, const Vec3& centre, const Ray& from, const Ray& to) {
  const Vec3 axis = Vec3::Unit(handle.axis);
  if (handle.kind == Handle::Kind::Along)
    return HandleMotion{(alongAxis(to, centre, axis) - alongAxis(from, centre, axis)) * axis};
  const std::optional<Vec3> first = withinPlane(from, centre, axis), now = withinPlane(to, centre, axis);
  if (!first || !now) return std::nullopt;
  if (handle.kind == Handle::Kind::Across) return HandleMotion{*now - *first};
  return HandleMotion{Vec3::Zero(), std::atan2(axis.dot(first->cross(*now)), first->dot(*now))};
}

double lengthStep(const HandlePlace& place) {
  return roundDown(kMostStep * place.unit);
}

HandleMotion inSteps(const HandleMotion& motion, double length) {
  return {length * (motion.shift / length).array().round().matrix(), kTurnStep * std::round(motion.angle / kTurnStep)};
}

std::string textOf(const Handle& handle, const HandleMotion& motion) {
  if (handle.kind == Handle::Kind::About) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f\u00b0 about %c", motion.angle * 180.0 / std::numbers::pi,
                  "xyz"[handle.axis]);
    return text;
  }
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    if ((axis == handle.axis) != (handle.kind == Handle::Kind::Along)) continue;
    text += (text.empty() ? "" : ", ") + std::string(1, "xyz"[axis]) + " " + quantity(motion.shift[axis], "m");
  }
  return text;
}

std::string stepsText(double length) {
  return quantity(length, "m") + " and 15\u00b0";
}

}  // namespace keystone

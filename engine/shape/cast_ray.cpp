// A ray against each kind of shape, in the shape's frame.
#include <cmath>
#include <optional>

#include "shape/shape.h"

namespace keystone {
namespace {

struct Ray {
  Vec3 origin, direction;  // body frame, direction unit
  Vec3 at(double distance) const { return origin + distance * direction; }
};

using Hit = std::optional<RayHit>;

// A convex solid is where all its planes' normal . x <= offset: the ray enters through the last plane it enters.
class PlaneClipper {
 public:
  explicit PlaneClipper(const Ray& ray) : ray_(ray) {}

  void clip(const Vec3& normal, double offset) {
    const double height = normal.dot(ray_.origin) - offset;
    const double speed = normal.dot(ray_.direction);
    if (speed == 0.0) {
      if (height > 0.0) leave_ = -1.0;
    } else if (speed < 0.0) {
      const double distance = -height / speed;
      if (distance > enter_) {
        enter_ = distance;
        normal_ = normal;
      }
    } else {
      leave_ = std::min(leave_, -height / speed);
    }
  }

  Hit hit() const {
    if (enter_ < 0.0 || enter_ > leave_) return std::nullopt;
    return RayHit{enter_, normal_};
  }

 private:
  const Ray& ray_;
  double enter_ = -1.0;  // stays negative when the ray starts inside
  double leave_ = HUGE_VAL;
  Vec3 normal_ = Vec3::Zero();
};

// A ball of `radius` about `center`.
Hit castBall(const Ray& ray, const Vec3& center, double radius) {
  const Vec3 from = ray.origin - center;
  const double along = from.dot(ray.direction);
  // The squared miss distance, taken from the nearest point: no cancellation for far origins.
  const double miss = (from - along * ray.direction).squaredNorm();
  if (miss > radius * radius) return std::nullopt;
  const double distance = -along - std::sqrt(radius * radius - miss);
  if (distance < 0.0) return std::nullopt;
  return RayHit{distance, (from + distance * ray.direction) / radius};
}

// The side of a cylinder about the y axis, |y| <= half_length.
Hit castCylinderSide(const Ray& ray, double radius, double half_length) {
  const Vec2 from(ray.origin.x(), ray.origin.z());
  const Vec2 way(ray.direction.x(), ray.direction.z());
  const double a = way.squaredNorm();
  if (a == 0.0) return std::nullopt;
  const double middle = -from.dot(way) / a;
  const double miss = (from + middle * way).squaredNorm();
  if (miss > radius * radius) return std::nullopt;
  const double distance = middle - std::sqrt((radius * radius - miss) / a);
  const Vec3 point = ray.at(distance);
  if (distance < 0.0 || std::abs(point.y()) > half_length) return std::nullopt;
  return RayHit{distance, Vec3(point.x(), 0.0, point.z()) / radius};
}

struct Cast {
  const Ray& ray;

  Hit operator()(const Box& box) const {
    PlaneClipper clipper(ray);
    for (int axis = 0; axis < 3; ++axis) {
      clipper.clip(Vec3::Unit(axis), box.half[axis]);
      clipper.clip(-Vec3::Unit(axis), box.half[axis]);
    }
    return clipper.hit();
  }
  Hit operator()(const Hull& hull) const {
    PlaneClipper clipper(ray);
    for (std::size_t i = 0; i < hull.data->normals.size(); ++i) {
      clipper.clip(hull.data->normals[i], hull.data->offsets[i]);
    }
    return clipper.hit();
  }
  Hit operator()(const HalfSpace& plane) const {
    PlaneClipper clipper(ray);
    clipper.clip(plane.normal, plane.offset);
    return clipper.hit();
  }
  Hit operator()(const Sphere& sphere) const { return castBall(ray, Vec3::Zero(), sphere.radius); }
  Hit operator()(const Capsule& capsule) const {
    const Vec3 nearest(0.0, std::clamp(ray.origin.y(), -capsule.half_length, capsule.half_length), 0.0);
    if ((ray.origin - nearest).norm() < capsule.radius) return std::nullopt;
    Hit first = castCylinderSide(ray, capsule.radius, capsule.half_length);
    for (const double end : {-capsule.half_length, capsule.half_length}) {
      const Hit cap = castBall(ray, Vec3(0.0, end, 0.0), capsule.radius);
      if (cap && (!first || cap->distance < first->distance)) first = cap;
    }
    return first;
  }
};

}  // namespace

bool castRay(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
             RayHit& hit) {
  const Ray ray{pose.toLocal(origin), pose.orientation.conjugate() * direction};
  const Hit found = std::visit(Cast{ray}, shape);
  if (!found || found->distance > max_distance) return false;
  hit = {found->distance, pose.rotate(found->normal)};
  return true;
}

}  // namespace keystone

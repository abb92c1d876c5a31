#include "shape/shape.h"

#include <limits>

namespace keystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Half the width [m] of a centrally symmetric shape along each world axis.
struct HalfWidths {
  const Pose& pose;

  Vec3 operator()(const Box& box) const { return pose.orientation.toRotationMatrix().cwiseAbs() * box.half; }
  Vec3 operator()(const Sphere& sphere) const { return Vec3::Constant(sphere.radius); }
  Vec3 operator()(const Capsule& capsule) const {
    return pose.rotate(Vec3::UnitY() * capsule.half_length).cwiseAbs() + Vec3::Constant(capsule.radius);
  }
  Vec3 operator()(const HalfSpace&) const { return Vec3::Constant(kInfinity); }
};

struct Support {
  const Vec3& d;

  Vec3 operator()(const Box& box) const {
    return {std::copysign(box.half.x(), d.x()), std::copysign(box.half.y(), d.y()), std::copysign(box.half.z(), d.z())};
  }
  Vec3 operator()(const Sphere& sphere) const {
    const double length = d.norm();
    return length > 0.0 ? Vec3(d * (sphere.radius / length)) : Vec3(sphere.radius, 0.0, 0.0);
  }
  Vec3 operator()(const Capsule& capsule) const {
    return (*this)(Sphere{capsule.radius}) + Vec3(0.0, std::copysign(capsule.half_length, d.y()), 0.0);
  }
  Vec3 operator()(const HalfSpace&) const { return Vec3::Constant(kInfinity); }
  Vec3 operator()(const Hull& hull) const {
    const std::vector<Vec3>& vertices = hull.data->vertices;
    std::size_t best = 0;
    for (std::size_t i = 1; i < vertices.size(); ++i) {
      if (vertices[i].dot(d) > vertices[best].dot(d)) best = i;
    }
    return vertices[best];
  }
};

struct Radius {
  double operator()(const Box& box) const { return box.half.norm(); }
  double operator()(const Sphere& sphere) const { return sphere.radius; }
  double operator()(const Capsule& capsule) const { return capsule.half_length + capsule.radius; }
  double operator()(const HalfSpace&) const { return kInfinity; }
  double operator()(const Hull& hull) const {
    double squared = 0.0;
    for (const Vec3& vertex : hull.data->vertices) squared = std::max(squared, vertex.squaredNorm());
    return std::sqrt(squared);
  }
};

Aabb hullBounds(const HullData& hull, const Pose& pose) {
  const Mat3 rotation = pose.orientation.toRotationMatrix();
  Aabb box{Vec3::Constant(kInfinity), Vec3::Constant(-kInfinity)};
  for (const Vec3& vertex : hull.vertices) {
    const Vec3 turned = rotation * vertex;
    box.lower = box.lower.cwiseMin(turned);
    box.upper = box.upper.cwiseMax(turned);
  }
  box.lower += pose.position;
  box.upper += pose.position;
  return box;
}

struct Bounds {
  const Pose& pose;

  Aabb operator()(const Hull& hull) const { return hullBounds(*hull.data, pose); }
  template <typename Symmetric>
  Aabb operator()(const Symmetric& shape) const {
    const Vec3 half = HalfWidths{pose}(shape);
    return {pose.position - half, pose.position + half};
  }
};

}  // namespace

Aabb bounds(const Shape& shape, const Pose& pose, double margin) {
  Aabb box = std::visit(Bounds{pose}, shape);
  box.lower.array() -= margin;
  box.upper.array() += margin;
  return box;
}

Vec3 support(const Shape& shape, const Vec3& d) {
  return std::visit(Support{d}, shape);
}

double boundingRadius(const Shape& shape) {
  return std::visit(Radius{}, shape);
}

}  // namespace keystone

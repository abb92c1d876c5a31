// Random convex shapes for fuzzing, reproducible by seed.
#pragma once

#include <random>

#include "shape/hull.h"
#include "shape/shape_kind.h"

namespace keystone {

class RandomShapes {
 public:
  explicit RandomShapes(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  Vec3 direction() {
    for (;;) {
      const Vec3 v = vector(1.0);
      if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
    }
  }
  Quat turn() { return Quat(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)).normalized(); }

  Box box() { return {Vec3(uniform(0.1, 1.0), uniform(0.1, 1.0), uniform(0.1, 1.0))}; }
  Sphere sphere() { return {uniform(0.1, 1.0)}; }
  Capsule capsule() { return {uniform(0.1, 0.5), uniform(0.1, 0.8)}; }
  Hull hull() {
    std::vector<Vec3> points;
    const int count = 6 + static_cast<int>(uniform(0.0, 14.0));
    for (int i = 0; i < count; ++i) points.push_back(uniform(0.3, 1.0) * direction());
    return {hullFromPoints(points)};
  }
  Shape convex() {
    if (uniform(0.0, 1.0) < 0.5) return makeShape("cylinder", {uniform(0.1, 0.8), uniform(0.2, 1.6), 0.0});
    return makeShape("ellipsoid", {uniform(0.1, 1.0), uniform(0.1, 1.0), uniform(0.1, 1.0)});
  }
  Shape polytope() { return uniform(0.0, 1.0) < 0.5 ? Shape(box()) : Shape(hull()); }
  // In space.
  Shape solid() { return uniform(0.0, 1.0) < 0.3 ? convex() : any(); }
  Shape cone() { return makeShape("cone", {uniform(0.1, 0.8), uniform(0.2, 1.6), 0.0}); }
  // Boxes and hulls with a margin.
  Shape rounded() {
    const double margin = uniform(0.02, 0.3);
    Box sharp = box();
    sharp.margin = margin;
    if (uniform(0.0, 1.0) < 0.5) return sharp;
    return Hull{hullFromPoints(hull().data->vertices, nullptr, margin)};
  }
  // Of every kind, in space.
  Shape everySolid() {
    const double which = uniform(0.0, 1.0);
    return which < 0.2 ? cone() : which < 0.4 ? rounded() : solid();
  }
  // In the plane too.
  Shape any() {
    switch (static_cast<int>(uniform(0.0, 4.0))) {
      case 0:
        return box();
      case 1:
        return sphere();
      case 2:
        return capsule();
      default:
        return hull();
    }
  }

 private:
  std::mt19937 engine_;
};

}  // namespace keystone

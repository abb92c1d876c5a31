// The table of shapes: one row says all that the engine, scene files, panels and the viewer ask of a kind of shape.
// A shape of kind Convex needs no more than its row; boxes, balls, capsules, half-spaces and hulls also have closed
// forms in the narrow phase.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shape/mass_properties.h"
#include "shape/ray.h"
#include "shape/shape.h"

namespace keystone {

// A key of the shape in scene files: a length [m], or lengths along the body's axes.
struct ShapeSize {
  std::string_view key;
  int numbers = 1;  // 1 or 3
};

// The part of a surface that looks in a direction and may bear there: a point, a line, or the loop around a flat face,
// counter-clockwise seen from outside. It may hold more than touches: gaps tell.
struct Facing {
  static constexpr int kCapacity = 64;
  int count = 0;
  std::array<Vec3, kCapacity> points;          // [m]
  std::array<std::uint32_t, kCapacity> names;  // below 64, each the same while it names the same feature
  int face = -1;                               // number of the flat face, below 128; -1: none
  Vec3 normal = Vec3::Zero();                  // unit, outward, of the flat face

  void add(const Vec3& point, std::uint32_t name) {
    if (count == kCapacity) return;
    points[count] = point;
    names[count++] = name;
  }
};

// Points [m] and a radius [m] around them that tell shapes of one kind apart, but for turns that change nothing.
struct Outline {
  std::vector<Vec3> points;
  double radius = 0.0;
};

// A triangulated surface for drawing.
struct Surface {
  std::vector<Vec3> points, normals;          // [m], unit; a point on a crease stands there once for each side
  std::vector<std::array<int, 3>> triangles;  // counter-clockwise seen from outside
};

// All in the body's frame. Half-spaces, hulls and compounds, which are not a few lengths, have no sizes.
struct ShapeKind {
  std::string_view id;                                 // in scene files
  Vec3 (*support)(const Shape& shape, const Vec3& d);  // farthest point along d, which need not be unit
  Aabb (*bounds)(const Shape& shape, const Pose& pose);
  double (*radius)(const Shape& shape);  // [m], of the smallest ball about the origin that holds it
  std::optional<RayHit> (*castRay)(const Shape& shape, const LocalRay& ray);
  MassProperties (*mass)(const Shape& shape, double density);
  Outline (*outline)(const Shape& shape) = nullptr;              // of finite shapes
  Surface (*surface)(const Shape& shape, int around) = nullptr;  // `around` points to a circle
  std::span<const ShapeSize> sizes = {};                         // three numbers in all at most
  Shape (*make)(const Vec3& sizes) = nullptr;
  Vec3 (*sizesOf)(const Shape& shape) = nullptr;
  // Of Convex shapes, whose `d` is unit; boxes and hulls have a surface where they have a margin.
  void (*facing)(const Shape& shape, const Vec3& d, Facing& facing) = nullptr;
};

// `make` and `sizesOf` of Convex shapes.
template <const ShapeKind& kind>
Shape makeConvex(const Vec3& sizes) {
  return Convex{&kind, sizes};
}
inline Vec3 convexSizes(const Shape& shape) {
  return std::get<Convex>(shape).sizes;
}

std::span<const ShapeKind* const> shapeKinds();
const ShapeKind& kindOf(const Shape& shape);
// The kind with this id, which must exist and have sizes [m].
Shape makeShape(std::string_view id, const Vec3& sizes);
// Such as "capsule, radius 0.25 m, length 0.5 m".
std::string describe(const Shape& shape);

}  // namespace keystone

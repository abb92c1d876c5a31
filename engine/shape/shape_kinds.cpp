// The rows of the table of shapes. A row stands in the file of its shape.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <limits>

#include "shape/distance_field.h"
#include "shape/shape_kind.h"

namespace keystone {

extern const ShapeKind kBoxKind, kSphereKind, kCapsuleKind, kHalfSpaceKind, kHullKind, kCompoundKind;
extern const ShapeKind kCylinderKind, kConeKind, kEllipsoidKind;

namespace {

// The first six in the order of the variant, then the kinds of Convex.
constexpr const ShapeKind* kKinds[] = {&kBoxKind,      &kSphereKind,   &kCapsuleKind, &kHalfSpaceKind, &kHullKind,
                                       &kCompoundKind, &kCylinderKind, &kConeKind,    &kEllipsoidKind};

}  // namespace

std::span<const ShapeKind* const> shapeKinds() {
  return kKinds;
}

const ShapeKind& kindOf(const Shape& shape) {
  const auto* convex = std::get_if<Convex>(&shape);
  return convex != nullptr ? *convex->kind : *kKinds[shape.index()];
}

Shape makeShape(std::string_view id, const Vec3& sizes) {
  const auto* const row = std::ranges::find(kKinds, id, [](const ShapeKind* kind) { return kind->id; });
  assert(row != std::end(kKinds) && (*row)->make != nullptr);
  return (*row)->make(sizes);
}

std::string describe(const Shape& shape) {
  const ShapeKind& kind = kindOf(shape);
  const DistanceField* field = fieldOf(shape);
  std::string text(isSurface(shape) ? "surface" : field != nullptr ? "distance field" : kind.id);
  const auto number = [](double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.3g", value);
    return std::string(digits);
  };
  int at = 0;
  for (const ShapeSize& size : kind.sizes) {
    text += ", " + std::string(size.key) + " ";
    for (int k = 0; k < size.numbers; ++k) text += (k > 0 ? " x " : "") + number(kind.sizesOf(shape)[at++]);
    text += " m";
  }
  if (const auto* hull = std::get_if<Hull>(&shape); hull != nullptr && hull->data)
    text += ", " + std::to_string(hull->data->vertices.size()) + " vertices";
  if (const auto* compound = std::get_if<Compound>(&shape)) {
    const Sides sides = compound->data->sides;
    text += ", " + std::to_string(partCount(shape)) + (sides == Sides::Solid ? " parts" : " triangles");
    if (field != nullptr) {
      text += ", cells of " + number(field->grid.cell) + " m, off the mesh by " + number(field->error) + " m at most";
    } else if (sides != Sides::Solid) {
      text += sides == Sides::Front ? ", met from the front" : ", met from both sides";
    } else if (const auto& mesh = compound->data->mesh)
      text += ", dents up to " + number(mesh->filled) + " m filled, volume + " + number(100.0 * mesh->excess) + " %";
  }
  if (const double margin = marginOf(shape); margin > 0.0) text += ", margin " + number(margin) + " m";
  return text;
}

MassProperties massProperties(const Shape& shape, double density) {
  return kindOf(shape).mass(shape, density);
}

Aabb bounds(const Shape& shape, const Pose& pose, double margin) {
  Aabb box = kindOf(shape).bounds(shape, pose);
  box.lower.array() -= margin;
  box.upper.array() += margin;
  return box;
}

Aabb boundsOf(const Aabb& box, const Pose& pose) {
  const Vec3 middle = pose.toWorld(0.5 * (box.lower + box.upper));
  const Vec3 half = pose.orientation.toRotationMatrix().cwiseAbs() * (0.5 * (box.upper - box.lower));
  return {middle - half, middle + half};
}

Vec3 support(const Shape& shape, const Vec3& d) {
  return kindOf(shape).support(shape, d);
}

double boundingRadius(const Shape& shape) {
  return kindOf(shape).radius(shape);
}

double marginOf(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return box->margin;
  const auto* hull = std::get_if<Hull>(&shape);
  return hull != nullptr && hull->data ? hull->data->margin : 0.0;
}

double innerRadius(const Shape& shape, bool planar) {
  if (isHalfSpace(shape)) return std::numeric_limits<double>::infinity();
  if (const auto* compound = std::get_if<Compound>(&shape)) return compound->data->inner[planar ? 1 : 0];
  double least = std::numeric_limits<double>::infinity();
  if (const auto* hull = std::get_if<Hull>(&shape)) {
    for (std::size_t face = 0; face < hull->data->normals.size(); ++face)
      if (!planar || std::abs(hull->data->normals[face].z()) < 0.5) least = std::min(least, hull->data->offsets[face]);
    return least;
  }
  for (int axis = 0; axis < (planar ? 2 : 3); ++axis)
    for (const double sign : {-1.0, 1.0}) {
      const Vec3 d = sign * Vec3::Unit(axis);
      least = std::min(least, d.dot(support(shape, d)));
    }
  return least;
}

bool castRay(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
             RayHit& hit) {
  const LocalRay ray{pose.toLocal(origin), pose.orientation.conjugate() * direction};
  const std::optional<RayHit> found = kindOf(shape).castRay(shape, ray);
  if (!found || found->distance > max_distance) return false;
  hit = {found->distance, pose.rotate(found->normal)};
  return true;
}

}  // namespace keystone

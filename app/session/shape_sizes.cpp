#include "session/shape_sizes.h"

#include <vector>

#include "shape/hull.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

// Those of meshes follow their files.
const HullData* hullOfPoints(const Shape& shape) {
  const auto* hull = std::get_if<Hull>(&shape);
  return hull != nullptr && hull->data->source.empty() ? hull->data.get() : nullptr;
}

Vec3 lengthsOf(const Shape& shape) {
  const Aabb box = bounds(shape, Pose(), 0.0);
  return box.upper - box.lower;
}

}  // namespace

int sizeCount(const Shape& shape) {
  if (hullOfPoints(shape) != nullptr) return 3;
  int count = 0;
  for (const ShapeSize& size : kindOf(shape).sizes) count += size.numbers;
  return count;
}

Vec3 sizesOf(const Shape& shape) {
  return hullOfPoints(shape) != nullptr ? lengthsOf(shape) : kindOf(shape).sizesOf(shape);
}

Shape withSizes(const Shape& shape, const Vec3& sizes) {
  if (const HullData* hull = hullOfPoints(shape)) {
    const Vec3 factors = sizes.cwiseQuotient(lengthsOf(shape));
    std::vector<Vec3> points = hull->vertices;
    for (Vec3& point : points) point = point.cwiseProduct(factors);
    return Hull{hullFromPoints(points, nullptr, hull->margin)};
  }
  Shape made = kindOf(shape).make(sizes);
  if (auto* box = std::get_if<Box>(&made)) box->margin = marginOf(shape);
  return made;
}

std::string sizeNames(const Shape& shape) {
  if (hullOfPoints(shape) != nullptr) return "along x, y, z";
  std::string names;
  for (const ShapeSize& size : kindOf(shape).sizes)
    names += (names.empty() ? "" : ", ") + (size.numbers == 3 ? std::string("along x, y, z") : std::string(size.key));
  return names;
}

}  // namespace keystone

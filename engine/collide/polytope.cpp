#include "collide/polytope.h"

#include <algorithm>
#include <cassert>

#include "math/rounding.h"

namespace keystone {
namespace {

void groupByFour(std::span<const Vec3> vectors, std::span<SimdDouble4x3> groups) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto at = [&](std::size_t lane) -> const Vec3& {
      return vectors[std::min(kSimdWidth * g + lane, vectors.size() - 1)];
    };
    const Vec3 &a = at(0), &b = at(1), &c = at(2), &d = at(3);
    for (int k = 0; k < 3; ++k) groups[g][k] = SimdDouble4{a[k], b[k], c[k], d[k]};
  }
}

}  // namespace

const Vec3& lowestVertex(const Polytope& solid, const Vec3& direction) {
  const SimdDouble4x3 against = broadcast(Vec3(-direction));
  Largest4 lowest;
  for (const SimdDouble4x3& vertices : solid.vertices4) lowest.offer(heights(vertices, against));
  return solid.vertices[lowest.index()];
}

const Polytope& PolytopeStore::placeAt(std::size_t number, const Shape& shape, const Pose& pose) {
  assert(number < placed_.size());
  Placed& placed = placed_[number];
  const Box* box = std::get_if<Box>(&shape);
  assert(box != nullptr || std::holds_alternative<Hull>(shape));
  const HullData& topology = box != nullptr ? boxTopology() : *std::get<Hull>(shape).data;
  const std::size_t vertices = topology.vertices.size(), normals = topology.normals.size();
  std::span<Vec3> vectors = placed.box_vectors;
  std::span<double> offsets = placed.box_offsets;
  std::span<SimdDouble4x3> vectors4 = placed.box_vectors4;
  if (box == nullptr) {
    placed.hull_vectors.resize(vertices + normals);
    placed.hull_offsets.resize(kSimdWidth * foursOf(normals));
    placed.hull_vectors4.resize(foursOf(vertices) + foursOf(normals));
    vectors = placed.hull_vectors;
    offsets = placed.hull_offsets;
    vectors4 = placed.hull_vectors4;
  }
  const Mat3 rotation = pose.orientation.toRotationMatrix();
  const Vec3 scale = box != nullptr ? box->half : Vec3::Ones();
  for (std::size_t i = 0; i < vertices; ++i) vectors[i] = rotation * topology.vertices[i].cwiseProduct(scale);
  for (std::size_t i = 0; i < normals; ++i) vectors[vertices + i] = rotation * topology.normals[i];
  groupByFour(vectors.first(vertices), vectors4.first(foursOf(vertices)));
  groupByFour(vectors.subspan(vertices), vectors4.subspan(foursOf(vertices)));
  std::ranges::fill(offsets.subspan(normals), kInfinity);
  for (std::size_t f = 0; f < normals; ++f) offsets[f] = box != nullptr ? box->half[f % 3] : topology.offsets[f];

  Polytope& view = placed.view;
  view.position = pose.position;
  view.vertices = vectors.first(vertices);
  view.normals = vectors.subspan(vertices);
  view.offsets = offsets.first(normals);
  view.vertices4 = vectors4.first(foursOf(vertices));
  view.normals4 = vectors4.subspan(foursOf(vertices));
  view.topology = &topology;
  view.is_box = box != nullptr;
  view.margin = box != nullptr ? box->margin : topology.margin;
  return view;
}

}  // namespace keystone

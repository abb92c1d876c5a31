#include "collide/polytope.h"

#include <cassert>

namespace keystone {

const Vec3& lowestVertex(const Polytope& solid, const Vec3& direction) {
  const Vec3* lowest = &solid.vertices[0];
  double least = direction.dot(*lowest);
  for (const Vec3& vertex : solid.vertices.subspan(1)) {
    const double height = direction.dot(vertex);
    if (height >= least) continue;
    lowest = &vertex;
    least = height;
  }
  return *lowest;
}

const Polytope& PolytopeStore::place(const Shape& shape, const Pose& pose) {
  assert(used_ < placed_.size());
  Placed& placed = placed_[used_++];
  const Box* box = std::get_if<Box>(&shape);
  assert(box != nullptr || std::holds_alternative<Hull>(shape));
  const HullData& topology = box != nullptr ? boxTopology() : *std::get<Hull>(shape).data;
  const std::size_t vertices = topology.vertices.size(), normals = topology.normals.size();
  if (box == nullptr) placed.hull_vectors.resize(vertices + normals);
  Vec3* vectors = box != nullptr ? placed.box_vectors.data() : placed.hull_vectors.data();

  const Mat3 rotation = pose.orientation.toRotationMatrix();
  const Vec3 scale = box != nullptr ? box->half : Vec3::Ones();
  for (std::size_t i = 0; i < vertices; ++i) vectors[i] = rotation * topology.vertices[i].cwiseProduct(scale);
  for (std::size_t i = 0; i < normals; ++i) vectors[vertices + i] = rotation * topology.normals[i];
  if (box != nullptr) {
    for (int f = 0; f < 6; ++f) placed.box_offsets[f] = box->half[f % 3];
  }

  Polytope& view = placed.view;
  view.position = pose.position;
  view.vertices = {vectors, vertices};
  view.normals = {vectors + vertices, normals};
  view.offsets =
      box != nullptr ? std::span<const double>(placed.box_offsets) : std::span<const double>(topology.offsets);
  view.topology = &topology;
  view.is_box = box != nullptr;
  view.margin = box != nullptr ? box->margin : topology.margin;
  return view;
}

}  // namespace keystone

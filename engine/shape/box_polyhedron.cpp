#include "shape/box_polyhedron.h"

namespace keystone {
namespace {

int cornerIndex(int axis, int sign, int axis_1, int sign_1, int axis_2, int sign_2) {
  return (sign << axis) | (sign_1 << axis_1) | (sign_2 << axis_2);
}

HullData makeBoxTopology() {
  HullData box;
  for (int v = 0; v < 8; ++v) {
    box.vertices.emplace_back((v & 1) != 0 ? 1.0 : -1.0, (v & 2) != 0 ? 1.0 : -1.0, (v & 4) != 0 ? 1.0 : -1.0);
  }
  for (int f = 0; f < 6; ++f) {
    const int k = f % 3;
    const int sign = f < 3 ? 1 : 0;
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    std::vector<int> loop = {cornerIndex(k, sign, i, 0, j, 0), cornerIndex(k, sign, i, 1, j, 0),
                             cornerIndex(k, sign, i, 1, j, 1), cornerIndex(k, sign, i, 0, j, 1)};
    if (sign == 0) std::swap(loop[1], loop[3]);
    box.faces.push_back(loop);
    box.normals.emplace_back((sign != 0 ? 1.0 : -1.0) * Vec3::Unit(k));
    box.offsets.push_back(1.0);
  }
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    for (int s = 0; s < 4; ++s) {
      const int sign_i = s & 1;
      const int sign_j = s >> 1;
      box.edges.emplace_back(cornerIndex(k, 0, i, sign_i, j, sign_j), cornerIndex(k, 1, i, sign_i, j, sign_j));
      const int face_i = sign_i != 0 ? i : i + 3;
      const int face_j = sign_j != 0 ? j : j + 3;
      box.edge_faces.emplace_back(sign_i == sign_j ? std::pair(face_i, face_j) : std::pair(face_j, face_i));
    }
  }
  return box;
}

}  // namespace

const HullData& boxTopology() {
  static const HullData topology = makeBoxTopology();
  return topology;
}

HullData boxPolyhedron(const Vec3& half) {
  HullData box = boxTopology();
  for (Vec3& vertex : box.vertices) vertex = vertex.cwiseProduct(half);
  for (std::size_t f = 0; f < box.offsets.size(); ++f) box.offsets[f] = half[static_cast<Eigen::Index>(f % 3)];
  return box;
}

}  // namespace keystone

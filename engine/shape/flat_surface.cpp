#include "shape/flat_surface.h"

#include "shape/ear_clipping.h"

namespace keystone {

std::vector<std::array<int, 3>> trianglesOf(const PolygonMesh& mesh, bool turned) {
  std::vector<std::array<int, 3>> triangles;
  for (const std::vector<int>& face : mesh.faces) triangulate(mesh.vertices, face, triangles);
  if (turned)
    for (std::array<int, 3>& triangle : triangles) std::swap(triangle[1], triangle[2]);
  return triangles;
}

Surface flatSurface(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                    const Vec3& center, bool both_sides) {
  Surface surface;
  const auto add = [&](int a, int b, int c) {
    const auto at = [&](int v) -> const Vec3& { return vertices[v]; };
    const Vec3 normal = (at(b) - at(a)).cross(at(c) - at(a));
    if (normal.isZero(0.0)) return;
    const int first = static_cast<int>(surface.points.size());
    for (const int v : {a, b, c}) {
      surface.points.emplace_back(at(v) - center);
      surface.normals.push_back(normal.normalized());
    }
    surface.triangles.push_back({first, first + 1, first + 2});
  };
  for (const auto& [a, b, c] : triangles) {
    add(a, b, c);
    if (both_sides) add(a, c, b);
  }
  return surface;
}

}  // namespace keystone

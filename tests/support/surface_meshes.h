// Triangle meshes for tests.
#pragma once

#include <array>
#include <vector>

#include "math/types.h"

namespace keystone {

struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

// A parallelogram of m x n cells of two triangles; its front looks along u x v.
inline TriangleMesh grid(const Vec3& corner, const Vec3& u, const Vec3& v, int m, int n) {
  TriangleMesh mesh;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= m; ++i) mesh.vertices.push_back(corner + u * (double(i) / m) + v * (double(j) / n));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      const int a = j * (m + 1) + i, b = a + 1, c = a + m + 1, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  return mesh;
}

// Vertices at the same place are one, as those of a file are.
inline void append(const TriangleMesh& other, TriangleMesh& mesh) {
  std::vector<int> numbers;
  for (const Vec3& vertex : other.vertices) {
    std::size_t at = 0;
    while (at < mesh.vertices.size() && (mesh.vertices[at] - vertex).norm() > 1e-9) ++at;
    if (at == mesh.vertices.size()) mesh.vertices.push_back(vertex);
    numbers.push_back(static_cast<int>(at));
  }
  for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({numbers[a], numbers[b], numbers[c]});
}

// A box with these half extents [m], counter-clockwise seen from outside.
inline TriangleMesh boxMesh(const Vec3& half, const Pose& pose) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back(pose.toWorld({(k & 1) != 0 ? half.x() : -half.x(), (k & 2) != 0 ? half.y() : -half.y(),
                                          (k & 4) != 0 ? half.z() : -half.z()}));
  for (const auto& [a, b, c, d] : std::array<std::array<int, 4>, 6>{
           {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}}) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}

inline void turnOver(TriangleMesh& mesh) {
  for (auto& [a, b, c] : mesh.triangles) std::swap(b, c);
}

}  // namespace keystone

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
  for (const auto& [a, b, c] : other.triangles)
    mesh.triangles.push_back({numbers[static_cast<std::size_t>(a)], numbers[static_cast<std::size_t>(b)],
                              numbers[static_cast<std::size_t>(c)]});
}

inline void turnOver(TriangleMesh& mesh) {
  for (auto& [a, b, c] : mesh.triangles) std::swap(b, c);
}

}  // namespace keystone

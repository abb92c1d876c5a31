#include "view/mesh.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace keystone {
namespace {

constexpr float kNoEdge = 1e6F;  // [m]

MeshVertex smoothVertex(const glm::vec3& position, float stretch, const glm::vec3& normal) {
  return {glm::vec4(position, stretch), normal, glm::vec4(normal, kNoEdge)};
}

// Splits every triangle of an icosphere into four.
void subdivide(std::vector<glm::vec3>& points, std::vector<std::uint32_t>& triangles) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [entry, fresh] = middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(points.size()));
    if (fresh) points.push_back(glm::normalize(points[a] + points[b]));
    return entry->second;
  };
  std::vector<std::uint32_t> finer;
  finer.reserve(4 * triangles.size());
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    const std::uint32_t a = triangles[i], b = triangles[i + 1], c = triangles[i + 2];
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    finer.insert(finer.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
  }
  triangles = std::move(finer);
}

glm::vec3 toVec3(const Vec3& v) {
  return {float(v.x()), float(v.y()), float(v.z())};
}

// For each directed edge (from, to) of the hull, the face on its left.
std::map<std::pair<int, int>, std::size_t> edgeFaces(const HullData& hull) {
  std::map<std::pair<int, int>, std::size_t> faces;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const std::vector<int>& face = hull.faces[f];
    for (std::size_t i = 0; i < face.size(); ++i) faces[{face[i], face[(i + 1) % face.size()]}] = f;
  }
  return faces;
}

}  // namespace

Mesh boxMesh() {
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {1.0F, -1.0F}) {
      glm::vec3 normal(0.0F), u(0.0F), v(0.0F);
      normal[axis] = side;
      u[(axis + 1) % 3] = side;  // u x v = normal on both sides
      v[(axis + 2) % 3] = 1.0F;
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (const glm::vec3& corner : {normal - u - v, normal + u - v, normal + u + v, normal - u + v}) {
        mesh.vertices.push_back(smoothVertex(corner, 0.0F, normal));
      }
      for (const std::uint32_t i : {0, 1, 2, 0, 2, 3}) mesh.indices.push_back(first + i);
    }
  }
  return mesh;
}

Mesh sphereMesh(int subdivisions) {
  const float golden = 0.5F * (1.0F + std::sqrt(5.0F));
  std::vector<glm::vec3> points;
  for (const float a : {-1.0F, 1.0F}) {
    for (const float b : {-golden, golden}) {
      for (const glm::vec3& corner : {glm::vec3(0, a, b), glm::vec3(a, b, 0), glm::vec3(b, 0, a)}) {
        points.push_back(glm::normalize(corner));
      }
    }
  }
  // The faces of the icosahedron are its triples of nearest neighbours (at squared distance 4 before normalising).
  const float reach = 1.2F;
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t i = 0; i < 12; ++i) {
    for (std::uint32_t j = i + 1; j < 12; ++j) {
      for (std::uint32_t k = j + 1; k < 12; ++k) {
        const glm::vec3 &a = points[i], &b = points[j], &c = points[k];
        if (glm::distance(a, b) > reach || glm::distance(b, c) > reach || glm::distance(c, a) > reach) continue;
        const bool outward = glm::dot(glm::cross(b - a, c - a), a + b + c) > 0.0F;
        triangles.insert(triangles.end(), {i, outward ? j : k, outward ? k : j});
      }
    }
  }
  for (int level = 0; level < subdivisions; ++level) subdivide(points, triangles);
  Mesh mesh;
  mesh.indices = std::move(triangles);
  for (const glm::vec3& point : points) mesh.vertices.push_back(smoothVertex(point, 0.0F, point));
  return mesh;
}

Mesh capsuleMesh(int slices) {
  const int rings = slices / 2 + 1;  // per hemisphere, pole and equator included
  Mesh mesh;
  for (int half = 0; half < 2; ++half) {
    const float side = half == 0 ? 1.0F : -1.0F;
    for (int ring = 0; ring < rings; ++ring) {
      const float angle =
          float(M_PI_2) * (half == 0 ? 1.0F - float(ring) / float(rings - 1) : float(ring) / float(rings - 1));
      for (int slice = 0; slice <= slices; ++slice) {
        const float around = 2.0F * float(M_PI) * float(slice) / float(slices);
        const glm::vec3 point(std::cos(angle) * std::sin(around), side * std::sin(angle),
                              std::cos(angle) * std::cos(around));
        mesh.vertices.push_back(smoothVertex(point, side, point));
      }
    }
  }
  const auto row = static_cast<std::uint32_t>(slices + 1);
  for (std::uint32_t ring = 0; ring + 1 < 2 * static_cast<std::uint32_t>(rings); ++ring) {
    for (std::uint32_t slice = 0; slice + 1 < row; ++slice) {
      const std::uint32_t upper = ring * row + slice, lower = upper + row;
      mesh.indices.insert(mesh.indices.end(), {upper, lower, lower + 1, upper, lower + 1, upper + 1});
    }
  }
  return mesh;
}

Mesh hullMesh(const HullData& hull) {
  const auto neighbours = edgeFaces(hull);
  Mesh mesh;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const std::vector<int>& face = hull.faces[f];
    const glm::vec3 normal = toVec3(hull.normals[f]);
    Vec3 middle = Vec3::Zero();
    for (const int vertex : face) middle += hull.vertices[vertex] / double(face.size());
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int from = face[i], to = face[(i + 1) % face.size()];
      const auto other = neighbours.find({to, from});
      const glm::vec3 across = other == neighbours.end() ? normal : toVec3(hull.normals[other->second]);
      const glm::vec3 bend = glm::normalize(normal + across);
      const Vec3 edge = (hull.vertices[to] - hull.vertices[from]).normalized();
      const auto inner = float(edge.cross(middle - hull.vertices[from]).norm());
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.push_back({glm::vec4(toVec3(hull.vertices[from]), 0), normal, glm::vec4(bend, 0)});
      mesh.vertices.push_back({glm::vec4(toVec3(hull.vertices[to]), 0), normal, glm::vec4(bend, 0)});
      mesh.vertices.push_back({glm::vec4(toVec3(middle), 0), normal, glm::vec4(bend, inner)});
      mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 2});
    }
  }
  return mesh;
}

Mesh surfaceMesh(const Surface& surface) {
  Mesh mesh;
  for (std::size_t i = 0; i < surface.points.size(); ++i)
    mesh.vertices.push_back(smoothVertex(toVec3(surface.points[i]), 0.0F, toVec3(surface.normals[i])));
  for (const std::array<int, 3>& triangle : surface.triangles)
    for (const int corner : triangle) mesh.indices.push_back(static_cast<std::uint32_t>(corner));
  return mesh;
}

Mesh coneMesh(int slices) {
  Mesh mesh;
  for (int slice = 0; slice < slices; ++slice) {
    const float a = 2.0F * float(M_PI) * float(slice) / float(slices);
    const float b = 2.0F * float(M_PI) * float(slice + 1) / float(slices);
    const glm::vec3 p(std::sin(a), 1.0F, std::cos(a)), q(std::sin(b), 1.0F, std::cos(b));
    const glm::vec3 normal = glm::normalize(glm::cross(q, p));
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const glm::vec3& point : {glm::vec3(0.0F), q, p}) mesh.vertices.push_back(smoothVertex(point, 0.0F, normal));
    mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 2});
  }
  return mesh;
}

}  // namespace keystone

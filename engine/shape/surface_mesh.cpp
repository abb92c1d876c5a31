// A part is a polyhedron of two faces, the front and the back of its triangle: all that clips, cuts or separates convex
// polyhedra takes it as it is. Which directions a contact with it may have, the triangles beside it tell (Roof).
#include "shape/surface_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "math/rounding.h"
#include "shape/flat_surface.h"
#include "shape/mesh_file.h"
#include "shape/triangle.h"

namespace keystone {
namespace {

constexpr std::size_t kMostTriangles = 200'000;  // of a file: they take 0.2 GB, and seconds to load

bool hasArea(const Corners& corners) {
  double longest = 0.0;
  for (std::size_t i = 0; i < 3; ++i) longest = std::max(longest, (corners[(i + 1) % 3] - corners[i]).squaredNorm());
  return areaOf(corners).norm() > kManyRoundings * longest;  // else the normal would be rounding
}

std::shared_ptr<const HullData> flatHull(const Corners& corners, const Vec3& normal) {
  auto hull = std::make_shared<HullData>();
  hull->vertices.assign(corners.begin(), corners.end());
  hull->faces = {{0, 1, 2}, {0, 2, 1}};
  hull->normals = {normal, -normal};
  hull->offsets = {normal.dot(corners[0]), -normal.dot(corners[0])};
  hull->edges = {{0, 1}, {1, 2}, {2, 0}};
  hull->edge_faces = {{0, 1}, {0, 1}, {0, 1}};
  return hull;
}

// A side of a triangle, as the triangle runs through it.
struct DirectedEdge {
  int from, to, triangle;
  auto operator<=>(const DirectedEdge&) const = default;
};

std::vector<DirectedEdge> edgesOf(const std::vector<std::array<int, 3>>& triangles) {
  std::vector<DirectedEdge> edges;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i)
      edges.push_back({triangles[t][i], triangles[t][(i + 1) % 3], static_cast<int>(t)});
  std::sort(edges.begin(), edges.end());
  return edges;
}

class NeighbourSearch {
 public:
  NeighbourSearch(const std::vector<std::array<int, 3>>& triangles, const std::vector<Roof>& roofs, Sides sides)
      : triangles_(triangles), roofs_(roofs), sides_(sides), edges_(edgesOf(triangles)) {}

  // Beyond an edge is the first triangle round it from this one's front; none where there is none, or where it lies on
  // this one. From both sides triangles may be wound as they like.
  void find(int triangle, std::size_t edge, Vec3& beyond, int& neighbour) const {
    const int from = triangles_[triangle][edge], to = triangles_[triangle][(edge + 1) % 3];
    const Roof& own = roofs_[triangle];
    const Vec3 outward = (own.corners[(edge + 1) % 3] - own.corners[edge]).cross(own.normal).normalized();
    beyond.setZero();
    neighbour = -1;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](int start, int end, double sign) {
      auto it = std::lower_bound(edges_.begin(), edges_.end(), DirectedEdge{start, end, -1});
      for (; it != edges_.end() && it->from == start && it->to == end; ++it) {
        if (it->triangle == triangle) continue;
        const Vec3 normal = sign * roofs_[it->triangle].normal;
        const double angle = openAngle(own.normal, outward, normal);
        if (angle >= least) continue;
        least = angle;
        beyond = normal;
        neighbour = it->triangle;
      }
    };
    offer(to, from, 1.0);
    if (sides_ == Sides::Both) offer(from, to, -1.0);
    if (std::abs(beyond.dot(outward)) > kNegligible || beyond.dot(own.normal) >= 0.0) return;
    beyond.setZero();
    neighbour = -1;
  }

 private:
  // [rad] Between two triangles on their front side, 0 to 2 pi: less than pi in a valley.
  static double openAngle(const Vec3& normal, const Vec3& outward, const Vec3& other) {
    return M_PI + std::atan2(other.dot(outward), other.dot(normal));
  }

  const std::vector<std::array<int, 3>>& triangles_;
  const std::vector<Roof>& roofs_;
  Sides sides_;
  std::vector<DirectedEdge> edges_;
};

// The triangles that have area, each a part whose origin is the middle of its corners.
std::vector<std::array<int, 3>> addTriangles(const std::vector<Vec3>& vertices,
                                             const std::vector<std::array<int, 3>>& triangles, CompoundData& data) {
  std::vector<std::array<int, 3>> used;
  for (const std::array<int, 3>& triangle : triangles) {
    Corners corners{vertices[triangle[0]], vertices[triangle[1]], vertices[triangle[2]]};
    if (!hasArea(corners)) continue;
    used.push_back(triangle);
    Roof& roof = data.roofs.emplace_back();
    roof.vertices = triangle;
    roof.normal = areaOf(corners).normalized();
    Part& part = data.parts.emplace_back();
    part.pose.position = (corners[0] + corners[1] + corners[2]) / 3.0;
    for (Vec3& corner : corners) corner -= part.pose.position;
    roof.corners = corners;
    part.shape = Hull{flatHull(corners, roof.normal)};
  }
  return used;
}

Vec3 middleOf(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles) {
  if (triangles.empty()) return Vec3::Zero();
  Aabb box{vertices[triangles[0][0]], vertices[triangles[0][0]]};
  for (const std::array<int, 3>& triangle : triangles)
    for (const int v : triangle) {
      box.lower = box.lower.cwiseMin(vertices[v]);
      box.upper = box.upper.cwiseMax(vertices[v]);
    }
  return 0.5 * (box.lower + box.upper);
}

}  // namespace

CompoundData surfaceData(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                         Sides sides, const Vec3& origin) {
  CompoundData data;
  data.sides = sides;
  const std::vector<std::array<int, 3>> used = addTriangles(vertices, triangles, data);
  if (used.empty()) throw std::invalid_argument("no triangle with an area");
  findOwners(data.roofs);
  const NeighbourSearch search(used, data.roofs, sides);
  for (std::size_t t = 0; t < used.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i)
      search.find(static_cast<int>(t), i, data.roofs[t].beyond[i], data.roofs[t].neighbours[i]);

  for (const std::array<int, 3>& triangle : used)
    for (const int v : triangle) data.radius = std::max(data.radius, (vertices[v] - origin).norm());
  std::vector<Aabb> boxes;
  for (Part& part : data.parts) {
    part.pose.position -= origin;
    boxes.push_back(bounds(part.shape, part.pose, 0.0));
  }
  data.tree = PartTree(boxes);
  data.inner.fill(std::numeric_limits<double>::infinity());  // what meets it is thinner
  data.surface = std::make_shared<Surface>(flatSurface(vertices, used, origin, sides == Sides::Both));
  return data;
}

Compound makeSurface(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles, Sides sides,
                     Vec3* center) {
  const Vec3 middle = middleOf(vertices, triangles);
  auto data = std::make_shared<CompoundData>(surfaceData(vertices, triangles, sides, middle));
  if (center != nullptr) *center = middle;
  return {std::move(data)};
}

Compound surfaceFromMesh(const std::string& path, double scale, Sides sides, Vec3* center) {
  const PolygonMesh mesh = readMeshFile(path, scale);
  const std::vector<std::array<int, 3>> triangles = trianglesOf(mesh);
  if (triangles.size() > kMostTriangles)
    failMesh(path, "found " + std::to_string(triangles.size()) + " triangles, expected at most " +
                       std::to_string(kMostTriangles));
  try {
    auto data = std::make_shared<CompoundData>(*makeSurface(mesh.vertices, triangles, sides, center).data);
    data->mesh = std::make_shared<MeshOrigin>(MeshOrigin{path, scale});
    return {std::move(data)};
  } catch (const std::invalid_argument& error) {
    failMesh(path, "found " + std::string(error.what()) + ", expected some");
  }
}

}  // namespace keystone

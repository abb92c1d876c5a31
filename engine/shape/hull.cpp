// Convex hulls: an incremental triangulated hull finds the vertices (cost: points x triangles), then the faces are
// read off the planes of its triangles, largest first, so that slivers never define a face.
#include "shape/hull.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include "math/rounding.h"
#include "shape/rounded.h"

namespace keystone {
namespace {

// Relative to the extent of the points. A point this close to the hull is not a vertex of its own: rounding.
constexpr double kOnHull = 1e-8;
// Vertices this close to a plane lie on one face: the rounding of coordinates written with six digits.
constexpr double kCoplanar = 1e-5;
// Clipping names the corners of a face in seven bits, two faces to a pair.
constexpr std::size_t kMaxFaceVertices = 64;

struct Triangle {
  std::array<int, 3> corners;
  Vec3 normal;  // outward; its length is twice the area until the triangle is finished
  double offset = 0.0;
  double area = 0.0;
};

Triangle makeTriangle(const std::vector<Vec3>& points, int a, int b, int c) {
  Triangle triangle{{a, b, c}, (points[b] - points[a]).cross(points[c] - points[a])};
  triangle.area = 0.5 * triangle.normal.norm();
  if (triangle.area > 0.0) triangle.normal /= 2.0 * triangle.area;
  triangle.offset = triangle.normal.dot(points[a]);
  return triangle;
}

double extentOf(const std::vector<Vec3>& points) {
  if (points.size() < 4) throw std::invalid_argument("a convex hull needs at least 4 points");
  Vec3 lower = points[0];
  Vec3 upper = points[0];
  for (const Vec3& point : points) {
    if (!point.allFinite()) throw std::invalid_argument("a convex hull needs finite points");
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
  return (upper - lower).norm();
}

template <typename Measure>
int largest(const std::vector<Vec3>& points, Measure measure) {
  int best = 0;
  for (int i = 1; i < static_cast<int>(points.size()); ++i) {
    if (measure(points[i]) > measure(points[best])) best = i;
  }
  return best;
}

std::vector<Triangle> firstTetrahedron(const std::vector<Vec3>& points, double extent) {
  const int a = 0;
  const int b = largest(points, [&](const Vec3& p) { return (p - points[a]).squaredNorm(); });
  const Vec3 line = (points[b] - points[a]).stableNormalized();
  const int c = largest(points, [&](const Vec3& p) { return (p - points[a]).cross(line).squaredNorm(); });
  const Vec3 normal = (points[b] - points[a]).cross(points[c] - points[a]).stableNormalized();
  const int d = largest(points, [&](const Vec3& p) { return std::abs((p - points[a]).dot(normal)); });
  const double height = (points[d] - points[a]).dot(normal);
  if (!(std::abs(height) > kCoplanar * extent))
    throw std::invalid_argument("the points of a convex hull span no volume");
  const auto [i, j] = height < 0.0 ? std::pair(b, c) : std::pair(c, b);  // d lies below a, i, j
  return {makeTriangle(points, a, i, j), makeTriangle(points, i, a, d), makeTriangle(points, j, i, d),
          makeTriangle(points, a, j, d)};
}

// Replaces the triangles that see the point by the cone from their horizon to it.
void addPoint(const std::vector<Vec3>& points, int index, double tolerance, std::vector<Triangle>& hull) {
  std::set<std::pair<int, int>> seen_edges;
  const auto sees = [&](const Triangle& triangle) {
    return triangle.normal.dot(points[index]) - triangle.offset > tolerance;
  };
  for (const Triangle& triangle : hull) {
    if (!sees(triangle)) continue;
    for (int i = 0; i < 3; ++i) seen_edges.emplace(triangle.corners[i], triangle.corners[(i + 1) % 3]);
  }
  if (seen_edges.empty()) return;
  std::erase_if(hull, sees);
  for (const auto& [from, to] : seen_edges) {
    if (!seen_edges.contains({to, from})) hull.push_back(makeTriangle(points, from, to, index));
  }
}

std::vector<Triangle> triangulatedHull(const std::vector<Vec3>& points, double extent, std::size_t most_corners) {
  std::vector<Triangle> hull = firstTetrahedron(points, extent);
  Vec3 middle = Vec3::Zero();
  for (const Triangle& triangle : hull) middle += points[triangle.corners[0]] / 4.0;
  const std::size_t most_triangles = 2 * std::min(points.size(), most_corners) - 4;  // by Euler's formula
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  // Far points first: they are vertices for good, and most of the others are then inside at once.
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
    return (points[i] - middle).squaredNorm() > (points[j] - middle).squaredNorm();
  });
  for (const int index : order) {
    addPoint(points, index, kOnHull * extent, hull);
    // Rounding may let the seen triangles fall apart into islands; each point would then double what it replaces.
    if (hull.size() > most_triangles)
      throw std::invalid_argument("the points of a convex hull are too many, or too close to a plane or a line");
  }
  return hull;
}

struct Face {
  std::vector<int> loop;
  Vec3 normal;
  double offset;
};

// All the hull's vertices on the triangle's plane, counter-clockwise seen from outside, with the plane fitted to them.
Face faceOnPlane(const std::vector<Vec3>& points, const std::set<int>& vertices, const Triangle& triangle,
                 double tolerance) {
  Face face;
  Vec3 center = Vec3::Zero();
  for (const int v : vertices) {
    if (std::abs(triangle.normal.dot(points[v]) - triangle.offset) > tolerance) continue;
    face.loop.push_back(v);
    center += points[v];
  }
  center /= static_cast<double>(face.loop.size());
  const Vec3 x = (points[triangle.corners[0]] - center).normalized();
  const Vec3 y = triangle.normal.cross(x);
  std::map<int, double> angles;  // computed once: the comparison must not see two roundings of pi
  for (const int v : face.loop) angles[v] = std::atan2((points[v] - center).dot(y), (points[v] - center).dot(x));
  std::sort(face.loop.begin(), face.loop.end(), [&](int i, int j) { return angles[i] < angles[j]; });
  std::rotate(face.loop.begin(), std::min_element(face.loop.begin(), face.loop.end()), face.loop.end());

  Vec3 normal = Vec3::Zero();  // Newell: twice the vector area
  for (std::size_t i = 0; i < face.loop.size(); ++i) {
    normal += (points[face.loop[i]] - center).cross(points[face.loop[(i + 1) % face.loop.size()]] - center);
  }
  face.normal = normal.normalized();
  face.offset = face.normal.dot(center);
  return face;
}

std::vector<Face> mergeFaces(const std::vector<Vec3>& points, std::vector<Triangle> triangles, double tolerance) {
  std::set<int> vertices;
  for (const Triangle& triangle : triangles) vertices.insert(triangle.corners.begin(), triangle.corners.end());
  std::stable_sort(triangles.begin(), triangles.end(),
                   [](const Triangle& a, const Triangle& b) { return a.area > b.area; });
  std::vector<Face> faces;
  for (const Triangle& triangle : triangles) {
    const bool known = std::any_of(faces.begin(), faces.end(), [&](const Face& face) {
      return std::all_of(triangle.corners.begin(), triangle.corners.end(), [&](int corner) {
        return std::abs(face.normal.dot(points[corner]) - face.offset) <= tolerance;
      });
    });
    if (!known) faces.push_back(faceOnPlane(points, vertices, triangle, tolerance));
  }
  return faces;
}

// Vertices where fewer than three faces meet lie inside an edge.
void dropEdgePoints(std::vector<Face>& faces) {
  std::map<int, int> degree;
  for (const Face& face : faces) {
    for (const int v : face.loop) ++degree[v];
  }
  for (Face& face : faces) std::erase_if(face.loop, [&](int v) { return degree[v] < 3; });
}

void addEdges(HullData& hull) {
  std::map<std::pair<int, int>, int> left;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const std::vector<int>& loop = hull.faces[f];
    for (std::size_t i = 0; i < loop.size(); ++i) left[{loop[i], loop[(i + 1) % loop.size()]}] = static_cast<int>(f);
  }
  for (const auto& [edge, face] : left) {
    const auto twin = left.find({edge.second, edge.first});
    if (twin == left.end())
      throw std::invalid_argument("the points of a convex hull are too close to a plane or a line");
    if (edge.first > edge.second) continue;
    hull.edges.push_back(edge);
    hull.edge_faces.emplace_back(face, twin->second);
  }
}

HullData makeHull(const std::vector<Vec3>& points, const std::vector<Face>& faces) {
  HullData hull;
  std::map<int, int> renumber;
  for (const Face& face : faces) {
    if (face.loop.size() > kMaxFaceVertices)
      throw std::invalid_argument("a face of a convex hull has more than 64 vertices");
    for (const int v : face.loop) renumber.emplace(v, 0);
  }
  for (auto& [old_index, new_index] : renumber) {
    new_index = static_cast<int>(hull.vertices.size());
    hull.vertices.push_back(points[old_index]);
  }
  for (const Face& face : faces) {
    std::vector<int>& loop = hull.faces.emplace_back(face.loop);
    for (int& v : loop) v = renumber[v];
    hull.normals.push_back(face.normal);
    hull.offsets.push_back(face.offset);
  }
  addEdges(hull);
  return hull;
}

HullData hullOf(const std::vector<Vec3>& points, double margin, std::size_t most_corners) {
  const double extent = extentOf(points);
  std::vector<Face> faces = mergeFaces(points, triangulatedHull(points, extent, most_corners), kCoplanar * extent);
  dropEdgePoints(faces);
  HullData hull = makeHull(points, faces);
  hull.margin = margin;
  return hull;
}

// Of mass; a coordinate within `rounding` [m] of 0 is 0.
Vec3 centerOf(const HullData& hull, double rounding) {
  const VolumeIntegrals sum =
      hull.margin > 0.0 ? integrateRounded(hull, hull.margin) : integrate(hull.vertices, hull.faces);
  const Vec3 center = sum.first / sum.volume;
  return (center.array().abs() <= rounding).select(0.0, center);
}

}  // namespace

std::shared_ptr<const HullData> hullFromPoints(const std::vector<Vec3>& points, Vec3* center, double margin,
                                               std::size_t most_corners) {
  auto hull = std::make_shared<HullData>(hullOf(points, margin, most_corners));
  const Vec3 shift = centerOf(*hull, kManyRoundings * extentOf(points));
  // From the corners alone, and where they are now: so a saved hull is read to the same bits.
  if (!shift.isZero(0.0)) {
    for (Vec3& vertex : hull->vertices) vertex -= shift;
    *hull = hullOf(hull->vertices, margin, most_corners);
  }
  if (center != nullptr) *center = shift;
  return hull;
}

}  // namespace keystone

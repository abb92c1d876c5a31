// Convex hulls: triangles that close without a tolerance, then those merged to faces that lie in one plane but for the
// rounding of their coordinates.
#include "shape/hull.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "math/rounding.h"
#include "shape/rounded.h"
#include "shape/triangulated_hull.h"

namespace keystone {
namespace {

// Of the extent of the points. Vertices this close to a plane lie on one face: the rounding of coordinates written with
// six digits. Of a thin hull's thickness, less.
constexpr double kCoplanar = 1e-5, kOfThickness = 1e-3;
// Of that distance. Corners this close are one: a triangle between them may lie anyhow.
constexpr double kSameCorner = 0.1;
// Clipping names the corners of a face in seven bits, two faces to a pair.
constexpr std::size_t kMaxFaceVertices = 64;

struct Face {
  std::vector<int> loop;  // counter-clockwise seen from outside, from its lowest number on
  Vec3 normal;
  double offset;
};

// The triangles in the order of their areas, largest first, so that slivers never define a face.
std::vector<int> byArea(const std::vector<Vec3>& normals) {
  std::vector<int> order(normals.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) { return normals[a].squaredNorm() > normals[b].squaredNorm(); });
  return order;
}

// The faces of a hull's triangles, by numbers.
struct Grouping {
  std::vector<int> face_of;  // [triangles]
  int faces = 0;
};

// Of a face all triangles that lie next to each other and within `tolerance` [m] of the plane of the largest.
Grouping groupTriangles(const std::vector<Vec3>& points, const std::vector<HullTriangle>& triangles, double tolerance) {
  std::vector<Vec3> normals;  // as long as twice the area
  for (const HullTriangle& at : triangles) {
    const auto& [a, b, c] = at.corners;
    normals.push_back((points[b] - points[a]).cross(points[c] - points[a]));
  }
  Grouping group;
  group.face_of.assign(triangles.size(), -1);
  for (const int seed : byArea(normals)) {
    if (group.face_of[seed] >= 0) continue;
    const Vec3 normal = normals[seed].stableNormalized(), origin = points[triangles[seed].corners[0]];
    const auto isOnPlane = [&](int corner) { return std::abs(normal.dot(points[corner] - origin)) <= tolerance; };
    std::vector<int> stack{seed};
    group.face_of[seed] = group.faces;
    while (!stack.empty()) {
      const HullTriangle& at = triangles[stack.back()];
      stack.pop_back();
      for (const int next : at.neighbours) {
        if (group.face_of[next] >= 0 || !std::ranges::all_of(triangles[next].corners, isOnPlane)) continue;
        group.face_of[next] = group.faces;
        stack.push_back(next);
      }
    }
    ++group.faces;
  }
  return group;
}

// What follows each corner on a face's boundary.
using Boundary = std::map<int, int>;

// Whether it is one way around, which touches itself nowhere.
bool isLoop(const Boundary& boundary, std::size_t sides) {
  std::size_t length = 1;
  for (int at = boundary.begin()->second; at != boundary.begin()->first && length <= sides; at = boundary.at(at))
    ++length;
  return length == sides;
}

// [faces]. is_loop [faces], whether the face has such a boundary.
std::vector<Boundary> boundariesOf(const std::vector<HullTriangle>& triangles, const Grouping& group,
                                   std::vector<char>& is_loop) {
  std::vector<Boundary> boundaries(group.faces);
  std::vector<std::size_t> sides(group.faces, 0);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const int face = group.face_of[t];
      if (group.face_of[triangles[t].neighbours[k]] == face) continue;
      boundaries[face][triangles[t].corners[k]] = triangles[t].corners[(k + 1) % 3];
      ++sides[face];
    }
  is_loop.clear();
  for (int f = 0; f < group.faces; ++f) is_loop.push_back(isLoop(boundaries[f], sides[f]) ? 1 : 0);
  return boundaries;
}

// The same, where triangles whose face has no single boundary stay by themselves.
std::vector<Boundary> loopsOf(const std::vector<HullTriangle>& triangles, Grouping group) {
  std::vector<char> is_loop;
  std::vector<Boundary> boundaries = boundariesOf(triangles, group, is_loop);
  if (std::ranges::all_of(is_loop, [](char is) { return is != 0; })) return boundaries;
  std::vector<char> is_taken = is_loop;  // by the face's first triangle
  for (int& face : group.face_of) {
    const auto at = static_cast<std::size_t>(face);
    if (is_loop[at] == 0 && std::exchange(is_taken[at], 1) != 0) face = group.faces++;
  }
  return boundariesOf(triangles, group, is_loop);
}

Face faceWithin(const std::vector<Vec3>& points, const Boundary& boundary) {
  Face face;
  Vec3 center = Vec3::Zero();
  int at = boundary.begin()->first;
  do {
    face.loop.push_back(at);
    center += points[at];
    at = boundary.at(at);
  } while (at != face.loop.front());
  center /= static_cast<double>(face.loop.size());
  Vec3 normal = Vec3::Zero();  // Newell: twice the vector area
  for (std::size_t i = 0; i < face.loop.size(); ++i)
    normal += (points[face.loop[i]] - center).cross(points[face.loop[(i + 1) % face.loop.size()]] - center);
  face.normal = normal.stableNormalized();
  face.offset = face.normal.dot(center);
  return face;
}

// Whether a polygon in the plane across `normal` turns left from `in` to `out`.
bool turnsLeft(const Vec3& in, const Vec3& out, const Vec3& normal) {
  return in.cross(out).dot(normal) > 0.0;
}

// The points that at least three faces meet at, all of them with a corner there. Of two neighbours that are not, one
// may stay: each may be what the other is not needed for. What goes lies within the tolerance of the hull of what
// stays.
std::vector<Vec3> cornersOf(const std::vector<Vec3>& points, const std::vector<Face>& faces, double same) {
  std::vector<std::vector<int>> neighbours(points.size());  // two for each face
  std::vector<char> is_inside(points.size(), 0), stays;
  for (const Face& face : faces)
    for (std::size_t i = 0; i < face.loop.size(); ++i) {
      const std::size_t n = face.loop.size();
      const int before = face.loop[(i + n - 1) % n], at = face.loop[i], after = face.loop[(i + 1) % n];
      neighbours[at].insert(neighbours[at].end(), {before, after});
      const Vec3 in = points[at] - points[before], out = points[after] - points[at];
      if (in.norm() <= same || !turnsLeft(in, out, face.normal)) is_inside[at] = 1;
    }
  for (const std::vector<int>& around : neighbours) stays.push_back(around.size() >= 6 ? 1 : 0);
  for (std::size_t v = 0; v < points.size(); ++v)
    if (is_inside[v] != 0 && std::ranges::all_of(neighbours[v], [&](int other) { return stays[other] != 0; }))
      stays[v] = 0;
  std::vector<Vec3> corners;
  for (std::size_t v = 0; v < points.size(); ++v)
    if (stays[v] != 0) corners.push_back(points[v]);
  return corners;
}

// The faces of the points' hull; `points` become its corners. What merging leaves inside of a face or of an edge is
// taken away, until nothing is.
std::vector<Face> facesOf(std::vector<Vec3>& points, double extent, std::size_t most_corners) {
  for (;;) {
    double thickness = 0.0;
    const std::vector<HullTriangle> triangles = triangulatedHull(points, extent, most_corners, &thickness);
    const double tolerance = std::min(kCoplanar * extent, kOfThickness * thickness);
    std::vector<Face> faces;
    for (const Boundary& boundary : loopsOf(triangles, groupTriangles(points, triangles, tolerance)))
      faces.push_back(faceWithin(points, boundary));
    std::vector<Vec3> corners = cornersOf(points, faces, kSameCorner * tolerance);
    if (corners.size() == points.size()) return faces;
    points = std::move(corners);
  }
}

void addEdges(HullData& hull) {
  std::map<std::pair<int, int>, int> left;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const std::vector<int>& loop = hull.faces[f];
    for (std::size_t i = 0; i < loop.size(); ++i) left[{loop[i], loop[(i + 1) % loop.size()]}] = static_cast<int>(f);
  }
  for (const auto& [edge, face] : left) {
    if (edge.first > edge.second) continue;
    hull.edges.push_back(edge);
    hull.edge_faces.emplace_back(face, left.at({edge.second, edge.first}));
  }
}

HullData hullOf(const std::vector<Vec3>& points, double margin, std::size_t most_corners) {
  HullData hull;
  hull.vertices = points;
  hull.margin = margin;
  for (Face& face : facesOf(hull.vertices, extentOf(points), most_corners)) {
    if (face.loop.size() > kMaxFaceVertices)
      throw std::invalid_argument("a face of a convex hull has more than 64 vertices");
    hull.faces.push_back(std::move(face.loop));
    hull.normals.push_back(face.normal);
    hull.offsets.push_back(face.offset);
  }
  addEdges(hull);
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
  const double rounding = kManyRoundings * extentOf(points);
  Vec3 total = Vec3::Zero();
  // From the corners alone, and where they are now: so a saved hull is read to the same bits. Far from the origin the
  // centre has the rounding of its distance; so it is moved as long as that brings it nearer.
  double last = kInfinity;
  for (Vec3 shift = centerOf(*hull, rounding); !shift.isZero(0.0) && shift.norm() < last;
       shift = centerOf(*hull, rounding)) {
    last = shift.norm();
    total += shift;
    for (Vec3& vertex : hull->vertices) vertex -= shift;
    *hull = hullOf(hull->vertices, margin, most_corners);
  }
  if (center != nullptr) *center = total;
  return hull;
}

}  // namespace keystone

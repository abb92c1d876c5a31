#include "collide/polytope_axes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

using Kind = SeparatingAxis::Kind;

// Edges that make a smaller angle (its sine) have no usable common normal; a face axis serves.
constexpr double kParallelEdges = 1e-4;

// Keeps the best axis so far; `tie` is what a later one must be better by.
class Search {
 public:
  Search(const Approach& approach, SeparatingAxis& best) : bound_(approach.bound), best_(best) {}
  // False when the pair is out of reach.
  bool offer(const SeparatingAxis& axis, double tie) {
    if (axis.separation > best_.separation + tie) best_ = axis;
    return axis.separation <= bound_;
  }

 private:
  double bound_;
  SeparatingAxis& best_;
};

// The edge of a box that is parallel to axis k and farthest along `direction`.
int boxEdge(const Polytope& box, int k, const Vec3& direction) {
  const int i = box.normals[(k + 1) % 3].dot(direction) > 0.0 ? 1 : 0;
  const int j = box.normals[(k + 2) % 3].dot(direction) > 0.0 ? 2 : 0;
  return 4 * k + (i | j);
}

bool boxFaces(const Polytope& a, const Polytope& b, const Approach& approach, const Mat3& turn, const Vec3& offset,
              Search& search) {
  const double tie = kFaceTie * approach.size;
  const Eigen::Map<const Vec3> half_a(a.offsets.data());
  const Eigen::Map<const Vec3> half_b(b.offsets.data());
  const Mat3 size = turn.cwiseAbs();
  for (int i = 0; i < 3; ++i) {
    const double along = offset.dot(a.normals[i]);
    const double separation = std::abs(along) - half_a[i] - size.row(i).dot(half_b);
    const int face = along < 0.0 ? i + 3 : i;
    if (!search.offer({Kind::FaceOfA, face, -1, separation, a.normals[face]}, tie)) return false;
  }
  for (int j = 0; j < 3; ++j) {
    const double along = offset.dot(b.normals[j]);
    const double separation = std::abs(along) - half_b[j] - size.col(j).dot(half_a);
    const int face = along < 0.0 ? j : j + 3;
    if (!search.offer({Kind::FaceOfB, -1, face, separation, -b.normals[face]}, tie)) return false;
  }
  return true;
}

// With c = turn(i, j) the cosine between the axes, |a_i x b_j| = sqrt(1 - c^2), and the boxes' extents along the cross
// product are sums of entries of |turn|.
bool boxEdges(const Polytope& a, const Polytope& b, const Approach& approach, const Mat3& turn, const Vec3& offset,
              Search& search) {
  const Mat3 size = turn.cwiseAbs();
  double tie = kEdgeTie * approach.size;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      Vec3 normal = a.normals[i].cross(b.normals[j]);
      const double length = normal.norm();
      if (length < kParallelEdges) continue;
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      const double along = offset.dot(normal);
      const double extents = a.offsets[i1] * size(i2, j) + a.offsets[i2] * size(i1, j) + b.offsets[j1] * size(i, j2) +
                             b.offsets[j2] * size(i, j1);
      normal *= (along < 0.0 ? -1.0 : 1.0) / length;
      const double separation = (std::abs(along) - extents) / length;
      const SeparatingAxis axis{Kind::Edges, boxEdge(a, i, normal), boxEdge(b, j, -normal), separation, normal};
      if (!search.offer(axis, tie)) return false;
    }
  }
  return true;
}

bool boxAxes(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& best) {
  const Vec3 offset = b.position - a.position;
  Mat3 turn;  // a's axes . b's axes
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) turn(i, j) = a.normals[i].dot(b.normals[j]);
  }
  best.separation = -HUGE_VAL;
  Search search(approach, best);
  return boxFaces(a, b, approach, turn, offset, search) && boxEdges(a, b, approach, turn, offset, search);
}

// How far faces of p part the pair. Any point of q bounds that from above: q's nearest vertex is no farther beyond a
// face than the point is. So few faces are asked with all vertices.
struct FaceAxes {
  std::vector<double> beyond;  // [faces], [m], of q's nearest vertex beyond the face where it is exact, else a bound
  std::vector<char> is_exact;  // [faces], near the greatest of all
  double most = 0.0;           // [m], the greatest
  Vec3 nearest;                // [m], q's nearest vertex to that face, from p's centre
};

// `offset` from p's centre to q's. Exact is all that is within `tie` [m] of the greatest. False when a face parts the
// pair by more than `reach` [m].
bool findFaceAxes(const Polytope& p, const Polytope& q, const Vec3& offset, double tie, double reach, FaceAxes& axes) {
  const auto faces = static_cast<std::size_t>(p.faceCount());
  axes.beyond.assign(faces, HUGE_VAL);
  axes.is_exact.assign(faces, 0);
  axes.most = -HUGE_VAL;
  Vec3 point = offset + lowestVertex(q, offset);
  for (;;) {
    std::size_t next = faces;
    for (std::size_t f = 0; f < faces; ++f) {
      if (axes.is_exact[f] != 0) continue;
      axes.beyond[f] = std::min(axes.beyond[f], p.normals[f].dot(point) - p.offsets[f]);
      if (next == faces || axes.beyond[f] > axes.beyond[next]) next = f;
    }
    if (next == faces || axes.beyond[next] < axes.most - tie) return true;
    const Vec3& normal = p.normals[next];
    const Vec3& vertex = lowestVertex(q, normal);
    point = offset + vertex;
    const double beyond = normal.dot(offset) + normal.dot(vertex) - p.offsets[next];
    axes.beyond[next] = beyond;
    axes.is_exact[next] = 1;
    if (beyond > reach) return false;
    if (beyond <= axes.most) continue;
    axes.most = beyond;
    axes.nearest = point;
  }
}

// Edges of p that may part the pair by more than `least` [m]. Along a direction between the normals of its two faces an
// edge parts it by no more than the greater of the two distances of a point of q beyond them, over the cosine of half
// the angle between the faces' normals where that is positive.
void findEdges(const Polytope& p, const FaceAxes& axes, double least, std::vector<double>& beyond,
               std::vector<std::size_t>& edges) {
  beyond.resize(p.normals.size());
  for (std::size_t f = 0; f < p.normals.size(); ++f) beyond[f] = p.normals[f].dot(axes.nearest) - p.offsets[f];
  edges.clear();
  for (std::size_t i = 0; i < p.topology->edges.size(); ++i) {
    const auto& [left, right] = p.topology->edge_faces[i];
    const double most = std::max(beyond[left], beyond[right]);
    if (most > 0.0) {
      const double half_cosine = std::sqrt(std::max(0.0, 0.5 * (1.0 + p.normals[left].dot(p.normals[right]))));
      if (most <= least * half_cosine) continue;
    } else if (most <= least) {
      continue;
    }
    edges.push_back(i);
  }
}

struct HullWorkspace {
  FaceAxes of_a, of_b;
  std::vector<double> beyond;
  std::vector<std::size_t> edges_a, edges_b;
};

// Two edges bound a face of the Minkowski difference where their arcs on the Gauss map cross.
bool arcsCross(const Vec3& a_left, const Vec3& a_right, const Vec3& a_way, const Vec3& b_left, const Vec3& b_right,
               const Vec3& b_way) {
  const double bl = b_left.dot(a_way);
  const double br = b_right.dot(a_way);
  const double al = a_left.dot(b_way);
  const double ar = a_right.dot(b_way);
  return bl * br < 0.0 && al * ar < 0.0 && bl * ar < 0.0;
}

bool hullEdges(const Polytope& a, const Polytope& b, const Approach& approach, HullWorkspace& workspace, double least,
               Search& search) {
  const Vec3 offset = b.position - a.position;
  const double tie = kEdgeTie * approach.size;
  findEdges(a, workspace.of_a, least + tie, workspace.beyond, workspace.edges_a);
  findEdges(b, workspace.of_b, least + tie, workspace.beyond, workspace.edges_b);
  for (const std::size_t i : workspace.edges_a) {
    const auto& [from_a, to_a] = a.topology->edges[i];
    const Vec3& start = a.vertices[from_a];
    const Vec3 way_a = a.vertices[to_a] - start;
    const auto& [left_a, right_a] = a.topology->edge_faces[i];
    // On the side of the two faces, or, of a triangle, whose faces are opposite, away from it.
    Vec3 outward_a = a.normals[left_a] + a.normals[right_a];
    if (outward_a.isZero(0.0)) outward_a = way_a.cross(a.normals[left_a]);
    for (const std::size_t j : workspace.edges_b) {
      const auto& [from_b, to_b] = b.topology->edges[j];
      const Vec3 way_b = b.vertices[to_b] - b.vertices[from_b];
      const auto& [left_b, right_b] = b.topology->edge_faces[j];
      if (!arcsCross(a.normals[left_a], a.normals[right_a], way_a, b.normals[left_b], b.normals[right_b], way_b))
        continue;
      Vec3 normal = way_a.cross(way_b);
      const double length = normal.norm();
      if (length < kParallelEdges * way_a.norm() * way_b.norm()) continue;
      normal *= (normal.dot(outward_a) < 0.0 ? -1.0 : 1.0) / length;
      const double separation = normal.dot(offset + b.vertices[from_b] - start);
      if (!search.offer({Kind::Edges, static_cast<int>(i), static_cast<int>(j), separation, normal}, tie)) return false;
    }
  }
  return true;
}

// The first face, of a before b, that is within the tie of the best.
bool hullAxes(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& best) {
  const Vec3 offset = b.position - a.position;
  const double tie = kFaceTie * approach.size;
  const Scratch<HullWorkspace> workspace;
  auto& [of_a, of_b, beyond, edges_a, edges_b] = *workspace;
  if (!findFaceAxes(a, b, offset, tie, approach.bound, of_a)) return false;
  if (!findFaceAxes(b, a, -offset, tie, approach.bound, of_b)) return false;
  const double least = std::max(of_a.most, of_b.most) - tie;
  const auto first = [least](const FaceAxes& axes) {
    std::size_t f = 0;
    while (axes.is_exact[f] == 0 || axes.beyond[f] < least) ++f;
    return static_cast<int>(f);
  };
  if (of_a.most >= least) {
    const int f = first(of_a);
    best = {Kind::FaceOfA, f, -1, of_a.beyond[f], a.normals[f]};
  } else {
    const int f = first(of_b);
    best = {Kind::FaceOfB, -1, f, of_b.beyond[f], -b.normals[f]};
  }
  Search search(approach, best);
  return hullEdges(a, b, approach, *workspace, best.separation, search);
}

}  // namespace

bool bestAxis(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& axis) {
  return a.is_box && b.is_box ? boxAxes(a, b, approach, axis) : hullAxes(a, b, approach, axis);
}

}  // namespace keystone

#include "collide/polytope_axes.h"

#include <cmath>

namespace keystone {
namespace {

using Kind = SeparatingAxis::Kind;

// Edges that make a smaller angle (its sine) have no usable common normal; a face axis serves.
constexpr double kParallelEdges = 1e-4;

// Keeps the best axis so far; `tie` is what a later one must be better by.
class Search {
 public:
  Search(const Approach& approach, SeparatingAxis& best) : bound_(approach.bound), best_(best) {
    best_.separation = -HUGE_VAL;
  }
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
  Search search(approach, best);
  return boxFaces(a, b, approach, turn, offset, search) && boxEdges(a, b, approach, turn, offset, search);
}

// The distance [m] of q's nearest vertex beyond the face of p; `offset` from p's centre to q's.
double beyondFace(const Polytope& p, int face, const Polytope& q, const Vec3& offset) {
  const Vec3& normal = p.normals[face];
  double nearest = HUGE_VAL;
  for (const Vec3& vertex : q.vertices) nearest = std::min(nearest, normal.dot(vertex));
  return normal.dot(offset) + nearest - p.offsets[face];
}

// Two edges bound a face of the Minkowski difference where their arcs on the Gauss map cross.
bool arcsCross(const Vec3& a_left, const Vec3& a_right, const Vec3& a_way, const Vec3& b_left, const Vec3& b_right,
               const Vec3& b_way) {
  const double bl = b_left.dot(a_way);
  const double br = b_right.dot(a_way);
  const double al = a_left.dot(b_way);
  const double ar = a_right.dot(b_way);
  return bl * br < 0.0 && al * ar < 0.0 && bl * ar < 0.0;
}

bool hullEdges(const Polytope& a, const Polytope& b, const Approach& approach, Search& search) {
  const Vec3 offset = b.position - a.position;
  const double tie = kEdgeTie * approach.size;
  const auto& edges_a = a.topology->edges;
  const auto& edges_b = b.topology->edges;
  for (std::size_t i = 0; i < edges_a.size(); ++i) {
    const Vec3& start = a.vertices[edges_a[i].first];
    const Vec3 way_a = a.vertices[edges_a[i].second] - start;
    const auto& [left_a, right_a] = a.topology->edge_faces[i];
    // On the side of the two faces, or, of a triangle, whose faces are opposite, away from it.
    Vec3 outward_a = a.normals[left_a] + a.normals[right_a];
    if (outward_a.isZero(0.0)) outward_a = way_a.cross(a.normals[left_a]);
    for (std::size_t j = 0; j < edges_b.size(); ++j) {
      const Vec3 way_b = b.vertices[edges_b[j].second] - b.vertices[edges_b[j].first];
      const auto& [left_b, right_b] = b.topology->edge_faces[j];
      if (!arcsCross(a.normals[left_a], a.normals[right_a], way_a, b.normals[left_b], b.normals[right_b], way_b))
        continue;
      Vec3 normal = way_a.cross(way_b);
      const double length = normal.norm();
      if (length < kParallelEdges * way_a.norm() * way_b.norm()) continue;
      normal *= (normal.dot(outward_a) < 0.0 ? -1.0 : 1.0) / length;
      const double separation = normal.dot(offset + b.vertices[edges_b[j].first] - start);
      if (!search.offer({Kind::Edges, static_cast<int>(i), static_cast<int>(j), separation, normal}, tie)) return false;
    }
  }
  return true;
}

bool hullAxes(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& best) {
  const Vec3 offset = b.position - a.position;
  const double tie = kFaceTie * approach.size;
  Search search(approach, best);
  for (int f = 0; f < a.faceCount(); ++f) {
    if (!search.offer({Kind::FaceOfA, f, -1, beyondFace(a, f, b, offset), a.normals[f]}, tie)) return false;
  }
  for (int f = 0; f < b.faceCount(); ++f) {
    if (!search.offer({Kind::FaceOfB, -1, f, beyondFace(b, f, a, -offset), -b.normals[f]}, tie)) return false;
  }
  return hullEdges(a, b, approach, search);
}

}  // namespace

bool bestAxis(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& axis) {
  return a.is_box && b.is_box ? boxAxes(a, b, approach, axis) : hullAxes(a, b, approach, axis);
}

}  // namespace keystone

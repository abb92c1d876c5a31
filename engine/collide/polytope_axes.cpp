#include "collide/polytope_axes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "math/rounding.h"
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
// face than the point is. So few faces are tried with all vertices.
struct FaceAxes {
  struct Tried {
    int face;
    double beyond;  // [m], q's nearest vertex
  };
  std::vector<Tried> tried;
  std::vector<double> bounds;  // [faces, filled up to fours], [m], of those not tried
  double most = 0.0;           // [m], the greatest of the tried
  Vec3 nearest;                // [m], q's nearest vertex to that face, from p's centre

  // The first face that parts the pair by `least` [m] or more; -1: none.
  Tried first(double least) const {
    Tried found{-1, 0.0};
    for (const Tried& one : tried)
      if (one.beyond >= least && (found.face < 0 || one.face < found.face)) found = one;
    return found;
  }
};

// Bounds what is not tried by a point of q, from p's centre, as well; returns the face with the greatest bound.
std::size_t lowerBounds(const Polytope& p, const Vec3& point, std::vector<double>& bounds) {
  const SimdDouble4x3 at = broadcast(point);
  Largest4 greatest;
  double* bound = bounds.data();
  const double* offset = p.offsets.data();
  for (const SimdDouble4x3& normals : p.normals4) {
    const SimdDouble4 lower = smaller(load(bound), heights(normals, at) - load(offset));
    store(lower, bound);
    greatest.offer(lower);
    bound += kSimdWidth;
    offset += kSimdWidth;
  }
  return greatest.index();
}

// `offset` from p's centre to q's. Tried is all that is within `tie` [m] of the greatest. False when a face parts the
// pair by more than `reach` [m], or places are no numbers.
bool findFaceAxes(const Polytope& p, const Polytope& q, const Vec3& offset, double tie, double reach, FaceAxes& axes) {
  axes.tried.clear();
  axes.bounds.assign(kSimdWidth * p.normals4.size(), kInfinity);
  axes.most = -kInfinity;
  Vec3 point = offset + lowestVertex(q, offset);
  for (;;) {
    const std::size_t next = lowerBounds(p, point, axes.bounds);
    if (!(axes.bounds[next] >= axes.most - tie)) return !axes.tried.empty();
    const Vec3& normal = p.normals[next];
    const Vec3& vertex = lowestVertex(q, normal);
    point = offset + vertex;
    const double beyond = normal.dot(offset) + normal.dot(vertex) - p.offsets[next];
    axes.tried.push_back({static_cast<int>(next), beyond});
    axes.bounds[next] = -kInfinity;
    if (beyond > reach) return false;
    if (beyond <= axes.most) continue;
    axes.most = beyond;
    axes.nearest = point;
  }
}

// Edges of p that may part the pair by more than `least` [m]. Along a direction between the normals of its two faces an
// edge parts it by no more than the greater of the two distances of a point of q beyond them, over the cosine of half
// the angle between the faces' normals where that is positive. The bounds of the axes become those distances.
void findEdges(const Polytope& p, FaceAxes& axes, double least, std::vector<int>& edges) {
  std::vector<double>& beyond = axes.bounds;
  beyond.assign(beyond.size(), kInfinity);
  lowerBounds(p, axes.nearest, beyond);
  const auto& faces = p.topology->edge_faces;
  const auto most = [&](int edge) { return std::max(beyond[faces[edge].first], beyond[faces[edge].second]); };
  const double below = std::min(least, 0.0);
  edges.resize(faces.size());
  std::size_t count = 0;
  for (int i = 0; i < static_cast<int>(faces.size()); ++i) {  // without a branch: few are kept
    edges[count] = i;
    count += most(i) > below ? 1 : 0;
  }
  edges.resize(count);
  std::erase_if(edges, [&](int edge) {
    const double bound = most(edge);
    if (bound > least) return false;
    const Vec3 &left = p.normals[faces[edge].first], &right = p.normals[faces[edge].second];
    return bound <= least * std::sqrt(std::max(0.0, 0.5 * (1.0 + left.dot(right))));
  });
}

// Four edges. Those that fill up have no length.
struct Edges4 {
  SimdDouble4x3 left{}, right{}, way{};  // the normals of their faces, and from end to end [m]
};

Vec3 wayOf(const Polytope& solid, int edge) {
  const auto& [from, to] = solid.topology->edges[edge];
  return solid.vertices[to] - solid.vertices[from];
}

void groupByFour(const Polytope& solid, const std::vector<int>& edges, std::vector<Edges4>& groups) {
  groups.assign(foursOf(edges.size()), {});
  for (std::size_t n = 0; n < edges.size(); ++n) {
    const auto& [left, right] = solid.topology->edge_faces[edges[n]];
    const Vec3 way = wayOf(solid, edges[n]);
    Edges4& group = groups[n / kSimdWidth];
    const std::size_t lane = n % kSimdWidth;
    for (int k = 0; k < 3; ++k) {
      group.left[k][lane] = solid.normals[left][k];
      group.right[k][lane] = solid.normals[right][k];
      group.way[k][lane] = way[k];
    }
  }
}

// Two edges bound a face of the Minkowski difference where their arcs on the Gauss map cross. A bit for each of four.
unsigned arcsCross(const SimdDouble4x3& left, const SimdDouble4x3& right, const SimdDouble4x3& way, const Edges4& b) {
  const SimdDouble4 bl = heights(way, b.left), br = heights(way, b.right);
  const SimdDouble4 al = heights(b.way, left), ar = heights(b.way, right), none{};
  return whereTrue((bl * br < none) & (al * ar < none) & (bl * ar < none));
}

struct HullWorkspace {
  FaceAxes of_a, of_b;
  std::vector<int> edges_a, edges_b;
  std::vector<Edges4> groups_b;
};

bool hullEdges(const Polytope& a, const Polytope& b, const Approach& approach, HullWorkspace& workspace, double least,
               Search& search) {
  const Vec3 offset = b.position - a.position;
  const double tie = kEdgeTie * approach.size;
  findEdges(a, workspace.of_a, least + tie, workspace.edges_a);
  findEdges(b, workspace.of_b, least + tie, workspace.edges_b);
  groupByFour(b, workspace.edges_b, workspace.groups_b);
  for (const int i : workspace.edges_a) {
    const Vec3& start = a.vertices[a.topology->edges[i].first];
    const Vec3 way_a = wayOf(a, i);
    const auto& [left_a, right_a] = a.topology->edge_faces[i];
    // On the side of the two faces, or, of a triangle, whose faces are opposite, away from it.
    Vec3 outward_a = a.normals[left_a] + a.normals[right_a];
    if (outward_a.isZero(0.0)) outward_a = way_a.cross(a.normals[left_a]);
    const SimdDouble4x3 left = broadcast(a.normals[left_a]), right = broadcast(a.normals[right_a]),
                        way = broadcast(way_a);
    for (std::size_t group = 0; group < workspace.groups_b.size(); ++group) {
      unsigned crossing = arcsCross(left, right, way, workspace.groups_b[group]);
      for (; crossing != 0; crossing &= crossing - 1) {
        const int j = workspace.edges_b[kSimdWidth * group + static_cast<std::size_t>(std::countr_zero(crossing))];
        const Vec3 way_b = wayOf(b, j);
        Vec3 normal = way_a.cross(way_b);
        const double length = normal.norm();
        if (length < kParallelEdges * way_a.norm() * way_b.norm()) continue;
        normal *= (normal.dot(outward_a) < 0.0 ? -1.0 : 1.0) / length;
        const double separation = normal.dot(offset + b.vertices[b.topology->edges[j].first] - start);
        if (!search.offer({Kind::Edges, i, j, separation, normal}, tie)) return false;
      }
    }
  }
  return true;
}

// The first face, of a before b, that is within the tie of the best.
bool hullAxes(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& best) {
  const Vec3 offset = b.position - a.position;
  const double tie = kFaceTie * approach.size;
  const Scratch<HullWorkspace> workspace;
  FaceAxes &of_a = workspace->of_a, &of_b = workspace->of_b;
  if (!findFaceAxes(a, b, offset, tie, approach.bound, of_a)) return false;
  if (!findFaceAxes(b, a, -offset, tie, approach.bound, of_b)) return false;
  const double least = std::max(of_a.most, of_b.most) - tie;
  const FaceAxes::Tried on_a = of_a.first(least), on_b = of_b.first(least);
  if (on_a.face >= 0)
    best = {Kind::FaceOfA, on_a.face, -1, on_a.beyond, a.normals[on_a.face]};
  else
    best = {Kind::FaceOfB, -1, on_b.face, on_b.beyond, -b.normals[on_b.face]};
  Search search(approach, best);
  return hullEdges(a, b, approach, *workspace, best.separation, search);
}

}  // namespace

bool bestAxis(const Polytope& a, const Polytope& b, const Approach& approach, SeparatingAxis& axis) {
  return a.is_box && b.is_box ? boxAxes(a, b, approach, axis) : hullAxes(a, b, approach, axis);
}

}  // namespace keystone

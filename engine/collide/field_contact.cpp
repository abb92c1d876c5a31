#include "collide/field_contact.h"

#include <algorithm>
#include <optional>

#include "collide/field_edges.h"
#include "collide/field_points.h"
#include "collide/parts.h"
#include "collide/patch.h"
#include "collide/touching.h"
#include "math/scratch_pool.h"
#include "shape/distance_field.h"

namespace keystone {
namespace {

constexpr double kOneNormal = 1e-3;       // [rad] between normals of one manifold: what lies flat, and its rounding
constexpr std::size_t kMostNormals = 32;  // manifolds of a pair, the deepest: a nut on its screw has as many
constexpr double kUnsharp = 0.5;          // of a cell: its distances are off by a quarter at a right-angled edge
constexpr double kTilt = 0.05;  // [rad] that bodies turn in a step or two, before contacts are looked for again
constexpr std::uint32_t kInsideFeature = 0x1f00d5edU, kEdgeFeature = 0x80000000U;

// A point of contact, relative to body a's centre, of a part of one body with the other body.
struct Touch {
  ManifoldPoint point;
  Vec3 normal;  // unit, a to b
  bool of_b;    // the part is b's
  int part;
};

// Touches of one normal, the deepest first.
struct Group {
  Touch first;
  std::vector<ManifoldPoint> points;
};

struct FieldWorkspace {
  std::vector<Touch> touches;
  std::vector<Group> groups;
  std::size_t count = 0;            // of groups in use: the others keep their memory
  std::vector<int> near_a, near_b;  // parts
  struct {
    std::vector<SharpEdge> of_a, of_b;
    std::vector<EdgeCrossing> crossings;
  } edges;
  std::vector<SurfacePoint> points;
  std::vector<std::optional<Height>> heights;  // by the number of the corner
  std::vector<std::size_t> found;              // points of a group
};

class FieldPair {
 public:
  FieldPair(std::span<const Body> bodies, std::span<const Collider> colliders, std::pair<int, int> pair,
            const CollideParams& params, double h, FieldWorkspace& workspace)
      : pair_(pair),
        a_(bodies[pair.first]),
        b_(bodies[pair.second]),
        of_a_(colliders[pair.first]),
        of_b_(colliders[pair.second]),
        params_(params),
        h_(h),
        approach_(makeApproach(a_, boundingRadius(of_a_.shape), b_, boundingRadius(of_b_.shape), params.margin, h)),
        workspace_(workspace) {}

  void collide(std::vector<Manifold>& manifolds) {
    workspace_.touches.clear();
    if (meetByPoints(of_a_.shape, of_b_.shape)) {
      addCorners(false);
      addCorners(true);
      addCrossings();
    } else {
      addInside(false);
      addInside(true);
    }
    group();
    for (std::size_t i = 0; i < workspace_.count; ++i) addManifolds(workspace_.groups[i], manifolds);
  }

 private:
  // A point of a part of b over a, or the other way round.
  void add(const Vec3& on_point, const Height& height, int part, bool of_b, std::uint32_t feature) {
    const Vec3 middle = on_point - 0.5 * height.gap * height.normal - a_.pose.position;
    workspace_.touches.push_back(
        {{middle, height.gap, feature}, of_b ? height.normal : Vec3(-height.normal), of_b, part});
  }

  // Corners of b over a, or the other way round.
  void addCorners(bool of_b) {
    const Body &body = of_b ? b_ : a_, &other = of_b ? a_ : b_;
    const Shape &shape = of_b ? of_b_.shape : of_a_.shape, &other_shape = of_b ? of_a_.shape : of_b_.shape;
    if (isHalfSpace(shape)) return;
    std::vector<int>& near = of_b ? workspace_.near_b : workspace_.near_a;
    findNearParts(body, shape, other, other_shape, params_, h_, near);
    surfacePoints(shape, near, workspace_.points);
    std::vector<std::optional<Height>>& heights = workspace_.heights;
    heights.clear();
    for (const SurfacePoint& corner : workspace_.points) {
      const auto vertex = static_cast<std::size_t>(corner.vertex);
      if (heights.size() <= vertex) heights.resize(vertex + 1);
      heights[vertex] =
          heightOver(other, other_shape, body.pose.position, body.pose.toWorld(corner.place), approach_.bound);
    }
    dropSteep(near, std::get<Compound>(shape).data->roofs);
    for (const SurfacePoint& corner : workspace_.points)
      if (const auto& height = heights[corner.vertex])
        add(body.pose.toWorld(corner.place), *height, corner.part, of_b,
            2U * static_cast<std::uint32_t>(corner.vertex) + (of_b ? 1U : 0U));
  }

  // Leaves out edges that come nowhere near the surface of the other body, if that is known by distances.
  void keepNear(const Body& other, const Shape& other_shape, std::vector<SharpEdge>& edges) const {
    const DistanceField* field = fieldOf(other_shape);
    if (field == nullptr) return;
    const double far = std::min(approach_.bound, field->grid.cell) + kUnsharp * field->grid.cell;
    std::erase_if(edges, [&](const SharpEdge& edge) {
      const double distance = distanceTo(other.pose, other_shape, edge.middle());
      return std::abs(distance) > far + 0.5 * edge.length;
    });
  }

  // Sharp edges that cross. What the distances do not confirm belongs to the far side of a thin body.
  void addCrossings() {
    auto& [of_a, of_b, crossings] = workspace_.edges;
    if (isHalfSpace(of_a_.shape) || isHalfSpace(of_b_.shape)) return;
    sharpEdges(a_, of_a_.shape, workspace_.near_a, of_a);
    sharpEdges(b_, of_b_.shape, workspace_.near_b, of_b);
    keepNear(a_, of_a_.shape, of_b);
    keepNear(b_, of_b_.shape, of_a);
    crossings.clear();
    crossingEdges(of_a, of_b, approach_.bound, crossings);
    const DistanceField* field = fieldOf(of_a_.shape);
    const bool over_a = field != nullptr;
    if (!over_a) field = fieldOf(of_b_.shape);
    for (const EdgeCrossing& crossing : crossings) {
      const double distance =
          over_a ? distanceTo(a_.pose, of_a_.shape, crossing.on_b) : distanceTo(b_.pose, of_b_.shape, crossing.on_a);
      if (std::abs(distance - crossing.gap) > kUnsharp * field->grid.cell) continue;
      add(crossing.on_b, {crossing.gap, crossing.normal}, crossing.part_b, true, kEdgeFeature ^ crossing.feature);
    }
  }

  // Leaves out corners from which an edge leads down to another one: that one touches first, until the bodies have
  // turned by as much.
  void dropSteep(const std::vector<int>& near, const std::vector<Roof>& roofs) {
    std::vector<std::optional<Height>>& heights = workspace_.heights;
    std::vector<std::size_t>& steep = workspace_.found;
    steep.clear();
    for (const int part : near) {
      const Roof& roof = roofs[part];
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t from = roof.vertices[i], to = (roof.vertices[(i + 1) % 3]);
        if (from >= heights.size() || to >= heights.size() || !heights[from] || !heights[to]) continue;
        const double down = heights[from]->gap - heights[to]->gap;
        if (std::abs(down) > kTilt * (roof.corners[(i + 1) % 3] - roof.corners[i]).norm())
          steep.push_back(down > 0.0 ? from : to);
      }
    }
    for (const std::size_t vertex : steep) heights[vertex].reset();
  }

  // Parts of b that are inside of a, or the other way round.
  void addInside(bool of_b) {
    const Body &body = of_b ? b_ : a_, &other = of_b ? a_ : b_;
    const Shape &shape = of_b ? of_b_.shape : of_a_.shape, &other_shape = of_b ? of_a_.shape : of_b_.shape;
    if (fieldOf(other_shape) == nullptr) return;
    for (int part = 0; part < partCount(shape); ++part) {
      const PartView view = partOf(shape, part);
      const Pose pose = body.pose * view.pose;
      if (distanceTo(other.pose, other_shape, pose.position) >= 0.0) continue;
      std::optional<Height> height = heightOver(other, other_shape, body.pose.position, pose.position, 0.0);
      if (!height) continue;
      const Vec3 down = pose.orientation.conjugate() * -height->normal;
      const double below = down.dot(support(view.shape, down));
      height->gap -= below;
      add(pose.position - below * height->normal, *height, part, of_b,
          kInsideFeature + static_cast<std::uint32_t>(part));
    }
  }

  void group() {
    auto& touches = workspace_.touches;
    auto& groups = workspace_.groups;
    std::ranges::stable_sort(touches, {}, [](const Touch& touch) { return touch.point.gap; });
    std::size_t& count = workspace_.count;
    count = 0;
    for (const Touch& touch : touches) {
      const auto& [point, normal, of_b, part] = touch;
      if (!approach_.reaches(point.point, normal, point.gap)) continue;
      std::size_t known = 0;
      while (known < count && (groups[known].first.normal - normal).norm() >= kOneNormal) ++known;
      if (known == kMostNormals) continue;
      if (known == count) {
        if (groups.size() == count) groups.emplace_back();
        groups[count].first = touch;
        groups[count++].points.clear();
      }
      groups[known].points.push_back(point);
    }
  }

  // The corners of the outline of what touches, all of which bear; what touches first when the bodies tilt; and what is
  // outermost. A manifold holds some of them.
  void addManifolds(const Group& group, std::vector<Manifold>& manifolds) {
    const double tie = kFaceTie * approach_.size;
    const auto ahead = std::ranges::partition_point(
        group.points, [&](const ManifoldPoint& point) { return point.gap <= touchingGap(h_); });
    const std::span<const ManifoldPoint> touching(group.points.begin(), ahead);
    std::vector<std::size_t>& found = workspace_.found;
    found.clear();
    if (!touching.empty()) findHull(touching, group.first.normal, tie, found);
    findOutermost(group.points, group.first.normal, tie, 1.0 / kTilt, found);
    findOutermost(group.points, group.first.normal, tie, 0.0, found);
    sortOnce(found);
    for (std::size_t begin = 0; begin < found.size(); begin += kMostRoundPoints) {
      patch_.count = 0;
      for (std::size_t i = begin; i < std::min(begin + kMostRoundPoints, found.size()); ++i)
        patch_.addFrom(group.points[found[i]]);
      addManifold(group, manifolds);
    }
  }

  void addManifold(const Group& group, std::vector<Manifold>& manifolds) {
    patch_.normal = group.first.normal;
    Manifold& manifold = manifolds.emplace_back();
    if (!select(patch_, approach_, kMostRoundPoints, manifold)) return manifolds.pop_back();
    manifold.a = pair_.first;
    manifold.b = pair_.second;
    const Vec3 where = a_.pose.position + group.first.point.point;
    manifold.part_a = group.first.of_b ? partNear(a_, of_a_.shape, where) : group.first.part;
    manifold.part_b = group.first.of_b ? group.first.part : partNear(b_, of_b_.shape, where);
    joinSurfaces(a_, of_a_, b_, of_b_, manifold);
  }

  std::pair<int, int> pair_;
  const Body &a_, &b_;
  const Collider &of_a_, &of_b_;
  const CollideParams& params_;
  double h_;
  Approach approach_;
  FieldWorkspace& workspace_;
  Patch patch_;
};

}  // namespace

void dropInside(const Body& body, const Shape& shape, const Body& other, const Shape& other_shape,
                std::vector<int>& parts) {
  if (fieldOf(other_shape) == nullptr) return;
  std::erase_if(parts, [&](int part) {
    return distanceTo(other.pose, other_shape, body.pose.toWorld(partOf(shape, part).pose.position)) < 0.0;
  });
}

void fieldContacts(std::span<const Body> bodies, std::span<const Collider> colliders,
                   std::span<const std::pair<int, int>> pairs, const CollideParams& params, double h,
                   std::vector<Manifold>& manifolds) {
  const auto isField = [&](int body) { return fieldOf(colliders[body].shape) != nullptr; };
  const std::size_t before = manifolds.size();
  const Scratch<FieldWorkspace> workspace;
  for (const auto& pair : pairs)
    if (isField(pair.first) || isField(pair.second))
      FieldPair(bodies, colliders, pair, params, h, *workspace).collide(manifolds);
  if (manifolds.size() == before) return;
  std::ranges::stable_sort(manifolds, {}, [](const Manifold& manifold) { return std::pair(manifold.a, manifold.b); });
}

}  // namespace keystone

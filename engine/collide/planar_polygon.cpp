#include "collide/planar_polygon.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "collide/polytope.h"
#include "math/rounding.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

void addPoint(PlanarPolygon& polygon, const Vec2& point) {
  if (polygon.count == PlanarPolygon::kCapacity) {
    throw std::invalid_argument("the planar section of a hull has more than 64 corners");
  }
  polygon.points[polygon.count++] = point;
}

void computeNormals(PlanarPolygon& polygon) {
  for (int i = 0; i < polygon.edges(); ++i) {
    const Vec2 along = polygon.points[polygon.next(i)] - polygon.points[i];
    polygon.normals[i] = Vec2(along.y(), -along.x()).normalized();
  }
}

// Sorts the corners counter-clockwise about their mean, starting with the first one given, and drops those that are
// doubled or lie inside an edge.
void makeConvexLoop(PlanarPolygon& polygon) {
  Vec2 mean = Vec2::Zero();
  for (int i = 0; i < polygon.count; ++i) mean += polygon.points[i] / polygon.count;
  const Vec2 x = polygon.points[0] - mean;
  std::array<std::pair<double, Vec2>, PlanarPolygon::kCapacity> turned;
  for (int i = 0; i < polygon.count; ++i) {
    const Vec2 q = polygon.points[i] - mean;
    const double angle = std::atan2(x.x() * q.y() - x.y() * q.x(), x.dot(q));
    turned[i] = {angle < -kNegligible ? angle + 2.0 * EIGEN_PI : angle, polygon.points[i]};
  }
  const auto begin = turned.begin();
  const auto by_angle = [](const auto& p, const auto& q) { return p.first < q.first; };
  for (int i = 1; i < polygon.count; ++i)  // by insertion: stable, in place
    std::rotate(std::upper_bound(begin, begin + i, begin[i], by_angle), begin + i, begin + i + 1);
  for (int i = 0; i < polygon.count; ++i) polygon.points[i] = turned[i].second;

  const auto first = polygon.points.begin();
  const double size = x.norm();
  for (int i = 0; i < polygon.count && polygon.count > 2;) {
    const Vec2& here = polygon.points[i];
    const Vec2 in = here - polygon.points[i > 0 ? i - 1 : polygon.count - 1];
    const Vec2 out = polygon.points[polygon.next(i)] - here;
    // Corners this close are one, and edges that turn by less are one edge.
    if (in.x() * out.y() - in.y() * out.x() > kNegligible * size * (in.norm() + out.norm())) {
      ++i;
      continue;
    }
    std::copy(first + i + 1, first + polygon.count, first + i);
    --polygon.count;
    i = std::max(0, i - 1);
  }
}

// Where the edges of a convex polyhedron cross the plane.
void cutPolytope(const Polytope& solid, const Vec2& center, PlanarPolygon& polygon) {
  const double height = solid.position.z();
  const auto z = [&](int v) { return height + solid.vertices[v].z(); };
  const double on_plane = kNegligible * solid.size();
  for (int v = 0; v < static_cast<int>(solid.vertices.size()); ++v) {
    if (std::abs(z(v)) <= on_plane) addPoint(polygon, center + solid.vertices[v].head<2>());
  }
  for (const auto& [from, to] : solid.topology->edges) {
    const bool crosses = (z(from) < -on_plane && z(to) > on_plane) || (z(from) > on_plane && z(to) < -on_plane);
    if (!crosses) continue;
    const double t = z(from) / (z(from) - z(to));
    const Vec3 point = (1.0 - t) * solid.vertices[from] + t * solid.vertices[to];
    addPoint(polygon, center + point.head<2>());
  }
  if (polygon.count > 2) makeConvexLoop(polygon);
  if (polygon.count < 3) polygon.count = 0;  // a corner or an edge only touches the plane
}

struct Section {
  const Pose& pose;
  const Vec2& center;
  PlanarPolygon& polygon;

  void cut(const Shape& shape) const {
    const Scratch<PolytopeStore> store;
    store->empty(1);
    const Polytope& solid = store->place(shape, pose);
    cutPolytope(solid, center, polygon);
    polygon.radius = solid.margin;
    computeNormals(polygon);
  }

  void operator()(const Box& box) const {
    const Quat& q = pose.orientation;
    if (q.x() != 0.0 || q.y() != 0.0) return cut(Shape(box));
    if (std::abs(pose.position.z()) > box.half.z()) return;
    const Vec2 x(q.w() * q.w() - q.z() * q.z(), 2.0 * q.w() * q.z());
    const Vec2 y(-x.y(), x.x());
    const Vec2 u = box.half.x() * x;
    const Vec2 v = box.half.y() * y;
    polygon.count = 4;
    polygon.radius = box.margin;
    polygon.points[0] = center + u - v;
    polygon.points[1] = center + u + v;
    polygon.points[2] = center - u + v;
    polygon.points[3] = center - u - v;
    polygon.normals[0] = x;
    polygon.normals[1] = y;
    polygon.normals[2] = -x;
    polygon.normals[3] = -y;
  }

  void operator()(const Hull& hull) const { cut(Shape(hull)); }

  void operator()(const Sphere& sphere) const {
    const double squared = sphere.radius * sphere.radius - pose.position.z() * pose.position.z();
    if (squared <= 0.0) return;
    polygon.radius = pose.position.z() == 0.0 ? sphere.radius : std::sqrt(squared);
    addPoint(polygon, center);
  }

  void operator()(const Capsule& capsule) const {
    const Vec2 axis = pose.rotate(Vec3::UnitY() * capsule.half_length).head<2>();
    polygon.radius = capsule.radius;
    if (axis.norm() <= kNegligible * capsule.radius) return addPoint(polygon, center);
    addPoint(polygon, center - axis);
    addPoint(polygon, center + axis);
    computeNormals(polygon);
  }

  void operator()(const HalfSpace&) const {}

  void operator()(const Compound&) const { throw std::invalid_argument("a compound that was not taken apart"); }
  void operator()(const Convex&) const { throw std::invalid_argument("a shape without a planar section"); }
};

}  // namespace

void planarSection(const Shape& shape, const Pose& pose, const Vec2& center, PlanarPolygon& polygon) {
  polygon.count = 0;
  polygon.radius = 0.0;
  std::visit(Section{pose, center, polygon}, shape);
}

}  // namespace keystone

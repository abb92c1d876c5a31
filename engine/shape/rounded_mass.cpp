// Sums over the parts, each a product of what lies on the polyhedron and what stands out from there.
#include <cmath>

#include "shape/gauss_map.h"
#include "shape/rounded.h"

namespace keystone {
namespace {

void addPart(const VolumeIntegrals& part, VolumeIntegrals& sum) {
  sum.volume += part.volume;
  sum.first += part.first;
  sum.second += part.second;
}

// The product measure of two independent parts x + y: `on` a place of the polyhedron, `off` what stands out from it.
VolumeIntegrals product(const VolumeIntegrals& on, const VolumeIntegrals& off) {
  const Mat3 mixed = on.first * off.first.transpose();
  return {on.volume * off.volume, on.first * off.volume + on.volume * off.first,
          on.second * off.volume + mixed + mixed.transpose() + on.volume * off.second};
}

// Area [m^2] and its moments.
VolumeIntegrals integrateFace(const HullData& core, const std::vector<int>& face) {
  const auto at = [&](std::size_t i) -> const Vec3& { return core.vertices[face[i]]; };
  VolumeIntegrals sum;
  for (std::size_t i = 2; i < face.size(); ++i) {
    const Vec3 &a = at(0), &b = at(i - 1), &c = at(i), corners = a + b + c;
    const double area = 0.5 * (b - a).cross(c - a).norm();
    const Mat3 squares = a * a.transpose() + b * b.transpose() + c * c.transpose();
    addPart({area, area / 3.0 * corners, area / 12.0 * (corners * corners.transpose() + squares)}, sum);
  }
  return sum;
}

VolumeIntegrals integrateSegment(const Vec3& p, const Vec3& q) {
  const Vec3 way = q - p, middle = 0.5 * (p + q);
  const double length = way.norm();
  return {length, length * middle, length * (middle * middle.transpose() + way * way.transpose() / 12.0)};
}

// From the face of a height on.
VolumeIntegrals integrateHeight(const Vec3& normal, double radius) {
  return {radius, 0.5 * radius * radius * normal, radius * radius * radius / 3.0 * normal * normal.transpose()};
}

// The sector of a disc that the arc spans.
VolumeIntegrals integrateSector(const Arc& arc, double radius) {
  const Vec3 middle = (arc.left + arc.right).normalized(), across = arc.along.cross(middle);
  const double half = 0.5 * arc.angle, wide = std::sin(half) * std::cos(half);
  const double squared = radius * radius;
  const Mat3 second = (half + wide) * middle * middle.transpose() + (half - wide) * across * across.transpose();
  return {squared * half, squared * radius / 3.0 * 2.0 * std::sin(half) * middle, 0.25 * squared * squared * second};
}

// [sr], signed, of a triangle of unit vectors [vanoosterom1983].
double solidAngle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2.0 * std::atan2(a.dot(b.cross(c)), 1.0 + a.dot(b) + b.dot(c) + c.dot(a));
}

// What the cone over one arc adds to integrals over the directions u of a corner: of 1, of u and of u u^T. The latter
// two by the divergence theorem over the solid with the sectors of the arcs as its flat sides:
//   int u = sum angle / 2 inward,  int u u^T = (int 1) / 3 I + sum (int of x over the sector) inward^T,
// a sector's moment being (end - start) x inward / 3.
VolumeIntegrals integrateCone(const CornerArc& arc, const Vec3& middle) {
  VolumeIntegrals part;
  part.volume = solidAngle(middle, arc.start, arc.end);
  part.first = 0.5 * arc.angle * arc.inward;
  part.second =
      part.volume / 3.0 * Mat3::Identity() + (arc.end - arc.start).cross(arc.inward) / 3.0 * arc.inward.transpose();
  return part;
}

VolumeIntegrals integrateCorners(const HullData& core, double radius) {
  const std::vector<Vec3> middles = cornerMiddles(core);
  std::vector<VolumeIntegrals> directions(core.vertices.size());
  for (std::size_t e = 0; e < core.edges.size(); ++e)
    for (const CornerArc& arc : cornerArcs(core, e))
      addPart(integrateCone(arc, middles[arc.corner]), directions[arc.corner]);
  VolumeIntegrals sum;
  const double squared = radius * radius;
  for (std::size_t v = 0; v < core.vertices.size(); ++v) {
    const Vec3& place = core.vertices[v];
    const VolumeIntegrals& unit = directions[v];
    const Mat3 second = 0.5 * (unit.second + unit.second.transpose());  // symmetric up to rounding
    addPart(product({1.0, place, place * place.transpose()},
                    {squared * radius / 3.0 * unit.volume, 0.25 * squared * squared * unit.first,
                     0.2 * squared * squared * radius * second}),
            sum);
  }
  return sum;
}

}  // namespace

VolumeIntegrals integrateRounded(const HullData& core, double radius) {
  VolumeIntegrals sum = integrate(core.vertices, core.faces);
  for (std::size_t f = 0; f < core.faces.size(); ++f)
    addPart(product(integrateFace(core, core.faces[f]), integrateHeight(core.normals[f], radius)), sum);
  for (std::size_t e = 0; e < core.edges.size(); ++e) {
    const auto [from, to] = core.edges[e];
    const VolumeIntegrals along = integrateSegment(core.vertices[from], core.vertices[to]);
    addPart(product(along, integrateSector(arcOf(core, e), radius)), sum);
  }
  addPart(integrateCorners(core, radius), sum);
  return sum;
}

}  // namespace keystone

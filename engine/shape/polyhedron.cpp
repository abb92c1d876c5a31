#include "shape/polyhedron.h"

namespace keystone {
namespace {

// The tetrahedron (0, a, b, c) relative to a reference point; its moments are exact polynomials of its corners.
void addTetrahedron(const Vec3& a, const Vec3& b, const Vec3& c, VolumeIntegrals& sum) {
  const double volume = a.dot(b.cross(c)) / 6.0;
  const Vec3 corners = a + b + c;  // the fourth corner is 0
  sum.volume += volume;
  sum.first += volume / 4.0 * corners;
  sum.second +=
      volume / 20.0 * (corners * corners.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
}

}  // namespace

VolumeIntegrals integrate(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>& faces) {
  // Cones from a point near the solid rather than from the origin: signed volumes then do not cancel.
  Vec3 apex = Vec3::Zero();
  for (const Vec3& vertex : vertices) apex += vertex / static_cast<double>(vertices.size());

  VolumeIntegrals about_apex;
  for (const std::vector<int>& face : faces) {
    for (std::size_t i = 2; i < face.size(); ++i) {
      addTetrahedron(vertices[face[0]] - apex, vertices[face[i - 1]] - apex, vertices[face[i]] - apex, about_apex);
    }
  }
  VolumeIntegrals result;
  result.volume = about_apex.volume;
  result.first = about_apex.first + about_apex.volume * apex;
  const Mat3 mixed = about_apex.first * apex.transpose();
  result.second = about_apex.second + mixed + mixed.transpose() + about_apex.volume * apex * apex.transpose();
  return result;
}

MassProperties ofIntegrals(const VolumeIntegrals& solid, double density) {
  MassProperties result;
  result.mass = density * solid.volume;
  result.center = solid.first / solid.volume;
  const Mat3 second = density * (solid.second - solid.volume * result.center * result.center.transpose());
  const Mat3 inertia = second.trace() * Mat3::Identity() - second;
  result.inertia = inertia.selfadjointView<Eigen::Upper>();  // symmetric to the last bit, which files rely on
  return result;
}

}  // namespace keystone

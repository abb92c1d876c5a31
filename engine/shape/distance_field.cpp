#include "shape/distance_field.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "shape/closed_mesh.h"
#include "shape/dual_contour.h"
#include "shape/flat_surface.h"
#include "shape/surface_mesh.h"

namespace keystone {
namespace {

constexpr double kMostPoints = 2e6;  // of a grid: 16 MB, and some seconds to load

std::vector<Corners> cornersOf(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles) {
  std::vector<Corners> corners;
  corners.reserve(triangles.size());
  for (const auto& [a, b, c] : triangles) corners.push_back({vertices[a], vertices[b], vertices[c]});
  return corners;
}

// [m] How far the corners and middles of triangles lie from the other mesh at most.
double farthest(const std::vector<Corners>& from, const MeshDistance& to) {
  double most = 0.0;
  for (const Corners& corners : from) {
    most = std::max(most, to.nearest((corners[0] + corners[1] + corners[2]) / 3.0).distance);
    for (const Vec3& corner : corners) most = std::max(most, to.nearest(corner).distance);
  }
  return most;
}

VolumeIntegrals integralsOf(const Contour& contour) {
  std::vector<std::vector<int>> faces;
  for (const auto& [a, b, c] : contour.triangles) faces.push_back({a, b, c});
  return integrate(contour.vertices, faces);
}

}  // namespace

Compound makeDistanceField(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                           double cell, Vec3* center) {
  const std::vector<Corners> corners = cornersOf(vertices, triangles);
  const MeshDistance mesh(corners);
  const double points = pointsOf(mesh.bounds(), cell);
  if (points > kMostPoints)
    throw std::invalid_argument(std::to_string(std::lround(points)) + " points of a grid, more than " +
                                std::to_string(std::lround(kMostPoints)));
  auto field = std::make_shared<DistanceField>();
  field->grid = distanceGrid(mesh, cell);
  const Contour contour = contourOf(field->grid, mesh);
  if (contour.triangles.empty()) throw std::invalid_argument("nothing as thick as a cell");
  const VolumeIntegrals solid = integralsOf(contour);
  if (!(solid.volume > 0.0)) throw std::invalid_argument("no volume");
  const Vec3 shift = solid.first / solid.volume;
  field->solid = {solid.volume, Vec3::Zero(), solid.second - solid.volume * shift * shift.transpose()};
  const std::vector<Corners> surface = cornersOf(contour.vertices, contour.triangles);
  field->error = std::max(farthest(surface, mesh), farthest(corners, MeshDistance(surface)));
  auto data = std::make_shared<CompoundData>(surfaceData(contour.vertices, contour.triangles, Sides::Front, shift));
  field->grid.origin -= shift;
  data->inner.fill(0.5 * cell);
  data->field = std::move(field);
  if (center != nullptr) *center = shift;
  return {std::move(data)};
}

Compound distanceFieldFromMesh(const std::string& path, double scale, double cell, Vec3* center, int close_holes) {
  const PolygonMesh mesh = readClosedMesh(path, scale, close_holes);
  const double volume = integrate(mesh.vertices, mesh.faces).volume;
  try {
    const Compound field = makeDistanceField(mesh.vertices, trianglesOf(mesh, volume < 0.0), cell, center);
    auto data = std::make_shared<CompoundData>(*field.data);
    data->mesh = std::make_shared<MeshOrigin>(MeshOrigin{.source = path, .scale = scale, .close_holes = close_holes});
    return {std::move(data)};
  } catch (const std::invalid_argument& error) {
    failMesh(path, "found " + std::string(error.what()) + ", expected cells of another size than " +
                       std::to_string(cell) + " m");
  }
}

}  // namespace keystone

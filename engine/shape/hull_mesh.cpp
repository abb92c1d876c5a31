// Mesh files as convex hulls. The mesh must be closed, and must be its own hull.
#include <cmath>
#include <stdexcept>

#include "shape/closed_mesh.h"
#include "shape/hull.h"
#include "shape/polyhedron.h"

namespace keystone {
namespace {

void checkConvex(const std::string& path, const PolygonMesh& mesh, const HullData& hull) {
  const double mesh_volume = std::abs(integrate(mesh.vertices, mesh.faces).volume);
  const double hull_volume = integrate(hull.vertices, hull.faces).volume;
  if (std::abs(mesh_volume - hull_volume) > kVolumeTolerance * hull_volume) {
    failMesh(
        path,
        "found a mesh that is not convex, or crosses itself (volume " + std::to_string(mesh_volume) +
            " m^3, of its convex hull " + std::to_string(hull_volume) +
            " m^3), expected a convex one, or a \"concavity\", a \"distance_field\" or \"hull\": true in the scene");
  }
}

}  // namespace

std::shared_ptr<const HullData> hullFromMesh(const std::string& path, double scale, Vec3* center, double margin,
                                             int close_holes) {
  const PolygonMesh mesh = readClosedMesh(path, scale, close_holes);
  if (mesh.vertices.size() > kMostHullVertices)
    failMesh(path, "found " + std::to_string(mesh.vertices.size()) + " vertices, expected at most " +
                       std::to_string(kMostHullVertices) + ", or \"hull\": true in the scene");
  try {
    auto hull = std::make_shared<HullData>(*hullFromPoints(mesh.vertices, center, margin));
    checkConvex(path, mesh, *hull);
    hull->source = path;
    hull->scale = scale;
    return hull;
  } catch (const std::invalid_argument& error) {
    failMesh(path, "found no solid (" + std::string(error.what()) + "), expected a closed convex mesh");
  }
}

}  // namespace keystone

// Mesh files as convex hulls. The mesh must be closed, and must be its own hull.
#include <cmath>
#include <set>
#include <sstream>
#include <stdexcept>

#include "shape/hull.h"
#include "shape/mesh_file.h"
#include "shape/polyhedron.h"

namespace keystone {
namespace {

// Relative difference between the mesh's volume and its hull's: coordinates are often written with six digits.
constexpr double kVolumeTolerance = 1e-4;
// Keeps the narrow phase and its feature numbers within bounds.
constexpr std::size_t kMaxVertices = 512;

std::string namedEdge(const PolygonMesh& mesh, int from, int to) {
  const auto point = [&](int v) {
    const Vec3& at = mesh.vertices[static_cast<std::size_t>(v)];
    std::ostringstream text;
    text << "(" << at.x() << ", " << at.y() << ", " << at.z() << ")";
    return text.str();
  };
  return point(from) + " to " + point(to);
}

// Each edge is run through once in each direction.
void checkClosed(const std::string& path, const PolygonMesh& mesh) {
  std::set<std::pair<int, int>> edges;
  for (const std::vector<int>& face : mesh.faces) {
    for (std::size_t i = 0; i < face.size(); ++i) {
      if (!edges.emplace(face[i], face[(i + 1) % face.size()]).second) {
        failMesh(path, "edge " + namedEdge(mesh, face[i], face[(i + 1) % face.size()]) +
                           ": found two faces along it in the same direction, expected consistently wound faces");
      }
    }
  }
  for (const auto& [from, to] : edges) {
    if (!edges.contains({to, from}))
      failMesh(path, "edge " + namedEdge(mesh, from, to) +
                         ": found a face on one side only (the mesh is not closed), expected one on each side");
  }
}

void checkConvex(const std::string& path, const PolygonMesh& mesh, const HullData& hull) {
  const double mesh_volume = std::abs(integrate(mesh.vertices, mesh.faces).volume);
  const double hull_volume = integrate(hull.vertices, hull.faces).volume;
  if (std::abs(mesh_volume - hull_volume) > kVolumeTolerance * hull_volume) {
    failMesh(path, "found a mesh that is not convex, or crosses itself (volume " + std::to_string(mesh_volume) +
                       " m^3, of its convex hull " + std::to_string(hull_volume) + " m^3), expected a convex one");
  }
}

}  // namespace

std::shared_ptr<const HullData> hullFromMesh(const std::string& path, double scale, Vec3* center, double margin) {
  const PolygonMesh mesh = readMeshFile(path, scale);
  if (mesh.vertices.size() > kMaxVertices)
    failMesh(path, "found " + std::to_string(mesh.vertices.size()) + " vertices, expected at most " +
                       std::to_string(kMaxVertices));
  checkClosed(path, mesh);
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

#include "shape/concave_mesh.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "shape/closed_mesh.h"
#include "shape/convex_parts.h"
#include "shape/flat_surface.h"
#include "shape/polyhedron.h"

namespace keystone {
namespace {

constexpr int kMostParts = 256;
constexpr double kCoarseTolerance = 0.05;     // of the volume: coarse hulls lack about a hundredth
constexpr std::size_t kMostVertices = 65536;  // more take longer than one waits for a scene

}  // namespace

Compound compoundFromMesh(const std::string& path, double scale, double concavity, Vec3* center, int close_holes) {
  const PolygonMesh mesh = readClosedMesh(path, scale, close_holes);
  if (mesh.vertices.size() > kMostVertices)
    failMesh(path, "found " + std::to_string(mesh.vertices.size()) + " vertices, expected at most " +
                       std::to_string(kMostVertices) + ", or a \"distance_field\" in the scene");
  const double volume = integrate(mesh.vertices, mesh.faces).volume;
  const std::vector<std::array<int, 3>> triangles = trianglesOf(mesh, volume < 0.0);
  try {
    const ConvexParts convex = convexParts(mesh.vertices, triangles, concavity, kMostParts);
    std::vector<Part> parts;
    for (const ConvexPart& part : convex.parts) parts.push_back({Hull{part.hull}, {part.center, Quat::Identity()}});
    Vec3 shift;
    auto data = std::make_shared<CompoundData>(*makeCompound(std::move(parts), &shift).data);
    const double filled = massProperties(Compound{data}, 1.0).mass;
    const double tolerance = convex.is_coarse ? kCoarseTolerance : kVolumeTolerance;
    if (filled < (1.0 - tolerance) * std::abs(volume))
      failMesh(path, "found a mesh that crosses itself (volume " + std::to_string(std::abs(volume)) +
                         " m^3, of its convex parts " + std::to_string(filled) + " m^3), expected one that does not");
    data->mesh = std::make_shared<MeshOrigin>(
        MeshOrigin{path, scale, concavity, convex.filled, std::max(0.0, filled / std::abs(volume) - 1.0), close_holes});
    data->surface = std::make_shared<Surface>(flatSurface(mesh.vertices, triangles, shift));
    if (center != nullptr) *center = shift;
    return {std::move(data)};
  } catch (const std::invalid_argument& error) {
    failMesh(path, "found no solid (" + std::string(error.what()) + "), expected a closed mesh");
  }
}

}  // namespace keystone

// OBJ meshes as convex hulls. The mesh must be closed, and must be its own hull.
#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "shape/hull.h"
#include "shape/polyhedron.h"

namespace keystone {
namespace {

// Relative difference between the mesh's volume and its hull's: coordinates are often written with six digits.
constexpr double kVolumeTolerance = 1e-4;
// Keeps the narrow phase and its feature numbers within bounds.
constexpr std::size_t kMaxVertices = 512;

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> faces;
};

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw std::runtime_error(path + ": " + what);
}

// The library's messages end in line breaks and may hold several lines; errors here are one line.
std::string firstLine(const std::string& text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

// Vertices with the same coordinates become one: exporters split them along seams.
Mesh weld(const std::string& path, const tinyobj::ObjReader& reader, double scale) {
  Mesh mesh;
  const std::vector<tinyobj::real_t>& raw = reader.GetAttrib().vertices;
  std::map<std::tuple<double, double, double>, int> known;
  for (const tinyobj::shape_t& shape : reader.GetShapes()) {
    std::size_t next = 0;
    for (const auto size : shape.mesh.num_face_vertices) {
      std::vector<int>& face = mesh.faces.emplace_back();
      for (unsigned i = 0; i < size; ++i) {
        const int index = shape.mesh.indices[next++].vertex_index;
        if (index < 0 || 3 * static_cast<std::size_t>(index) + 2 >= raw.size()) {
          fail(path, "face " + std::to_string(mesh.faces.size()) + " names a vertex that does not exist");
        }
        const Vec3 point = scale * Vec3(raw[3 * index], raw[3 * index + 1], raw[3 * index + 2]);
        if (!point.allFinite()) fail(path, "vertex " + std::to_string(index + 1) + " is not a finite number");
        const auto [where, is_new] =
            known.emplace(std::tuple(point.x(), point.y(), point.z()), static_cast<int>(mesh.vertices.size()));
        if (is_new) mesh.vertices.push_back(point);
        face.push_back(where->second);
      }
    }
  }
  return mesh;
}

Mesh readMesh(const std::string& path, double scale) {
  if (!(scale > 0.0) || !std::isfinite(scale)) fail(path, "the scale must be a positive number");
  tinyobj::ObjReaderConfig config;
  config.triangulate = false;  // a face with a hole in its triangulation must not slip through
  tinyobj::ObjReader reader;
  if (!reader.ParseFromFile(path, config)) {
    fail(path, reader.Error().empty() ? "not a readable OBJ file" : firstLine(reader.Error()));
  }
  Mesh mesh = weld(path, reader, scale);
  if (mesh.faces.empty()) fail(path, "has no faces, expected a closed convex mesh");
  if (mesh.vertices.size() > kMaxVertices) {
    fail(path, "has " + std::to_string(mesh.vertices.size()) + " vertices, at most " + std::to_string(kMaxVertices));
  }
  return mesh;
}

// Each edge is run through once in each direction.
void checkClosed(const std::string& path, const Mesh& mesh) {
  std::set<std::pair<int, int>> edges;
  for (const std::vector<int>& face : mesh.faces) {
    for (std::size_t i = 0; i < face.size(); ++i) {
      if (!edges.emplace(face[i], face[(i + 1) % face.size()]).second) {
        fail(path, "two faces run along an edge in the same direction, expected consistently wound faces");
      }
    }
  }
  for (const auto& [from, to] : edges) {
    if (!edges.contains({to, from})) fail(path, "is not closed: an edge has a face on one side only");
  }
}

void checkConvex(const std::string& path, const Mesh& mesh, const HullData& hull) {
  const double mesh_volume = std::abs(integrate(mesh.vertices, mesh.faces).volume);
  const double hull_volume = integrate(hull.vertices, hull.faces).volume;
  if (std::abs(mesh_volume - hull_volume) > kVolumeTolerance * hull_volume) {
    fail(path, "is not convex: its volume is " + std::to_string(mesh_volume) + " m^3, its convex hull's " +
                   std::to_string(hull_volume) + " m^3");
  }
}

}  // namespace

std::shared_ptr<const HullData> hullFromObj(const std::string& path, double scale, Vec3* center, double margin) {
  const Mesh mesh = readMesh(path, scale);
  checkClosed(path, mesh);
  try {
    auto hull = std::make_shared<HullData>(*hullFromPoints(mesh.vertices, center, margin));
    checkConvex(path, mesh, *hull);
    hull->source = path;
    hull->scale = scale;
    return hull;
  } catch (const std::invalid_argument& error) {
    fail(path, error.what());
  }
}

}  // namespace keystone

#include "shape/mesh_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string_view>

#include "body/body.h"
#include "math/decimal.h"
#include "math/stop.h"

namespace keystone {
namespace {

struct MeshFormat {
  std::string_view ending;
  PolygonMesh (*read)(const std::string& path);
};
constexpr MeshFormat kMeshFormats[] = {{".obj", readObj},       {".stl", readByAssimp}, {".ply", readByAssimp},
                                       {".gltf", readByAssimp}, {".glb", readByAssimp}, {".dae", readByAssimp},
                                       {".msh", readMsh}};

const MeshFormat& formatOf(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* const format = std::ranges::find(kMeshFormats, ending, &MeshFormat::ending);
  if (format == std::end(kMeshFormats))
    failMesh(path, "found the ending \"" + ending + "\", expected .obj, .stl, .ply, .gltf, .glb, .dae or .msh");
  return *format;
}

// Scenes and robots may have hundreds of files.
PolygonMesh readAsIs(const std::string& path) {
  stopIfAsked();
  return formatOf(path).read(path);
}

// Vertices and faces are counted from 0, as most formats do.
void checkNumbers(const std::string& path, const PolygonMesh& mesh) {
  const auto count = static_cast<int>(mesh.vertices.size());
  for (int v = 0; v < count; ++v) {
    const Vec3& vertex = mesh.vertices[v];
    if (!vertex.allFinite())
      failMesh(path, "vertex " + std::to_string(v) + ": found what is no finite number, expected three finite numbers");
    Eigen::Index axis = 0;
    if (vertex.cwiseAbs().maxCoeff(&axis) > kFarthestPlace)
      failMesh(path, "vertex " + std::to_string(v) + ": found " + "xyz"[axis] + " = " + exactDecimal(vertex[axis]) +
                         " m, expected -1e6 to 1e6");
  }
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (const int v : mesh.faces[f])
      if (v < 0 || v >= count)
        failMesh(path, "face " + std::to_string(f) + ": found vertex " + std::to_string(v) + ", expected 0 to " +
                           std::to_string(count - 1));
}

// The number of each vertex among those that differ, which go to `welded`.
std::vector<int> weld(const std::vector<Vec3>& vertices, std::vector<Vec3>& welded) {
  std::map<std::array<double, 3>, int> known;
  std::vector<int> numbers;
  for (const Vec3& vertex : vertices) {
    const auto [where, is_new] =
        known.emplace(std::array{vertex.x(), vertex.y(), vertex.z()}, static_cast<int>(welded.size()));
    if (is_new) welded.push_back(vertex);
    numbers.push_back(where->second);
  }
  return numbers;
}

}  // namespace

void failMesh(const std::string& path, const std::string& what) {
  throw std::runtime_error(path + ": " + what);
}

std::vector<Vec3> readMeshPoints(const std::string& path) {
  PolygonMesh mesh = readAsIs(path);
  checkNumbers(path, mesh);
  return std::move(mesh.vertices);
}

PolygonMesh readMeshFile(const std::string& path, double scale) {
  if (!(scale > 0.0) || !std::isfinite(scale))
    failMesh(path, "found a scale of " + std::to_string(scale) + ", expected a positive number");
  PolygonMesh mesh = readAsIs(path), result;
  for (Vec3& vertex : mesh.vertices) vertex *= scale;
  checkNumbers(path, mesh);
  const std::vector<int> numbers = weld(mesh.vertices, result.vertices);
  for (std::vector<int>& face : mesh.faces) {
    for (int& v : face) v = numbers[v];
    face.erase(std::unique(face.begin(), face.end()), face.end());
    while (face.size() > 1 && face.front() == face.back()) face.pop_back();
    if (face.size() > 2) result.faces.push_back(std::move(face));
  }
  if (result.faces.empty()) failMesh(path, "found a mesh that has no faces, expected some");
  return result;
}

}  // namespace keystone

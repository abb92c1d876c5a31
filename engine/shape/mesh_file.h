// Mesh files: OBJ through tinyobjloader; STL, PLY, glTF (.gltf, .glb) and Collada (.dae) through assimp; MuJoCo's MSH.
#pragma once

#include <string>
#include <vector>

#include "math/types.h"

namespace keystone {

// Relative, of volumes that must agree: coordinates are often written with six digits.
inline constexpr double kVolumeTolerance = 1e-4;

struct PolygonMesh {
  std::vector<Vec3> vertices;           // [m]
  std::vector<std::vector<int>> faces;  // indices into vertices, at least three each
};

// What stands in the file, its lengths times `scale`. Vertices of the same coordinates are one, since exporters split
// them along seams; faces that this leaves with fewer than three corners are left out. Throws std::runtime_error of one
// line: file, place, what was found, what was expected.
PolygonMesh readMeshFile(const std::string& path, double scale);

// [m] The points of a file, which need no faces. Throws that error.
std::vector<Vec3> readMeshPoints(const std::string& path);

// Throws that error; `what` is place, found and expected.
[[noreturn]] void failMesh(const std::string& path, const std::string& what);

// What the file lists, not looked at any further; faces of several parts name the vertices of their own part.
PolygonMesh readObj(const std::string& path);
PolygonMesh readByAssimp(const std::string& path);
PolygonMesh readMsh(const std::string& path);

}  // namespace keystone

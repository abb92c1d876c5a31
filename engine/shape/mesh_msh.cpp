// MuJoCo's binary meshes, of its XML reference: four numbers of 32 bits, of vertices, normals, texture coordinates and
// triangles; then these as floats, and the triangles as indices, all with the lowest byte first.
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include "shape/mesh_file.h"

namespace keystone {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kWord = 4;  // [bytes], of each number

template <class Number>
std::array<Number, 3> threeAt(const std::string& bytes, std::size_t word) {
  std::array<Number, 3> numbers{};
  std::memcpy(numbers.data(), bytes.data() + kWord * word, sizeof numbers);
  return numbers;
}

}  // namespace

PolygonMesh readMsh(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) failMesh(path, "found no readable file, expected an MSH mesh");
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::array<std::uint32_t, 4> counts{};  // of vertices, normals, texture coordinates, triangles
  if (bytes.size() < sizeof counts) failMesh(path, "found a file of less than 16 bytes, expected an MSH mesh");
  std::memcpy(counts.data(), bytes.data(), sizeof counts);
  const std::size_t vertices = counts[0], triangles = counts[3], first = counts.size();
  const std::size_t first_triangle = first + 3 * vertices + 3UL * counts[1] + 2UL * counts[2];
  const std::size_t expected = kWord * (first_triangle + 3 * triangles);
  if (bytes.size() != expected)
    failMesh(path, "found " + std::to_string(bytes.size()) + " bytes, expected " + std::to_string(expected) +
                       ", as its first four numbers say");
  PolygonMesh mesh;
  for (std::size_t v = 0; v < vertices; ++v) {
    const auto point = threeAt<float>(bytes, first + 3 * v);
    mesh.vertices.emplace_back(point[0], point[1], point[2]);
  }
  for (std::size_t t = 0; t < triangles; ++t) {
    const auto corners = threeAt<int>(bytes, first_triangle + 3 * t);
    mesh.faces.emplace_back(corners.begin(), corners.end());
  }
  return mesh;
}

}  // namespace keystone

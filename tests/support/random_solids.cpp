#include "support/random_solids.h"

#include <array>
#include <memory>
#include <optional>

#include "paths.h"
#include "shape/compound.h"
#include "shape/concave_mesh.h"
#include "shape/distance_field.h"
#include "shape/height_field.h"
#include "shape/surface_mesh.h"

namespace keystone {
namespace {

// What a mesh of the assets is made into, read when it is first asked for.
struct MeshShape {
  const char* file;
  double scale;
  double length;  // [m], of cells or of dents that may be filled
  Compound (*read)(const std::string& path, double scale, double length);
  std::optional<Shape> made = {};

  const Shape& shape() {
    if (!made) {
      auto data = std::make_shared<CompoundData>(*read(assetDir() + "/meshes/" + file, scale, length).data);
      auto origin = std::make_shared<MeshOrigin>(*data->mesh);
      origin->source = file;  // as scenes name it
      data->mesh = std::move(origin);
      made = Compound{std::move(data)};
    }
    return *made;
  }
};

template <std::size_t Count>
Shape oneOf(std::array<MeshShape, Count>& meshes, RandomShapes& random) {
  return meshes[static_cast<std::size_t>(random.uniform(0.0, Count))].shape();
}

Compound parts(const std::string& path, double scale, double concavity) {
  return compoundFromMesh(path, scale, concavity);
}
Compound field(const std::string& path, double scale, double cell) {
  return distanceFieldFromMesh(path, scale, cell);
}
Compound surface(const std::string& path, double scale, double) {
  return surfaceFromMesh(path, scale, Sides::Both);
}

Shape hills(RandomShapes& random) {
  HeightGrid grid{7, 7, random.uniform(0.3, 1.0), random.uniform(0.3, 1.0), 1.0, {}};
  for (int i = 0; i < grid.columns * grid.rows; ++i) grid.heights.push_back(random.uniform(-0.2, 0.2));
  return makeHeightField(grid);
}

}  // namespace

RandomShapes trialShapes(unsigned seed, int number) {
  constexpr unsigned kApart = 1000003;  // a prime: seeds that are near each other have no trials in common
  return RandomShapes(seed * kApart + static_cast<unsigned>(number));
}

Shape convexSolid(RandomShapes& random) {
  return random.everySolid();
}

Shape plainSolid(RandomShapes& random) {
  return random.uniform(0.0, 1.0) < 0.7 ? convexSolid(random) : compoundSolid(random);
}

Shape flatSolid(RandomShapes& random) {
  return random.any();
}

Shape compoundSolid(RandomShapes& random) {
  std::vector<Part> parts;
  const int count = 2 + static_cast<int>(random.uniform(0.0, 3.0));
  for (int i = 0; i < count; ++i) parts.push_back({random.everySolid(), {random.vector(0.6), random.turn()}});
  return makeCompound(std::move(parts));
}

Shape concaveSolid(RandomShapes& random) {
  static std::array<MeshShape, 3> meshes{{{"concave/bracket.obj", 1.0, 0.01, parts},
                                          {"concave/star.obj", 0.7, 0.02, parts},
                                          {"concave/torus.obj", 0.8, 0.05, parts}}};
  return oneOf(meshes, random);
}

Shape fieldSolid(RandomShapes& random) {
  static std::array<MeshShape, 3> meshes{{{"concave/bracket.obj", 1.0, 0.06, field},
                                          {"concave/star.obj", 0.7, 0.05, field},
                                          {"concave/torus.obj", 0.8, 0.08, field}}};
  return oneOf(meshes, random);
}

Shape bowl(RandomShapes& random) {
  static std::array<MeshShape, 2> meshes{
      {{"concave/bowl.obj", 1.0, 0.05, parts}, {"concave/bowl.obj", 1.0, 0.08, field}}};
  return oneOf(meshes, random);
}

Shape anySolid(RandomShapes& random) {
  const double which = random.uniform(0.0, 1.0);
  return which < 0.55   ? convexSolid(random)
         : which < 0.7  ? compoundSolid(random)
         : which < 0.85 ? concaveSolid(random)
                        : fieldSolid(random);
}

Shape plainGround(RandomShapes& random) {
  return random.uniform(0.0, 1.0) < 0.5 ? HalfSpace{} : hills(random);
}

Shape anyGround(RandomShapes& random) {
  static std::array<MeshShape, 2> meshes{
      {{"surfaces/stairs.obj", 1.0, 0.0, surface}, {"surfaces/bowl.obj", 1.0, 0.0, surface}}};
  return random.uniform(0.0, 1.0) < 0.65 ? plainGround(random) : oneOf(meshes, random);
}

}  // namespace keystone

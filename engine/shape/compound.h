// Bodies that are not convex: several convex solids fixed to each other.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "shape/part_tree.h"
#include "shape/shape.h"

namespace keystone {

struct Part {
  Shape shape;           // convex and finite
  Pose pose;             // in the compound's frame
  double density = 1.0;  // times that of the body
};

// The mesh that a compound was made from. Of a concave one, by how much the convex parts differ from it.
struct MeshOrigin {
  std::string source;      // as the scene names it
  double scale = 1.0;      // applied to the mesh's coordinates
  double concavity = 0.0;  // [m], the depth of dents that may be filled
  double filled = 0.0;     // [m], the deepest one that is
  double excess = 0.0;     // of the mesh's volume, by which the parts' is larger
  int close_holes = 0;     // of how many edges at most holes are closed (closed_mesh.h)
};

// The triangle of ground that a part bears on top, in the part's frame, and the triangles beside it.
struct Roof {
  std::array<Vec3, 3> corners;  // [m], counter-clockwise seen from outside
  Vec3 normal;                  // unit, outward
  std::array<Vec3, 3> beyond;   // unit normals beyond the edges, which begin at the corners; zero where the ground ends
  std::array<int, 3> neighbours{-1, -1, -1};  // the triangles there, numbers of parts
  std::array<int, 3> vertices{-1, -1, -1};    // numbers of the corners among those of all triangles
  std::array<bool, 3> owns{};                 // the corners that no part before it has: each once, of all parts
};

// Fills in who owns which corners.
void findOwners(std::vector<Roof>& roofs);

// What of a compound is met: solid parts, or triangles that have nothing behind them, from one side or from both.
enum class Sides { Solid, Front, Both };

struct DistanceField;
struct HeightGrid;
struct Surface;

struct CompoundData {
  std::vector<Part> parts;                     // one at least
  PartTree tree;                               // over the parts' bounds in the compound's frame
  std::vector<Roof> roofs;                     // [parts] of a height field or of triangles, else empty
  Sides sides = Sides::Solid;                  // Front and Both: the parts are triangles
  double radius = 0.0;                         // [m], of a ball about the origin that holds them all
  std::array<double, 2> inner = {0.0, 0.0};    // [m], innerRadius in space and in the plane
  std::shared_ptr<const HeightGrid> grid;      // what it was made from, of a height field
  std::shared_ptr<const MeshOrigin> mesh;      // the same, of a concave mesh, a surface or a distance field
  std::shared_ptr<const DistanceField> field;  // of a distance field: what the triangles have behind them
  std::shared_ptr<const Surface> surface;      // of many parts: what of them is seen
};

// Whether a shape is made of triangles that have nothing behind them (surface_mesh.h); it has no mass.
bool isSurface(const Shape& shape);
// The distances of a shape that is known by them (distance_field.h), else null.
const DistanceField* fieldOf(const Shape& shape);

// Whether a shape can be a part.
bool canBePart(const Shape& shape);

// Shifted so that the centre of mass is the origin; the shift goes to *center. Where parts overlap, both weigh. Throws
// std::invalid_argument where there is no part, or one that is a half-space or a compound itself.
Compound makeCompound(std::vector<Part> parts, Vec3* center = nullptr);

// A shape is its own only part, unless it is a compound.
int partCount(const Shape& shape);

struct PartView {
  const Shape& shape;
  const Pose& pose;  // in the body's frame
};
// Part `index` of a shape; it refers to the shape.
PartView partOf(const Shape& shape, int index);

}  // namespace keystone

// Bodies that are put into the world together: a brick, or a copy of what is selected.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "session/session.h"

namespace keystone {

// What the stack tool makes, and what the shoot tool measures by.
struct BrickSpec {
  Shape shape = Box{{0.5, 0.25, 0.25}};
  double density = 1000.0;  // [kg/m^3]
  Material material = {};
  bool fixed = false;
};
// The brick of the scene's challenge, like the selected box, or the scene's first dynamic box, or the default.
BrickSpec likelyBrick(const Session& session);

// What the stack tool offers.
struct BrickShape {
  std::string_view title;
  bool in_space_only;
  Shape (*make)(const Vec3& half);  // about as high as a brick of these half extents [m]
};
std::span<const BrickShape> brickShapes();

// Of a mesh file, about its centre of mass, as a scene would have it.
struct MeshChoice {
  std::string path;    // or its name in the folder of meshes of `asset_dir`
  double scale = 1.0;  // [m], of the file's unit
  bool hull = true;    // its convex hull; else it must be closed and convex itself
};
// Throws SceneError, one line.
Shape shapeOfMesh(const MeshChoice& mesh, bool planar, const std::string& asset_dir);

// A homogeneous body of that shape at a pose, at rest.
Body bodyOf(const Shape& shape, double density, const Pose& pose);

// A piece is a world of its own, about the middle of its bounds. One brick:
World pieceOf(const BrickSpec& brick);
// A copy of these bodies, at rest, with the joints, forces and paths that hold no others. Endless ones are left out.
World pieceOf(const World& world, const std::vector<int>& bodies);
// Of these bodies, or of all of a piece that is turned; infinite where one of them is.
Aabb boundsOf(const World& world, const std::vector<int>& bodies);
Aabb boundsOf(const World& piece, const Quat& turn);
// Puts the piece in with its middle at `at`. Index of its first body.
int addPiece(World& world, const World& piece, const Pose& at);

}  // namespace keystone

// What a body of a robot is made of: solids with their places, into shape, mass and inertia.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shape/mass_properties.h"
#include "world/world.h"

namespace keystone {

struct Solid {
  Shape shape;
  Pose pose;                   // of the shape's frame, in the robot body's frame
  std::optional<double> mass;  // [kg]; else by density
  double density = 1000.0;     // [kg/m^3]
  bool collides = true;
  double friction = 1.0;             // mu
  Vec3 colour = Vec3::Constant(-1);  // sRGB 0..1; negative: none given
};

// Mass [kg], centre [m] and inertia about it [kg m^2] of solids together, in their body's frame; of half-spaces none.
MassProperties massOf(const std::vector<Solid>& solids);

// Whether a body can have this inertia [kg m^2]: moments above 0, none above the sum of the others by more than the
// share `rounding` of it.
bool isInertia(const Mat3& inertia, double rounding);

// The body whose frame is at `frame` in the world, with this mass: its axes are the frame's, its origin the centre of
// mass. Its collider is made of the solids that collide, or of all, touching nothing, where none does. Throws
// std::invalid_argument where they make no shape, or are too many: 256 of a body, 5000 bodies.
int addSolids(World& world, const std::string& name, BodyKind kind, const Pose& frame, const MassProperties& mass,
              const std::vector<Solid>& solids);

// A cylinder along the body's y, as the engine has it.
Shape cylinderShape(double radius, double half_length);
Shape ellipsoidShape(const Vec3& half);
// The convex hull of a mesh file, each coordinate times `scale`, with its centre of mass [m]; `note` says what it is to
// the mesh. Throws std::runtime_error or std::invalid_argument.
struct MeshHull {
  Shape shape;
  Vec3 center;
  std::string note;
};
MeshHull hullOfMesh(const std::string& path, const Vec3& scale);

}  // namespace keystone

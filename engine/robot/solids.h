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
  Material material{1.0, 1.0};
  int contact_class = -1;            // among those of an MJCF file (mjcf_contact.h)
  Vec3 colour = Vec3::Constant(-1);  // sRGB 0..1; negative: none given
};

// Mass [kg], centre [m] and inertia about it [kg m^2] of solids together, in their body's frame; of half-spaces none.
MassProperties massOf(const std::vector<Solid>& solids);

// The mass of a link that has none in the file, from that of one that moves with it: so little that the motion is the
// same to about that share, and enough that factors of the mass matrix keep their digits.
MassProperties negligibleMass(const MassProperties& of_other);
// The mass of a body in a frame of the world.
MassProperties massIn(const Body& body, const Pose& frame);
// A link's mass in another frame, where its own is at `pose`.
MassProperties inFrame(const MassProperties& mass, const Pose& pose);

// Whether a body can have this inertia [kg m^2]: moments above 0, none above the sum of the others by more than the
// share `rounding` of it.
bool isInertia(const Mat3& inertia, double rounding);

// The body whose frame is at `frame` in the world, with this mass: its axes are the frame's, its origin the centre of
// mass. Its collider is made of the solids that collide, or of all, touching nothing, where none does. Throws
// std::invalid_argument where they make no shape, or are too many: 256 of a body, 5000 bodies.
int addSolids(World& world, const std::string& name, BodyKind kind, const Pose& frame, const MassProperties& mass,
              const std::vector<Solid>& solids);

// The surfaces of the parts of a collider's shape, or where all are alike its own.
void setSurfaces(Collider& collider, std::vector<PartSurface> surfaces);

// A cylinder along the body's y, as the engine has it.
Shape cylinderShape(double radius, double half_length);
Shape ellipsoidShape(const Vec3& half);
// The convex hull of a mesh's points [m], each coordinate times `scale`, with its centre of mass [m]; `note` says what
// it is to the mesh. Throws std::invalid_argument.
struct MeshHull {
  Shape shape;
  Vec3 center;
  std::string note;
};
MeshHull hullOfPoints(std::vector<Vec3> points, const Vec3& scale);
// The same of a mesh file. Throws std::runtime_error, too.
MeshHull hullOfMesh(const std::string& path, const Vec3& scale);

}  // namespace keystone

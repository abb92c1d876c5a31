// What can be set of a body. Its mass, inertia and sleep follow from what is set, as they would on reading a file.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/scene_parts.h"
#include "session/properties.h"
#include "session/shape_sizes.h"
#include "shape/compound.h"
#include "shape/mass_properties.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr double kLeastMass = 1e-6;     // [kg]
constexpr double kLeastDensity = 1e-3;  // [kg/m^3]
constexpr double kDegree = std::numbers::pi / 180;

const Body& bodyAt(const Simulation& simulation, int of) {
  return simulation.world.bodies[of];
}
const Collider& colliderAt(const Simulation& simulation, int of) {
  return simulation.world.colliders[of];
}
// A body that is about to change wakes, with all that sleep in its group.
Body& changedBody(Simulation& simulation, int of) {
  wake(simulation.world, of);
  return simulation.world.bodies[of];
}

bool hasMass(const Simulation& simulation, int of) {
  const Shape& shape = colliderAt(simulation, of).shape;
  return !isHalfSpace(shape) && !isSurface(shape);
}
int countIfSolid(const Simulation& simulation, int of) {
  return hasMass(simulation, of) ? 1 : 0;
}
int countIfDynamic(const Simulation& simulation, int of) {
  return bodyAt(simulation, of).isDynamic() ? 1 : 0;
}
int countAlways(const Simulation&, int) {
  return 1;
}

void setMass(Body& body, double mass) {
  body.inertia *= mass / body.mass;
  body.mass = mass;
}

// [kg/m^3]
double densityOf(const Simulation& simulation, int of) {
  return bodyAt(simulation, of).mass / massProperties(colliderAt(simulation, of).shape, 1.0).mass;
}

// The density stays, and the body is homogeneous.
void setSizes(Simulation& simulation, int of, const Vec3& sizes) {
  const double density = densityOf(simulation, of);
  Shape& shape = simulation.world.colliders[of].shape;
  shape = withSizes(shape, sizes);
  const MassProperties mass = massProperties(shape, density);
  Body& body = changedBody(simulation, of);
  body.mass = mass.mass;
  body.inertia = mass.inertia;
}

int countOfPlace(const Simulation& simulation, int of) {
  if (!hasMass(simulation, of)) return 0;
  return simulation.world.planar ? 2 : 3;
}

// [degrees], turns about the world's x, then y, then z; in the plane the one about z stands first.
Vec3 anglesOf(const Simulation& simulation, int of) {
  const Mat3 R = bodyAt(simulation, of).pose.orientation.toRotationMatrix();
  const double about_z = std::atan2(R(1, 0), R(0, 0));
  if (simulation.world.planar) return {about_z / kDegree, 0, 0};
  const double about_y = std::atan2(-R(2, 0), std::hypot(R(2, 1), R(2, 2)));
  return Vec3(std::atan2(R(2, 1), R(2, 2)), about_y, about_z) / kDegree;
}

void setAngles(Simulation& simulation, int of, const Vec3& degrees) {
  const auto turn = [](double angle, const Vec3& axis) { return Quat(Eigen::AngleAxisd(angle * kDegree, axis)); };
  Quat& orientation = changedBody(simulation, of).pose.orientation;
  if (simulation.world.planar) {
    orientation = turn(degrees[0], Vec3::UnitZ());
  } else {
    orientation = (turn(degrees[2], Vec3::UnitZ()) * turn(degrees[1], Vec3::UnitY()) * turn(degrees[0], Vec3::UnitX()))
                      .normalized();
  }
}

int countOfAngles(const Simulation& simulation, int of) {
  if (!hasMass(simulation, of)) return 0;
  return simulation.world.planar ? 1 : 3;
}
int countOfVelocity(const Simulation& simulation, int of) {
  if (!bodyAt(simulation, of).isDynamic()) return 0;
  return simulation.world.planar ? 2 : 3;
}
int countOfSpin(const Simulation& simulation, int of) {
  if (!bodyAt(simulation, of).isDynamic()) return 0;
  return simulation.world.planar ? 1 : 3;
}

// In the plane the one number of a turn stands first.
Vec3 spinOf(const Simulation& simulation, int of) {
  const Vec3& omega = bodyAt(simulation, of).omega;
  return simulation.world.planar ? Vec3(omega.z(), 0, 0) : omega;
}
void setSpin(Simulation& simulation, int of, const Vec3& spin) {
  changedBody(simulation, of).omega = simulation.world.planar ? Vec3(0, 0, spin.x()) : spin;
}

// Of all its parts.
template <class Change>
void changeMaterial(Simulation& simulation, int of, Change change) {
  changedBody(simulation, of);
  Collider& collider = simulation.world.colliders[of];
  change(collider.material);
  for (PartSurface& part : collider.parts) change(part.material);
}

Vec3 frictionOf(const Simulation& simulation, int of) {
  const Material& material = materialOf(colliderAt(simulation, of), 0);
  return {material.friction_static, material.friction_dynamic, 0};
}

// The dynamic one is never above the static one. Where both are one number they stay so, unless the second is set;
// those of coupled friction always do.
void setFriction(Simulation& simulation, int of, const Vec3& mu) {
  changeMaterial(simulation, of, [&mu](Material& material) {
    const bool was_one = material.friction_static == material.friction_dynamic;
    const bool is_second = mu[0] == material.friction_static;
    material.friction_dynamic = is_second ? mu[1] : was_one ? mu[0] : std::min(material.friction_dynamic, mu[0]);
    material.friction_static =
        material.coupled ? material.friction_dynamic : std::max(mu[0], material.friction_dynamic);
  });
}

// What a static body cannot have goes: its motion and its path.
void setFixed(Simulation& simulation, int of, const Vec3& fixed) {
  Body& body = changedBody(simulation, of);
  body.kind = fixed[0] != 0.0 ? BodyKind::Static : BodyKind::Dynamic;
  body.velocity = body.omega = Vec3::Zero();
  std::erase_if(simulation.world.paths, [of](const Path& path) { return path.body == of; });
}

constexpr double kPlace = kFarthestPlace;

const Property kBodyProperties[] = {
    {"fixed", "Fixed", "It never moves, whatever pushes it", 0, 1, 1, countIfSolid,
     [](const Simulation& s, int of) { return Vec3(bodyAt(s, of).kind == BodyKind::Static ? 1 : 0, 0, 0); }, setFixed,
     Property::Type::Flag},
    {"mass", "Mass [kg]", "Its inertia goes with it", kLeastMass, kMass.high, 0.01, countIfDynamic,
     [](const Simulation& s, int of) { return Vec3(bodyAt(s, of).mass, 0, 0); },
     [](Simulation& s, int of, const Vec3& to) { setMass(changedBody(s, of), to[0]); }},
    {"density", "Density", "[kg/m3] Mass over volume; its inertia goes with it", kLeastDensity, kDensity.high, 1.0,
     countIfDynamic, [](const Simulation& s, int of) { return Vec3(densityOf(s, of), 0, 0); },
     [](Simulation& s, int of, const Vec3& to) {
       Body& body = changedBody(s, of);
       setMass(body, body.mass * to[0] / densityOf(s, of));
     }},
    {"size", "Size [m]", "The density stays, and the centre", kLength.low, kLength.high, 0.001,
     [](const Simulation& s, int of) { return sizeCount(colliderAt(s, of).shape); },
     [](const Simulation& s, int of) { return sizesOf(colliderAt(s, of).shape); }, setSizes},
    {"position", "Position [m]", "Of the centre of mass: x, y, z", -kPlace, kPlace, 0.005, countOfPlace,
     [](const Simulation& s, int of) { return bodyAt(s, of).pose.position; },
     [](Simulation& s, int of, const Vec3& to) { changedBody(s, of).pose.position = to; }},
    {"angle", "Angle [\u00b0]", "Turned about the world's x, then y, then z; in the plane about z", -360, 360, 0.25,
     countOfAngles, anglesOf, setAngles},
    {"velocity", "Velocity [m/s]", "Of the centre of mass: x, y, z", kSpeed.low, kSpeed.high, 0.02, countOfVelocity,
     [](const Simulation& s, int of) { return bodyAt(s, of).velocity; },
     [](Simulation& s, int of, const Vec3& to) { changedBody(s, of).velocity = to; }},
    {"spin", "Spin [rad/s]", "About x, y, z; in the plane about z", kSpeed.low, kSpeed.high, 0.02, countOfSpin, spinOf,
     setSpin},
    {"friction", "Friction", "Coefficients: at rest, and while sliding. Two bodies that touch have the mean of both",
     kFriction.low, kFriction.high, 0.005, [](const Simulation&, int) { return 2; }, frictionOf, setFriction},
    {"restitution", "Restitution", "0: no bounce, 1: the speed of an impact comes back. Of two the larger holds", 0, 1,
     0.005, countAlways,
     [](const Simulation& s, int of) { return Vec3(materialOf(colliderAt(s, of), 0).restitution, 0, 0); },
     [](Simulation& s, int of, const Vec3& to) {
       changeMaterial(s, of, [&to](Material& material) { material.restitution = to[0]; });
     }},
    {"colour", "Colour", "", 0, 1, 0.01, [](const Simulation&, int) { return 3; },
     [](const Simulation& s, int of) { return s.world.colours[of]; },
     [](Simulation& s, int of, const Vec3& to) { s.world.colours[of] = to; }, Property::Type::Colour},
};

}  // namespace

std::span<const Property> bodyProperties() {
  return kBodyProperties;
}

}  // namespace keystone

#include "robot/solids.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <stdexcept>

#include "shape/compound_about.h"
#include "shape/hull.h"
#include "shape/mesh_file.h"
#include "shape/shape_kind.h"
#include "world/bounds.h"

namespace keystone {
namespace {

MassProperties placedMass(const Solid& solid) {
  MassProperties own = massProperties(solid.shape, solid.density);
  if (solid.mass) {
    own.inertia *= *solid.mass / own.mass;
    own.mass = *solid.mass;
  }
  return inFrame(own, solid.pose);
}

Mat3 steiner(double mass, const Vec3& r) {
  return mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
}

// The solids' shape in a frame at `center` of theirs, with the frame's axes.
Shape shapeOf(const std::vector<Solid>& solids, const Vec3& center) {
  if (solids.size() == 1) {
    const Pose& pose = solids[0].pose;
    if ((pose.position - center).norm() <= 1e-12 && pose.orientation.isApprox(Quat::Identity(), 1e-15))
      return solids[0].shape;
  }
  std::vector<Part> parts;
  parts.reserve(solids.size());
  for (const Solid& solid : solids)
    parts.push_back({solid.shape, {solid.pose.position - center, solid.pose.orientation}, 1.0});
  Compound compound = compoundAbout(parts, Vec3::Zero());
  return isOffCentre(compound) ? compound : makeCompound(std::move(parts));
}

}  // namespace

MassProperties massOf(const std::vector<Solid>& solids) {
  MassProperties sum;
  std::vector<MassProperties> each;
  for (const Solid& solid : solids) {
    if (isHalfSpace(solid.shape) || (solid.mass && *solid.mass == 0.0) || (!solid.mass && solid.density == 0.0))
      continue;
    each.push_back(placedMass(solid));
    sum.mass += each.back().mass;
    sum.center += each.back().mass * each.back().center;
  }
  if (!(sum.mass > 0.0)) return {};
  sum.center /= sum.mass;
  for (const MassProperties& own : each) sum.inertia += own.inertia + steiner(own.mass, own.center - sum.center);
  return sum;
}

MassProperties negligibleMass(const MassProperties& of_other) {
  constexpr double kShare = 1e-8;
  return {kShare * of_other.mass, of_other.center, kShare * of_other.inertia};
}

MassProperties massIn(const Body& body, const Pose& frame) {
  const Pose back{frame.toLocal(body.pose.position), frame.orientation.conjugate() * body.pose.orientation};
  return inFrame({body.mass, Vec3::Zero(), body.inertia}, back);
}

MassProperties inFrame(const MassProperties& mass, const Pose& pose) {
  const Mat3 axes = pose.orientation.toRotationMatrix();
  return {mass.mass, pose.toWorld(mass.center), axes * mass.inertia * axes.transpose()};
}

bool isInertia(const Mat3& inertia, double rounding) {
  constexpr double kLargest = 1e20;  // [kg m^2], of numbers that files may have
  if (!inertia.allFinite()) return false;
  const Vec3 moments = inertia.selfadjointView<Eigen::Lower>().eigenvalues();
  const double largest = moments.maxCoeff();
  return moments.minCoeff() > 0.0 && largest <= kLargest && largest <= (moments.sum() - largest) * (1.0 + rounding);
}

int addSolids(World& world, const std::string& name, BodyKind kind, const Pose& frame, const MassProperties& mass,
              const std::vector<Solid>& solids) {
  constexpr std::size_t kMostBodies = 5000, kMostSolids = 256;  // of a robot; of a compound
  if (world.bodies.size() >= kMostBodies) throw std::invalid_argument("more than 5000 bodies");
  if (solids.size() > kMostSolids) throw std::invalid_argument(std::to_string(solids.size()) + " solids, above 256");
  if (mass.mass > kMass.high) throw std::invalid_argument("more than 1e12 kg");
  constexpr double kMarker = 0.01;  // [m], radius of the ball that stands for a body without any solid
  std::vector<Solid> shown;
  for (const Solid& solid : solids)
    if (solid.collides) shown.push_back(solid);
  const bool collides = !shown.empty();
  if (!collides) shown = solids;
  if (shown.empty()) {
    Solid marker;
    marker.shape = Sphere{kMarker};
    marker.pose.position = mass.center;
    shown.push_back(marker);
  }
  Collider collider;
  Body body;
  body.name = name;
  body.kind = kind;
  collider.shape = isHalfSpace(shown[0].shape) ? shown[0].shape : shapeOf(shown, mass.center);
  std::vector<PartSurface> surfaces;
  for (const Solid& solid : shown) surfaces.push_back({solid.material, 1, collides ? 0xffffffffU : 0U});
  setSurfaces(collider, std::move(surfaces));
  body.pose = {frame.toWorld(mass.center), frame.orientation};
  if (kind == BodyKind::Dynamic) {
    body.mass = mass.mass;
    body.inertia = 0.5 * (mass.inertia + mass.inertia.transpose());  // as saved scenes have it
  }
  return addBody(world, body, collider, shown[0].colour);
}

void setSurfaces(Collider& collider, std::vector<PartSurface> surfaces) {
  collider.material = surfaces[0].material;
  collider.layer = collider.mask = 0;
  for (const PartSurface& surface : surfaces) {
    collider.layer |= surface.layer;
    collider.mask |= surface.mask;
  }
  const bool alike = std::ranges::all_of(surfaces, [&](const PartSurface& s) { return s == surfaces[0]; });
  collider.parts = alike ? std::vector<PartSurface>{} : std::move(surfaces);
}

Shape cylinderShape(double radius, double half_length) {
  return makeShape("cylinder", {radius, 2.0 * half_length, 0.0});
}

Shape ellipsoidShape(const Vec3& half) {
  return makeShape("ellipsoid", half);
}

MeshHull hullOfMesh(const std::string& path, const Vec3& scale) {
  return hullOfPoints(readMeshPoints(path), scale);
}

MeshHull hullOfPoints(std::vector<Vec3> points, const Vec3& scale) {
  for (Vec3& point : points) point = point.cwiseProduct(scale);
  MeshHull result;
  bool is_coarse = false;
  const std::shared_ptr<const HullData> hull = coarseHullFromPoints(points, &result.center, &is_coarse);
  result.shape = Hull{hull};
  result.note = "a mesh is taken as its convex hull";
  if (is_coarse)
    result.note += ", and that with " + std::to_string(hull->vertices.size()) + " of the mesh's " +
                   std::to_string(points.size()) + " vertices";
  return result;
}

}  // namespace keystone

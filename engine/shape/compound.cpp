// Compounds, as the table of shapes asks for them: each answer is put together from those of the parts.
#include "shape/compound.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "math/rounding.h"
#include "shape/compound_about.h"
#include "shape/distance_field.h"
#include "shape/polyhedron.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

const CompoundData& dataOf(const Shape& shape) {
  return *std::get<Compound>(shape).data;
}

Vec3 compoundSupport(const Shape& shape, const Vec3& d) {
  Vec3 farthest = Vec3::Zero();
  double most = -HUGE_VAL;
  for (const Part& part : dataOf(shape).parts) {
    const Vec3 point = part.pose.toWorld(support(part.shape, part.pose.orientation.conjugate() * d));
    if (d.dot(point) <= most) continue;
    most = d.dot(point);
    farthest = point;
  }
  return farthest;
}

Aabb compoundBounds(const Shape& shape, const Pose& pose) {
  return boundsOf(dataOf(shape).tree.bounds(), pose);
}

double compoundRadius(const Shape& shape) {
  return dataOf(shape).radius;
}

// A surface is seen from both sides: a ray tells what is in the way, not what is met. A ray that starts inside of a
// distance field does not enter it.
std::optional<RayHit> castTriangles(const CompoundData& data, const LocalRay& ray) {
  if (data.field && distanceAt(data.field->grid, ray.origin) < 0.0) return std::nullopt;
  std::optional<RayHit> first;
  for (std::size_t i = 0; i < data.roofs.size(); ++i) {
    const Vec3& center = data.parts[i].pose.position;
    const std::optional<RayHit> hit = castTriangle({ray.origin - center, ray.direction}, data.roofs[i].corners);
    if (hit && (!first || hit->distance < first->distance)) first = hit;
  }
  return first;
}

std::optional<RayHit> castCompound(const Shape& shape, const LocalRay& ray) {
  if (dataOf(shape).sides != Sides::Solid) return castTriangles(dataOf(shape), ray);
  std::optional<RayHit> first;
  for (const Part& part : dataOf(shape).parts) {
    RayHit hit;
    const double limit = first ? first->distance : HUGE_VAL;
    if (castRay(part.shape, part.pose, ray.origin, ray.direction, limit, hit)) first = hit;
  }
  return first;
}

// The centre of mass, and the inertia about it by the parallel-axis theorem.
MassProperties massOf(const std::vector<Part>& parts, double density) {
  std::vector<MassProperties> own;
  MassProperties sum;
  for (const Part& part : parts) {
    own.push_back(massProperties(part.shape, density * part.density));
    own.back().center = part.pose.toWorld(own.back().center);
    sum.mass += own.back().mass;
    sum.center += own.back().mass * own.back().center;
  }
  sum.center /= sum.mass;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Mat3 turn = parts[i].pose.orientation.toRotationMatrix();
    const Vec3 arm = own[i].center - sum.center;
    sum.inertia += turn * own[i].inertia * turn.transpose();
    sum.inertia += own[i].mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  }
  sum.inertia = 0.5 * (sum.inertia + sum.inertia.transpose()).eval();  // rounding
  return sum;
}

MassProperties compoundMass(const Shape& shape, double density) {
  if (isSurface(shape)) return {};
  if (const DistanceField* field = fieldOf(shape)) return ofIntegrals(field->solid, density);
  return massOf(dataOf(shape).parts, density);
}

Outline compoundOutline(const Shape& shape) {
  Outline outline;
  for (const Part& part : dataOf(shape).parts) {
    const Outline own = kindOf(part.shape).outline(part.shape);
    for (const Vec3& point : own.points) outline.points.push_back(part.pose.toWorld(point));
    outline.radius += own.radius;
  }
  return outline;
}

Surface compoundSurface(const Shape& shape, int /*around*/) {
  const CompoundData& data = dataOf(shape);
  return data.surface ? *data.surface : Surface{};
}

}  // namespace

extern const ShapeKind kCompoundKind;
constinit const ShapeKind kCompoundKind{"compound",   compoundSupport, compoundBounds,  compoundRadius,
                                        castCompound, compoundMass,    compoundOutline, compoundSurface};

bool isSurface(const Shape& shape) {
  const auto* compound = std::get_if<Compound>(&shape);
  return compound != nullptr && compound->data->sides != Sides::Solid && !compound->data->field;
}

const DistanceField* fieldOf(const Shape& shape) {
  const auto* compound = std::get_if<Compound>(&shape);
  return compound != nullptr ? compound->data->field.get() : nullptr;
}

void findOwners(std::vector<Roof>& roofs) {
  std::vector<bool> known;
  for (Roof& roof : roofs)
    for (std::size_t i = 0; i < 3; ++i) {
      const auto vertex = static_cast<std::size_t>(roof.vertices[i]);
      if (known.size() <= vertex) known.resize(vertex + 1);
      roof.owns[i] = !known[vertex];
      known[vertex] = true;
    }
}

bool canBePart(const Shape& shape) {
  return !isHalfSpace(shape) && !std::holds_alternative<Compound>(shape);
}

namespace {

void expectParts(const std::vector<Part>& parts) {
  if (parts.empty()) throw std::invalid_argument("no parts");
  if (!std::ranges::all_of(parts, canBePart, &Part::shape))
    throw std::invalid_argument("a half-space or a compound among the parts");
}

double radiusAbout(const std::vector<Part>& parts, const Vec3& origin) {
  double radius = 0.0;
  for (const Part& part : parts)
    radius = std::max(radius, (part.pose.position - origin).norm() + boundingRadius(part.shape));
  return radius;
}

}  // namespace

Compound compoundAbout(std::vector<Part> parts, const Vec3& origin) {
  expectParts(parts);
  auto data = std::make_shared<CompoundData>();
  data->radius = radiusAbout(parts, origin);
  for (Part& part : parts) part.pose.position -= origin;
  for (const bool planar : {false, true}) {
    double& least = data->inner[planar ? 1 : 0];
    least = HUGE_VAL;
    for (const Part& part : parts) least = std::min(least, innerRadius(part.shape, planar));
  }
  std::vector<Aabb> boxes;
  for (const Part& part : parts) boxes.push_back(bounds(part.shape, part.pose, 0.0));
  data->tree = PartTree(boxes);
  data->parts = std::move(parts);
  return {std::move(data)};
}

bool isOffCentre(const Compound& compound) {
  const CompoundData& data = *compound.data;
  return massOf(data.parts, 1.0).center.cwiseAbs().maxCoeff() > kManyRoundings * data.radius;
}

Compound makeCompound(std::vector<Part> parts, Vec3* center) {
  expectParts(parts);
  Vec3 shift = massOf(parts, 1.0).center;
  // So that saved files reload, and a compound of prisms stays in its plane.
  const double rounding = kManyRoundings * radiusAbout(parts, shift);
  shift = (shift.array().abs() <= rounding).select(0.0, shift);
  if (center != nullptr) *center = shift;
  return compoundAbout(std::move(parts), shift);
}

int partCount(const Shape& shape) {
  const auto* compound = std::get_if<Compound>(&shape);
  return compound != nullptr ? static_cast<int>(compound->data->parts.size()) : 1;
}

PartView partOf(const Shape& shape, int index) {
  static const Pose kOwn;
  const auto* compound = std::get_if<Compound>(&shape);
  if (compound == nullptr) return {shape, kOwn};
  const Part& part = compound->data->parts[index];
  return {part.shape, part.pose};
}

}  // namespace keystone

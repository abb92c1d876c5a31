#include <bit>
#include <cmath>

#include "math/rounding.h"
#include "scene/json_text.h"
#include "scene/scene_parts.h"
#include "shape/compound.h"

namespace keystone {
namespace {

constexpr int kLayers = 32;
constexpr int kPriorities = 1000000;  // largest magnitude

bool isGround(const Shape& shape) {
  const auto* compound = std::get_if<Compound>(&shape);
  return isHalfSpace(shape) || isSurface(shape) || (compound != nullptr && compound->data->grid);
}

BodyKind readKind(const JsonValue& value, const Shape& shape) {
  const auto kind = value.find("kind");
  if (!kind) return isGround(shape) ? BodyKind::Static : BodyKind::Dynamic;
  constexpr BodyKind kKinds[] = {BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic};
  const BodyKind result = kKinds[kind->choice({"static", "kinematic", "dynamic"})];
  if (isHalfSpace(shape) && result != BodyKind::Static) kind->failExpecting("\"static\" for a half-space");
  if (isSurface(shape) && result == BodyKind::Dynamic) kind->failExpecting("\"static\" or \"kinematic\" for a surface");
  return result;
}

std::uint32_t readLayers(const JsonValue& value) {
  if (!value.isArray()) return std::uint32_t{1} << value.integer(0, kLayers - 1);
  std::uint32_t bits = 0;
  for (const JsonValue& layer : value.items(0, kLayers)) bits |= std::uint32_t{1} << layer.integer(0, kLayers - 1);
  return bits;
}

Vec3 readColour(const JsonValue& value) {
  if (value.isArray()) return value.vector(kUnitInterval, 3);
  const std::string expected = "\"#rrggbb\" or three numbers from 0 to 1";
  if (!value.isString()) value.failExpecting(expected);
  const std::string text = value.text();
  if (text.size() != 7 || text[0] != '#' || text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos) {
    value.failExpecting(expected);
  }
  const unsigned long rgb = std::stoul(text.substr(1), nullptr, 16);
  return Vec3(static_cast<double>(rgb >> 16), static_cast<double>(rgb >> 8 & 255), static_cast<double>(rgb & 255)) /
         255.0;
}

void readPose(const JsonValue& body, bool planar, BodyPlan& plan) {
  const auto position = body.find("position");
  const auto centre = body.find("centre");
  if (position && centre) centre->fail("a centre beside a position", "one of the two");
  if (position) plan.pose.position = readVector(*position, kCoordinate, planar);
  if (centre) plan.pose.position = readVector(*centre, kCoordinate, planar);
  plan.pose_is_of_centre = centre.has_value();
  plan.pose.orientation = readOrientation(body, planar);
}

// What the entry does not say of the body's place, its path does.
void startOnPath(const JsonValue& body, const Path& path, BodyPlan& plan) {
  const Pose start = poseAt(path, 0.0);
  if (!body.find("position") && !body.find("centre")) {
    plan.pose.position = start.position;
    plan.pose_is_of_centre = true;
  }
  if (!body.find("orientation") && !body.find("angle")) plan.pose.orientation = start.orientation;
}

void readMotion(const JsonValue& body, bool planar, BodyPlan& plan) {
  if (const auto velocity = body.find("velocity")) plan.velocity = readVector(*velocity, kSpeed, planar);
  const auto omega = body.find("omega");
  if (!omega) return;
  if (planar && omega->isNumber()) {
    plan.omega.z() = omega->number(kSpeed);
    return;
  }
  plan.omega = omega->vector(kSpeed, 3);
  if (planar && (plan.omega.x() != 0.0 || plan.omega.y() != 0.0)) {
    omega->fail("a spin out of the plane", "a number, or [0, 0, omega] in a planar scene");
  }
}

// [xx, yy, zz] or [xx, yy, zz, xy, xz, yz].
Mat3 readInertia(const JsonValue& value) {
  const std::vector<JsonValue> parts = value.items(3, 6);
  if (parts.size() != 3 && parts.size() != 6) value.failExpecting("an array of 3 or 6 numbers");
  Mat3 inertia = Mat3::Zero();
  for (int i = 0; i < 3; ++i) inertia(i, i) = parts[i].number({0.0, 1e20, true});
  if (parts.size() == 6) {
    constexpr int kRows[] = {0, 0, 1}, kColumns[] = {1, 2, 2};
    for (int k = 0; k < 3; ++k) {
      const double product = parts[k + 3].number({-1e20, 1e20});
      inertia(kRows[k], kColumns[k]) = inertia(kColumns[k], kRows[k]) = product;
    }
  }
  return inertia;
}

void readLayers(const JsonValue& value, std::uint32_t& layers, std::uint32_t& mask) {
  if (const auto layer = value.find("layer")) {
    layers = readLayers(*layer);
    if (layers == 0) layer->failExpecting("at least one layer");
  }
  if (const auto given = value.find("collides_with")) mask = readLayers(*given);
}

// Of each part of a compound. What the body has of layers is then what its parts have.
std::vector<PartSurface> readSurfaces(const JsonValue& value, const Shape& shape, const FileScope& file) {
  const auto count = static_cast<std::size_t>(partCount(shape));
  if (!std::holds_alternative<Compound>(shape)) value.fail("surfaces of a shape without parts", "a compound");
  std::vector<PartSurface> surfaces;
  for (const JsonValue& entry : value.items(count, count)) {
    entry.expectKeys({"material", "layer", "collides_with"});
    PartSurface& surface = surfaces.emplace_back();
    if (const auto material = entry.find("material")) surface.material = readMaterial(*material, file);
    readLayers(entry, surface.layer, surface.mask);
  }
  return surfaces;
}

}  // namespace

Quat readOrientation(const JsonValue& body, bool planar) {
  const auto orientation = body.find("orientation");
  const auto angle = body.find("angle");
  const auto axis_value = body.find("axis");
  if (orientation && (angle || axis_value)) {
    orientation->fail("an orientation beside an angle or axis", "one of the two");
  }
  if (orientation) return readQuaternion(*orientation, planar);
  if (axis_value && !angle) axis_value->fail("an axis without an angle", "both");
  if (!angle) return Quat::Identity();
  Vec3 axis = Vec3::UnitZ();
  if (axis_value) {
    axis = axis_value->vector({-1.0, 1.0}, 3);
    if (std::abs(axis.norm() - 1.0) > kUnitTolerance) axis_value->failExpecting("a vector of length 1");
    if (planar && (axis.x() != 0.0 || axis.y() != 0.0))
      axis_value->fail("a rotation out of the plane", "[0, 0, 1] in a planar scene");
    axis.normalize();
  }
  return Quat(Eigen::AngleAxisd(angle->number(kAngle), axis));
}

Quat readQuaternion(const JsonValue& value, bool planar) {
  const std::vector<JsonValue> parts = value.items(4, 4);
  const Range unit{-1.0 - kUnitTolerance, 1.0 + kUnitTolerance};
  const Quat given(parts[0].number(unit), parts[1].number(unit), parts[2].number(unit), parts[3].number(unit));
  const double miss = std::abs(given.norm() - 1.0);
  if (miss > kUnitTolerance) {
    value.fail("a quaternion of length " + std::to_string(given.norm()), "[w, x, y, z] of length 1");
  }
  if (planar && (given.x() != 0.0 || given.y() != 0.0)) {
    value.fail("a rotation out of the plane", "x = y = 0 in a planar scene");
  }
  return miss > kManyRoundings ? given.normalized() : given;  // else the bits are kept, for exact reloading
}

// mu, mu_static and mu_dynamic hold along the grain; mu_across stands beside the larger of them.
void readGrain(const JsonValue& value, Material& material) {
  const auto grain = value.find("grain"), across = value.find("mu_across");
  if (grain.has_value() != across.has_value()) value.fail("one of grain, mu_across alone", "both, or none");
  if (!grain) return;
  const Vec3 direction = readVector(*grain, {-1.0, 1.0}, false);
  if (std::abs(direction.norm() - 1.0) > kUnitTolerance) grain->failExpecting("a unit vector");
  constexpr double kMostStretched = 1e3;  // of the ellipse: impulses along and across are to be of like size
  const double mu = material.friction_static;
  if (!(mu > 0.0)) across->fail("mu_across beside a mu of 0", "a mu above 0");
  material.across = across->number({mu / kMostStretched, mu * kMostStretched}) / mu;
  material.grain = direction.normalized();
}

Material readMaterial(const JsonValue& value, const FileScope& file) {
  if (value.isString()) {
    const auto named = file.materials.find(value.text());
    if (named == file.materials.end()) value.failExpecting("a name that stands in /materials");
    return named->second;
  }
  value.expectKeys({"mu", "mu_static", "mu_dynamic", "restitution", "restitution_tangential", "torsional_friction",
                    "rolling_friction", "coupled_friction", "grain", "mu_across", "combine", "priority", "condim"});
  Material material;
  const auto mu = value.find("mu"), mu_static = value.find("mu_static"), mu_dynamic = value.find("mu_dynamic");
  if (mu && (mu_static || mu_dynamic)) mu->fail("mu beside mu_static or mu_dynamic", "one or the other");
  if (mu_static.has_value() != mu_dynamic.has_value()) value.fail("one of mu_static, mu_dynamic alone", "both, or mu");
  if (mu) material.friction_static = material.friction_dynamic = mu->number(kFriction);
  if (mu_static) {
    material.friction_static = mu_static->number(kFriction);
    material.friction_dynamic = mu_dynamic->number({0.0, material.friction_static});
  }
  if (const auto restitution = value.find("restitution")) material.restitution = restitution->number(kUnitInterval);
  if (const auto tangential = value.find("restitution_tangential"))
    material.restitution_tangential = tangential->number({-1.0, 1.0});
  if (const auto torsional = value.find("torsional_friction")) material.torsional = torsional->number(kArm);
  if (const auto rolling = value.find("rolling_friction")) material.rolling = rolling->number(kArm);
  if (const auto coupled = value.find("coupled_friction")) {
    material.coupled = coupled->flag();
    if (material.coupled && material.friction_static != material.friction_dynamic)
      coupled->fail("coupled_friction beside a mu_static that is not mu_dynamic", "one mu");
    if (material.coupled && !(material.torsional > 0.0))
      coupled->fail("coupled_friction without torsional_friction", "both");
  }
  readGrain(value, material);
  if (const auto combine = value.find("combine"))
    material.rule = combine->choice({"mean", "larger"}) == 1 ? FrictionRule::Larger : FrictionRule::Mean;
  if (const auto priority = value.find("priority")) material.priority = priority->integer(-kPriorities, kPriorities);
  if (const auto condim = value.find("condim")) {
    material.condim = condim->integer(1, 6);
    if (material.condim == 2 || material.condim == 5) condim->failExpecting("1, 3, 4 or 6");
  }
  return material;
}

Matter readMatter(const JsonValue& value, const FileScope& file) {
  Matter matter;
  if (const auto material = value.find("material")) matter.material = readMaterial(*material, file);
  const auto mass = value.find("mass"), density = value.find("density");
  if (mass && density) density->fail("a density beside a mass", "one of the two");
  if (mass) matter.mass = mass->number(kMass);
  if (density) matter.density = density->number(kDensity);
  readLayers(value, matter.layer, matter.mask);
  if (const auto colour = value.find("colour")) matter.colour = readColour(*colour);
  return matter;
}

std::vector<std::string_view> withMatterKeys(std::vector<std::string_view> own) {
  own.insert(own.end(), {"material", "mass", "density", "layer", "collides_with", "colour"});
  return own;
}

void readBody(const JsonValue& value, FileScope& file) {
  static const std::vector<std::string_view> kKeys =
      withMatterKeys({"name", "kind", "shape", "position", "centre", "orientation", "angle", "axis", "velocity",
                      "omega", "inertia", "rested", "path", "surface_velocity", "surfaces"});
  value.expectKeys(kKeys);
  const bool planar = file.scene.planar();
  BodyPlan plan;
  plan.shape = readShape(value.at("shape"), file);
  plan.stem = plan.shape.word;
  if (const auto name = value.find("name")) plan.name = name->text();
  readPose(value, planar, plan);
  readMotion(value, planar, plan);
  if (const auto inertia = value.find("inertia")) plan.inertia = readInertia(*inertia);
  Matter matter = readMatter(value, file);
  matter.kind = readKind(value, plan.shape.shape);
  if (const auto rested = value.find("rested")) {
    plan.rested = rested->flag();
    if (plan.rested && matter.kind != BodyKind::Dynamic) rested->failExpecting("true of dynamic bodies only");
  }
  if (const auto surface = value.find("surface_velocity"))
    matter.surface_velocity = readVector(*surface, kSpeed, planar);
  if (const auto surfaces = value.find("surfaces")) matter.surfaces = readSurfaces(*surfaces, plan.shape.shape, file);
  const auto given = value.find("path");
  if (given && matter.kind != BodyKind::Kinematic) given->fail("a path", "one of kinematic bodies only");
  std::optional<Path> path;
  if (given) path = readPath(*given, planar);
  if (path) startOnPath(value, *path, plan);
  file.scene.add(value, plan, matter);
  if (!path) return;
  path->body = static_cast<int>(file.scene.world().bodies.size()) - 1;
  file.scene.world().paths.push_back(std::move(*path));
}

}  // namespace keystone

#include "scene/scene_context.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <stdexcept>

#include "math/rounding.h"
#include "shape/compound.h"
#include "shape/mass_properties.h"

namespace keystone {
namespace {

bool positiveDefinite(const Mat3& inertia) {
  return inertia.allFinite() && Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues().minCoeff() > 0.0;
}

// Mass and inertia by the body's own statement, else by its density. Half-spaces and surfaces have neither.
void weigh(const JsonValue& at, const BodyPlan& plan, const Matter& matter, Body& body) {
  if (std::holds_alternative<HalfSpace>(plan.shape.shape)) {
    if (matter.mass) at.fail("a mass on a half-space", "none");
    if (matter.kind != BodyKind::Static) at.fail("a half-space that moves", "kind \"static\"");
    return;
  }
  if (isSurface(plan.shape.shape)) {
    if (matter.mass) at.fail("a mass on a surface", "none");
    return;
  }
  MassProperties properties;
  try {
    properties = massProperties(plan.shape.shape, matter.density);
  } catch (const std::invalid_argument& error) {
    at.fail("a shape without mass properties (" + std::string(error.what()) + ")", "a solid shape");
  }
  body.mass = matter.mass.value_or(properties.mass);
  body.inertia = plan.inertia.value_or(matter.mass ? Mat3(properties.inertia * (*matter.mass / properties.mass))
                                                   : properties.inertia);
  if (!std::isfinite(body.mass) || body.mass <= 0.0) {
    at.fail("a mass of " + std::to_string(body.mass) + " kg", "a positive finite mass");
  }
  if (!positiveDefinite(body.inertia)) at.fail("an inertia that is not positive definite", "a positive definite one");
}

}  // namespace

SceneContext::SceneContext(bool planar, std::string asset_dir) : asset_dir_(std::move(asset_dir)) {
  world_.planar = planar;
  if (planar) world_.gravity.z() = 0.0;
}

void SceneContext::reserve(const JsonValue& at, long long count) const {
  const long long total = static_cast<long long>(world_.bodies.size()) + count;
  if (total > kMaxBodies) {
    at.fail(std::to_string(total) + " bodies so far", "at most " + std::to_string(kMaxBodies));
  }
}

void SceneContext::add(const JsonValue& at, const BodyPlan& plan, const Matter& matter) {
  reserve(at, 1);
  Body body;
  body.name = plan.name;
  body.kind = matter.kind;
  body.pose = plan.pose;
  body.velocity = plan.velocity;
  body.omega = plan.omega;
  weigh(at, plan, matter, body);
  if (!plan.pose_is_of_centre) body.pose.position = plan.pose.toWorld(plan.shape.center);
  if (planar()) {
    if (std::abs(body.pose.position.z()) > kNegligible) {  // [m], of an extruded polygon's centroid
      at.fail("a centre of mass at z = " + std::to_string(body.pose.position.z()), "z = 0 in a planar scene");
    }
    body.pose.position.z() = 0.0;
  }
  if (matter.kind == BodyKind::Static && !(body.velocity.isZero(0.0) && body.omega.isZero(0.0))) {
    at.fail("a velocity on a static body", "none, or kind \"kinematic\"");
  }
  if (!body.name.empty() && !names_.insert(body.name).second) {
    at.fail("the name \"" + body.name + "\" a second time", "unique names");
  }
  if (body.name.empty()) unnamed_.emplace_back(world_.bodies.size(), plan.stem);
  if (plan.rested) rested.push_back(static_cast<int>(world_.bodies.size()));
  addBody(
      world_, std::move(body),
      Collider{plan.shape.shape, matter.material, matter.layer, matter.mask, matter.surface_velocity, matter.surfaces},
      matter.colour);
}

World SceneContext::finish() {
  std::map<std::string, long> counters;
  for (const auto& [index, stem] : unnamed_) {
    std::string name;
    do {
      name = stem + "_" + std::to_string(++counters[stem]);
    } while (!names_.insert(name).second);
    world_.bodies[index].name = name;
  }
  return std::move(world_);
}

}  // namespace keystone

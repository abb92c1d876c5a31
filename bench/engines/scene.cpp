#include "engines/scene.h"

#include <stdexcept>

namespace keystone::bench {
namespace {

double onlyFriction(const Material& material) {
  if (material.restitution != 0.0 || material.friction_static != material.friction_dynamic)
    throw std::runtime_error("engines: a material with restitution or two frictions");
  return material.friction_static;
}

void readShape(const Shape& shape, SceneBody& body) {
  if (const auto* box = std::get_if<Box>(&shape)) {
    body.half = box->half;
  } else if (const auto* plane = std::get_if<HalfSpace>(&shape)) {
    body.plane = true;
    body.normal = plane->normal;
    body.offset = plane->offset;
  } else {
    throw std::runtime_error("engines: a shape that is neither box nor half-space");
  }
}

}  // namespace

EngineScene translate(const World& world) {
  if (!world.joints.empty()) throw std::runtime_error("engines: joints");
  EngineScene scene{world.planar, world.h, world.gravity, {}};
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (body.kind == BodyKind::Kinematic) throw std::runtime_error("engines: a kinematic body");
    SceneBody made;
    made.fixed = !body.isDynamic();
    readShape(world.colliders[i].shape, made);
    made.mass = body.mass;
    made.inertia = body.inertia.diagonal();
    if (!made.fixed && Mat3(made.inertia.asDiagonal()) != body.inertia)
      throw std::runtime_error("engines: inertia about other axes than the box's");
    made.mu = onlyFriction(world.colliders[i].material);
    made.start = {body.pose, body.velocity, body.omega};
    scene.bodies.push_back(made);
  }
  return scene;
}

World worldOf(const EngineScene& scene) {
  World world;
  world.planar = scene.planar;
  world.h = scene.h;
  world.gravity = scene.gravity;
  for (const SceneBody& from : scene.bodies) {
    Body body;
    body.kind = from.fixed ? BodyKind::Static : BodyKind::Dynamic;
    body.mass = from.mass;
    body.inertia = from.inertia.asDiagonal();
    body.pose = from.start.pose;
    body.velocity = from.start.velocity;
    body.omega = from.start.omega;
    Collider collider;
    if (from.plane)
      collider.shape = HalfSpace{from.normal, from.offset};
    else
      collider.shape = Box{from.half};
    collider.material.friction_static = collider.material.friction_dynamic = from.mu;
    addBody(world, body, collider);
  }
  return world;
}

int countBoxes(const EngineScene& scene) {
  int count = 0;
  for (const SceneBody& body : scene.bodies) count += body.fixed ? 0 : 1;
  return count;
}

}  // namespace keystone::bench

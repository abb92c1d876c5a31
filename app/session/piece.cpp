#include "session/piece.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <utility>

#include "shape/hull.h"
#include "shape/mass_properties.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

BrickSpec brickLike(const World& world, std::size_t index) {
  const auto& [half, margin] = std::get<Box>(world.colliders[index].shape);
  const Vec3 whole = half.array() + margin;
  return {Box{whole}, world.bodies[index].mass / (8.0 * whole.prod()), world.colliders[index].material};
}

// A prism along z, as high as the brick.
Shape sixSided(const Vec3& half) {
  std::vector<Vec3> points;
  for (int k = 0; k < 6; ++k) {
    const double angle = k * std::numbers::pi / 3, radius = half.y() / std::cos(std::numbers::pi / 6);
    for (const double z : {-half.z(), half.z()})
      points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
  }
  return Hull{hullFromPoints(points)};
}

constexpr BrickShape kShapes[] = {
    {"Box", false, [](const Vec3& half) { return Shape(Box{half}); }},
    {"Sphere", false, [](const Vec3& half) { return Shape(Sphere{half.y()}); }},
    {"Plank", false,
     [](const Vec3& half) {
       return Shape(Box{{3 * half.x(), half.y() / 4, half.z()}});
     }},
    {"Cylinder", true,
     [](const Vec3& half) {
       return makeShape("cylinder", {half.y(), 2 * half.y(), 0});
     }},
    {"Capsule", false,
     [](const Vec3& half) {
       return makeShape("capsule", {half.y() / 2, half.y(), 0});
     }},
    {"Hull", false, sixSided},
};

// Takes what stands in the world's frame along: bodies, joints to the world, paths.
void moveBy(World& world, const Pose& by) {
  for (Body& body : world.bodies) body.pose = by * body.pose;
  for (Joint& joint : world.joints) {
    const auto take = [&by](Vec3& anchor, Quat& frame) {
      anchor = by.toWorld(anchor);
      frame = by.orientation * frame;
    };
    if (joint.a < 0) take(joint.anchor_a, joint.frame_a);
    if (joint.b < 0) take(joint.anchor_b, joint.frame_b);
  }
  for (Path& path : world.paths)
    for (Keyframe& key : path.keys) key.pose = by * key.pose;
}

bool isFinite(const Aabb& box) {
  return box.lower.allFinite() && box.upper.allFinite();
}

Aabb boundsOfBody(const World& world, std::size_t body, const Pose& by) {
  return bounds(world.colliders[body].shape, by * world.bodies[body].pose, 0.0);
}

Aabb both(const Aabb& a, const Aabb& b) {
  return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)};
}

Aabb nothing() {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  return {Vec3::Constant(kFar), Vec3::Constant(-kFar)};
}

// `name`, or with a number after it where another body has it already.
std::string freeName(const World& world, const std::string& name) {
  const auto is_taken = std::ranges::any_of(world.bodies, [&](const Body& body) { return body.name == name; });
  return is_taken ? name + " " + std::to_string(world.bodies.size()) : name;
}

}  // namespace

std::span<const BrickShape> brickShapes() {
  return kShapes;
}

BrickSpec likelyBrick(const Session& session) {
  if (session.scene.challenge) {
    const OverhangChallenge& given = *session.scene.challenge;
    return {Box{given.half}, given.density, given.material};
  }
  const World& world = session.scene.simulation.world;
  const auto usable = [&](std::size_t i) {
    return world.bodies[i].isDynamic() && std::holds_alternative<Box>(world.colliders[i].shape);
  };
  if (const int last = lastSelected(session); last >= 0 && usable(static_cast<std::size_t>(last)))
    return brickLike(world, static_cast<std::size_t>(last));
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (usable(i)) return brickLike(world, i);
  }
  return {};
}

namespace {

// The user has written no scene that a place in it could be named of.
std::string withoutPointer(std::string line) {
  const std::size_t begin = line.find("/bodies/0"), end = line.find(": ", begin);
  return begin == std::string::npos || end == std::string::npos ? line : line.erase(begin, end + 2 - begin);
}

}  // namespace

Shape shapeOfMesh(const MeshChoice& mesh, bool planar, const std::string& asset_dir) {
  nlohmann::json shape{{"type", "mesh"}, {"file", std::filesystem::path(mesh.path).filename()}, {"scale", mesh.scale}};
  if (mesh.hull) shape["hull"] = true;
  const nlohmann::json scene{{"keystone", 1}, {"planar", planar}, {"bodies", {{{"shape", shape}}}}};
  try {
    return parseScene(scene.dump(), mesh.path, asset_dir).simulation.world.colliders.front().shape;
  } catch (const SceneError& error) {
    throw SceneError(withoutPointer(error.what()));
  }
}

Body bodyOf(const Shape& shape, double density, const Pose& pose) {
  const MassProperties mass = massProperties(shape, density);
  Body body;
  body.mass = mass.mass;
  body.inertia = mass.inertia;
  body.pose = pose;
  return body;
}

World pieceOf(const BrickSpec& brick) {
  World piece;
  Body body = bodyOf(brick.shape, brick.density, Pose());
  body.name = "brick";
  if (brick.fixed) body.kind = BodyKind::Static;
  addBody(piece, std::move(body), Collider{brick.shape, brick.material});
  return piece;
}

World pieceOf(const World& world, const std::vector<int>& bodies) {
  World piece;
  copyWithoutImpulses(world, piece);
  for (int i = static_cast<int>(world.bodies.size()) - 1; i >= 0; --i) {
    const bool is_copied = std::ranges::find(bodies, i) != bodies.end();
    if (!is_copied || !isFinite(boundsOf(world, {i}))) removeBody(piece, i);
  }
  const Aabb box = boundsOf(piece, Quat::Identity());
  if (isFinite(box)) moveBy(piece, {-0.5 * (box.lower + box.upper), Quat::Identity()});
  for (Body& body : piece.bodies) {
    body.velocity = body.omega = Vec3::Zero();
    body.sleep_group = -1;
    if (!body.name.ends_with(" copy")) body.name += " copy";
  }
  return piece;
}

Aabb boundsOf(const World& world, const std::vector<int>& bodies) {
  Aabb box = nothing();
  for (const int body : bodies) box = both(box, boundsOfBody(world, static_cast<std::size_t>(body), Pose()));
  return box;
}

Aabb boundsOf(const World& piece, const Quat& turn) {
  Aabb box = nothing();
  for (std::size_t i = 0; i < piece.bodies.size(); ++i) box = both(box, boundsOfBody(piece, i, {Vec3::Zero(), turn}));
  return box;
}

int addPiece(World& world, const World& piece, const Pose& at) {
  World placed = piece;
  moveBy(placed, at);
  const int first = static_cast<int>(world.bodies.size());
  for (std::size_t i = 0; i < placed.bodies.size(); ++i) {
    Body& body = placed.bodies[i];
    body.name = freeName(world, body.name);
    addBody(world, std::move(body), std::move(placed.colliders[i]), placed.colours[i]);
  }
  const auto shift = [first](int& body) { body += body >= 0 ? first : 0; };
  for (Joint& joint : placed.joints) {
    shift(joint.a);
    shift(joint.b);
    world.joints.push_back(std::move(joint));
  }
  const auto append = [&shift](auto& parts, auto& to) {
    for (auto& part : parts) {
      shift(part.body);
      to.push_back(std::move(part));
    }
  };
  append(placed.forces, world.forces);
  append(placed.paths, world.paths);
  for (const auto& [a, b] : placed.no_contact) world.no_contact.emplace_back(a + first, b + first);
  return first;
}

}  // namespace keystone

#include "view/palette.h"

#include <array>
#include <bit>
#include <cmath>

#include "view/renderer.h"

namespace keystone {
namespace {

// Fired clay, sandstone and limestone.
const std::array<Vec3, 7> kBricks = {Vec3(0.78, 0.44, 0.33), Vec3(0.84, 0.55, 0.39), Vec3(0.72, 0.39, 0.31),
                                     Vec3(0.88, 0.66, 0.48), Vec3(0.80, 0.50, 0.36), Vec3(0.86, 0.73, 0.57),
                                     Vec3(0.69, 0.45, 0.37)};
const Vec3 kStatic(0.46, 0.48, 0.51);
const Vec3 kKinematic(0.38, 0.55, 0.74);
const std::array<Vec3, 3> kBaraffLayers = {Vec3(0.96, 0.58, 0.16), Vec3(0.55, 0.34, 0.72), Vec3(0.36, 0.68, 0.32)};

// A fixed function of where the body was born, so that removing a neighbour recolours nobody.
std::uint64_t seedOf(const World& world, int body) {
  std::uint64_t seed = 0x9e3779b97f4a7c15ULL;
  for (int axis = 0; axis < 3; ++axis) {
    seed ^= std::bit_cast<std::uint64_t>(world.start[body][axis] + 0.0);
    seed *= 0xff51afd7ed558ccdULL;
    seed ^= seed >> 32;
  }
  return seed;
}

Vec3 brickTone(std::uint64_t seed) {
  const Vec3& tone = kBricks[seed % kBricks.size()];
  const double lightness = 0.94 + 0.12 * double((seed >> 40) & 0xff) / 255.0;
  return (tone * lightness).cwiseMin(1.0);
}

}  // namespace

glm::vec3 linearFromSrgb(const Vec3& srgb) {
  const auto channel = [](double s) { return float(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4)); };
  return {channel(srgb.x()), channel(srgb.y()), channel(srgb.z())};
}

Vec3 bodyColour(const World& world, int body, bool baraff) {
  const BodyKind kind = world.bodies[body].kind;
  if (baraff) {
    if (kind == BodyKind::Static) return Vec3::Constant(0.04);
    const int layer = std::countr_zero(world.colliders[body].layer | 0x80000000u);
    return kBaraffLayers[layer % kBaraffLayers.size()];
  }
  if (const Vec3& given = world.colours[body]; given.minCoeff() >= 0.0) return given;
  if (kind == BodyKind::Static) return kStatic;
  if (kind == BodyKind::Kinematic) return kKinematic;
  return brickTone(seedOf(world, body));
}

Backdrop backdrop(bool baraff) {
  if (baraff) return {Vec3::Ones(), Vec3::Ones(), Vec3::Constant(0.93), Vec3::Constant(0.93), Vec3::Constant(-0.10)};
  return {Vec3(0.20, 0.23, 0.29), Vec3(0.42, 0.455, 0.51), Vec3(0.37, 0.395, 0.43), Vec3(0.255, 0.275, 0.315),
          Vec3(0.10, 0.105, 0.11)};
}

SetStyle setStyle(RowSet normal, RowSet tangent) {
  if (normal == RowSet::Bilateral) return {Vec3(0.95, 0.95, 0.95), "joint"};
  if (normal == RowSet::Unclamped) return {Vec3(0.42, 0.78, 1.00), "unclamped"};
  if (normal != RowSet::Clamped) return {Vec3(0.60, 0.60, 0.60), "unknown"};
  if (tangent == RowSet::SlideForward || tangent == RowSet::SlideBackward) {
    return {Vec3(1.00, 0.62, 0.10), "clamped, sliding"};
  }
  if (tangent == RowSet::Stick) return {Vec3(0.22, 0.90, 0.55), "clamped, stick"};
  return {Vec3(0.22, 0.90, 0.55), "clamped"};
}

}  // namespace keystone

#include "view/drive_signs.h"

#include <algorithm>
#include <cmath>

#include "world/forces.h"

namespace keystone {
namespace {

const glm::vec4 kForce{1.0F, 0.76F, 0.30F, 1.0F};  // the hand's colour, which pulls likewise
const glm::vec4 kRib{0.10F, 0.10F, 0.11F, 0.75F};
constexpr double kRibs = 24.0;     // along the belt at most
constexpr double kLift = 2e-3;     // of the box's length, so that a rib lies on the surface
constexpr double kNoForce = 1e-9;  // of the amplitude: a sine's zero has no direction

void addForce(const World& world, const AppliedForce& applied, double scale, double width,
              std::vector<Stroke>& strokes) {
  const double share = shareAt(applied, world.time);
  if (std::abs(share) < kNoForce || applied.force.isZero(0.0)) return;
  const Pose& pose = world.bodies[applied.body].pose;
  const Vec3 force = share * (applied.in_body ? pose.rotate(applied.force) : applied.force);
  const Vec3 point = pose.toWorld(applied.point);
  strokes.push_back({toGlm(point - scale * force), float(2.0 * width), toGlm(point), float(8.0 * width), kForce});
}

// Ribs across the faces of a box along which its surface moves, as far on as it has moved.
void addBelt(const World& world, std::size_t body, double width, std::vector<Stroke>& strokes) {
  const Vec3& velocity = world.colliders[body].surface_velocity;
  const auto* box = std::get_if<Box>(&world.colliders[body].shape);
  if (box == nullptr || velocity.isZero(0.0)) return;
  Eigen::Index along = 0;
  velocity.cwiseAbs().maxCoeff(&along);
  const double reach = box->half[along], spacing = 2.0 * reach / kRibs;
  const double start = std::fmod(velocity[along] * world.time, spacing);
  const auto on = [&](Eigen::Index up, double side) {
    const Eigen::Index across = 3 - along - up;
    for (double at = start - reach - spacing; at <= reach; at += spacing) {
      if (at < -reach) continue;
      Vec3 from = Vec3::Zero();
      from[along] = at;
      from[up] = side * (box->half[up] + kLift * reach);
      from[across] = -box->half[across];
      Vec3 to = from;
      to[across] = box->half[across];
      const Pose& pose = world.bodies[body].pose;
      strokes.push_back({toGlm(pose.toWorld(from)), float(width), toGlm(pose.toWorld(to)), 0.0F, kRib});
    }
  };
  for (Eigen::Index up = 0; up < 3; ++up) {
    if (up == along || (world.planar && up == 2)) continue;
    on(up, 1.0);
    on(up, -1.0);
  }
}

}  // namespace

std::vector<Stroke> driveSigns(const World& world, double force_scale, double width) {
  std::vector<Stroke> strokes;
  for (std::size_t body = 0; body < world.bodies.size(); ++body) addBelt(world, body, width, strokes);
  if (force_scale > 0.0)
    for (const AppliedForce& applied : world.forces) addForce(world, applied, force_scale, width, strokes);
  return strokes;
}

}  // namespace keystone

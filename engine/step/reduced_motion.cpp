#include "step/reduced_motion.h"

#include <algorithm>
#include <cmath>

#include "articulated/forest_motion.h"
#include "smooth/part.h"
#include "world/forces.h"

namespace keystone {
namespace {

// [rad] the fastest body turns in a part of a step: beyond 0.25 a method of fourth order errs by more than 1e-5.
constexpr double kTurnOfPart = 0.25;
constexpr int kMostParts = 1000;  // of a step: a body that turns 40 times in a step is beyond any accuracy

bool isFreeTree(const World& part, const Forest& forest) {
  const auto is_free = [](const Joint& joint) {
    return !std::isfinite(joint.low) && !std::isfinite(joint.high) && joint.motor_max <= 0.0 && joint.friction <= 0.0 &&
           !joint.hasSpring();
  };
  const auto moves_by_itself = [](const Body& body) { return !body.isActive() && body.moves(); };
  return std::ranges::all_of(forest.is_tree_joint, [](char is) { return is != 0; }) &&
         std::ranges::all_of(part.joints, is_free) && std::ranges::none_of(part.bodies, moves_by_itself);
}

}  // namespace

void moveTreeSmoothly(const StepContext& step, const Island& island, std::vector<BodyMotion>& motions) {
  SmoothPart part;
  part.bodies = island.bodies;
  for (const int row : island.joint_rows) {
    const auto at = static_cast<std::size_t>(row);
    if (at >= step.result.problem.joint_of_row.size()) return;
    part.joints.push_back(step.result.problem.joint_of_row[at]);
  }
  part.joints.erase(std::unique(part.joints.begin(), part.joints.end()), part.joints.end());
  takePart(step.world, part);
  World& world = part.world;
  Forest forest;
  buildForest(world.bodies, world.joints, world.planar, forest);
  if (!isFreeTree(world, forest)) return;
  double spin = 0.0;
  for (const Body& body : world.bodies) spin = std::max(spin, body.omega.norm());
  const int parts = std::clamp(static_cast<int>(std::ceil(step.dt * spin / kTurnOfPart)), 1, kMostParts);
  const double h = step.dt / parts;
  const ForceLaw law = [&](std::span<const Body> bodies, VecX& f) {
    std::ranges::copy(bodies, world.bodies.begin());
    externalForces(world, {world.time, step.dt, step.dt}, f);
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (bodies[b].isActive()) f.segment<3>(6 * static_cast<Eigen::Index>(b)) += bodies[b].mass * world.gravity;
  };
  std::vector<Body> bodies = world.bodies;
  for (int i = 0; i < parts; ++i) {
    world.time = step.world.time + (i + 0.5) * h;  // forces of time are those in the middle of each part
    advanceForest(forest, world.joints, law, h, bodies);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].isActive())
      motions.push_back({part.bodies[i], {bodies[i].pose, bodies[i].velocity, bodies[i].omega}});
}

}  // namespace keystone

#include "step/near_misses.h"

#include <algorithm>

#include "collide/sweep.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"

namespace keystone {
namespace {

constexpr double kSlop = 1e-6;  // of the smaller body's radius, within which bodies that pass count as touching

bool isAhead(const Manifold& manifold, double h) {
  const auto points = std::span(manifold.points).first(static_cast<std::size_t>(manifold.count));
  return std::ranges::all_of(points, [&](const ManifoldPoint& point) { return point.gap > touchingGap(h); });
}

struct NearMissWorkspace {
  std::vector<char> disturbed;  // [bodies], something may change the body's way
  std::vector<char> misses;     // [manifolds]
};

}  // namespace

void dropNearMisses(StepContext& step, std::span<const Body> bodies, const VecX& v) {
  const World& world = step.world;
  std::vector<Manifold>& manifolds = step.result.manifolds;
  if (std::ranges::none_of(manifolds, [&](const Manifold& manifold) { return isAhead(manifold, step.dt); })) return;

  const Scratch<NearMissWorkspace> workspace(static_cast<std::ptrdiff_t>(bodies.size()));
  auto& [disturbed, misses] = *workspace;
  disturbed.assign(bodies.size(), 0);
  misses.assign(manifolds.size(), 0);
  const auto disturb = [&](int body) {
    if (body >= 0 && bodies[static_cast<std::size_t>(body)].isActive()) disturbed[static_cast<std::size_t>(body)] = 1;
  };
  const auto isFree = [&](const Manifold& manifold) {
    return disturbed[static_cast<std::size_t>(manifold.a)] == 0 && disturbed[static_cast<std::size_t>(manifold.b)] == 0;
  };
  const auto moving = [&](int body) -> Moving {
    const auto at = static_cast<std::size_t>(body);
    return {bodies[at], world.colliders[at].shape, v.segment<3>(6 * body), v.segment<3>(6 * body + 3)};
  };
  for (const Joint& joint : world.joints) {
    disturb(joint.a);
    disturb(joint.b);
  }
  for (const Manifold& manifold : manifolds) {
    if (isAhead(manifold, step.dt)) continue;
    disturb(manifold.a);
    disturb(manifold.b);
  }
  for (std::size_t i = 0; i < manifolds.size(); ++i) {
    const Manifold& manifold = manifolds[i];
    if (!isFree(manifold)) continue;
    const double size = std::min(boundingRadius(world.colliders[static_cast<std::size_t>(manifold.a)].shape),
                                 boundingRadius(world.colliders[static_cast<std::size_t>(manifold.b)].shape));
    misses[i] = timeOfImpact(moving(manifold.a), moving(manifold.b), step.dt, kSlop * size) ? 0 : 1;
    if (misses[i] != 0) continue;
    disturb(manifold.a);
    disturb(manifold.b);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < manifolds.size(); ++i)
    if (misses[i] == 0 || !isFree(manifolds[i])) manifolds[kept++] = manifolds[i];
  manifolds.resize(kept);
}

}  // namespace keystone

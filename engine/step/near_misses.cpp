#include "step/near_misses.h"

#include <algorithm>

#include "collide/sweep.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "shape/compound.h"

namespace keystone {
namespace {

bool isAhead(const Manifold& manifold, double h) {
  const auto is_open = [&](const ManifoldPoint& point) { return point.gap > touchingGap(h); };
  return manifold.apart || std::ranges::all_of(pointsOf(manifold), is_open);
}

struct NearMissWorkspace {
  std::vector<char> disturbed;  // [bodies], something may change the body's way
  std::vector<char> kept;       // [manifolds]
};

}  // namespace

void dropNearMisses(StepContext& step, std::span<const Body> bodies, const VecX& v) {
  const World& world = step.world;
  std::vector<Manifold>& manifolds = step.result.manifolds;
  if (std::ranges::none_of(manifolds, [&](const Manifold& manifold) { return isAhead(manifold, step.dt); })) return;

  const Scratch<NearMissWorkspace> workspace(static_cast<std::ptrdiff_t>(bodies.size()));
  auto& [disturbed, kept] = *workspace;
  disturbed.assign(bodies.size(), 0);
  kept.assign(manifolds.size(), 0);
  const auto disturb = [&](int body) {
    if (body >= 0 && bodies[static_cast<std::size_t>(body)].isActive()) disturbed[static_cast<std::size_t>(body)] = 1;
  };
  const auto isFree = [&](const Manifold& manifold) {
    return disturbed[static_cast<std::size_t>(manifold.a)] == 0 && disturbed[static_cast<std::size_t>(manifold.b)] == 0;
  };
  const auto moving = [&](int body, int part) -> Moving {
    const auto at = static_cast<std::size_t>(body);
    const auto [shape, place] = partOf(world.colliders[at].shape, part);
    return {bodies[at], shape, v.segment<3>(6 * body), v.segment<3>(6 * body + 3), Vec3::Zero(), place};
  };
  const auto doMeet = [&](const Manifold& manifold) {
    const Moving a = moving(manifold.a, manifold.part_a), b = moving(manifold.b, manifold.part_b);
    const double size = std::min(boundingRadius(a.shape), boundingRadius(b.shape));
    return timeOfImpact(a, b, step.dt, kSweepSlop * size).has_value();
  };
  const auto keepIf = [&](const auto& isKept) {
    bool any = false;
    for (std::size_t i = 0; i < manifolds.size(); ++i) {
      if (kept[i] != 0 || !isKept(manifolds[i])) continue;
      kept[i] = 1;
      any = true;
      disturb(manifolds[i].a);
      disturb(manifolds[i].b);
    }
    return any;
  };
  for (const Joint& joint : world.joints) {
    disturb(joint.a);
    disturb(joint.b);
  }
  keepIf([&](const Manifold& manifold) { return !isAhead(manifold, step.dt); });
  keepIf([&](const Manifold& manifold) { return isFree(manifold) && doMeet(manifold); });
  // What is pushed may push what it is near to.
  while (keepIf([&](const Manifold& manifold) { return !isFree(manifold); })) {
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < manifolds.size(); ++i)
    if (kept[i] != 0) manifolds[count++] = manifolds[i];
  manifolds.resize(count);
}

}  // namespace keystone

#include "robot/overlaps.h"

#include <algorithm>

#include "collide/collide.h"
#include "world/joined.h"

namespace keystone {
namespace {

constexpr double kTouching = 1e-6;  // [m], as deep as bodies that rest on each other may be

bool overlaps(const Manifold& manifold) {
  const auto isDeep = [](const ManifoldPoint& point) { return point.gap < -kTouching; };
  return !manifold.apart && std::ranges::any_of(pointsOf(manifold), isDeep);
}

}  // namespace

std::vector<std::pair<int, int>> ignoreOverlaps(World& world) {
  std::vector<std::pair<int, int>> pairs, found;
  const CollideParams touching{.margin = 0.0};
  broadPhase(world.bodies, world.colliders, touching, 0.0, pairs);
  std::erase_if(pairs, [&](const std::pair<int, int>& pair) {
    return !world.bodies[pair.first].isDynamic() || !world.bodies[pair.second].isDynamic();
  });
  dropJoinedPairs(world, pairs);
  std::vector<Manifold> manifolds;
  narrowPhase(world.bodies, world.colliders, pairs, touching, 0.0, manifolds);
  for (const Manifold& manifold : manifolds)
    if (overlaps(manifold)) found.emplace_back(manifold.a, manifold.b);
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  world.no_contact.insert(world.no_contact.end(), found.begin(), found.end());
  return found;
}

}  // namespace keystone

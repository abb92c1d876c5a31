#include "sim/joined.h"

#include <algorithm>
#include <numeric>

namespace keystone {
namespace {

int findRoot(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// [bodies], one number for all bodies of a compound. Through static bodies nothing is united: the ground carries much.
std::vector<int> compounds(const World& world) {
  std::vector<int> parent(world.bodies.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const Joint& joint : world.joints) {
    if (joint.kind != JointKind::Fixed || joint.collide || joint.a < 0 || joint.b < 0) continue;
    if (!world.bodies[joint.a].isDynamic() || !world.bodies[joint.b].isDynamic()) continue;
    parent[findRoot(parent, joint.a)] = findRoot(parent, joint.b);
  }
  std::vector<int> roots(parent.size());
  for (std::size_t i = 0; i < parent.size(); ++i) roots[i] = findRoot(parent, static_cast<int>(i));
  return roots;
}

}  // namespace

void dropJoinedPairs(const World& world, std::vector<std::pair<int, int>>& pairs) {
  if (world.joints.empty()) return;
  const std::vector<int> compound = compounds(world);
  std::vector<std::pair<int, int>> joined;
  for (const Joint& joint : world.joints) {
    if (joint.collide || joint.a < 0 || joint.b < 0) continue;
    joined.emplace_back(std::minmax(compound[joint.a], compound[joint.b]));
  }
  std::sort(joined.begin(), joined.end());
  std::erase_if(pairs, [&](const std::pair<int, int>& pair) {
    const std::pair<int, int> ends = std::minmax(compound[pair.first], compound[pair.second]);
    return ends.first == ends.second || std::binary_search(joined.begin(), joined.end(), ends);
  });
}

}  // namespace keystone

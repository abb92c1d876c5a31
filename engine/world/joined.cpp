#include "world/joined.h"

#include <algorithm>

#include "math/groups.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

// [bodies], one number for all bodies of a compound. Through static bodies nothing is united: the ground carries much.
void listCompounds(const World& world, std::vector<int>& roots) {
  const Scratch<Groups> workspace;
  Groups& groups = *workspace;
  groups.begin(static_cast<int>(world.bodies.size()));
  for (const Joint& joint : world.joints) {
    if (joint.kind != JointKind::Fixed || joint.collide || joint.a < 0 || joint.b < 0) continue;
    if (!world.bodies[joint.a].isDynamic() || !world.bodies[joint.b].isDynamic()) continue;
    groups.unite(joint.a, joint.b);
  }
  roots.resize(world.bodies.size());
  for (std::size_t i = 0; i < roots.size(); ++i) roots[i] = groups.find(static_cast<int>(i));
}

using Pairs = std::vector<std::pair<int, int>>;

void dropNoContact(const Pairs& listed, Pairs& pairs) {
  if (listed.empty()) return;
  const Scratch<Pairs> sorted;
  *sorted = listed;
  std::sort(sorted->begin(), sorted->end());
  std::erase_if(pairs, [&](const auto& pair) { return std::binary_search(sorted->begin(), sorted->end(), pair); });
}

}  // namespace

void dropJoinedPairs(const World& world, std::vector<std::pair<int, int>>& pairs) {
  dropNoContact(world.no_contact, pairs);
  if (world.joints.empty()) return;
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& compound = *workspace;
  listCompounds(world, compound);
  const Scratch<std::vector<std::pair<int, int>>> joined_pairs;
  std::vector<std::pair<int, int>>& joined = *joined_pairs;
  joined.clear();
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

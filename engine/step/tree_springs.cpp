#include "step/tree_springs.h"

#include "problem/delassus.h"
#include "step/tree_problem.h"

namespace keystone {
namespace {

constexpr double kFelt = 1e-10;  // of a row: joints are closed to 1e-12 m, and 1e-9 of its velocity is exact

Vec6 partOn(const RowEnds& row, int body) {
  for (std::size_t k = 0; k < 2; ++k)
    if (row.body[k] == body) return row.part[k];
  return Vec6::Zero();
}

// [joints], the links that they carry, -1 where there is none or its coordinates are not one.
std::vector<int> linksWithACoordinate(const Forest& forest) {
  std::vector<int> links(forest.is_tree_joint.size(), -1);
  for (std::size_t i = 0; i < forest.links.size(); ++i)
    if (const Link& link = forest.links[i]; !link.isFree() && link.count == 1) links[link.joint] = static_cast<int>(i);
  return links;
}

// By the link's own velocity; 0 where the row feels that of what carries it, too.
double rateOf(const PlacedForest& placed, int link, const RowEnds& row) {
  const Link& at = placed.forest.links[link];
  const Vec6 own = partOn(row, at.body);
  if (at.parent >= 0) {
    const Vec6 below = carriedBack(placed.links[link].shift, own) + partOn(row, placed.forest.links[at.parent].body);
    if (!(below.norm() <= kFelt * own.norm())) return 0.0;
  }
  return own.dot(placed.links[link].motion.col(0));
}

}  // namespace

void findTreeSprings(const PlacedForest& placed, const ContactProblem& problem, std::span<const char> structural,
                     std::vector<TreeSpring>& springs) {
  springs.clear();
  const std::vector<int> link_of_joint = linksWithACoordinate(placed.forest);
  int last = -1;  // joint that has its spring
  for (std::size_t i = 0; i < problem.joint_of_row.size(); ++i) {
    const int row = problem.firstJointRow() + static_cast<int>(i), joint = problem.joint_of_row[i];
    const int link = link_of_joint[joint];
    if (structural[i] != 0 || link < 0 || joint == last || !problem.isSoft(row) || !problem.isBilateral(row)) continue;
    const double rate = rateOf(placed, link, endsOfRow(problem.J, row));
    if (rate == 0.0) continue;
    springs.push_back({row, placed.forest.links[link].first, rate});
    last = joint;
  }
}

VecX addedInertia(std::span<const TreeSpring> springs, const ContactProblem& problem, int dofs) {
  VecX added = VecX::Zero(dofs);
  for (const TreeSpring& spring : springs)
    added[spring.place] += spring.rate * spring.rate / problem.complianceOf(spring.row);
  return added;
}

VecX springImpulses(std::span<const TreeSpring> springs, const ContactProblem& problem, const VecX& v, int dofs) {
  VecX impulses = VecX::Zero(dofs);
  for (const TreeSpring& spring : springs)
    impulses[spring.place] -= spring.rate * (rowVelocity(problem, v, spring.row) + problem.bias[spring.row]) /
                              problem.complianceOf(spring.row);
  return impulses;
}

}  // namespace keystone

// Bodies and joints as trees: who carries whom, and which velocities the joints leave free (featherstone2008, ch. 4).
#pragma once

#include <span>
#include <vector>

#include "joint/joint.h"

namespace keystone {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
// Up to six columns (linear, angular) of a link, [6 x degrees of freedom].
using LinkColumns = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
using LinkSquare = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
using LinkVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;

// A body that impulses move. A root's joint leads to `base`, or there is none and the body moves freely.
struct Link {
  int body = -1;
  int parent = -1;        // link that carries it; -1: a root
  int base = -1;          // of a root: the body at the joint's other end, which nothing pushes; -1: the world
  int joint = -1;         // index; -1: none, a root that moves freely
  bool reversed = false;  // whether the joint's `a` is this body, not the one that carries it
  int first = 0;          // of its generalized velocities
  int count = 0;          // how many: 0 to 6
  bool alone = false;     // a root that moves freely and carries nothing

  bool isFree() const { return joint < 0; }
};

// Generalized velocities [m/s] and [rad/s] of a link: a hinge's and a slider's coordinate's rate; a ball joint's
// angular velocity against what carries it, in the link's own axes; a free root's velocity of the centre of mass, then
// its angular velocity, in world axes. In planar worlds those out of the plane are left out.
struct Forest {
  std::vector<Link> links;          // what carries comes before what is carried
  std::vector<int> link_of_body;    // [bodies], -1: not a link
  std::vector<char> is_tree_joint;  // [joints], whether it connects a link to what carries it
  int dofs = 0;                     // generalized velocities
  bool planar = false;

  bool isEmpty() const { return links.empty(); }
  // Whether any joint is one of a tree.
  bool hasTreeJoints() const;
};

// Whether joints of the kind can carry a link: ball joints, hinges, sliders and fixed joints.
bool carriesLinks(JointKind kind);
// The equality rows of a joint that a tree has no use for: the first of its rows (joint/joint_rows.h).
int structuralRows(JointKind kind, bool planar);

// Breadth first, from what does not move, then from the first body of what is left, so that trees are shallow and the
// same input gives the same trees. Joints that close loops, and those of other kinds, are not tree joints. `forest` is
// overwritten. O(bodies + joints).
void buildForest(std::span<const Body> bodies, std::span<const Joint> joints, bool planar, Forest& forest);

}  // namespace keystone

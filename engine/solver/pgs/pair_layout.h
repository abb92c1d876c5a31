// A contact problem with bodies laid out for the kernels of pair_motion.h and joint_lanes.h.
#pragma once

#include <vector>

#include "problem/contact_problem.h"
#include "solver/pgs/joint_lanes.h"
#include "solver/pgs/pair_blocks.h"
#include "solver/pgs/pair_motion.h"

namespace keystone {

struct PairLayout {
  int dim = 3;
  std::vector<PairBlock> blocks;
  std::vector<int> colours, order;  // [blocks], and the blocks by colour
  std::vector<Mat3> roots;          // [bodies + 1], angularRoot
  std::vector<BodyMotion> bodies;   // [bodies + 1], the last is still: it stands for whatever does not move
  std::vector<GroupLanes> groups;   // in the order of a sweep
  // Contact after contact of group after group; there may be more of them, of no group.
  std::vector<RowLanes> rows;            // [contacts x dim]
  std::vector<SimdDouble4> impulses;     // likewise
  std::vector<CouplingLanes> couplings;  // [contacts]; none without tangents
  std::vector<JointLanes> joints;        // [joint_rows]

  ContactLanes contact(int at) {
    const int row = dim * at;
    return {rows.data() + row, impulses.data() + row, couplings.data() + (dim > 1 ? at : 0)};
  }
};

// Lays out the problem moved by the impulses lambda [rows]; false when its rows are not of the kind that
// listPairBlocks takes. The memory that `layout` already has is used again.
bool layOut(const ContactProblem& problem, FrictionLaw law, double omega, const VecX& lambda, PairLayout& layout);

// Other impulses [rows] for a problem that is laid out.
void placeImpulses(const VecX& lambda, PairLayout& layout);

}  // namespace keystone

// Forces of joints that form trees, by articulated bodies: exact however little mass a link has.
#pragma once

#include "articulated/articulated_inertia.h"
#include "problem/assemble_joints.h"
#include "world/world.h"

namespace keystone {

struct PartTrees {
  PlacedForest placed;
  ArticulatedInertia factor;
};

// Places and factors the world's trees. False where the rows, all equalities of its joints and their rotors, are not
// just those of trees: where a joint closes a loop, is of another kind, or is locked.
bool findPartTrees(const World& world, const JointRowList& rows, PartTrees& trees);

// [dofs] [kg m/s] or [kg m^2/s], what rotors among the rows have along their coordinates.
VecX rotorMomenta(const World& world, const JointRowList& rows, const PartTrees& trees);

// Adds the forces [N] and torques [N m] of the joints to f [6 bodies]; `along` [rows] receives them along the rows.
// O(links).
void addTreeForces(const World& world, const JointRowList& rows, const PartTrees& trees, VecX& f, VecX& along);

}  // namespace keystone

// Trees that move: their bodies placed by the joints' coordinates, and the free motion of what nothing touches.
#pragma once

#include <functional>

#include "articulated/placed_forest.h"

namespace keystone {

// Places links where the displacements s [dofs] of the generalized velocities' coordinates (articulated/forest.h) lead
// from `bodies`: a hinge's angle and a slider's travel grow by s, a ball joint and a free root turn by the rotation
// vector s, in the frame that their velocities are in. `poses` [bodies]: the new ones of what does not belong to trees;
// those of links are written. Joints of trees close to rounding, whatever they were before; but a link whose s is zero
// and whose carrier stays does not move at all. O(links).
void moveForest(const Forest& forest, std::span<const Joint> joints, std::span<const Body> bodies, const VecX& s,
                std::span<Pose> poses);

// Generalized forces [dofs] of springs and dampers on the coordinates of tree joints, at generalized velocities qdot.
void springForces(const Forest& forest, std::span<const Joint> joints, std::span<const Body> bodies, const VecX& qdot,
                  VecX& tau);

// What pushes bodies as they are, [6 bodies]: forces [N] and torques [N m] about the centres of mass.
using ForceLaw = std::function<void(std::span<const Body> bodies, VecX& f)>;

// One step of the classical Runge-Kutta method (order 4; hairer1993, table II.1.2) of h [s] in reduced coordinates,
// rotations in exponential coordinates. `bodies`: moved, velocities and poses. Springs and dampers of tree joints act;
// other joints, limits, motors and dry friction do not. Needs velocities that the tree joints allow. O(links).
void advanceForest(const Forest& forest, std::span<const Joint> joints, const ForceLaw& law, double h,
                   std::span<Body> bodies);

}  // namespace keystone

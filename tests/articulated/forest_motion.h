// The bodies of trees, placed by the joints' coordinates.
#pragma once

#include "articulated/placed_forest.h"

namespace keystone {

// Places links where the displacements s [dofs] of the generalized velocities' coordinates (articulated/forest.h) lead
// from `bodies`: a hinge's angle and a slider's travel grow by s, a ball joint and a free root turn by the rotation
// vector s, in the frame that their velocities are in. `poses` [bodies]: the new ones of what does not belong to trees;
// those of links are written. Joints of trees close to rounding, whatever they were before; but a link whose s is zero
// and whose carrier stays does not move at all. O(links).
void moveForest(const Forest& forest, std::span<const Joint> joints, std::span<const Body> bodies, const VecX& s,
                std::span<Pose> poses);

}  // namespace keystone

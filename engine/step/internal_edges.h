// Contacts with the edges of a surface that is made of several bodies.
#pragma once

#include "world/step_context.h"

namespace keystone {

// A body that rolls or slides over flush bodies comes upon the edges between them, whose contacts point back at it.
// Such an edge holds nothing up: another contact of the body already keeps it above a plane that the edge's body lies
// below. Moves from result.manifolds to workspace.ghosts the contacts of bodies that are parted by the plane of another
// contact of one of them, which moves; the other two move as one, as they are told, or lie still with nothing near that
// moves but the first, which slides or rolls over them. Within touchingGap, as all that counts as flush. v [6 bodies]:
// the velocities of bodies that nothing touches.
void dropInternalEdges(StepContext& step, const VecX& v);

// Puts back those that the step needs after all: by workspace.v the bodies end it beyond the plane. True if there are.
bool restoreNeeded(StepContext& step);

}  // namespace keystone

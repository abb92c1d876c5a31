// Carries out what is asked of the convergence view.
#pragma once

#include <span>

#include "commands/commands.h"

namespace keystone {

std::span<const ActionHandler> convergenceHandlers();

// Once a frame, after requests, while the view is open: solves the present problem, unless it is frozen, and whatever
// has another parameter since; takes over the points that have come.
void followConvergence(AppState& app);

}  // namespace keystone

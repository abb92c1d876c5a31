// Guided tours: opens one, goes from stop to stop.
#pragma once

#include <span>
#include <string>

#include "commands/commands.h"

namespace keystone {

std::span<const ActionHandler> tourHandlers();
// The tour with that id, at its first stop; on failure what is shown stays and the user is told.
void openTour(AppState& app, const std::string& id);
// That of the present stop, if it has one.
void openTourMicroscope(AppState& app);
// Leaves the scene as it is.
void endTour(AppState& app);

}  // namespace keystone

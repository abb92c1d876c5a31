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
// Of the present stop's question; time runs from there if the stop says so.
void answerTour(AppState& app, int choice);
// Without a word; the scene stays, and what is drawn is what was drawn before the tour.
void leaveTour(AppState& app);
// The same, and the user is told.
void endTour(AppState& app);

}  // namespace keystone

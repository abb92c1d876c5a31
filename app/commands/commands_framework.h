// Carries out what is asked while a framework is shown, and opens and leaves it.
#pragma once

#include <span>
#include <string>

#include "commands/commands.h"

namespace keystone {

// Actions that open a framework from a scene.
std::span<const ActionHandler> frameworkHandlers();
// True when a framework is shown and it answers the action, or says why not; else the action is the program's.
bool actInFramework(AppState& app, Action action);

// By id or path; on failure what is shown stays and the user is told.
void openFramework(AppState& app, const std::string& name, PaperFigure figure);
void chooseFrameworkMethod(AppState& app, const FrameworkOptions& options);
void seekFrameworkTrace(AppState& app, int event);
// Time, and the playing of the microscope. `seconds` since the last frame.
void advanceFramework(AppState& app, double seconds);

}  // namespace keystone

// Carries out what is asked of the split view.
#pragma once

#include <span>

#include "commands/commands.h"

namespace keystone {

std::span<const ActionHandler> splitHandlers();

// So many views, from one to SplitView::kMost; 0: the scene alone.
void setViews(AppState& app, int count);
// All views go on from the present state, that one by another method.
void chooseView(AppState& app, int view, const Method& method);

// Once a frame, after requests: the first view is by the scene's own method, and all are the race's.
void followSplit(AppState& app);

}  // namespace keystone

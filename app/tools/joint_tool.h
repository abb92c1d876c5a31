// Joins two bodies by two clicks: at a point of the first, then on the second or on the world.
#pragma once

#include "app_state.h"

namespace keystone {

// A click while the tool is on.
void placeJointEnd(AppState& app);
// The line from the first end to the mouse.
void addJointGuide(const AppState& app, Overlay& overlay);

}  // namespace keystone

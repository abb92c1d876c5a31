// Pulling at a body by the drag law of world/world.h.
#pragma once

#include "app_state.h"

namespace keystone {

// Takes hold of app.mouse.pressed_body at pressed_point. Can be undone. False for bodies that cannot move.
bool beginDrag(AppState& app);
// The target follows the mouse in the plane through the grabbed point that faces the camera (planar scenes: z = 0).
void moveDrag(AppState& app);
void endDrag(AppState& app);

}  // namespace keystone

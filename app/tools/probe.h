// Pointing at contacts in the scene.
#pragma once

#include "app_state.h"

namespace keystone {

// Where a contact of the shown problem is on the screen [pixels]; false when it has no place or is behind the camera.
bool contactPixel(const AppState& app, int contact, Vec2& pixel);
// The contact of the shown problem nearest to the mouse, within a mark's reach; -1 when there is none.
int contactUnderMouse(const AppState& app);

}  // namespace keystone

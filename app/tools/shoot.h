// A dense ball, shot at what the mouse points at.
#pragma once

#include "app_state.h"

namespace keystone {

// From half-way to the target in 3D; in planar scenes from the left edge of the view, within the plane. Can be undone.
void shoot(AppState& app);

}  // namespace keystone

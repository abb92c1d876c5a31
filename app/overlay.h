// What is drawn over a scene, and where.
#pragma once

#include "app_state.h"

namespace keystone {

Region regionOf(const Rect& cell);  // whole pixels, as the layout makes them
// Of the first view: what tools add, and trails.
Overlay overlayOf(const AppState& app);

}  // namespace keystone

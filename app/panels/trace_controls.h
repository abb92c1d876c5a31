// Buttons and slider that walk through the microscope's replay.
#pragma once

#include "app_state.h"

namespace keystone {

// Warm or cold start, and the keys that say so.
void startButtons(AppState& app);
void traceTransport(AppState& app, bool playing);
// Event `at` of `size`, for whichever replay is open.
void traceSlider(AppState& app, int at, int size);

}  // namespace keystone

// Buttons and slider that walk through the microscope's replay.
#pragma once

#include "app_state.h"

namespace keystone {

// Warm or cold start, and the keys that say so.
void startButtons(AppState& app);
void traceTransport(AppState& app);
void traceSlider(AppState& app);

}  // namespace keystone

// What the panels of a framework share.
#pragma once

#include <imgui.h>

#include "app_state.h"

namespace keystone {

// Of an error in metres, whichever it is: green up to 1e-6, amber up to 1e-3, else red.
ImVec4 errorColour(double error);

// Parts of the panels on the right and below, while the microscope is open.
void frameworkEvent(AppState& app);
void drawFrameworkTrace(AppState& app);

// First accelerations are drawn.
bool showsMotion(const AppState& app);
// [m/s^2], the largest of them.
double largestMotion(const AppState& app);

}  // namespace keystone

// The panels of a framework, which stand in place of a scene's.
#pragma once

#include <imgui.h>

#include "app_state.h"

namespace keystone {

void drawFrameworkView(AppState& app, const Rect& rect);
void drawFrameworkMethod(AppState& app, const Rect& rect);
// Numbers of the last step and the paper's claims, or the microscope.
void drawFrameworkInfo(AppState& app, const Rect& rect);
void drawFrameworkDrawer(AppState& app, const Rect& rect);
void drawFrameworkHud(AppState& app, const Rect& rect);

// Of an error in metres, whichever it is: green up to 1e-6, amber up to 1e-3, else red.
ImVec4 errorColour(double error);

// Parts of the two above, while the microscope is open.
void frameworkEvent(AppState& app);
void drawFrameworkTrace(AppState& app);

// First accelerations are drawn.
bool showsMotion(const AppState& app);
// [m/s^2], the largest of them.
double largestMotion(const AppState& app);

}  // namespace keystone

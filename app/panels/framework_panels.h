// The panels of a framework, which stand in place of a scene's.
#pragma once

#include "app_state.h"

namespace keystone {

inline constexpr double kSymmetric = 1e-6;  // [m], mirror error up to which a framework counts as symmetric

void drawFrameworkView(AppState& app, const Rect& rect);
void drawFrameworkMethod(AppState& app, const Rect& rect);
// Numbers of the last step and the paper's claims, or the microscope.
void drawFrameworkInfo(AppState& app, const Rect& rect);
void drawFrameworkDrawer(AppState& app, const Rect& rect);
void drawFrameworkHud(AppState& app, const Rect& rect);

// Parts of the two above, while the microscope is open.
void frameworkEvent(AppState& app);
void drawFrameworkTrace(AppState& app);

// First accelerations are drawn.
bool showsMotion(const AppState& app);
// [m/s^2], the largest of them.
double largestMotion(const AppState& app);

}  // namespace keystone

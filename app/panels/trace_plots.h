// Plots of a solve from event to event.
#pragma once

#include <imgui.h>

#include <functional>

#include "app_state.h"

namespace keystone {

// Velocity against impulse of the row in focus: the marked contact's normal, else the driven row. Where it ends, one of
// the two is zero.
void drawRowPath(AppState& app, const ImVec2& size);
// Of a replay: event `at` of `size`; NaN where a residual is not measured yet.
struct ResidualPath {
  int size, at;
  std::function<double(int)> residualAt;
};
// Residual at every event, decades; a click goes there.
void drawResidualPath(AppState& app, const ImVec2& size, const ResidualPath& path);

}  // namespace keystone

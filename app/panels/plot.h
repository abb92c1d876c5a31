// A small plot of the last steps.
#pragma once

#include <imgui.h>

#include "app_state.h"

namespace keystone {

struct PlotSpec {
  const char* title;
  const char* unit;
  ImVec4 colour;
  bool logarithmic;  // decades, from 1e-16
  double (*read)(const Sample& sample);
};

void drawPlot(const AppState& app, const PlotSpec& spec, const ImVec2& size);

}  // namespace keystone

// Small plots: of the last steps, and of several curves over the same steps.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "app_state.h"

namespace keystone {

// A further curve of a plot, with its name behind the title.
struct PlotPart {
  const char* name;
  ImVec4 colour;
  double (*read)(const Sample& sample);
};

struct PlotSpec {
  const char* title;
  const char* unit;
  ImVec4 colour;
  bool logarithmic;  // decades, from 1e-16
  double (*read)(const Sample& sample);
  std::span<const PlotPart> parts = {};
};

void drawPlot(const AppState& app, const PlotSpec& spec, const ImVec2& size);

struct Curve {
  ImVec4 colour;
  std::vector<double> values;  // oldest first
};

// A line upwards at a value of the curves.
struct PlotMark {
  ImVec4 colour;
  std::size_t value;  // counted from the oldest
};

// `now`: written at the right of the title. `length`: how many values fill the width; fewer stand at the right edge.
struct PlotFrame {
  const char* title;
  bool logarithmic;  // decades, from 1e-16
  std::size_t length;
  std::string now = {};
  ImVec4 now_colour = {1, 1, 1, 1};
  bool decades = false;  // name them, where logarithmic
  std::vector<PlotMark> marks = {};
  std::span<const PlotPart> parts = {};  // named behind the title
};
void drawCurves(const AppState& app, const PlotFrame& frame, std::span<const Curve> curves, const ImVec2& size);

}  // namespace keystone

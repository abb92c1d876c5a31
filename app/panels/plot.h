// Small plots: of the last steps, and of several curves over the same steps.
#pragma once

#include <imgui.h>

#include <optional>
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
  double least = 0.0;  // the least height of the plot, in the unit: less is rounding, or of no interest
  std::span<const PlotPart> parts = {};
};

// How many steps the width of a plot stands for that has `count` values so far: it is halved a few times, not filled
// at once. No more than the wheel has left.
std::size_t lengthFor(const AppState& app, std::size_t count);
// A turn of the wheel over the last item: half as many steps of `count`, or twice as many.
void zoomByWheel(AppState& app, std::size_t count);

// Plots in columns of two that fill a space; in one row where two would be too low.
struct PlotGrid {
  int rows;
  ImVec2 size, pitch;  // [pixels] of one; from one to the next
};
constexpr int kPlotRows = 2;
PlotGrid plotGrid(const AppState& app, const ImVec2& space, int columns);

void drawPlot(AppState& app, const PlotSpec& spec, const ImVec2& size);
// The same as a picture, between frames too.
void paintPlot(ImDrawList& draw, const AppState& app, const PlotSpec& spec, const Rect& at);

// All plots of the last steps on one picture, for ui_picture.h.
ImVec2 sizeOfPlotsPicture(const AppState& app);
void drawPlotsPicture(ImDrawList& draw, const AppState& app);
// The same in SVG, on no ground.
std::string plotsSvg(const AppState& app);
// As the present method has it.
constexpr int kPlotColumns = 4;
PlotSpec plotAt(const AppState& app, int column, int row);

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
  bool decades = false;        // name them, where logarithmic
  double least = 0.0;          // the least difference from bottom to top
  const char* unit = nullptr;  // of the numbers at bottom and top; null: they are left out
  std::vector<PlotMark> marks = {};
  std::span<const PlotPart> parts = {};  // named behind the title
};
// What bottom and top of a plot stand for.
struct Range {
  double low = 0, high = 1;
  double peak = 1;  // the greatest value, whatever its sign
};
Range rangeOf(const PlotFrame& frame, std::span<const Curve> curves);
// Of a curve in the rectangle of a plot [pixels]. Each pixel column has the value that is largest in it, so that no
// peak is lost and curves stay short.
std::vector<ImVec2> curvePoints(const PlotFrame& frame, const Range& range, const Curve& curve, const ImVec2& from,
                                const ImVec2& to);

// The last steps of a spec, as many as are shown.
struct StepPlot {
  PlotFrame frame;
  std::vector<Curve> curves;
  std::size_t first;  // of the telemetry
};
StepPlot plotOf(const AppState& app, const PlotSpec& spec);

// Index of the value under the mouse, which a line marks; none where it points at no value.
std::optional<std::size_t> drawCurves(const AppState& app, const PlotFrame& frame, std::span<const Curve> curves,
                                      const ImVec2& size);

}  // namespace keystone

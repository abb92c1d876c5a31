#include "panels/plot.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <utility>

#include "panels/panel.h"

namespace keystone {
namespace {

constexpr double kLeast = 1e-16;       // bottom of logarithmic plots
constexpr std::size_t kShortest = 64;  // steps
constexpr std::size_t kFewest = 8;     // steps, by the wheel
constexpr float kSmall = 0.8F;         // of the font, names within a plot
constexpr double kRounding = 1e-12;    // of the largest value: a plot is never higher by less

std::size_t lengthOfAll(std::size_t count) {
  return std::bit_ceil(std::clamp(count, kShortest, Telemetry::kLength));
}

std::string valueText(const PlotSpec& spec, double value) {
  if (spec.logarithmic) return format("%.1e", value);
  return *spec.unit == '\0' ? format("%.4g", value) : quantity(value, spec.unit, spec.least);
}

double scaled(bool logarithmic, double value) {
  if (!std::isfinite(value)) return logarithmic ? 0.0 : std::numeric_limits<double>::max();
  return logarithmic ? std::log10(std::max(std::abs(value), kLeast)) : value;
}

float heightOf(const PlotFrame& frame, const Range& range, double value, const ImVec2& from, const ImVec2& to) {
  const double share = (scaled(frame.logarithmic, value) - range.low) / (range.high - range.low);
  return to.y - static_cast<float>(std::clamp(share, 0.0, 1.0)) * (to.y - from.y - 2) - 1;
}

// The ground of a plot, and lines at the quarters of the part that curves have.
void well(ImDrawList* draw, const ImVec2& ground, const ImVec2& from, const ImVec2& to) {
  draw->AddRectFilled(ground, to, ImGui::GetColorU32(palette::kWell), 3);
  for (const float share : {0.25F, 0.5F, 0.75F}) {
    const float y = from.y + share * (to.y - from.y);
    draw->AddLine({from.x, y}, {to.x, y}, ImGui::GetColorU32({1, 1, 1, 0.05F}));
  }
}

// Names of the lines of `well` in a logarithmic plot, at its left edge, where they fit between the lines.
void nameDecades(ImDrawList* draw, const AppState& app, const ImVec2& from, const ImVec2& to) {
  const float size = kSmall * app.fonts.mono->FontSize;
  if (0.25F * (to.y - from.y) < size) return;
  for (const auto& [share, name] : {std::pair{0.25F, "1e-4"}, {0.5F, "1e-8"}, {0.75F, "1e-12"}}) {
    const float y = from.y + share * (to.y - from.y);
    draw->AddText(app.fonts.mono, size, {from.x + 3 * app.scale, y - size}, ImGui::GetColorU32({1, 1, 1, 0.32F}), name);
  }
}

// What bottom and top of a plot stand for, at its left edge; where one of them is zero, the other one says it all.
void nameEnds(ImDrawList* draw, const AppState& app, const PlotFrame& frame, const Range& range, const ImVec2& from,
              const ImVec2& to) {
  const float size = kSmall * app.fonts.mono->FontSize;
  const auto name = [&](double value, float y) {
    const std::string text = *frame.unit == '\0' ? format("%.4g", value) : quantity(value, frame.unit);
    const ImVec2 at{from.x + 3 * app.scale, y}, extent = app.fonts.mono->CalcTextSizeA(size, FLT_MAX, 0, text.c_str());
    // A curve does not run through it.
    draw->AddRectFilled({from.x, y}, {at.x + extent.x + 3 * app.scale, y + extent.y},
                        ImGui::GetColorU32(palette::kWell));
    draw->AddText(app.fonts.mono, size, at, ImGui::GetColorU32({1, 1, 1, 0.45F}), text.c_str());
  };
  if (range.peak >= frame.least) name(range.high, from.y + app.scale);  // else the plot is as high as rounding
  if (to.y - from.y > 3 * size) name(range.low, to.y - size - app.scale);
}

void curve(ImDrawList* draw, const AppState& app, const PlotFrame& frame, const Range& range, const Curve& curve,
           const ImVec2& from, const ImVec2& to) {
  const std::vector<ImVec2> points = curvePoints(frame, range, curve, from, to);
  if (points.empty()) return;
  draw->AddPolyline(points.data(), static_cast<int>(points.size()), ImGui::GetColorU32(curve.colour), 0,
                    1.3F * app.scale);
}

void drawMarks(ImDrawList* draw, const AppState& app, const PlotFrame& frame, std::size_t count, const ImVec2& from,
               const ImVec2& to) {
  const float step = (to.x - from.x) / static_cast<float>(frame.length - 1);
  for (const PlotMark& mark : frame.marks) {
    const float x = to.x - step * (static_cast<float>(count) - 1.0F - static_cast<float>(mark.value));
    draw->AddLine({x, from.y}, {x, to.y}, ImGui::GetColorU32(mark.colour), 1.0F * app.scale);
    draw->AddTriangleFilled({x - 4 * app.scale, from.y}, {x + 4 * app.scale, from.y}, {x, from.y + 6 * app.scale},
                            ImGui::GetColorU32(mark.colour));
  }
}

// The value under the mouse, and a line there with a dot on each curve.
std::optional<std::size_t> drawCursor(ImDrawList* draw, const AppState& app, const PlotFrame& frame, const Range& range,
                                      std::span<const Curve> curves, const ImVec2& from, const ImVec2& to) {
  if (curves.empty() || curves.front().values.empty() || !ImGui::IsItemHovered()) return std::nullopt;
  const std::size_t count = curves.front().values.size();
  const float step = (to.x - from.x) / static_cast<float>(frame.length - 1);
  const long back = std::lround((to.x - ImGui::GetIO().MousePos.x) / step);
  if (back < 0 || back >= static_cast<long>(count)) return std::nullopt;
  const std::size_t index = count - 1 - static_cast<std::size_t>(back);
  const float x = to.x - step * static_cast<float>(back);
  draw->AddLine({x, from.y}, {x, to.y}, ImGui::GetColorU32({1, 1, 1, 0.5F}), app.scale);
  for (const Curve& curve : curves) {
    if (index >= curve.values.size()) continue;
    draw->AddCircleFilled({x, heightOf(frame, range, curve.values[index], from, to)}, 3 * app.scale,
                          ImGui::GetColorU32(curve.colour), 12);
  }
  return index;
}

float widthOfValue(const AppState& app, const PlotFrame& frame) {
  return app.fonts.mono->CalcTextSizeA(app.fonts.mono->FontSize, FLT_MAX, 0, frame.now.c_str()).x;
}

// Title and names of the parts as far as there is room, each in the colour of its curve; returns their width.
float drawTitle(ImDrawList* draw, const PlotFrame& frame, std::span<const Curve> curves, ImVec2 at, float room) {
  const float left = at.x, gap = ImGui::CalcTextSize(" ").x;
  const bool is_one = frame.parts.empty() || curves.empty();
  const std::string title = shortened(frame.title, room);
  draw->AddText(at, ImGui::GetColorU32(is_one ? palette::kDim : curves.front().colour), title.c_str());
  at.x += ImGui::CalcTextSize(title.c_str()).x;
  for (const PlotPart& part : frame.parts) {
    if (at.x + gap + ImGui::CalcTextSize(part.name).x > left + room) break;
    draw->AddText({at.x + gap, at.y}, ImGui::GetColorU32(part.colour), part.name);
    at.x += gap + ImGui::CalcTextSize(part.name).x;
  }
  return at.x - left;
}

// Where the curves of a plot are, and what its height stands for.
struct Painted {
  Range range;
  ImVec2 from, to;
};

Painted paintCurves(ImDrawList* draw, const AppState& app, const PlotFrame& frame, std::span<const Curve> curves,
                    const ImVec2& at, const ImVec2& size) {
  const float title = drawTitle(draw, frame, curves, at, size.x);
  const float line = ImGui::GetTextLineHeightWithSpacing();
  // The newest value at the right end of the title's line; in a narrow plot a line lower, above the curves.
  const float value = widthOfValue(app, frame);
  const bool narrow = title + value + 4 * app.scale > size.x;
  const ImVec2 ground{at.x, at.y + line}, from{at.x, narrow ? ground.y + line : ground.y};
  const ImVec2 to{at.x + size.x, at.y + size.y};
  well(draw, ground, from, to);
  if (frame.logarithmic && frame.decades) nameDecades(draw, app, from, to);
  draw->PushClipRect(from, to, true);
  const Range range = rangeOf(frame, curves);
  for (const Curve& one : curves) curve(draw, app, frame, range, one, from, to);
  if (!curves.empty()) drawMarks(draw, app, frame, curves.front().values.size(), from, to);
  if (frame.unit != nullptr && !frame.logarithmic) nameEnds(draw, app, frame, range, from, to);
  draw->PopClipRect();
  draw->AddText(app.fonts.mono, app.fonts.mono->FontSize, {to.x - value, narrow ? ground.y : at.y},
                ImGui::GetColorU32(frame.now_colour), frame.now.c_str());
  return {range, from, to};
}

// Of the values shown, of which there are some.
std::string summary(const PlotSpec& spec, const Curve& curve) {
  double sum = 0.0;
  for (const double value : curve.values) sum += value;
  return "mean " + valueText(spec, sum / static_cast<double>(curve.values.size())) + ", max " +
         valueText(spec, std::ranges::max(curve.values));
}

}  // namespace

Range rangeOf(const PlotFrame& frame, std::span<const Curve> curves) {
  if (frame.logarithmic) return {-16, 0};
  Range range{0, 0};
  for (const Curve& curve : curves) {
    for (const double value : curve.values) {
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  }
  range.peak = std::max(range.high, -range.low);
  const double least = std::max({frame.least, kRounding * range.peak, kLeast});
  range.high = std::max(range.high, range.low + least);
  range.high += 0.08 * (range.high - range.low);
  return range;
}

std::vector<ImVec2> curvePoints(const PlotFrame& frame, const Range& range, const Curve& curve, const ImVec2& from,
                                const ImVec2& to) {
  std::vector<ImVec2> points;
  if (curve.values.empty()) return points;
  const float step = (to.x - from.x) / static_cast<float>(frame.length - 1);
  const float left = to.x - step * static_cast<float>(curve.values.size() - 1);
  points.reserve(curve.values.size());
  for (std::size_t i = 0; i < curve.values.size(); ++i) {
    const float y = heightOf(frame, range, curve.values[i], from, to);
    const float x = left + step * static_cast<float>(i);
    if (!points.empty() && step < 1.0F && std::floor(points.back().x) == std::floor(x)) {
      points.back().y = std::min(points.back().y, y);
    } else {
      points.push_back({x, y});
    }
  }
  return points;
}

StepPlot plotOf(const AppState& app, const PlotSpec& spec) {
  const Telemetry& telemetry = app.session.telemetry;
  PlotFrame frame{spec.title, spec.logarithmic, lengthFor(app, telemetry.size())};
  frame.parts = spec.parts;
  frame.decades = true;
  frame.least = spec.least;
  frame.unit = spec.unit;
  std::vector<Curve> curves{{spec.colour, {}}};
  for (const PlotPart& part : spec.parts) curves.push_back({part.colour, {}});
  const std::size_t first = telemetry.size() - std::min(telemetry.size(), frame.length);
  for (std::size_t i = first; i < telemetry.size(); ++i) {
    curves.front().values.push_back(spec.read(telemetry[i]));
    for (std::size_t k = 0; k < spec.parts.size(); ++k)
      curves[k + 1].values.push_back(spec.parts[k].read(telemetry[i]));
  }
  if (telemetry.size() > 0) {
    const double now = curves.front().values.back();
    frame.now = valueText(spec, now);
    frame.now_colour = spec.logarithmic ? residualColour(now) : spec.colour;
    for (std::size_t k = 1; k < curves.size(); ++k) frame.now += " " + valueText(spec, curves[k].values.back());
  }
  return {std::move(frame), std::move(curves), first};
}

std::optional<std::size_t> drawCurves(const AppState& app, const PlotFrame& frame, std::span<const Curve> curves,
                                      const ImVec2& size) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Painted painted = paintCurves(draw, app, frame, curves, ImGui::GetCursorScreenPos(), size);
  ImGui::Dummy(size);
  return drawCursor(draw, app, frame, painted.range, curves, painted.from, painted.to);
}

std::size_t lengthFor(const AppState& app, std::size_t count) {
  return std::min(app.plot_steps, lengthOfAll(count));
}

void zoomByWheel(AppState& app, std::size_t count) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0.0F || !ImGui::IsItemHovered()) return;
  const std::size_t now = lengthFor(app, count);
  const bool shows_all = wheel < 0.0F && 2 * now >= lengthOfAll(count);  // also those to come
  app.plot_steps = shows_all ? Telemetry::kLength : wheel < 0.0F ? 2 * now : std::max(now / 2, kFewest);
}

PlotGrid plotGrid(const AppState& app, const ImVec2& space, int columns) {
  const ImVec2 gap{12 * app.scale, 8 * app.scale};
  const float least = 4 * ImGui::GetTextLineHeightWithSpacing();  // title, value, and as much for the curve
  const int rows = space.y >= kPlotRows * least + (kPlotRows - 1) * gap.y ? kPlotRows : 1;
  const auto share = [](float length, float between, int count) {
    return std::floor((length - static_cast<float>(count - 1) * between) / static_cast<float>(count));
  };
  const ImVec2 size{share(space.x, gap.x, columns), share(space.y, gap.y, rows)};
  return {rows, size, {size.x + gap.x, size.y + gap.y}};
}

void drawPlot(AppState& app, const PlotSpec& spec, const ImVec2& size) {
  const Telemetry& telemetry = app.session.telemetry;
  const auto [frame, curves, first] = plotOf(app, spec);
  const std::optional<std::size_t> at = drawCurves(app, frame, curves, size);
  if (telemetry.size() == 0) return;
  zoomByWheel(app, telemetry.size());
  std::string text;
  if (at)
    text = format("step %ld, %.3f s: %s\n", telemetry[first + *at].step, telemetry[first + *at].time,
                  valueText(spec, curves.front().values[*at]).c_str());
  text +=
      format("%s over the last %zu steps: ", spec.title, curves.front().values.size()) + summary(spec, curves.front());
  for (std::size_t k = 0; k < spec.parts.size(); ++k)
    text += format("\n%s: ", spec.parts[k].name) + summary(spec, curves[k + 1]);
  hint(text);
}

void paintPlot(ImDrawList& draw, const AppState& app, const PlotSpec& spec, const Rect& at) {
  const StepPlot plot = plotOf(app, spec);
  paintCurves(&draw, app, plot.frame, plot.curves, {at.x, at.y}, {at.width, at.height});
}

}  // namespace keystone

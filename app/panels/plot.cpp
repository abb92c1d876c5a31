#include "panels/plot.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "panels/panel.h"

namespace keystone {
namespace {

constexpr double kLeast = 1e-16;  // bottom of logarithmic plots

struct Range {
  double low = 0, high = 1;
};

std::string valueText(const PlotSpec& spec, double value) {
  if (spec.logarithmic) return format("%.1e", value);
  return *spec.unit == '\0' ? format("%.4g", value) : quantity(value, spec.unit);
}

double scaled(const PlotSpec& spec, double value) {
  if (!std::isfinite(value)) return spec.logarithmic ? 0.0 : std::numeric_limits<double>::max();
  return spec.logarithmic ? std::log10(std::max(std::abs(value), kLeast)) : value;
}

Range rangeOf(const PlotSpec& spec, const Telemetry& telemetry) {
  if (spec.logarithmic) return {-16, 0};
  Range range{0, 0};
  for (std::size_t i = 0; i < telemetry.size(); ++i) {
    range.low = std::min(range.low, spec.read(telemetry[i]));
    range.high = std::max(range.high, spec.read(telemetry[i]));
  }
  if (range.high <= range.low) range.high = range.low + 1e-12;
  range.high += 0.08 * (range.high - range.low);
  return range;
}

void frame(ImDrawList* draw, const ImVec2& from, const ImVec2& to) {
  draw->AddRectFilled(from, to, ImGui::GetColorU32(palette::kWell), 3);
  for (const float share : {0.25F, 0.5F, 0.75F}) {
    const float y = from.y + share * (to.y - from.y);
    draw->AddLine({from.x, y}, {to.x, y}, ImGui::GetColorU32({1, 1, 1, 0.05F}));
  }
}

void curve(ImDrawList* draw, const AppState& app, const PlotSpec& spec, const ImVec2& from, const ImVec2& to) {
  const Telemetry& telemetry = app.session.telemetry;
  if (telemetry.size() == 0) return;
  const Range range = rangeOf(spec, telemetry);
  const float step = (to.x - from.x) / static_cast<float>(Telemetry::kLength - 1);
  const float left = to.x - step * static_cast<float>(telemetry.size() - 1);
  std::vector<ImVec2> points;
  points.reserve(telemetry.size());
  for (std::size_t i = 0; i < telemetry.size(); ++i) {
    const double share = (scaled(spec, spec.read(telemetry[i])) - range.low) / (range.high - range.low);
    const float y = to.y - static_cast<float>(std::clamp(share, 0.0, 1.0)) * (to.y - from.y - 2) - 1;
    points.push_back({left + step * static_cast<float>(i), y});
  }
  draw->AddPolyline(points.data(), static_cast<int>(points.size()), ImGui::GetColorU32(spec.colour), 0,
                    1.3F * app.scale);
}

}  // namespace

void drawPlot(const AppState& app, const PlotSpec& spec, const ImVec2& size) {
  const Telemetry& telemetry = app.session.telemetry;
  ImGui::BeginGroup();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeightWithSpacing();
  draw->AddText(at, ImGui::GetColorU32(palette::kDim), spec.title);
  if (telemetry.size() > 0) {
    const double now = spec.read(telemetry[telemetry.size() - 1]);
    const std::string text = valueText(spec, now);
    const ImVec4 colour = spec.logarithmic ? residualColour(now) : spec.colour;
    ImGui::PushFont(app.fonts.mono);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    draw->AddText({at.x + size.x - width, at.y}, ImGui::GetColorU32(colour), text.c_str());
    ImGui::PopFont();
  }
  const ImVec2 from{at.x, at.y + line}, to{at.x + size.x, at.y + size.y};
  frame(draw, from, to);
  draw->PushClipRect(from, to, true);
  curve(draw, app, spec, from, to);
  draw->PopClipRect();
  ImGui::Dummy(size);
  ImGui::EndGroup();
  if (telemetry.size() == 0) return;
  const Statistic s = telemetry.statistic(spec.read);
  hint(format("%s over the last %zu steps\nmean %s, max %s", spec.title, telemetry.size(),
              valueText(spec, s.mean).c_str(), valueText(spec, s.max).c_str()));
}

}  // namespace keystone

#include "panels/convergence_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "panels/panel.h"
#include "session/method_colours.h"

namespace keystone {
namespace {

constexpr float kLineWidth = 1.6F, kMarkedWidth = 3.2F, kDash = 5, kDashGap = 3.5F, kEnd = 3.2F;  // [pixels at scale 1]
constexpr float kSmallText = 0.82F;  // of the monospaced font
constexpr double kLeastDecades = 4;
constexpr float kPictureWidth = 2080, kPictureHeight = 620, kPictureMargin = 16, kPictureList = 300;  // likewise

double unitOf(ConvergenceAxis axis) {
  return axis == ConvergenceAxis::Time ? 0.01 : 1.0;
}

const char* titleOf(ConvergenceAxis axis) {
  constexpr std::array kTitles{"Residual against iterations", "Residual against factorizations",
                               "Residual against products with W", "Residual against time [ms]"};
  return kTitles[static_cast<std::size_t>(axis)];
}
const char* shortTitleOf(ConvergenceAxis axis) {
  constexpr std::array kTitles{"Iterations", "Factorizations", "Products", "Time [ms]"};
  return kTitles[static_cast<std::size_t>(axis)];
}

// The range of the residuals, in whole decades.
void rangeOfResiduals(std::span<const ConvergenceCurve> curves, ConvergencePlot& plot) {
  double low = 0.0, high = -1e9;
  for (const ConvergenceCurve& curve : curves) {
    for (const HistoryPoint& point : curve.points) {
      if (!std::isfinite(point.residual)) continue;
      low = std::min(low, plot.decadeOf(point.residual));
      high = std::max(high, plot.decadeOf(point.residual));
    }
  }
  plot.y_high = std::min(3.0, std::ceil(high > low ? high : 0.0));
  plot.y_low = std::min(std::floor(low), plot.y_high - kLeastDecades);
}

void rangeOfWork(std::span<const ConvergenceCurve> curves, ConvergencePlot& plot) {
  double most = 0.0;
  for (const ConvergenceCurve& curve : curves)
    for (const HistoryPoint& point : curve.points) most = std::max(most, plot.workOf(point));
  plot.x_high = std::max(most, unitOf(plot.axis)) * 1.08;
}

float widthOf(const ImFont& font, float size, const std::string& text) {
  return font.CalcTextSizeA(size, 1e6F, 0.0F, text.c_str()).x;
}

struct Text {
  const ImFont* font;
  float size;
};
Text smallText(const AppState& app) {
  return {app.fonts.mono, kSmallText * app.fonts.mono->FontSize};
}

void drawDecades(ImDrawList& draw, const Text& text, const ConvergencePlot& plot, float left) {
  const double decades = plot.y_high - plot.y_low;
  const float height = plot.area.height / static_cast<float>(decades);
  const int every = std::max(1, static_cast<int>(std::ceil(1.5F * text.size / height)));
  for (int decade = static_cast<int>(plot.y_low); decade <= static_cast<int>(plot.y_high); ++decade) {
    if (decade % every != 0) continue;
    const float y = plot.yOf(decade);
    draw.AddLine({plot.area.x, y}, {plot.area.right(), y}, ImGui::GetColorU32({1, 1, 1, 0.07F}));
    const std::string name = format("1e%d", decade);
    const float top = std::clamp(y - text.size / 2, plot.area.y - text.size / 2, plot.area.bottom() - text.size);
    draw.AddText(text.font, text.size, {plot.area.x - widthOf(*text.font, text.size, name) - left, top},
                 ImGui::GetColorU32(palette::kDim), name.c_str());
  }
}

// 0, then powers of ten as far as there is room for their names.
void drawWork(ImDrawList& draw, const Text& text, const ConvergencePlot& plot) {
  float free_from = -1e9F;
  const auto tick = [&](double value) {
    const float x = plot.xOf(value);
    if (x > plot.area.right()) return;
    draw.AddLine({x, plot.area.y}, {x, plot.area.bottom()}, ImGui::GetColorU32({1, 1, 1, 0.07F}));
    const std::string name = format("%g", value);
    const float width = widthOf(*text.font, text.size, name);
    const float left = std::clamp(x - width / 2, plot.area.x, std::max(plot.area.x, plot.area.right() - width));
    if (left < free_from) return;
    draw.AddText(text.font, text.size, {left, plot.area.bottom() + 0.15F * text.size},
                 ImGui::GetColorU32(palette::kDim), name.c_str());
    free_from = left + width + 0.6F * text.size;
  };
  tick(0.0);
  for (int power = plot.axis == ConvergenceAxis::Time ? -1 : 0; std::pow(10.0, power) <= plot.x_high; ++power)
    tick(std::pow(10.0, power));
}

void dashes(ImDrawList& draw, std::span<const ImVec2> points, ImU32 colour, float width, float scale) {
  float along = 0.0F;  // within dash and gap
  const float dash = kDash * scale, period = (kDash + kDashGap) * scale;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const ImVec2 from = points[i], way{points[i + 1].x - from.x, points[i + 1].y - from.y};
    const float length = std::hypot(way.x, way.y);
    for (float at = 0.0F; at < length;) {
      const float left = along < dash ? dash - along : period - along;
      const float step = std::max(std::min(left, length - at), 0.01F);
      const float a = at / length, b = std::min(1.0F, (at + step) / length);
      if (along < dash)
        draw.AddLine({from.x + a * way.x, from.y + a * way.y}, {from.x + b * way.x, from.y + b * way.y}, colour, width);
      at += step;
      along = along + step >= period - 0.001F ? 0.0F : along + step;
    }
  }
}

void line(ImDrawList& draw, std::span<const ImVec2> points, const CurveStyle& style, float width, float scale) {
  const ImU32 colour = ImGui::GetColorU32(style.colour);
  if (style.dashed) return dashes(draw, points, colour, width, scale);
  // Piece by piece: where a curve turns back, the corner of a polyline would stick out far.
  for (std::size_t i = 0; i + 1 < points.size(); ++i) draw.AddLine(points[i], points[i + 1], colour, width);
}

// The end: filled where the problem is solved, a cross where a limit was met, nothing while the solve goes on.
void drawEnd(ImDrawList& draw, const ImVec2& at, const ConvergenceCurve& curve, const CurveStyle& style, float scale) {
  const ImU32 colour = ImGui::GetColorU32(style.colour);
  const float size = kEnd * scale;
  if (curve.state != ConvergenceCurve::State::Done) return;
  if (curve.report.status == SolveStatus::Converged) return draw.AddCircleFilled(at, size, colour, 16);
  draw.AddLine({at.x - size, at.y - size}, {at.x + size, at.y + size}, colour, 1.6F * scale);
  draw.AddLine({at.x - size, at.y + size}, {at.x + size, at.y - size}, colour, 1.6F * scale);
}

void drawCurve(ImDrawList& draw, const AppState& app, const ConvergencePlot& plot, const ConvergenceCurve& curve) {
  std::vector<ImVec2> points;
  for (const HistoryPoint& point : curve.points) {
    if (!std::isfinite(point.residual)) continue;
    const ImVec2 at{plot.xOf(plot.workOf(point)), plot.yOf(plot.decadeOf(point.residual))};
    const bool is_last = &point == &curve.points.back();
    const bool moved = points.empty() || std::hypot(at.x - points.back().x, at.y - points.back().y) >= 0.5F;
    if (moved || is_last) points.push_back(at);
  }
  if (points.empty()) return;
  const CurveStyle style = styleOf(*curve.method.solver);
  const bool is_marked = app.convergence.marked == curve.method.solver;
  line(draw, points, style, (is_marked ? kMarkedWidth : kLineWidth) * app.scale, app.scale);
  drawEnd(draw, points.back(), curve, style, app.scale);
}

// The methods with the residuals that they reached, downwards from `at`.
void drawMethods(ImDrawList& draw, const AppState& app, const ImVec2& at) {
  const float size = app.fonts.body->FontSize, height = 1.35F * size;
  ImVec2 pen = at;
  for (const ConvergenceCurve& curve : app.convergence.curves) {
    const std::string title(curve.method.solver->title);
    drawSwatch(draw, {pen.x, pen.y + size / 2}, 1.8F * size, styleOf(*curve.method.solver), app.scale);
    draw.AddText(app.fonts.body, size, {pen.x + 2.4F * size, pen.y}, ImGui::GetColorU32(palette::kText), title.c_str());
    const std::string end = !curve.accepted ? "does not apply"
                            : curve.points.empty()
                                ? "-"
                                : format("%.1e after %d", curve.points.back().residual, curve.points.back().iteration);
    draw.AddText(app.fonts.mono, kSmallText * app.fonts.mono->FontSize, {pen.x + 2.4F * size, pen.y + 1.15F * size},
                 ImGui::GetColorU32(palette::kDim), end.c_str());
    pen.y += height + 1.15F * size;
  }
}

}  // namespace

CurveStyle styleOf(const SolverInfo& solver) {
  const MethodStyle style = methodStyle(solver);
  return {toColour(style.colour), style.dashed};
}

void drawSwatch(ImDrawList& draw, const ImVec2& at, float width, const CurveStyle& style, float scale) {
  const std::array<ImVec2, 2> ends{at, ImVec2{at.x + width, at.y}};
  line(draw, ends, style, 2.4F * scale, scale);
}

ConvergencePlot drawConvergencePlot(ImDrawList& draw, const AppState& app, ConvergenceAxis axis, const Rect& rect) {
  const Text text = smallText(app);
  const std::span<const ConvergenceCurve> curves = app.convergence.curves;
  ConvergencePlot plot;
  plot.axis = axis;
  plot.unit = unitOf(axis);
  const float title = 1.35F * app.fonts.body->FontSize, margin = 4 * app.scale;
  const float names = widthOf(*text.font, text.size, "1e-16") + margin;
  plot.area = {rect.x + names, rect.y + title, rect.width - names - margin, rect.height - title - 1.4F * text.size};
  rangeOfResiduals(curves, plot);
  rangeOfWork(curves, plot);
  const std::string whole = titleOf(axis);
  const float size = app.fonts.body->FontSize;
  const bool fits = widthOf(*app.fonts.body, size, whole) <= plot.area.width;
  draw.AddText(app.fonts.body, size, {plot.area.x, rect.y}, ImGui::GetColorU32(palette::kDim),
               fits ? whole.c_str() : shortTitleOf(axis));
  const ImVec2 from{plot.area.x, plot.area.y}, to{plot.area.right(), plot.area.bottom()};
  draw.AddRectFilled(from, to, ImGui::GetColorU32(palette::kWell), 3);
  ImVec4 exact = palette::kGreen;
  exact.w = 0.09F;
  if (plot.y_low < -9.0) draw.AddRectFilled({from.x, plot.yOf(-9.0)}, to, ImGui::GetColorU32(exact));
  drawDecades(draw, text, plot, margin);
  drawWork(draw, text, plot);
  draw.PushClipRect({from.x - margin, from.y - margin}, {to.x + margin, to.y + margin}, true);
  for (const ConvergenceCurve& curve : curves)
    if (curve.method.solver != app.convergence.marked) drawCurve(draw, app, plot, curve);
  for (const ConvergenceCurve& curve : curves)
    if (curve.method.solver == app.convergence.marked) drawCurve(draw, app, plot, curve);
  draw.PopClipRect();
  return plot;
}

ImVec2 sizeOfConvergencePicture(const AppState& app) {
  const float scale = std::max(1.0F, app.scale);
  return {std::round(kPictureWidth * scale), std::round(kPictureHeight * scale)};
}

void drawConvergencePicture(ImDrawList& draw, const AppState& app) {
  const ImVec2 size = sizeOfConvergencePicture(app);
  const float margin = kPictureMargin * app.scale, list = kPictureList * app.scale;
  draw.AddText(app.fonts.large, app.fonts.large->FontSize, {margin, margin}, ImGui::GetColorU32(palette::kText),
               app.convergence.title.c_str());
  const float top = margin + 2 * app.fonts.large->FontSize;
  const auto count = static_cast<float>(kConvergenceAxes.size());
  const float width = std::floor((size.x - list - (count + 2) * margin) / count);
  float x = margin;
  for (const ConvergenceAxis axis : kConvergenceAxes) {
    drawConvergencePlot(draw, app, axis, {x, top, width, size.y - top - margin});
    x += width + margin;
  }
  drawMethods(draw, app, {x + margin / 2, top});
}

}  // namespace keystone

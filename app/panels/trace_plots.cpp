#include "panels/trace_plots.h"

#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/set_style.h"

namespace keystone {
namespace {

// Where a plot's curve stands on the screen, and how values map to it.
struct Axes {
  ImVec2 from, to;  // corners [pixels]
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
  ImVec2 place(double x, double y) const {
    const double u = (x - x_low) / (x_high - x_low), v = (y - y_low) / (y_high - y_low);
    return {from.x + static_cast<float>(u) * (to.x - from.x), to.y - static_cast<float>(v) * (to.y - from.y)};
  }
};

Axes beginPlot(const ImVec2& at, const ImVec2& size, const std::string& title) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddText(at, ImGui::GetColorU32(palette::kDim), title.c_str());
  Axes axes;
  axes.from = {at.x, at.y + ImGui::GetTextLineHeightWithSpacing()};
  axes.to = {at.x + size.x, at.y + size.y};
  draw->AddRectFilled(axes.from, axes.to, ImGui::GetColorU32(palette::kWell), 3);
  return axes;
}

bool fits(const std::string& text, float width) {
  return ImGui::CalcTextSize(text.c_str()).x <= width;
}

void widen(double& low, double& high) {
  const double margin = 0.08 * (high - low);
  low -= margin > 0.0 ? margin : 0.5;
  high += margin > 0.0 ? margin : 0.5;
}

void range(const std::vector<Vec2>& points, Axes& axes) {
  axes.x_low = axes.x_high = axes.y_low = axes.y_high = 0.0;  // the origin belongs to the picture
  for (const Vec2& p : points) {
    axes.x_low = std::min(axes.x_low, p.x());
    axes.x_high = std::max(axes.x_high, p.x());
    axes.y_low = std::min(axes.y_low, p.y());
    axes.y_high = std::max(axes.y_high, p.y());
  }
  widen(axes.x_low, axes.x_high);
  widen(axes.y_low, axes.y_high);
}

// The two arms on which a normal row may end: velocity zero with a force, force zero with a velocity.
void admissible(const Axes& axes, bool normal) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 origin = axes.place(0, 0);
  const ImU32 faint = ImGui::GetColorU32({1, 1, 1, 0.10F});
  draw->AddLine({axes.from.x, origin.y}, {axes.to.x, origin.y}, faint);
  draw->AddLine({origin.x, axes.from.y}, {origin.x, axes.to.y}, faint);
  if (!normal) return;
  ImVec4 green = palette::kGreen;
  green.w = 0.55F;
  draw->AddLine(origin, {axes.to.x, origin.y}, ImGui::GetColorU32(green), 2);
  draw->AddLine(origin, {origin.x, axes.from.y}, ImGui::GetColorU32(green), 2);
}

int rowInFocus(const AppState& app) {
  const Microscope& microscope = *app.session.microscope;
  const int marked = app.probe.marked[0];
  return marked >= 0 ? microscope.problem().normalRow(marked) : microscope.focusRow();
}

void polyline(const std::vector<ImVec2>& points, std::size_t count, const ImVec4& colour, float width) {
  ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(count), ImGui::GetColorU32(colour), 0, width);
}

void nowMark(const ImVec2& at, const ImVec4& colour, float scale) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddCircleFilled(at, 4 * scale, ImGui::GetColorU32(colour), 20);
  draw->AddCircle(at, 4 * scale, IM_COL32(0, 0, 0, 200), 20, 1.2F * scale);
}

// At the right end of the title's line.
void drawResidual(const AppState& app, const ImVec2& at, float width, double residual) {
  const std::string text = format("%.1e", residual);
  ImGui::PushFont(app.fonts.mono);
  ImGui::GetWindowDrawList()->AddText({at.x + width - ImGui::CalcTextSize(text.c_str()).x, at.y},
                                      ImGui::GetColorU32(residualColour(residual)), text.c_str());
  ImGui::PopFont();
}

}  // namespace

void drawRowPath(AppState& app, const ImVec2& size) {
  const Microscope& microscope = *app.session.microscope;
  const int row = rowInFocus(app);
  const std::vector<Vec2> path = microscope.path(row);
  const auto now = static_cast<std::size_t>(microscope.replay().at());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string name = rowName(microscope.problem(), row), title = "u against \u03bb: " + name;
  Axes axes = beginPlot(at, size, fits(title, size.x) ? title : shortened(name, size.x));
  range(path, axes);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(axes.from, axes.to, true);
  admissible(axes, microscope.problem().isNormal(row));
  std::vector<ImVec2> points;
  points.reserve(path.size());
  for (const Vec2& p : path) points.push_back(axes.place(p.x(), p.y()));
  polyline(points, points.size(), {1, 1, 1, 0.16F}, 1);
  polyline(points, now + 1, palette::kAccent, 1.6F * app.scale);
  nowMark(points[now], palette::kAccent, app.scale);
  const std::string force = format("\u03bb %.3g N s", path[now].x()), speed = format("u %.3g m/s", path[now].y());
  const float line = ImGui::GetTextLineHeight();
  const float width = std::max(ImGui::CalcTextSize(force.c_str()).x, ImGui::CalcTextSize(speed.c_str()).x);
  const ImVec2 corner{axes.to.x - width - 6 * app.scale, axes.to.y - 2 * line - 4 * app.scale};
  draw->AddText(corner, ImGui::GetColorU32(palette::kNormalImpulse), force.c_str());
  draw->AddText({corner.x, corner.y + line}, ImGui::GetColorU32(palette::kText), speed.c_str());
  draw->PopClipRect();
  ImGui::Dummy(size);
  hint(title +
       "\nVelocity (up) against impulse (right) of one row through the solve. Its end lies on the green arms: no "
       "velocity "
       "with a force, or no force with a velocity. Click a contact to see its row.");
}

void drawResidualPath(AppState& app, const ImVec2& size, const ResidualPath& path) {
  const int frames = path.size, now = path.at;
  const double current = path.residualAt(now);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  drawResidual(app, at, size.x, current);
  const char* title = "Residual from event to event";
  Axes axes = beginPlot(at, size, fits(title, 0.7F * size.x) ? title : "Residual");
  axes.x_high = std::max(1, frames - 1);
  axes.y_low = -16;
  axes.y_high = 1;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(axes.from, axes.to, true);
  ImVec4 exact = palette::kGreen;
  exact.w = 0.10F;
  draw->AddRectFilled(axes.place(axes.x_low, -9), {axes.to.x, axes.to.y}, ImGui::GetColorU32(exact));
  std::vector<ImVec2> points;
  for (int i = 0; i < frames; ++i) {
    const double residual = path.residualAt(i);
    if (!std::isnan(residual)) points.push_back(axes.place(i, std::log10(std::clamp(residual, 1e-16, 10.0))));
  }
  polyline(points, points.size(), palette::kGreen, 1.4F * app.scale);
  const ImVec2 mark = axes.place(now, std::log10(std::clamp(current, 1e-16, 10.0)));
  draw->AddLine({mark.x, axes.from.y}, {mark.x, axes.to.y}, ImGui::GetColorU32({1, 1, 1, 0.25F}));
  if (!std::isnan(current)) nowMark(mark, residualColour(current), app.scale);
  draw->PopClipRect();
  ImGui::InvisibleButton("##residuals", size);
  if (ImGui::IsItemActive()) {
    const float share = (ImGui::GetIO().MousePos.x - axes.from.x) / (axes.to.x - axes.from.x);
    app.ask(SeekTrace{static_cast<int>(std::lround(std::clamp(share, 0.0F, 1.0F) * static_cast<float>(frames - 1)))});
  }
  hint("The residual of the impulses at every event, 1e-16 to 10; green is exact. Click or drag to go there.");
}

}  // namespace keystone

// Every method's residual on the present problem: against iterations, factorizations, products and time.
#include <algorithm>
#include <cmath>
#include <string>

#include "panels/convergence_plot.h"
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

constexpr float kListWidth = 208, kGap = 10, kNearby = 18;  // [pixels at scale 1]
constexpr float kMostList = 0.4F;                           // of the drawer
constexpr float kLeastTitle = 60;
constexpr float kLeastPlot = 150, kLeastHeight = 90;  // of several plots

std::string stateText(const ConvergenceCurve& curve) {
  if (curve.state != ConvergenceCurve::State::Done && curve.points.empty()) return std::string(toString(curve.state));
  if (!curve.accepted) return "n/a";
  return curve.points.empty() ? "-" : format("%.1e", curve.points.back().residual);
}

std::string tellPoint(const ConvergenceCurve& curve, const HistoryPoint& point) {
  return format("%s\nresidual %.2e\niteration %d, %d factorizations, %d products, %.3g ms",
                curve.method.solver->title.data(), point.residual, point.iteration, point.factorizations,
                point.products, point.time_ms);
}

std::string tellMethod(const SolverInfo& solver, const ConvergenceCurve* curve) {
  std::string text = std::string(solver.id) + ": " + std::string(solver.title) + "\n" + std::string(solver.paper);
  if (curve == nullptr) return text + "\nClick to draw its curve";
  if (!curve->accepted) return text + "\nDoes not take problems of this kind";
  if (curve->state != ConvergenceCurve::State::Done) return text + "\n" + std::string(toString(curve->state));
  text += "\n" + std::string(toString(curve->report.status));
  if (!curve->points.empty()) text += "\n" + tellPoint(*curve, curve->points.back()).substr(solver.title.size() + 1);
  return text;
}

const ConvergenceCurve* curveOf(const ConvergenceView& view, const SolverInfo& solver) {
  const auto found =
      std::ranges::find_if(view.curves, [&](const ConvergenceCurve& curve) { return curve.method.solver == &solver; });
  return found == view.curves.end() ? nullptr : &*found;
}

void toggle(ConvergenceView& view, const SolverInfo& solver) {
  if (view.chosen.erase(std::string(solver.id)) == 0) view.chosen.insert(std::string(solver.id));
}

// One method: its line, its name, and the residual it has come to.
void methodRow(AppState& app, const SolverInfo& solver, bool& any_pointed) {
  ConvergenceView& view = app.convergence;
  const bool is_chosen = view.chosen.contains(solver.id);
  const ConvergenceCurve* curve = is_chosen ? curveOf(view, solver) : nullptr;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight(), width = ImGui::GetContentRegionAvail().x;
  const std::string id = "##" + std::string(solver.id);
  if (ImGui::Selectable(id.c_str(), view.marked == &solver && is_chosen, 0, {width, line})) toggle(view, solver);
  const bool is_pointed = ImGui::IsItemHovered() || ImGui::IsItemFocused();
  if (is_pointed && is_chosen) {
    view.marked = &solver;
    view.marked_point = -1;
    any_pointed = true;
  }
  hint(tellMethod(solver, curve));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  CurveStyle style = styleOf(solver);
  if (!is_chosen) style.colour.w = 0.25F;
  drawSwatch(draw, {at.x + 2 * app.scale, at.y + line / 2}, 1.5F * line, style, app.scale);
  const std::string name = shortened(std::string(solver.id), width - 2 * line);
  draw.AddText({at.x + 2 * line, at.y}, ImGui::GetColorU32(is_chosen ? palette::kText : palette::kDim), name.c_str());
  const float end = at.x + 2 * line + ImGui::CalcTextSize((name + " ").c_str()).x;
  if (curve == nullptr) return;
  const std::string value = stateText(*curve);
  ImGui::PushFont(app.fonts.mono);
  const float right = at.x + width - ImGui::CalcTextSize(value.c_str()).x;
  const bool has_residual = curve->accepted && !curve->points.empty();
  // Where there is no room for the number, the tooltip tells it.
  if (right >= end)
    draw.AddText({right, at.y},
                 ImGui::GetColorU32(has_residual ? residualColour(curve->points.back().residual) : palette::kDim),
                 value.c_str());
  ImGui::PopFont();
}

void methodList(AppState& app, bool& any_pointed) {
  ImGui::BeginChild("methods", {0, 0});
  for (const SolverInfo* solver : solvers()) methodRow(app, *solver, any_pointed);
  ImGui::EndChild();
}

struct Nearest {
  const ConvergenceCurve* curve = nullptr;
  int point = -1;
  float distance = 1e9F;  // [pixels]
};

Nearest nearestPoint(const ConvergenceView& view, const ConvergencePlot& plot, const ImVec2& mouse) {
  Nearest nearest;
  for (const ConvergenceCurve& curve : view.curves) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const HistoryPoint& point = curve.points[i];
      if (!std::isfinite(point.residual)) continue;
      const float x = plot.xOf(plot.workOf(point)), y = plot.yOf(plot.decadeOf(point.residual));
      const float distance = std::hypot(x - mouse.x, y - mouse.y);
      if (distance < nearest.distance) nearest = {&curve, static_cast<int>(i), distance};
    }
  }
  return nearest;
}

// What is near the mouse is marked in all plots, and told.
void pointAtCurves(AppState& app, bool& any_pointed) {
  ConvergenceView& view = app.convergence;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const ConvergencePlot& plot : view.plots) {
    if (!plot.area.contains(mouse.x, mouse.y) || !ImGui::IsWindowHovered()) continue;
    const Nearest nearest = nearestPoint(view, plot, mouse);
    if (nearest.curve == nullptr || nearest.distance > kNearby * app.scale) continue;
    view.marked = nearest.curve->method.solver;
    view.marked_point = nearest.point;
    any_pointed = true;
    ImGui::BeginTooltip();
    const HistoryPoint& point = nearest.curve->points[nearest.point];
    ImGui::TextUnformatted(tellPoint(*nearest.curve, point).c_str());
    ImGui::EndTooltip();
  }
}

void drawMark(const AppState& app) {
  const ConvergenceView& view = app.convergence;
  const ConvergenceCurve* curve = view.marked != nullptr ? curveOf(view, *view.marked) : nullptr;
  if (curve == nullptr || view.marked_point < 0 || view.marked_point >= static_cast<int>(curve->points.size())) return;
  const HistoryPoint& point = curve->points[view.marked_point];
  for (const ConvergencePlot& plot : view.plots)
    ImGui::GetWindowDrawList()->AddCircle({plot.xOf(plot.workOf(point)), plot.yOf(plot.decadeOf(point.residual))},
                                          6 * app.scale, ImGui::GetColorU32(palette::kText), 20, 1.6F * app.scale);
}

// A button on the same line where it fits.
bool nextButton(const char* label) {
  ImGui::SameLine();
  const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  return ImGui::Button(label);
}

void controls(AppState& app) {
  ConvergenceView& view = app.convergence;
  ImGui::Checkbox("Freeze", &view.frozen);
  hint(Action::FreezeConvergence);
  constexpr const char* kShown[] = {"all axes", "iterations", "factorizations", "products", "time"};
  if (nextButton(kShown[view.shown])) app.ask(Action::ConvergenceAxis);
  hint(Action::ConvergenceAxis);
  if (nextButton("Save")) app.ask(Action::SaveConvergence);
  hint(Action::SaveConvergence);
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x;
  if (room < kLeastTitle * app.scale) return ImGui::NewLine();
  ImGui::AlignTextToFramePadding();
  const bool runs = view.now && view.now->running();
  fittingText(view.title + (view.frozen ? ", frozen" : "") + (runs ? " ..." : ""), room, palette::kDim);
}

// How many plots stand beside each other: all in a row, in two rows, or only one for want of room.
int columnsFor(const AppState& app, const ImVec2& size) {
  const auto fits = [&](int columns, int rows) {
    const auto across = static_cast<float>(columns), down = static_cast<float>(rows);
    return size.x >= (across * kLeastPlot + (across - 1) * kGap) * app.scale &&
           size.y >= (down * kLeastHeight + (down - 1) * kGap) * app.scale;
  };
  constexpr int kCount = static_cast<int>(kConvergenceAxes.size());
  if (fits(kCount, 1)) return kCount;
  return fits(kCount / 2, 2) ? kCount / 2 : 1;
}

void plots(AppState& app, const ImVec2& size) {
  ConvergenceView& view = app.convergence;
  const float gap = kGap * app.scale;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  view.plots.clear();
  const int columns = columnsFor(app, size);
  if (view.shown > 0 || columns == 1) {
    const ConvergenceAxis axis = kConvergenceAxes[std::max(0, view.shown - 1)];
    view.plots.push_back(drawConvergencePlot(draw, app, axis, {at.x, at.y, size.x, size.y}));
  } else {
    const int rows = static_cast<int>(kConvergenceAxes.size()) / columns;
    const float width = std::floor((size.x - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns));
    const float height = std::floor((size.y - static_cast<float>(rows - 1) * gap) / static_cast<float>(rows));
    for (std::size_t i = 0; i < kConvergenceAxes.size(); ++i) {
      const auto column = static_cast<float>(static_cast<int>(i) % columns);
      const auto row = static_cast<float>(static_cast<int>(i) / columns);
      view.plots.push_back(drawConvergencePlot(
          draw, app, kConvergenceAxes[i], {at.x + column * (width + gap), at.y + row * (height + gap), width, height}));
    }
  }
  drawMark(app);
  ImGui::Dummy(size);
}

void drawConvergence(AppState& app) {
  ConvergenceView& view = app.convergence;
  if (!view.now && view.curves.empty())
    return note(
        "Solves the contact problem of this step by the methods chosen, all from a cold start, and draws the "
        "residual of each after every iteration. There is no problem yet. " +
        howToStep());
  bool any_pointed = false;
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float list = std::min(kListWidth * app.scale, kMostList * space.x), gap = kGap * app.scale;
  ImGui::BeginChild("plots", {space.x - list - gap, space.y}, false, ImGuiWindowFlags_NoScrollbar);
  controls(app);
  plots(app, ImGui::GetContentRegionAvail());
  pointAtCurves(app, any_pointed);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  methodList(app, any_pointed);
  if (any_pointed) return;
  view.marked = nullptr;
  view.marked_point = -1;
}

}  // namespace

extern const DrawerPage kConvergencePage{
    "convergence", drawConvergence, [](const AppState&) { return std::string("CURVES"); }, "", Action::Convergence};

}  // namespace keystone

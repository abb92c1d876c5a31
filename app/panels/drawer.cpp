// The panel below the scene: tabs for plots, the microscope's sets, the comparison of methods, the failed solves.
#include <string>
#include <utility>

#include "panels/legend.h"
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void tab(AppState& app, DrawerTab which, const std::string& name, const std::string& help) {
  const bool current = app.drawer == which;
  ImGui::PushFont(app.fonts.bold);
  ImGui::PushStyleColor(ImGuiCol_Text, current ? palette::kAccent : palette::kDim);
  if (ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_None, ImGui::CalcTextSize(name.c_str())))
    app.drawer = which;
  ImGui::PopStyleColor();
  ImGui::PopFont();
  hint(help);
  if (current) {
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddLine({from.x, to.y + 2}, {to.x, to.y + 2}, ImGui::GetColorU32(palette::kAccent),
                                        2 * app.scale);
  }
  ImGui::SameLine(0, 20 * app.scale);
}

// What the strip's cells mean and how many there are of each, at the right edge.
void setLegend(AppState& app) {
  const Microscope& microscope = *app.session.microscope;
  const SetCounts sets = countSets(microscope.problem(), microscope.shown().solution.sets);
  const bool frictionless = microscope.problem().dim == 1;
  const std::pair<SetMark, std::string> marks[] = {
      {SetMark::Stick, format(frictionless ? "clamped %d" : "stick %d", frictionless ? sets.clamped : sets.stick)},
      {SetMark::Slide, format("slide %d", sets.slide)},
      {SetMark::Unclamped, format("open %d", sets.unclamped)}};
  const float gap = 14 * app.scale, size = ImGui::GetTextLineHeight();
  float width = 0;
  for (const auto& [mark, text] : marks) width += size + 4 + ImGui::CalcTextSize(text.c_str()).x + gap;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width + gap);
  for (const auto& [mark, text] : marks) {
    drawMark(mark);
    ImGui::SameLine(0, 4);
    ImGui::TextColored(palette::kDim, "%s", text.c_str());
    ImGui::SameLine(0, gap);
  }
}

void tabs(AppState& app) {
  tab(app, DrawerTab::Plots, "PLOTS", "The last 512 steps");
  if (app.session.microscope) tab(app, DrawerTab::Trace, "SOLVE", "The solve under the microscope");
  if (app.session.race) tab(app, DrawerTab::Race, "RACE", std::string(title(Action::Race)) + "  (F3)");
  tab(app, DrawerTab::Comparison, "COMPARISON", std::string(title(Action::Compare)) + "  (F6)");
  const std::size_t failures = app.session.failures.entries.size();
  tab(app, DrawerTab::Failures, failures == 0 ? "FAILURES" : format("FAILURES %zu", failures),
      std::string(title(Action::Failures)) + "  (F7)");
  if (app.drawer == DrawerTab::Trace) setLegend(app);
  ImGui::NewLine();
  ImGui::Dummy({0, 2 * app.scale});
}

}  // namespace

void drawDrawer(AppState& app, const Rect& rect) {
  const PanelWindow window("##drawer", rect, ImGuiWindowFlags_NoScrollbar);
  tabs(app);
  switch (app.drawer) {
    case DrawerTab::Plots:
      return drawPlots(app);
    case DrawerTab::Trace:
      return drawTrace(app);
    case DrawerTab::Race:
      return drawRace(app);
    case DrawerTab::Comparison:
      return drawComparison(app);
    case DrawerTab::Failures:
      return drawFailures(app);
  }
}

}  // namespace keystone

// The panel below the scene: tabs for plots, the microscope's sets, the comparison of methods, the failed solves.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "panels/legend.h"
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

constexpr float kTabGap = 20, kLeastTabGap = 7;  // [pixels at scale 1]

struct Tab {
  DrawerTab which;
  std::string name, help;
};

void drawTab(AppState& app, const Tab& tab) {
  const auto& [which, name, help] = tab;
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
}

// What the strip's cells mean and how many there are of each: right of the tabs, or below them if there is no room.
void setLegend(AppState& app) {
  const Microscope& microscope = *app.session.microscope;
  const SetCounts sets = countSets(microscope.problem(), microscope.shown().solution.sets);
  const bool frictionless = microscope.problem().dim == 1;
  const std::pair<SetMark, std::string> marks[] = {
      {SetMark::Stick, format(frictionless ? "clamped %d" : "stick %d", frictionless ? sets.clamped : sets.stick)},
      {SetMark::Slide, format("slide %d", sets.slide)},
      {SetMark::Unclamped, format("open %d", sets.unclamped)}};
  const float gap = 14 * app.scale, size = ImGui::GetTextLineHeight();
  float width = -gap;
  for (const auto& [mark, text] : marks) width += size + 4 + ImGui::CalcTextSize(text.c_str()).x + gap;
  const float left = ImGui::GetContentRegionMax().x - width;
  const float tabs_end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
  if (left > tabs_end + kTabGap * app.scale)
    ImGui::SameLine(left);
  else
    ImGui::Dummy({0, 2 * app.scale});
  for (const auto& [mark, text] : marks) {
    if (mark != SetMark::Stick) ImGui::SameLine(0, gap);
    drawMark(mark);
    ImGui::SameLine(0, 4);
    ImGui::TextColored(palette::kDim, "%s", text.c_str());
  }
}

std::vector<Tab> tabsOf(const AppState& app) {
  const auto named = [](Action action) { return std::string(title(action)) + "  (" + shortcut(action) + ")"; };
  const std::size_t failures = app.session.failures.entries.size();
  std::vector<Tab> tabs{{DrawerTab::Plots, "PLOTS", "The last 512 steps"}};
  if (app.session.microscope) tabs.push_back({DrawerTab::Trace, "SOLVE", "The solve under the microscope"});
  if (app.session.race) tabs.push_back({DrawerTab::Race, "RACE", named(Action::Race)});
  tabs.push_back({DrawerTab::Comparison, "METHODS", named(Action::Compare)});
  tabs.push_back({DrawerTab::Convergence, "CURVES", named(Action::Convergence)});
  tabs.push_back(
      {DrawerTab::Failures, failures == 0 ? "FAILURES" : format("FAILED %zu", failures), named(Action::Failures)});
  return tabs;
}

// On one line, closer together where it is short.
void drawTabs(AppState& app) {
  const std::vector<Tab> tabs = tabsOf(app);
  ImGui::PushFont(app.fonts.bold);
  float room = ImGui::GetContentRegionAvail().x;
  for (const Tab& tab : tabs) room -= ImGui::CalcTextSize(tab.name.c_str()).x;
  ImGui::PopFont();
  const float gap =
      std::clamp(room / static_cast<float>(tabs.size() - 1), kLeastTabGap * app.scale, kTabGap * app.scale);
  for (const Tab& tab : tabs) {
    if (&tab != tabs.data()) ImGui::SameLine(0, gap);
    drawTab(app, tab);
  }
  if (app.drawer == DrawerTab::Trace) setLegend(app);
  ImGui::Dummy({0, 2 * app.scale});
}

}  // namespace

void drawDrawer(AppState& app, const Rect& rect) {
  const PanelWindow window("##drawer", rect, ImGuiWindowFlags_NoScrollbar);
  drawTabs(app);
  switch (app.drawer) {
    case DrawerTab::Plots:
      return drawPlots(app);
    case DrawerTab::Trace:
      return drawTrace(app);
    case DrawerTab::Race:
      return drawRace(app);
    case DrawerTab::Comparison:
      return drawComparison(app);
    case DrawerTab::Convergence:
      return drawConvergence(app);
    case DrawerTab::Failures:
      return drawFailures(app);
  }
}

}  // namespace keystone

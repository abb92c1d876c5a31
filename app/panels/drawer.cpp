// The panel below the scene: tabs for plots, the microscope's sets, the comparison of methods, the failed steps.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "panels/legend.h"
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {

extern const DrawerPage kPlotsPage, kBodyPage, kContactPage, kJointsPage, kTracePage, kRacePage, kComparisonPage,
    kConvergencePage, kFailuresPage;

namespace {

constexpr float kTabGap = 20, kLeastTabGap = 7;  // [pixels at scale 1]

// From left to right. A new page is one file and its name here. The first is shown where the one chosen is gone.
constexpr const DrawerPage* kPages[] = {&kPlotsPage, &kBodyPage,       &kContactPage,     &kJointsPage,  &kTracePage,
                                        &kRacePage,  &kComparisonPage, &kConvergencePage, &kFailuresPage};

bool isThere(const AppState& app, const DrawerPage& page) {
  return page.is_there == nullptr || page.is_there(app);
}

struct Tab {
  const DrawerPage& page;
  std::string name;
};

void drawTab(AppState& app, const Tab& tab) {
  const auto& [page, name] = tab;
  const bool current = app.drawer == page.id;
  ImGui::PushFont(app.fonts.bold);
  ImGui::PushStyleColor(ImGuiCol_Text, current ? palette::kAccent : palette::kDim);
  if (ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_None, ImGui::CalcTextSize(name.c_str())))
    app.drawer = page.id;
  ImGui::PopStyleColor();
  ImGui::PopFont();
  hint(!page.help.empty() ? std::string(page.help)
                          : std::string(title(page.action)) + "  (" + shortcut(page.action) + ")");
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
  std::vector<Tab> tabs;
  for (const DrawerPage* page : kPages)
    if (isThere(app, *page)) tabs.push_back({*page, page->title(app)});
  return tabs;
}

// On one line, closer together where it is short; on two where that does not do.
void drawTabs(AppState& app) {
  const std::vector<Tab> tabs = tabsOf(app);
  ImGui::PushFont(app.fonts.bold);
  float room = ImGui::GetContentRegionAvail().x;
  std::vector<float> widths;
  for (const Tab& tab : tabs) widths.push_back(ImGui::CalcTextSize(tab.name.c_str()).x);
  for (const float width : widths) room -= width;
  ImGui::PopFont();
  const float wide = kTabGap * app.scale, closest = room / static_cast<float>(tabs.size() - 1);
  const float gap = closest < kLeastTabGap * app.scale ? wide : std::min(closest, wide);
  const float line = ImGui::GetContentRegionAvail().x;
  float used = 0;
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    const bool fits = i > 0 && used + gap + widths[i] <= line + 1;
    if (fits) ImGui::SameLine(0, gap);
    used = widths[i] + (fits ? used + gap : 0);
    drawTab(app, tabs[i]);
  }
  if (app.drawer == kTracePage.id) setLegend(app);
  ImGui::Dummy({0, 2 * app.scale});
}

void drawDrawer(AppState& app, const Rect& rect) {
  const PanelWindow window("##drawer", rect, ImGuiWindowFlags_NoScrollbar);
  const auto* const chosen = std::ranges::find_if(
      kPages, [&](const DrawerPage* page) { return page->id == app.drawer && isThere(app, *page); });
  const DrawerPage& page = chosen != std::end(kPages) ? **chosen : kPlotsPage;
  app.drawer = page.id;
  drawTabs(app);
  page.draw(app);
}

}  // namespace

extern const Panel kDrawer{drawDrawer, &Layout::drawer};

}  // namespace keystone

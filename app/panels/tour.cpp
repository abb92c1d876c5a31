// The strip of a guided tour: where it is, what there is to see, and the way on.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

// One dot for each stop, the present one filled.
void dots(const AppState& app) {
  const float r = 4 * app.scale, gap = 13 * app.scale;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto count = static_cast<int>(app.tour->tour.stops.size());
  for (int i = 0; i < count; ++i) {
    const ImVec2 centre{at.x + r + static_cast<float>(i) * gap, at.y + ImGui::GetTextLineHeight() / 2};
    if (i == app.tour->at)
      draw->AddCircleFilled(centre, r, ImGui::GetColorU32(palette::kAccent), 16);
    else
      draw->AddCircle(centre, r, ImGui::GetColorU32(palette::kDim), 16, 1.2F * app.scale);
  }
  ImGui::Dummy({static_cast<float>(count) * gap, ImGui::GetTextLineHeight()});
}

void buttons(AppState& app) {
  const bool last = app.tour->at + 1 == static_cast<int>(app.tour->tour.stops.size());
  if (ImGui::Button(last ? "Finish" : "Next", {-1, 0})) app.ask(Action::TourNext);
  hint(Action::TourNext);
  if (ImGui::Button("Back", {-1, 0})) app.ask(Action::TourPrevious);
  hint(Action::TourPrevious);
  if (ImGui::Button("End", {-1, 0})) app.ask(EndTour{});
  hint("The scene stays as it is  (" + shortcut(Action::Cancel) + ")");
}

void drawTour(AppState& app, const Rect& rect) {
  const PanelWindow window("##tour", rect, ImGuiWindowFlags_NoScrollbar);
  const TourView& view = *app.tour;
  const TourStop& stop = view.tour.stops[view.at];
  const float column = 92 * app.scale, gap = 14 * app.scale;
  const ImVec2 space = ImGui::GetContentRegionAvail();
  ImGui::BeginChild("text", {space.x - column - gap, space.y});
  dots(app);
  ImGui::SameLine(0, 10 * app.scale);
  ImGui::PushFont(app.fonts.bold);
  fittingText(stop.title, ImGui::GetContentRegionAvail().x, palette::kAccent);
  ImGui::PopFont();
  ImGui::TextWrapped("%s", stop.text.c_str());
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("buttons", {column, space.y}, false, ImGuiWindowFlags_NoScrollbar);
  buttons(app);
  ImGui::EndChild();
}

}  // namespace

extern const Panel kTourStrip{drawTour, &Layout::tour};

}  // namespace keystone

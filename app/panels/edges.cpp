// The edges of the columns and of the drawer: a drag sets their size, a double click puts it back.
#include <imgui.h>
#include <imgui_internal.h>  // BringWindowToDisplayFront

#include <algorithm>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void drawEdge(AppState& app, const PanelEdge& edge) {
  const Rect& grip = edge.grip;
  const bool upright = grip.height > grip.width;
  const PanelWindow window(edge.name, grip,
                           ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
  // Above the panel that it lies on, and below whatever is open for the moment.
  if (!app.asksForPath() && !app.help && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::InvisibleButton("##grip", {grip.width, grip.height});
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  const float rim = 0.25F * std::min(grip.width, grip.height);
  const ImVec2 from{grip.x + (upright ? rim : 0), grip.y + (upright ? 0 : rim)};
  const ImVec2 to{grip.right() - (upright ? rim : 0), grip.bottom() - (upright ? 0 : rim)};
  ImGui::GetWindowDrawList()->AddRectFilled(from, to, ImGui::GetColorU32(palette::kAccent));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float size = edge.sign * ((upright ? mouse.x : mouse.y) - edge.from) / app.scale;
  if (ImGui::IsMouseDoubleClicked(0))
    app.ask(SetPanelSize{edge.size, 0.0});
  else if (ImGui::IsMouseDragging(0))
    app.ask(SetPanelSize{edge.size, std::max(1.0, double(size))});
}

void drawEdges(AppState& app, const Rect&) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1, 1});
  for (const PanelEdge& edge : edgesOf(app.layout, app.scale))
    if (!edge.grip.empty()) drawEdge(app, edge);
  ImGui::PopStyleVar(3);
}

}  // namespace

extern const Panel kEdges{drawEdges};

}  // namespace keystone

// The edges of the columns and of the drawer: a drag sets their size, a double click puts it back.
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
  ImGui::InvisibleButton("##grip", {grip.width, grip.height});
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  ImGui::GetWindowDrawList()->AddRectFilled({grip.x, grip.y}, {grip.right(), grip.bottom()},
                                            ImGui::GetColorU32(palette::kAccent));
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

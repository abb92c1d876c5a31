// The list of scenes.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {

void drawScenes(AppState& app, const Rect& rect) {
  const PanelWindow window("##scenes", rect);
  heading(app, "SCENES");
  const float footer = ImGui::GetFrameHeightWithSpacing();
  ImGui::BeginChild("list", {0, -footer});
  for (const std::string& id : app.scene_ids) {
    const bool open = id == app.session.scene.id;
    if (ImGui::Selectable(id.c_str(), open) && !open) app.ask(OpenScene{id});
    if (open && app.listed_scene != id) {
      app.listed_scene = id;
      ImGui::SetScrollHereY(0.5F);
    }
  }
  ImGui::EndChild();
  const float third = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
  if (ImGui::Button("Previous", {third, 0})) app.ask(Action::PreviousScene);
  hint(Action::PreviousScene);
  ImGui::SameLine();
  if (ImGui::Button("Next", {third, 0})) app.ask(Action::NextScene);
  hint(Action::NextScene);
  ImGui::SameLine();
  if (ImGui::Button("Find", {third, 0})) app.ask(Action::PickScene);
  hint(Action::PickScene);
}

}  // namespace keystone

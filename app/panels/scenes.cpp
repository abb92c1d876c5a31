// The list of scenes, by group, narrowed by what is typed above it.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/scene_row.h"

namespace keystone {
namespace {

// The rows of one group from `first` on; where the next begins.
std::size_t drawGroup(AppState& app, std::size_t first) {
  const std::string& group = app.scenes[first].group;
  std::size_t end = first;
  bool has_open = false, has_match = false;
  for (; end < app.scenes.size() && app.scenes[end].group == group; ++end) {
    has_open = has_open || app.scenes[end].id == app.session.scene.id;
    has_match = has_match || matches(app.scenes[end], app.scene_filter);
  }
  if (!has_match) return end;
  if (!app.scene_filter.empty()) ImGui::SetNextItemOpen(true);
  if (has_open && app.listed_scene != app.session.scene.id) ImGui::SetNextItemOpen(true);
  if (!ImGui::TreeNodeEx(group.c_str(), ImGuiTreeNodeFlags_SpanAvailWidth)) return end;
  for (std::size_t i = first; i < end; ++i) {
    const SceneEntry& scene = app.scenes[i];
    if (!matches(scene, app.scene_filter)) continue;
    const bool open = scene.id == app.session.scene.id && !app.framework;  // which stands in its place
    if (sceneRow(app, scene, open) && !open) app.ask(OpenScene{scene.id});
    if (open && app.listed_scene != scene.id) {
      app.listed_scene = scene.id;
      ImGui::SetScrollHereY(0.5F);
    }
  }
  ImGui::TreePop();
  return end;
}

}  // namespace

void drawScenes(AppState& app, const Rect& rect) {
  const PanelWindow window("##scenes", rect);
  heading(app, "SCENES");
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##search", "search", &app.scene_filter);
  const float footer = ImGui::GetFrameHeightWithSpacing();
  ImGui::BeginChild("list", {0, -footer});
  for (std::size_t i = 0; i < app.scenes.size();) i = drawGroup(app, i);
  const auto fits = [&app](const SceneEntry& scene) { return matches(scene, app.scene_filter); };
  if (app.scenes.empty()) {
    note("The scenes that come with Keystone are listed here, but none were found. Open asks for a path.");
  } else if (std::ranges::none_of(app.scenes, fits)) {
    note("No scene has this in its name or description. Empty the field to see them all.");
  }
  ImGui::EndChild();
  const float third = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
  if (ImGui::Button("Previous", {third, 0})) app.ask(Action::PreviousScene);
  hint(Action::PreviousScene);
  ImGui::SameLine();
  if (ImGui::Button("Next", {third, 0})) app.ask(Action::NextScene);
  hint(Action::NextScene);
  ImGui::SameLine();
  if (ImGui::Button("Open", {third, 0})) app.ask(Action::PickScene);
  hint(Action::PickScene);
}

extern const Panel kScenes{drawScenes, &Layout::scenes};

}  // namespace keystone

// The scene picker: type a part of the name, or a path to a file.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

std::vector<std::string> matching(const AppState& app) {
  std::vector<std::string> ids;
  for (const std::string& id : app.scene_ids) {
    if (id.find(app.picker_filter) != std::string::npos) ids.push_back(id);
  }
  return ids;
}

bool looksLikePath(const std::string& text) {
  return text.find('/') != std::string::npos || text.ends_with(".json");
}

void open(AppState& app, const std::string& name) {
  app.ask(OpenScene{name});
  app.picker = false;
}

}  // namespace

void drawPicker(AppState& app) {
  const PanelWindow window("##picker", centred(app, 420 * app.scale, 440 * app.scale));
  heading(app, "OPEN A SCENE");
  if (ImGui::IsWindowAppearing()) {
    app.picker_row = 0;
    app.picker_entered = false;
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##filter", "part of a name, or a path to a .json file", &app.picker_filter);
  const bool entered = std::exchange(app.picker_entered, false);
  const std::vector<std::string> ids = matching(app);
  app.picker_row = std::clamp(app.picker_row, 0, std::max(0, static_cast<int>(ids.size()) - 1));
  if (entered && looksLikePath(app.picker_filter)) {
    open(app, app.picker_filter);
  } else if (entered && !ids.empty()) {
    open(app, ids[static_cast<std::size_t>(app.picker_row)]);
  }
  ImGui::BeginChild("matches");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const bool current = static_cast<int>(i) == app.picker_row;
    if (ImGui::Selectable(ids[i].c_str(), current)) open(app, ids[i]);
    if (current && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  }
  if (ids.empty()) note(looksLikePath(app.picker_filter) ? "Enter opens the file" : "No scene has this in its name");
  ImGui::EndChild();
}

}  // namespace keystone

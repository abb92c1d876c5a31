// The picker: type a part of a scene's name, or a path to a file.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/scene_row.h"
#include "problem/problem_formats.h"
#include "record/recording.h"
#include "robot/robot.h"

namespace keystone {
namespace {

std::vector<const SceneEntry*> matching(const AppState& app) {
  std::vector<const SceneEntry*> found;
  for (const SceneEntry& scene : app.scenes) {
    if (matches(scene, app.picker_filter)) found.push_back(&scene);
  }
  return found;
}

bool looksLikePath(const std::string& text) {
  return text.find('/') != std::string::npos || text.ends_with(".json") || isProblemFile(text) || isRecording(text) ||
         isRobotFile(text);
}

void drawPicker(AppState& app, const Rect&) {
  const PanelWindow window("##picker", centred(app, 420 * app.scale, 440 * app.scale));
  heading(app, "OPEN A SCENE");
  if (ImGui::IsWindowAppearing()) {
    app.picker_row = 0;
    app.entered = false;
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1);
  bool entered = ImGui::InputTextWithHint("##filter", "part of a name, or a path to a file", &app.picker_filter,
                                          ImGuiInputTextFlags_EnterReturnsTrue);
  entered |= std::exchange(app.entered, false);
  const std::vector<const SceneEntry*> found = matching(app);
  app.picker_row = std::clamp(app.picker_row, 0, std::max(0, static_cast<int>(found.size()) - 1));
  if (entered && looksLikePath(app.picker_filter)) {
    app.ask(OpenScene{app.picker_filter});
  } else if (entered && !found.empty()) {
    app.ask(OpenScene{found[app.picker_row]->id});
  }
  ImGui::BeginChild("matches");
  ImGui::Indent(4 * app.scale);  // some letters reach to the left of where they stand
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool current = static_cast<int>(i) == app.picker_row;
    if (sceneRow(app, *found[i], current)) app.ask(OpenScene{found[i]->id});
    if (current && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  }
  if (found.empty())
    note(looksLikePath(app.picker_filter) ? "Enter opens the file at this path."
                                          : "No scene has this in its name or description. A path "
                                            "with a / in it, or to a scene (.json), a recording (.replay), a robot "
                                            "(.xml, .urdf) or a problem (.mtx, .hdf5, .problem.gz), opens a file.");
  ImGui::EndChild();
}

}  // namespace

extern const Panel kPicker{drawPicker, &Layout::view, [](const AppState& app) { return app.picker; }};

}  // namespace keystone

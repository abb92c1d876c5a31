// Asks for the path to save the scene to.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <utility>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void drawSaveAs(AppState& app, const Rect&) {
  const PanelWindow window("##save_as", centred(app, 520 * app.scale, 130 * app.scale));
  heading(app, "SAVE THE SCENE AS");
  if (ImGui::IsWindowAppearing()) {
    app.entered = false;
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1);
  bool entered =
      ImGui::InputTextWithHint("##path", "path of a .json file", &app.save_path, ImGuiInputTextFlags_EnterReturnsTrue);
  entered |= std::exchange(app.entered, false);
  if (ImGui::Button("Save") || entered) app.ask(SaveSceneAs{app.save_path});
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) app.ask(Action::Cancel);
  note("Bodies, joints, solver and view as they are now. A loaded scene continues exactly.");
}

}  // namespace

extern const Panel kSaveAs{drawSaveAs, &Layout::view, [](const AppState& app) { return app.save_as; }};

}  // namespace keystone

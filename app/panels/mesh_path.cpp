// Asks for the mesh that the stack tool is to place.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <utility>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void drawMeshPath(AppState& app, const Rect&) {
  const PanelWindow window("##mesh", centred(app, 520 * app.scale, 122 * app.scale));
  heading(app, "MESH FOR THE STACK TOOL");
  if (ImGui::IsWindowAppearing()) {
    app.entered = false;
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
  }
  MeshChoice& choice = app.mesh.choice;
  ImGui::SetNextItemWidth(-1);
  bool entered = ImGui::InputTextWithHint("##path", "path of a mesh", &choice.path,
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  hint("OBJ, STL, PLY, glTF, Collada or MSH; a name alone is looked up in the folder of meshes, too");
  entered |= std::exchange(app.entered, false);
  constexpr double kLeast = 1e-6, kMost = 1e6;
  ImGui::SetNextItemWidth(90 * app.scale);
  ImGui::DragScalar("scale", ImGuiDataType_Double, &choice.scale, 0.01F * static_cast<float>(choice.scale), &kLeast,
                    &kMost, "%.4g", ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  hint("[m] of the file's unit");
  ImGui::SameLine();
  ImGui::Checkbox("convex hull", &choice.hull);
  hint("The mesh's convex hull, whatever its form; else the mesh itself, which must be closed and convex");
  if (ImGui::Button("Take") || entered) app.ask(TakeMesh{choice});
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) app.ask(Action::Cancel);
}

}  // namespace

extern const Panel kMeshPath{drawMeshPath, &Layout::view, [](const AppState& app) { return app.mesh.open; }};

}  // namespace keystone

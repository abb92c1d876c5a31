// Asks for the mesh that the stack tool is to place.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "panels/file_list.h"
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void beginMeshPath(AppState& app) {
  app.entered = false;
  if (app.mesh.folder.path.empty()) app.mesh.folder = readFolder(app.asset_dir + "/meshes");
  ImGui::SetWindowFocus();
  ImGui::SetKeyboardFocusHere();
}

// A click puts the path into the field.
void listMeshes(AppState& app, float height) {
  folderLine(app.mesh.folder, ImGui::GetContentRegionAvail().x);
  ImGui::BeginChild("meshes", {0, height});
  ImGui::Indent(4 * app.scale);  // some letters reach to the left of where they stand
  Rows rows(app.mesh.row, false);
  const std::string taken = fileRows(app.mesh.folder, meshFiles(), "", rows);
  if (!taken.empty()) app.mesh.choice.path = taken;
  ImGui::EndChild();
}

void drawMeshPath(AppState& app, const Rect&) {
  const PanelWindow window("##mesh", centred(app, 520 * app.scale, 320 * app.scale));
  heading(app, "MESH FOR THE STACK TOOL");
  if (ImGui::IsWindowAppearing()) beginMeshPath(app);
  MeshChoice& choice = app.mesh.choice;
  ImGui::SetNextItemWidth(-1);
  bool entered = ImGui::InputTextWithHint("##path", "path of a mesh", &choice.path,
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  hint("OBJ, STL, PLY, glTF, Collada or MSH; a name alone is looked up in the folder of meshes, too");
  entered |= std::exchange(app.entered, false);
  const float lines = 2 * ImGui::GetFrameHeightWithSpacing();  // below the list
  listMeshes(app, std::max(1.0F, ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeightWithSpacing() - lines));
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

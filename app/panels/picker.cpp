// The picker: scenes by a part of their names, what was opened last, and the files of a folder; a path may be typed.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "panels/file_list.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/scene_row.h"
#include "session/file_kinds.h"

namespace keystone {
namespace {

constexpr float kThumbWidth = 64, kThumbHeight = 40;  // [pixels at scale 1]

bool isPath(const std::string& text) {
  return text.find('/') != std::string::npos || opens(text);
}

bool isFolder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

void beginFolder(AppState& app) {
  app.files.page = PickerPage::Files;
  app.picker_filter.clear();
  app.picker_row = 0;
}

void enterFolder(AppState& app, const std::string& path) {
  app.files.folder = readFolder(path);
  beginFolder(app);
}

void listScenes(AppState& app, bool entered) {
  Rows rows(app.picker_row, entered);
  for (const SceneEntry& scene : app.scenes)
    if (matches(scene, app.picker_filter) && rows.isChosen(sceneRow(app, scene, rows.isCurrent())))
      app.ask(OpenScene{scene.id});
  if (!rows.end()) return;
  note(isPath(app.picker_filter) ? "Enter opens the file or folder at this path."
                                 : "No scene has this in its name or description. A path with a / in it, or to " +
                                       openedKinds() + ", opens a file.");
}

const SceneEntry* sceneOf(const AppState& app, const std::string& id) {
  const auto found = std::ranges::find(app.scenes, id, &SceneEntry::id);
  return found == app.scenes.end() ? nullptr : &*found;
}

// Beside its picture.
bool recentRow(AppState& app, const std::string& name, bool current) {
  const float height = kThumbHeight * app.scale, width = kThumbWidth * app.scale;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::Selectable(("##" + name).c_str(), current, 0, {0, height});
  if (ImGui::IsItemVisible()) thumbnail(app, name, at, {width, height});
  hint(name);
  const SceneEntry* scene = sceneOf(app, name);
  const std::string title = scene != nullptr ? scene->name : std::filesystem::path(name).filename().string();
  const std::string place =
      scene != nullptr ? scene->group : shownPath(std::filesystem::path(name).parent_path().string());
  const float left = at.x + width + 8 * app.scale, room = at.x + ImGui::GetItemRectSize().x - left;
  const float line = ImGui::GetTextLineHeight(), top = at.y + (height - 2 * line) / 2;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddText({left, top}, ImGui::GetColorU32(palette::kText), shortened(title, room).c_str());
  draw->AddText({left, top + line}, ImGui::GetColorU32(palette::kDim), shortened(place, room).c_str());
  return clicked;
}

void listRecent(AppState& app, bool entered) {
  Rows rows(app.picker_row, entered);
  for (const std::string& name : app.settings.recent) {
    const SceneEntry* scene = sceneOf(app, name);
    const bool fits = contains(name, app.picker_filter) || (scene != nullptr && matches(*scene, app.picker_filter));
    if (fits && rows.isChosen(recentRow(app, name, rows.isCurrent()))) app.ask(OpenScene{name});
  }
  if (rows.end()) note(app.settings.recent.empty() ? "Nothing was opened or saved yet." : "Nothing recent has this.");
}

// The folder with a way up, and the kinds of files that are listed.
void folderHead(AppState& app) {
  const float combo = 150 * app.scale;
  const float room = ImGui::GetContentRegionAvail().x - combo - ImGui::GetStyle().ItemSpacing.x;
  if (folderLine(app.files.folder, room)) beginFolder(app);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - combo);
  ImGui::SetNextItemWidth(combo);
  if (!ImGui::BeginCombo("##kind", fileKinds()[app.files.kind].title.data())) return;
  for (std::size_t k = 0; k < fileKinds().size(); ++k) {
    if (ImGui::Selectable(fileKinds()[k].title.data(), k == app.files.kind)) app.files.kind = k;
    hint(std::string(fileKinds()[k].endings));
  }
  ImGui::EndCombo();
}

void listFiles(AppState& app, bool entered) {
  const std::string folder = app.files.folder.path;
  Rows rows(app.picker_row, entered);
  const std::string taken = fileRows(app.files.folder, fileKinds()[app.files.kind], app.picker_filter, rows);
  if (!taken.empty()) app.ask(OpenScene{taken});
  if (app.files.folder.path != folder) beginFolder(app);
}

void pageButton(AppState& app, const char* title, PickerPage page) {
  const bool on = app.files.page == page;
  ImGui::PushStyleColor(ImGuiCol_Text, on ? palette::kAccent : palette::kText);
  if (ImGui::Button(title)) {
    app.files.page = page;
    app.picker_row = 0;
    if (page == PickerPage::Files && app.files.folder.path.empty()) enterFolder(app, ".");
  }
  ImGui::PopStyleColor();
}

// True when Enter was pressed.
bool filterField(AppState& app) {
  if (ImGui::IsWindowAppearing()) {
    app.picker_row = 0;
    app.entered = false;
    app.files.page = PickerPage::Scenes;
    ImGui::SetWindowFocus();
  }
  // What is typed goes here, after a page was chosen or a folder entered, too.
  const bool is_free = !ImGui::IsAnyItemActive() && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (is_free && ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##filter", "part of a name, or a path to a file or folder",
                                                &app.picker_filter, ImGuiInputTextFlags_EnterReturnsTrue);
  return std::exchange(app.entered, false) || entered;
}

void drawPicker(AppState& app, const Rect&) {
  const PanelWindow window("##picker", centred(app, 480 * app.scale, 460 * app.scale));
  heading(app, "OPEN A SCENE OR A FILE");
  bool entered = filterField(app);
  if (entered && isPath(app.picker_filter)) {
    if (isFolder(app.picker_filter))
      enterFolder(app, app.picker_filter);
    else
      app.ask(OpenScene{app.picker_filter});
    entered = false;
  }
  pageButton(app, "Scenes", PickerPage::Scenes);
  ImGui::SameLine();
  pageButton(app, "Recent", PickerPage::Recent);
  ImGui::SameLine();
  pageButton(app, "Files", PickerPage::Files);
  const PickerPage page = app.files.page;
  if (page == PickerPage::Files) folderHead(app);
  ImGui::BeginChild("matches");
  ImGui::Indent(4 * app.scale);  // some letters reach to the left of where they stand
  if (page == PickerPage::Scenes) listScenes(app, entered);
  if (page == PickerPage::Recent) listRecent(app, entered);
  if (page == PickerPage::Files) listFiles(app, entered);
  ImGui::EndChild();
}

}  // namespace

extern const Panel kPicker{drawPicker, &Layout::view, [](const AppState& app) { return app.picker; }};

}  // namespace keystone

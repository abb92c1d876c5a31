#include "panels/file_list.h"

#include <imgui.h>

#include <algorithm>

#include "panels/panel.h"
#include "panels/scene_row.h"

namespace keystone {

bool Rows::isChosen(bool clicked) {
  const bool current = isCurrent();
  if (current && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  ++next_;
  return clicked || (current && entered_);
}

bool Rows::end() const {
  row_ = std::clamp(row_, 0, std::max(0, next_ - 1));
  return next_ == 0;
}

bool folderLine(FolderList& folder, float width) {
  const float left = ImGui::GetCursorPosX();
  const bool up = ImGui::Button("Up");
  hint("The folder above");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  fittingText(shownPath(folder.path), left + width - ImGui::GetCursorPosX(), palette::kDim);
  if (up) folder = readFolder(folderAbove(folder.path));
  return up;
}

std::string fileRows(FolderList& folder, const FileKind& kind, const std::string& filter, Rows& rows) {
  std::string entered, taken;
  if (!folder.trouble.empty()) {
    wrappedText(folder.trouble);
    return taken;
  }
  const std::string inside = (folder.path == "/" ? "" : folder.path) + "/";
  for (const std::string& name : folder.folders)
    if (contains(name, filter) && rows.isChosen(ImGui::Selectable((name + "/").c_str(), rows.isCurrent())))
      entered = inside + name;
  for (const std::string& name : folder.files)
    if (contains(name, filter) && kind.has(name) && rows.isChosen(ImGui::Selectable(name.c_str(), rows.isCurrent())))
      taken = inside + name;
  if (rows.end()) note("Nothing here, of this kind and with this in its name.");
  if (!entered.empty()) folder = readFolder(entered);
  return taken;
}

}  // namespace keystone

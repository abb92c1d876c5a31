// Every key and gesture, from the table the dispatcher uses.
#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void helpRow(const AppState& app, const Binding& binding) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushFont(app.fonts.mono);
  ImGui::TextUnformatted(inputText(binding).c_str());
  ImGui::PopFont();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(binding.what.data(), binding.what.data() + binding.what.size());
}

bool beginGroup(const AppState& app, std::string_view group) {
  const std::string name(group);
  heading(app, name.c_str());
  if (!ImGui::BeginTable(name.c_str(), 2)) return false;
  ImGui::TableSetupColumn("input", ImGuiTableColumnFlags_WidthFixed, 158 * app.scale);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

void groups(const AppState& app, std::span<const std::string_view> names) {
  for (const std::string_view group : names) {
    if (!beginGroup(app, group)) continue;
    for (const Binding& binding : bindings()) {
      if (binding.group == group && !binding.what.empty()) helpRow(app, binding);
    }
    ImGui::EndTable();
    ImGui::Spacing();
  }
}

// In the middle of the window, over panels too: there are many keys.
Rect helpRect(const AppState& app) {
  const auto width = static_cast<float>(app.camera.width()), height = static_cast<float>(app.camera.height());
  Rect rect;
  rect.width = std::floor(std::min(1150 * app.scale, width - 16));
  rect.height = std::floor(std::min(690 * app.scale, height - 16));
  rect.x = std::floor((width - rect.width) / 2);
  rect.y = std::floor((height - rect.height) / 2);
  return rect;
}

void drawHelp(AppState& app, const Rect&) {
  static constexpr std::string_view kLeft[] = {"Time", "Scene and solver", "Edit"};
  static constexpr std::string_view kMiddle[] = {"Microscope", "Files and program"};
  static constexpr std::string_view kRight[] = {"View", "Mouse"};
  const PanelWindow window("##help", helpRect(app));
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2{4 * app.scale, 0});
  const bool wide = ImGui::GetContentRegionAvail().x > 960 * app.scale;
  if (ImGui::BeginTable("columns", wide ? 3 : 1)) {
    for (const std::span<const std::string_view> names :
         {std::span<const std::string_view>(kLeft), {kMiddle}, {kRight}}) {
      ImGui::TableNextColumn();
      groups(app, names);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  if (ImGui::Button("Close")) app.ask(Action::Help);
}

}  // namespace

extern const Panel kHelp{drawHelp, &Layout::view, [](const AppState& app) { return app.help; }};

}  // namespace keystone

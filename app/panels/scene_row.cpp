#include "panels/scene_row.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "panels/panel.h"
#include "view/thumbnails.h"

namespace keystone {

bool contains(const std::string& text, const std::string& part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

void thumbnail(AppState& app, const std::string& scene, const ImVec2& at, const ImVec2& size) {
  const ImVec2 end{at.x + size.x, at.y + size.y};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (const Thumbnail* made = app.thumbnails->of(scene)) {
    const auto texture = reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(made->id()));
    draw->AddImage(texture, at, end, {0, 1}, {1, 0});  // its rows go upwards
  } else {
    draw->AddRectFilled(at, end, ImGui::GetColorU32(palette::kWell));
  }
}

namespace {

void about(AppState& app, const SceneEntry& scene) {
  ImGui::BeginTooltip();
  const ImVec2 size{240 * app.scale, 150 * app.scale};
  thumbnail(app, scene.id, ImGui::GetCursorScreenPos(), size);
  ImGui::Dummy(size);
  tooltipText(scene.name + "  (" + scene.id + ")\n" + scene.description);
  ImGui::EndTooltip();
}

}  // namespace

bool matches(const SceneEntry& scene, const std::string& text) {
  return contains(scene.id, text) || contains(scene.name, text) || contains(scene.description, text);
}

bool sceneRow(AppState& app, const SceneEntry& scene, bool selected, std::size_t folded) {
  const std::string more = folded == 0 ? "" : "+" + std::to_string(folded);
  const float gap = folded == 0 ? 0.0F : ImGui::CalcTextSize(more.c_str()).x + ImGui::GetStyle().ItemSpacing.x;
  const float right = ImGui::GetContentRegionMax().x;
  const std::string name = shortened(scene.name, ImGui::GetContentRegionAvail().x - gap);
  const bool clicked = ImGui::Selectable((name + "##" + scene.id).c_str(), selected);
  if (ImGui::IsItemHovered()) about(app, scene);
  if (folded == 0) return clicked;
  ImGui::SameLine(right - ImGui::CalcTextSize(more.c_str()).x);
  ImGui::TextColored(palette::kDim, "%s", more.c_str());
  return clicked;
}

}  // namespace keystone

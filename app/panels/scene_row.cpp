#include "panels/scene_row.h"

#include <algorithm>
#include <cctype>

#include "panels/panel.h"

namespace keystone {
namespace {

bool contains(const std::string& text, const std::string& part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace

bool matches(const SceneEntry& scene, const std::string& text) {
  return contains(scene.id, text) || contains(scene.name, text) || contains(scene.description, text);
}

bool sceneRow(const SceneEntry& scene, bool selected) {
  const std::string name = shortened(scene.name, ImGui::GetContentRegionAvail().x);
  const bool clicked = ImGui::Selectable((name + "##" + scene.id).c_str(), selected);
  hint(scene.name + "  (" + scene.id + ")\n" + scene.description);
  return clicked;
}

}  // namespace keystone

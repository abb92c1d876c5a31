// A scene in a list: its name, and its picture and what it is about as a tooltip.
#pragma once

#include <imgui.h>

#include <string>

#include "app_state.h"

namespace keystone {

// Whether `part` occurs in `text`, in small letters or capitals.
bool contains(const std::string& text, const std::string& part);
// The picture of a scene, by its id or path, or a dark frame where it has none, or none yet: the text stays where it
// is.
void thumbnail(AppState& app, const std::string& scene, const ImVec2& at, const ImVec2& size);
// Whether the text occurs in the scene's id, name or description, in small letters or capitals.
bool matches(const SceneEntry& scene, const std::string& text);
// True when it was clicked. `folded` is how many variants of it are not listed.
bool sceneRow(AppState& app, const SceneEntry& scene, bool selected, std::size_t folded = 0);

}  // namespace keystone

// A scene in a list: its name, and its picture and what it is about as a tooltip.
#pragma once

#include <string>

#include "app_state.h"

namespace keystone {

// Whether the text occurs in the scene's id, name or description, in small letters or capitals.
bool matches(const SceneEntry& scene, const std::string& text);
// True when it was clicked. `folded` is how many variants of it are not listed.
bool sceneRow(AppState& app, const SceneEntry& scene, bool selected, std::size_t folded = 0);

}  // namespace keystone

// A text in the scene, on a dark plate that keeps it readable on any ground.
#pragma once

#include "panels/panel.h"

namespace keystone {

constexpr ImU32 kTagGround = IM_COL32(16, 18, 22, 215);

// The plate of a text whose upper left corner stands at `at` [pixels].
Rect tagRect(const AppState& app, const std::string& text, const ImVec2& at);
void drawTag(const AppState& app, const std::string& text, const ImVec2& at, const ImVec4& colour);

}  // namespace keystone

#include "panels/tag.h"

namespace keystone {

Rect tagRect(const AppState& app, const std::string& text, const ImVec2& at) {
  const ImVec2 extent = app.fonts.bold->CalcTextSizeA(app.fonts.bold->FontSize, 1e4F, 0, text.c_str());
  const float side = 4 * app.scale, above = 2 * app.scale;
  return {at.x - side, at.y - above, extent.x + 2 * side, extent.y + 2 * above};
}

void drawTag(const AppState& app, const std::string& text, const ImVec2& at, const ImVec4& colour) {
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const Rect plate = tagRect(app, text, at);
  draw->AddRectFilled({plate.x, plate.y}, {plate.right(), plate.bottom()}, kTagGround, 3 * app.scale);
  draw->AddText(app.fonts.bold, app.fonts.bold->FontSize, at, ImGui::GetColorU32(colour), text.c_str());
}

}  // namespace keystone

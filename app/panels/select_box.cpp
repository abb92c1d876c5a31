// The box that selects what is in it, while the mouse draws it.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void drawSelectBox(AppState& app, const Rect&) {
  const Mouse& mouse = app.mouse;
  const auto at = [&mouse](double x, double y) {
    return ImVec2{static_cast<float>(x + mouse.shift_x), static_cast<float>(y + mouse.shift_y)};
  };
  const ImVec2 from = at(mouse.pressed_x, mouse.pressed_y), to = at(mouse.x, mouse.y);
  const ImVec4 fill{palette::kAccent.x, palette::kAccent.y, palette::kAccent.z, 0.12F};
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  draw->AddRectFilled(from, to, ImGui::GetColorU32(fill));
  draw->AddRect(from, to, ImGui::GetColorU32(palette::kAccent), 0.0F, 0, 1.5F * app.scale);
}

}  // namespace

extern const Panel kSelectBox{drawSelectBox, &Layout::view,
                              [](const AppState& app) { return app.mouse.gesture == Mouse::Gesture::Box; }};

}  // namespace keystone

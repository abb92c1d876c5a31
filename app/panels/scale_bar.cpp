// How long a metre is in the view: a bar of a round length at its lower right corner.
#include <algorithm>

#include "math/round_down.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/tag.h"

namespace keystone {
namespace {

constexpr float kLongestBar = 140, kBarMargin = 14;  // [pixels at scale 1]

void drawScaleBar(const AppState& app, const Rect& view) {
  const double metres_per_pixel = app.camera.metresPerPixel(app.camera.target);
  const double most = std::min(kLongestBar * app.scale, view.width / 4);
  const double metres = roundDown(most * metres_per_pixel);
  const auto length = static_cast<float>(metres / metres_per_pixel);
  const std::string text = quantity(metres, "m");
  const Rect plate = tagRect(app, text, {0, 0});
  const float right = view.right() - kBarMargin * app.scale, bottom = view.bottom() - kBarMargin * app.scale;
  const float left = right - length, tick = 5 * app.scale;
  const ImVec2 corners[] = {{left, bottom - tick}, {left, bottom}, {right, bottom}, {right, bottom - tick}};
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  draw->AddPolyline(corners, 4, kTagGround, 0, 4 * app.scale);
  draw->AddPolyline(corners, 4, ImGui::GetColorU32(palette::kText), 0, 2 * app.scale);
  drawTag(app, text, {left + length / 2 - plate.width / 2 - plate.x, bottom - tick - plate.height - plate.y},
          palette::kText);
}

void drawScaleBars(AppState& app, const Rect&) {
  if (!app.view.grid || app.welcome) return;  // which needs the room
  for (const Rect& view : app.cells()) drawScaleBar(app, view);
}

}  // namespace

extern const Panel kScaleBar{drawScaleBars};

}  // namespace keystone

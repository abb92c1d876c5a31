// Text in the scene: the force of the hand beside its line.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void drawLabels(AppState& app, const Rect&) {
  const Session& session = app.session;
  if (!session.hand) return;
  const Vec3 from = dragPoint(app.world(), *session.hand);
  Vec2 pixel;
  if (!app.camera.project(0.5 * (from + session.hand->target), pixel)) return;
  const std::string text = quantity(session.hand_force, "N");
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const float size = app.fonts.bold->FontSize;
  const ImVec2 extent = app.fonts.bold->CalcTextSizeA(size, 1e4F, 0, text.c_str());
  const float pad = 5 * app.scale;
  const ImVec2 at{static_cast<float>(pixel.x()) + 12 * app.scale, static_cast<float>(pixel.y()) - extent.y / 2};
  draw->AddRectFilled({at.x - pad, at.y - pad * 0.6F}, {at.x + extent.x + pad, at.y + extent.y + pad * 0.6F},
                      IM_COL32(16, 18, 22, 215), 3 * app.scale);
  draw->AddText(app.fonts.bold, size, at, ImGui::GetColorU32(palette::kAccent), text.c_str());
}

}  // namespace

extern const Panel kLabels{drawLabels};

}  // namespace keystone

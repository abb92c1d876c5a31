// The ball tool: how fast the balls are that a click shoots, and how heavy.
#include <algorithm>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void field(const char* id, double& value, const double (&range)[2], const char* pattern, const char* help,
           float width) {
  ImGui::SetNextItemWidth(width);
  const float grain = 0.01F * static_cast<float>(value);
  ImGui::DragScalar(id, ImGuiDataType_Double, &value, grain, &range[0], &range[1], pattern,
                    ImGuiSliderFlags_AlwaysClamp);
  hint(help);
  ImGui::SameLine();
}

void drawBallStrip(AppState& app, const Rect& rect) {
  const ToolStrip strip(app, rect, "BALL");
  const ImGuiStyle& style = ImGui::GetStyle();
  const float done = ImGui::CalcTextSize("Done").x + 2 * style.FramePadding.x;
  const float room = ImGui::GetContentRegionAvail().x - done - 3 * style.ItemSpacing.x;
  field("##speed", app.settings.ball_speed, kBallSpeed, "%.3g m/s", "Speed of the ball",
        std::min(90 * app.scale, 0.3F * room));
  field("##density", app.settings.ball_density, kBallDensity, "%.3g x dense",
        "Density of the ball by that of a brick. Its radius is 0.6 of half a brick's longer side",
        std::min(110 * app.scale, 0.4F * room));
  fittingText("a click shoots", ImGui::GetContentRegionAvail().x - done - style.ItemSpacing.x, palette::kDim);
  ImGui::SameLine();
  if (ImGui::Button("Done")) app.ask(Action::BallTool);
  hint("A click shoots, " + shortcut(Action::BallTool) + " or Esc ends");
}

}  // namespace

extern const Panel kBallStrip{drawBallStrip, &Layout::tool, [](const AppState& app) { return app.ball_tool; }};

}  // namespace keystone

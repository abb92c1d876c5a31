// The brick of the stack tool: its size and density.
#include <algorithm>
#include <array>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {

namespace {

// In a challenge a brick is as it is.
void givenBricks(AppState& app) {
  const int left = app.session.challenge->score(app.world()).left;
  ImGui::TextColored(palette::kDim, "%d of %d bricks left: click places, the wheel turns, %s takes back",
                     std::max(0, left), app.session.challenge->task().bricks, shortcut(Action::Undo).c_str());
}

}  // namespace

void drawStackStrip(AppState& app, const Rect& rect) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{12 * app.scale, (rect.height - ImGui::GetFrameHeight()) / 2});
  const PanelWindow window("##tool", rect, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  ImGui::AlignTextToFramePadding();
  heading(app, "STACK");
  ImGui::SameLine();
  if (app.session.challenge) return givenBricks(app);
  BrickSpec& brick = app.stack.brick;
  ImGui::TextColored(palette::kDim, "size [m]");
  ImGui::SameLine();
  std::array<float, 3> size{};
  for (int i = 0; i < 3; ++i) size[static_cast<std::size_t>(i)] = static_cast<float>(2 * brick.half[i]);
  ImGui::SetNextItemWidth(170 * app.scale);
  if (ImGui::DragScalarN("##size", ImGuiDataType_Float, size.data(), 3, 0.01F, nullptr, nullptr, "%.2f")) {
    for (int i = 0; i < 3; ++i) brick.half[i] = std::clamp(0.5 * size[static_cast<std::size_t>(i)], 0.005, 50.0);
  }
  ImGui::SameLine();
  ImGui::TextColored(palette::kDim, "density");
  hint("kg/m3");
  ImGui::SameLine();
  auto density = static_cast<float>(brick.density);
  ImGui::SetNextItemWidth(80 * app.scale);
  if (ImGui::DragFloat("##density", &density, 10, 1, 1e6F, "%.0f")) brick.density = std::clamp<double>(density, 1, 1e6);
  ImGui::SameLine();
  if (ImGui::Button("Done")) app.ask(Action::StackTool);
  hint("Click places, the wheel turns, B or Esc ends");
}

}  // namespace keystone

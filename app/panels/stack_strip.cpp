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
  const std::string count = format("%d of %d bricks left", std::max(0, left), app.session.challenge->task().bricks);
  const std::string gestures = "click places, the wheel turns, " + shortcut(Action::Undo) + " takes back";
  const std::string whole = count + ": " + gestures;
  const bool fits = ImGui::CalcTextSize(whole.c_str()).x <= ImGui::GetContentRegionAvail().x;
  ImGui::TextColored(palette::kDim, "%s", (fits ? whole : count).c_str());
  hint(gestures);
}

// What the words and the button of the strip leave to its two fields [pixels].
float roomForFields() {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float words = ImGui::CalcTextSize("size [m]").x + ImGui::CalcTextSize("density").x;
  const float button = ImGui::CalcTextSize("Done").x + 2 * style.FramePadding.x;
  return ImGui::GetContentRegionAvail().x - words - button - 4 * style.ItemSpacing.x;
}

void drawStackStrip(AppState& app, const Rect& rect) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{12 * app.scale, (rect.height - ImGui::GetFrameHeight()) / 2});
  const PanelWindow window("##tool", rect, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  ImGui::AlignTextToFramePadding();
  heading(app, "STACK");
  ImGui::SameLine();
  if (app.session.challenge) return givenBricks(app);
  BrickSpec& brick = app.stack.brick;
  const float room = roomForFields();
  ImGui::TextColored(palette::kDim, "size [m]");
  ImGui::SameLine();
  std::array<float, 3> size{};
  for (int i = 0; i < 3; ++i) size[i] = static_cast<float>(2 * brick.half[i]);
  ImGui::SetNextItemWidth(std::min(170 * app.scale, 0.7F * room));
  if (ImGui::DragScalarN("##size", ImGuiDataType_Float, size.data(), 3, 0.01F, nullptr, nullptr, "%.2f")) {
    for (int i = 0; i < 3; ++i) brick.half[i] = std::clamp(0.5 * size[i], 0.005, 50.0);
  }
  ImGui::SameLine();
  ImGui::TextColored(palette::kDim, "density");
  hint("kg/m3");
  ImGui::SameLine();
  auto density = static_cast<float>(brick.density);
  ImGui::SetNextItemWidth(std::min(80 * app.scale, 0.3F * room));
  if (ImGui::DragFloat("##density", &density, 10, 1, 1e6F, "%.0f")) brick.density = std::clamp<double>(density, 1, 1e6);
  ImGui::SameLine();
  if (ImGui::Button("Done")) app.ask(Action::StackTool);
  hint("Click places, the wheel turns, B or Esc ends");
}

}  // namespace

extern const Panel kStackStrip{drawStackStrip, &Layout::tool};

}  // namespace keystone

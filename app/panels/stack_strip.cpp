// What the stack tool holds: the shape, size and density of bricks, or a copy.
#include <algorithm>

#include "panels/panel.h"
#include "panels/panels.h"
#include "session/shape_sizes.h"

namespace keystone {

namespace {

constexpr float kLeastRoom =
    180;  // [pixels at scale 1], for numbers; with less, the inspector sets them of what stands

// As much of it as there is room for; pointing at it tells the gestures.
void tell(const std::string& what, const std::string& gestures) {
  const std::string whole = what + ": " + gestures;
  const bool fits = ImGui::CalcTextSize(whole.c_str()).x <= ImGui::GetContentRegionAvail().x;
  ImGui::TextColored(palette::kDim, "%s", (fits ? whole : what).c_str());
  hint(gestures);
}

// In a challenge a brick is as it is.
void givenBricks(AppState& app) {
  const int left = app.session.challenge->score(app.world()).left;
  tell(format("%d of %d bricks left", std::max(0, left), app.session.challenge->task().bricks),
       "click places, the wheel turns, " + shortcut(Action::Undo) + " takes back");
}

void copy(AppState& app) {
  const std::size_t count = app.stack.piece.bodies.size();
  tell(count == 1 ? app.stack.piece.bodies.front().name : format("%zu bodies", count),
       "click places, the wheel turns, Esc cancels");
}

void shapeCombo(AppState& app, float width) {
  BrickSpec& brick = app.stack.brick;
  ImGui::SetNextItemWidth(width);
  const bool is_open = ImGui::BeginCombo("##shape", app.stack.shape.data());
  hint("What a click places");
  if (!is_open) return;
  for (const BrickShape& shape : brickShapes()) {
    if (shape.in_space_only && app.world().planar) continue;
    if (!ImGui::Selectable(shape.title.data(), shape.title == app.stack.shape)) continue;
    app.stack.shape = shape.title;
    brick.shape = shape.make(app.stack.half);
  }
  if (ImGui::Selectable("Mesh", app.stack.shape == "Mesh")) {
    app.mesh.open = true;
    app.picker = app.help = app.save_as = false;
  }
  ImGui::EndCombo();
}

// Of a number in a field that wide: with its unit where that has room.
const char* pattern(float width, const char* widest, const char* with_unit, const char* without) {
  const float room = width - 2 * ImGui::GetStyle().FramePadding.x;
  return ImGui::CalcTextSize(widest).x <= room ? with_unit : without;
}

void sizeFields(BrickSpec& brick, float width) {
  constexpr double kLeast = 0.01, kMost = 100.0;  // [m]
  const int count = sizeCount(brick.shape);
  if (count == 0) return;
  Vec3 sizes = sizesOf(brick.shape);
  const float gaps = static_cast<float>(count - 1) * ImGui::GetStyle().ItemInnerSpacing.x;
  const char* format = pattern((width - gaps) / static_cast<float>(count), "88.88 m", "%.4g m", "%.2f");
  ImGui::SetNextItemWidth(width);
  if (ImGui::DragScalarN("##size", ImGuiDataType_Double, sizes.data(), count, 0.01F, &kLeast, &kMost, format,
                         ImGuiSliderFlags_AlwaysClamp))
    brick.shape = withSizes(brick.shape, sizes);
  hint("[m] " + sizeNames(brick.shape));
}

void densityField(BrickSpec& brick, float width) {
  constexpr double kLeast = 1.0, kMost = 1e6;  // [kg/m^3]
  ImGui::SetNextItemWidth(width);
  ImGui::DragScalar("##density", ImGuiDataType_Double, &brick.density, 10.0F, &kLeast, &kMost,
                    pattern(width, "88888 kg/m\u00b3", "%.0f kg/m\u00b3", "%.0f"), ImGuiSliderFlags_AlwaysClamp);
  hint("[kg/m\u00b3] density");
}

void drawStackStrip(AppState& app, const Rect& rect) {
  const ToolStrip strip(app, rect, app.stack.copies ? "COPY" : "STACK");
  if (app.stack.copies) return copy(app);
  if (app.session.challenge) return givenBricks(app);
  BrickSpec& brick = app.stack.brick;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float fixed = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize("fixed").x;
  const float done = ImGui::CalcTextSize("Done").x + 2 * style.FramePadding.x;
  const float room = ImGui::GetContentRegionAvail().x - fixed - done - 4 * style.ItemSpacing.x;
  const bool numbers = room >= kLeastRoom * app.scale;
  shapeCombo(app, std::min(110 * app.scale, numbers ? 0.36F * room : room));
  ImGui::SameLine();
  if (numbers) {
    sizeFields(brick, std::min(220 * app.scale, 0.44F * room));
    ImGui::SameLine();
    densityField(brick, std::min(112 * app.scale, 0.2F * room));
    ImGui::SameLine();
  }
  ImGui::Checkbox("fixed", &brick.fixed);
  hint("It never moves");
  ImGui::SameLine();
  if (ImGui::Button("Done")) app.ask(Action::StackTool);
  hint("Click places, the wheel turns, B or Esc ends");
}

}  // namespace

extern const Panel kStackStrip{drawStackStrip, &Layout::tool, [](const AppState& app) { return app.stack.on; }};

}  // namespace keystone

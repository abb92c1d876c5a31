#include "panels/legend.h"

#include "math/round_down.h"
#include "panels/panel.h"
#include "view/velocity_signs.h"

namespace keystone {
namespace {

SetStyle styleOf(SetMark mark) {
  switch (mark) {
    case SetMark::Stick:
      return setStyle(RowSet::Clamped, RowSet::Stick);
    case SetMark::Slide:
      return setStyle(RowSet::Clamped, RowSet::SlideForward);
    case SetMark::Unclamped:
      return setStyle(RowSet::Unclamped, RowSet::Ignored);
    case SetMark::Joint:
      break;
  }
  return {Vec3::Constant(0.95), "joint rows"};
}

const char* helpOf(SetMark mark) {
  switch (mark) {
    case SetMark::Stick:
      return "The contact presses and does not slide; drawn as a disc.";
    case SetMark::Slide:
      return "The contact presses and slides, with friction at its limit; drawn as an arrow.";
    case SetMark::Unclamped:
      return "The contact carries nothing; drawn as a ring.";
    case SetMark::Joint:
      break;
  }
  return "Rows of joints that hold in both directions.";
}

// An arrow of a round length, and what it stands for. `metres` [m per unit].
void arrowRow(const AppState& app, const char* label, const ImVec4& colour, double metres, const char* unit) {
  const double metres_per_pixel = app.camera.metresPerPixel(app.camera.target);
  if (!(metres > 0.0) || !(metres_per_pixel > 0.0)) return;
  const double pixels = metres / metres_per_pixel;
  const double value = roundDown(0.3 * ImGui::GetContentRegionAvail().x / pixels);
  const auto length = static_cast<float>(value * pixels);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight(), y = at.y + height / 2, head = height * 0.3F;
  const ImU32 ink = ImGui::GetColorU32(colour);
  draw->AddLine({at.x, y}, {at.x + length - head, y}, ink, 2.0F * app.scale);
  draw->AddTriangleFilled({at.x + length, y}, {at.x + length - 1.6F * head, y - head},
                          {at.x + length - 1.6F * head, y + head}, ink);
  ImGui::Dummy({length, height});
  ImGui::SameLine();
  row(app, label, quantity(value, unit));
}

}  // namespace

void drawMark(SetMark mark) {
  const float size = ImGui::GetTextLineHeight(), r = size * 0.34F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 c{at.x + size / 2, at.y + size / 2};
  const ImU32 ink = ImGui::GetColorU32(toColour(styleOf(mark).colour));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  switch (mark) {
    case SetMark::Stick:
      draw->AddCircleFilled(c, r, ink, 20);
      break;
    case SetMark::Slide:
      draw->AddTriangleFilled({c.x + 1.2F * r, c.y}, {c.x - 0.9F * r, c.y - r}, {c.x - 0.9F * r, c.y + r}, ink);
      break;
    case SetMark::Unclamped:
      draw->AddCircle(c, r, ink, 20, size * 0.11F);
      break;
    case SetMark::Joint:
      draw->AddCircleFilled(c, r, ink, 20);
      break;
  }
  ImGui::Dummy({size, size});
}

void legendRow(AppState& app, SetMark mark, const std::string& count) {
  const bool is_lit = app.view.highlighted == mark;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::PushID(static_cast<int>(mark));
  if (ImGui::Selectable("##mark", is_lit)) app.ask(Highlight{mark});
  ImGui::PopID();
  hint(std::string(helpOf(mark)) + (is_lit ? "\nA click shows all alike again." : "\nA click makes the others faint."));
  ImGui::SetCursorPos(at);
  drawMark(mark);
  ImGui::SameLine();
  row(app, styleOf(mark).label, count);
}

void forceLegend(const AppState& app) {
  ImGui::Spacing();
  if (app.view.forces) {
    arrowRow(app, "Normal", palette::kNormalImpulse, app.force_scale, "N");
    arrowRow(app, "Friction", palette::kFriction, app.force_scale, "N");
  }
  if (app.view.cones) {
    arrowRow(app, "Resultant", palette::kResultant, app.force_scale, "N");
    hint("Normal force and friction together: on the cone where friction is at its limit");
  }
}

void velocityLegend(const AppState& app) {
  if (app.view.velocities) arrowRow(app, "Velocity", toColour(kVelocityColour), app.velocity_scale, "m/s");
}

}  // namespace keystone

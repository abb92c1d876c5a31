#include "panels/legend.h"

#include "math/round_down.h"
#include "panels/panel.h"

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

void forceBar(const AppState& app, const char* label, const ImVec4& colour, double newtons, float length) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight(), y = at.y + height / 2, head = height * 0.3F;
  const ImU32 ink = ImGui::GetColorU32(colour);
  draw->AddLine({at.x, y}, {at.x + length - head, y}, ink, 2.0F * app.scale);
  draw->AddTriangleFilled({at.x + length, y}, {at.x + length - 1.6F * head, y - head},
                          {at.x + length - 1.6F * head, y + head}, ink);
  ImGui::Dummy({length, height});
  ImGui::SameLine();
  row(app, label, quantity(newtons, "N"));
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
  const double metres_per_pixel = app.camera.metresPerPixel(app.camera.target);
  if (!(app.force_scale > 0.0) || !(metres_per_pixel > 0.0)) return;
  const double pixels_per_newton = app.force_scale / metres_per_pixel;
  const double newtons = roundDown(0.3 * ImGui::GetContentRegionAvail().x / pixels_per_newton);
  const auto length = static_cast<float>(newtons * pixels_per_newton);
  ImGui::Spacing();
  forceBar(app, "Normal", palette::kNormalImpulse, newtons, length);
  forceBar(app, "Friction", palette::kFriction, newtons, length);
}

}  // namespace keystone

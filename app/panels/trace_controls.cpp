#include "panels/trace_controls.h"

#include "commands/commands_microscope.h"
#include "panels/panel.h"
#include "panels/slider.h"

namespace keystone {
namespace {

struct Step {
  Action action;
  const char* id;
};
constexpr Step kSteps[] = {
    {Action::TraceFirst, "##first"}, {Action::TracePreviousDrive, "##drive_back"}, {Action::TraceBack, "##back"},
    {Action::TracePlay, "##play"},   {Action::TraceForward, "##forward"},          {Action::TraceNextDrive, "##drive"},
    {Action::TraceLast, "##last"},
};

// Icons are drawn, because no font has all of them in one weight. `way` is +1 or -1; bars and triangles from the left.
void arrow(ImDrawList* draw, const ImVec2& c, float r, float way, ImU32 ink) {
  // Clockwise either way: the edges of others are not smoothed.
  draw->AddTriangleFilled({c.x + way * r, c.y}, {c.x - way * 0.7F * r, c.y + way * r},
                          {c.x - way * 0.7F * r, c.y - way * r}, ink);
}

void bar(ImDrawList* draw, const ImVec2& c, float r, ImU32 ink) {
  draw->AddRectFilled({c.x - 0.16F * r, c.y - r}, {c.x + 0.16F * r, c.y + r}, ink);
}

void icon(Action action, bool playing, const ImVec2& c, float r) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(palette::kText);
  switch (action) {
    case Action::TraceFirst:
      bar(draw, {c.x - r, c.y}, r, ink);
      return arrow(draw, {c.x + 0.2F * r, c.y}, r, -1, ink);
    case Action::TracePreviousDrive:
      arrow(draw, {c.x - 0.9F * r, c.y}, r * 0.9F, -1, ink);
      return arrow(draw, {c.x + 0.7F * r, c.y}, r * 0.9F, -1, ink);
    case Action::TraceBack:
      return arrow(draw, c, r, -1, ink);
    case Action::TraceForward:
      return arrow(draw, c, r, 1, ink);
    case Action::TraceNextDrive:
      arrow(draw, {c.x - 0.7F * r, c.y}, r * 0.9F, 1, ink);
      return arrow(draw, {c.x + 0.9F * r, c.y}, r * 0.9F, 1, ink);
    case Action::TraceLast:
      bar(draw, {c.x + r, c.y}, r, ink);
      return arrow(draw, {c.x - 0.2F * r, c.y}, r, 1, ink);
    default:
      break;
  }
  const ImU32 accent = ImGui::GetColorU32(palette::kAccent);
  if (!playing) return arrow(draw, c, 1.15F * r, 1, accent);
  draw->AddRectFilled({c.x - 0.9F * r, c.y - r}, {c.x - 0.25F * r, c.y + r}, accent);
  draw->AddRectFilled({c.x + 0.25F * r, c.y - r}, {c.x + 0.9F * r, c.y + r}, accent);
}

// One of a pair: lit while it is the present one, else it asks for the other.
void choice(AppState& app, const char* label, bool current, Action change, float width, const char* help) {
  const ImVec4& lit = palette::kAccent;
  if (current) ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(lit.x, lit.y, lit.z, 0.30F));
  if (ImGui::Button(label, {width, 0}) && !current) app.ask(change);
  if (current) ImGui::PopStyleColor();
  hint(std::string(help) + "  (" + shortcut(change) + ")");
}

}  // namespace

void startButtons(AppState& app) {
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  const float third = (ImGui::GetContentRegionAvail().x - 2 * spacing) / 3;
  const MicroscopeView& view = app.microscope;
  choice(app, "Warm start", view.warm, Action::WarmStart, third, "From the impulses and sets that the step began with");
  ImGui::SameLine();
  choice(app, "Cold start", !view.warm, Action::WarmStart, third, "From no impulses and no sets");
  ImGui::SameLine();
  if (ImGui::Button("Close", {third, 0})) app.ask(Action::Microscope);
  hint("Back to the running world  (X)");
  if (!view.row_by_row && !canGoRowByRow(*app.session.microscope->specimen().simulation.solver)) return;
  const float half = (ImGui::GetContentRegionAvail().x - spacing) / 2;
  choice(app, "As solved", !view.row_by_row, Action::SinglePivots, half,
         "By the stages of the exact solver, which change the sets of all rows together");
  ImGui::SameLine();
  choice(app, "Row by row", view.row_by_row, Action::SinglePivots, half,
         "By pivoting: every pivot changes one row, as in Baraff 1994");
}

void traceTransport(AppState& app, bool playing) {
  const float gap = 4 * app.scale;
  const auto count = static_cast<float>(std::size(kSteps));
  const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count;
  const float height = ImGui::GetFrameHeight();
  for (const Step& step : kSteps) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Button(step.id, {width, height})) app.ask(step.action);
    hint(step.action);
    icon(step.action, playing, {at.x + width / 2, at.y + height / 2}, height * 0.22F);
    if (step.action != Action::TraceLast) ImGui::SameLine(0, gap);
  }
}

void traceSlider(AppState& app, int at, int size) {
  const std::string text = format("event %%d of %d", size - 1);
  ImGui::SetNextItemWidth(-1);
  if (slider("##event", at, 0, std::max(1, size - 1), text)) app.ask(SeekTrace{at});
}

}  // namespace keystone

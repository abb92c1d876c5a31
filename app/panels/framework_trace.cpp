// The programs of a framework's step under the microscope: the event, the rows as a strip, the residual's path.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "panels/framework_canvas.h"
#include "panels/framework_panels.h"
#include "panels/panel.h"
#include "panels/plot.h"
#include "panels/trace_controls.h"
#include "panels/trace_plots.h"

namespace keystone {
namespace {

std::string stepText(const LoopEvent& event) {
  switch (event.kind) {
    case LoopEventKind::Start:
      return "the sides that it begins with";
    case LoopEventKind::Result:
      return "the multipliers are settled";
    case LoopEventKind::Newton:
    case LoopEventKind::Correction:
      break;
  }
  return event.step >= 1.0 ? "whole" : format("%.6g of Newton's", event.step);
}

std::string programText(const FrameworkMicroscope& microscope) {
  const int programs = static_cast<int>(microscope.trace().programs.size());
  const int now = microscope.event().program;
  return format("%d of %d%s", now + 1, programs, now == 0 ? "" : ", a bend");
}

const char* explanation(LoopEventKind kind) {
  switch (kind) {
    case LoopEventKind::Start:
      return "Rows begin on the sides where the last step left them; without one, all contacts are inactive.";
    case LoopEventKind::Newton:
      return "Active rows are stiff springs. A Newton step goes to the least of this piece of the objective; then all "
             "rows that lie on the other side change at once.";
    case LoopEventKind::Correction:
      return "No row changes any more: the multipliers take over what the springs carry, with the same factor.";
    case LoopEventKind::Result:
      break;
  }
  return "What the step moves by. Rows that would have to pull are inactive: tension refused.";
}

// A cell for each row: bars, then contacts; as high as it is active, in the colour of its force.
void drawRowStrip(AppState& app, const ImVec2& size) {
  const FrameworkMicroscope& microscope = *app.framework->microscope;
  const int bars = microscope.bars(), rows = bars + microscope.contacts();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(palette::kWell), 3);
  const float gap = bars > 0 && microscope.contacts() > 0 ? 8 * app.scale : 0.0F;
  const float cell = std::min((size.x - gap) / static_cast<float>(std::max(rows, 1)), 22 * app.scale);
  const double most = app.framework_view.force_scale;
  const float foot = at.y + size.y - 2, room = size.y - 8;
  for (int i = 0; i < rows; ++i) {
    const float x = at.x + cell * static_cast<float>(i) + (i >= bars ? gap : 0.0F), inset = cell > 4 ? 0.6F : 0.0F;
    const bool active = microscope.isActive(i);
    const double force = microscope.force(i);
    const ImVec4 colour = !active    ? ImVec4(1, 1, 1, 0.16F)
                          : i < bars ? forceColour(force, most)
                                     : palette::kNormalImpulse;
    const float height =
        !active
            ? 0.14F
            : 0.35F + 0.65F * static_cast<float>(std::sqrt(std::min(1.0, std::abs(force) / std::max(most, 1e-300))));
    draw->AddRectFilled({x + inset, foot - height * room}, {x + cell - inset, foot}, ImGui::GetColorU32(colour));
    if (microscope.changed(i))
      draw->AddRectFilled({x, at.y + 1}, {x + std::max(cell, 1.5F), at.y + 4 * app.scale},
                          ImGui::GetColorU32(palette::kAccent));
  }
  ImGui::Dummy(size);
  hint(
      format("%d rows of bars, then %d of contacts. High: active, by its force; low: inactive. Marked: it has just "
             "changed sides.",
             bars, microscope.contacts()));
}

// What the strip's cells are.
void captionRows(const AppState& app) {
  const FrameworkMicroscope& microscope = *app.framework->microscope;
  fittingText(format("%d bars, then %d contacts: as high as the force of the row, low where it is inactive",
                     microscope.bars(), microscope.contacts()),
              ImGui::GetContentRegionAvail().x, palette::kDim);
}

}  // namespace

void frameworkEvent(AppState& app) {
  const FrameworkMicroscope& microscope = *app.framework->microscope;
  const LoopEvent& event = microscope.event();
  heading(app, "MICROSCOPE");
  ImGui::SameLine(0, 0);
  row(app, "", format("step %ld", microscope.step().step));
  traceTransport(app, microscope.play_clock >= 0.0);
  traceSlider(app, microscope.at(), microscope.size());
  ImGui::Spacing();
  ImGui::PushFont(app.fonts.large);
  std::string name(toString(event.kind));
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  ImGui::TextUnformatted(name.c_str());
  ImGui::PopFont();
  note(explanation(event.kind));
  ImGui::Spacing();
  row(app, "Program", programText(microscope));
  row(app, "Step", stepText(event), event.step < 1.0 ? palette::kAmber : palette::kText);
  row(app, "Rows, active", format("%zu, %d", event.sides.size(), microscope.active()));
  row(app, "Changed sides", std::to_string(event.changed), event.changed > 0 ? palette::kAccent : palette::kText);
  const double residual = microscope.residualAt(microscope.at());
  row(app, "Residual", format("%.1e", residual), residualColour(residual));
  ImGui::Spacing();
  heading(app, "THE STEP");
  const FrameworkStep& step = microscope.step();
  row(app, "Newton steps, corrections", format("%d, %d", step.qp.rounds, step.qp.corrections));
  row(app, "Pivots, factorizations", format("%d, %d", step.qp.pivots, step.qp.factorizations));
  row(app, "Shortened steps", std::to_string(step.qp.searches));
  ImGui::Spacing();
  if (ImGui::Button("Close", {-1, 0})) app.ask(Action::Microscope);
  hint(Action::Microscope);
}

void drawFrameworkTrace(AppState& app) {
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float strip = std::floor(std::min(72 * app.scale, 0.36F * space.y));
  captionRows(app);
  drawRowStrip(app, {space.x, strip});
  ImGui::Dummy({0, 2 * app.scale});
  const FrameworkMicroscope& microscope = *app.framework->microscope;
  drawResidualPath(
      app, {space.x, ImGui::GetContentRegionAvail().y},
      {microscope.size(), microscope.at(), [&microscope](int event) { return microscope.residualAt(event); }});
}

}  // namespace keystone

// The little that stays when the panels are hidden.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {

void drawHud(AppState& app, const Rect& rect) {
  ImGui::SetNextWindowBgAlpha(0.75F);
  const PanelWindow window("##hud", rect, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  const Session& session = app.session;
  const StepReport& report = app.simulation().report;
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextUnformatted(session.scene.id.c_str());
  if (session.paused) {
    ImGui::SameLine();
    ImGui::TextColored(palette::kRed, "PAUSED");
  }
  if (session.recorder || session.run_recorder) {
    ImGui::SameLine();
    ImGui::TextColored(palette::kRed, "REC");
  }
  ImGui::PopFont();
  lamp(residualColour(report.residual.value));
  ImGui::SameLine();
  const std::string solver(app.simulation().solver != nullptr ? app.simulation().solver->id : "none");
  const std::string stepper(toString(app.simulation().stepper));
  const std::string asleep = report.sleeping > 0 ? format("  %d asleep", report.sleeping) : "";
  ImGui::TextUnformatted(
      format("%s, %s  %.2f ms  %.0f /s%s", solver.c_str(), stepper.c_str(), report.ms.solve, app.fps, asleep.c_str())
          .c_str());
  const StatusLine line = statusLine(session, "Tab shows the panels");
  fittingText(line.text, ImGui::GetContentRegionAvail().x, line.colour);
}

}  // namespace keystone

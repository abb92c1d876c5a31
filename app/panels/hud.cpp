// The little that stays when the panels are hidden.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

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
  const GradeText grade = stepGrade(session);
  lamp(grade.colour);
  hint(grade.help);
  ImGui::SameLine();
  ImGui::TextColored(grade.colour, "%s", grade.word.c_str());
  hint(grade.help);
  ImGui::SameLine();
  const std::string method = toString(methodOf(app.simulation()));
  const std::string asleep = report.sleeping > 0 ? format("  %d asleep", report.sleeping) : "";
  fittingText(format("%s  %.2f ms  %.0f /s%s", method.c_str(), computedTimes(report).solve, app.fps, asleep.c_str()),
              ImGui::GetContentRegionAvail().x, palette::kText);
  const StatusLine line = statusLine(app, "Tab shows the panels");
  fittingText(line.text, ImGui::GetContentRegionAvail().x, line.colour);
}

}  // namespace

extern const Panel kHud{drawHud, &Layout::hud};

}  // namespace keystone

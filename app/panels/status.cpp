// The line at the bottom: what just happened, what is wrong, what is being recorded.
#include <algorithm>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

constexpr const char* kIdle = "Drag a body with the left mouse button. Space pauses, R restarts, F1 shows every key.";

constexpr const char* kWalking =
    "Left and Right walk from pivot to pivot, J plays, Shift+X starts warm or cold, I row by row, F6 compares all "
    "methods, X "
    "closes.";

constexpr const char* kFalling =
    "Space lets time run, O makes a step, R restarts, 1 to 6 choose the loop, X opens the microscope, Esc leaves the "
    "framework.";

constexpr const char* kWalkingProgram =
    "Left and Right walk from event to event, Up and Down from program to program, J plays, O makes the next step, X "
    "closes.";

constexpr const char* kBuilding =
    "B takes the next brick, Space lets time run, R clears the table, Ctrl+Z takes a brick back; zoom in to place it "
    "finer.";

std::string recordingText(const Session& session) {
  if (session.run_recorder) return format("REC run, %ld steps", session.run_recorder->steps());
  if (session.recorder) return format("REC %ld steps", session.recorder->rows());
  return {};
}

std::string countText(const Session& session, Grade grade) {
  const long count = session.grades[grade];
  return count == 0 ? "" : format("%ld %s", count, std::string(infoOf(grade).title).c_str());
}

// At the right end; returns where it begins.
float gradeCounts(const AppState& app, const Rect& rect) {
  float right = rect.width;
  if (app.framework) return right;
  std::string help = "Steps since the start of the scene";
  for (const GradeInfo& info : grades())
    help += format("\n%ld ", app.session.grades[info.value]) + std::string(info.title) + ": " + std::string(info.help);
  for (const Grade grade : {Grade::Failed, Grade::WithinFrame}) {
    const std::string text = countText(app.session, grade);
    if (text.empty()) continue;
    right -= ImGui::CalcTextSize(text.c_str()).x + 12 * app.scale;
    ImGui::SameLine(std::max(0.0F, right));
    ImGui::TextColored(gradeColour(grade), "%s", text.c_str());
    hint(help);
  }
  return right;
}

void drawStatus(AppState& app, const Rect& rect) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, palette::kBar);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2{12 * app.scale, (rect.height - ImGui::GetTextLineHeight()) / 2});
  const PanelWindow window("##status", rect, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  const Session& session = app.session;
  const std::string recording = recordingText(session);
  if (!recording.empty()) {
    lamp(palette::kRed);
    ImGui::SameLine();
    ImGui::TextColored(palette::kRed, "%s", recording.c_str());
    ImGui::SameLine(0, 16 * app.scale);
  }
  const char* idle = app.framework        ? (app.framework->microscope ? kWalkingProgram : kFalling)
                     : session.microscope ? kWalking
                     : session.challenge  ? kBuilding
                                          : kIdle;
  const StatusLine line = statusLine(app, idle);
  const float left = ImGui::GetCursorPosX(), right = gradeCounts(app, rect);
  ImGui::SameLine(left);
  fittingText(line.text, right - 16 * app.scale - left, line.colour);
}

}  // namespace

extern const Panel kStatus{drawStatus, &Layout::status};

}  // namespace keystone

// The same problem by every method, in one table.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

const char* kComparisonColumns[] = {"method", "status",     "residual",         "ms",
                                    "pivots", "iterations", "\u03bb diff. N s", "u diff. m/s"};

void number(const std::string& text, const ImVec4& colour = palette::kText) {
  ImGui::TableNextColumn();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextColored(colour, "%s", text.c_str());
}

// Titles above their numbers, which stand at the right.
void headers() {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t i = 0; i < std::size(kComparisonColumns); ++i) {
    if (i >= 2) {
      number(kComparisonColumns[i], palette::kDim);
    } else {
      ImGui::TableNextColumn();
      ImGui::TextColored(palette::kDim, "%s", kComparisonColumns[i]);
    }
  }
}

ImVec4 statusColour(const ComparedSolve& row) {
  if (row.state != ComparedSolve::State::Done || !row.accepted) return palette::kDim;
  if (row.report.status == SolveStatus::Converged) return palette::kGreen;
  return row.report.status == SolveStatus::IterationLimit ? palette::kAmber : palette::kRed;
}

std::string statusText(const ComparedSolve& row) {
  if (row.state != ComparedSolve::State::Done) return std::string(toString(row.state));
  return row.accepted ? std::string(toString(row.report.status)) : "does not apply";
}

void methodRow(AppState& app, const ComparedSolve& row) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string title(row.solver->title);
  const bool current = row.solver == app.simulation().solver;
  if (ImGui::Selectable(title.c_str(), current, ImGuiSelectableFlags_SpanAllColumns)) app.ask(ChooseSolver{row.solver});
  hint(row.report.message.empty() ? std::string(row.solver->paper) + "\nClick to solve by it" : row.report.message);
  ImGui::TableNextColumn();
  ImGui::TextColored(statusColour(row), "%s", statusText(row).c_str());
  const bool solved = row.state == ComparedSolve::State::Done && row.report.status != SolveStatus::Unsupported;
  ImGui::PushFont(app.fonts.mono);
  number(solved ? format("%.1e", row.residual) : "", residualColour(row.residual));
  number(solved ? format(row.ms < 99.95 ? "%.2f" : "%.0f", row.ms) : "");
  number(solved ? std::to_string(row.report.pivots) : "");
  number(solved ? std::to_string(row.report.iterations) : "");
  number(!solved    ? ""
         : row.best ? "best"
                    : format("%.1e", row.impulse_difference),
         row.best ? palette::kGreen : palette::kText);
  number(!solved    ? ""
         : row.best ? "best"
                    : format("%.1e", row.velocity_difference),
         row.best ? palette::kGreen : palette::kText);
  ImGui::PopFont();
}

}  // namespace

void drawComparison(AppState& app) {
  if (ImGui::Button("Compare now")) app.ask(Action::Compare);
  hint(Action::Compare);
  if (app.comparison && app.comparison->running()) {
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) app.ask(CancelComparison{});
    hint("Leaves out the methods that are not done; " + shortcut(Action::Cancel) + " does so, too");
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  if (!app.comparison)
    return note("Hands the present problem, cold, to every method, each judged by the same residual.");
  ImGui::TextColored(palette::kDim, "%s, from a cold start%s", app.comparison->title().c_str(),
                     app.comparison->running() ? " ..." : "");
  ImGui::BeginChild("methods");
  const ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY | ImGuiTableFlags_PadOuterX;
  if (ImGui::BeginTable("comparison", static_cast<int>(std::size(kComparisonColumns)), flags)) {
    ImGui::TableSetupScrollFreeze(0, 1);
    for (std::size_t i = 0; i < std::size(kComparisonColumns); ++i)
      ImGui::TableSetupColumn(kComparisonColumns[i], ImGuiTableColumnFlags_None,
                              i == 0   ? 2.5F
                              : i == 1 ? 1.5F
                              : i >= 6 ? 1.15F
                                       : 0.9F);
    headers();
    for (const ComparedSolve& row : app.comparison->rows()) methodRow(app, row);
    ImGui::EndTable();
  }
  ImGui::EndChild();
}

}  // namespace keystone

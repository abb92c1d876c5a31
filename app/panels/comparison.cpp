// The same problem by every method, in one table.
#include <array>
#include <span>
#include <string>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

const char* kComparisonColumns[] = {"method",           "status",      "residual", "ms",
                                    "\u03bb diff. N s", "u diff. m/s", "pivots",   "iterations"};
constexpr float kColumnShares[] = {2.5F, 1.5F, 0.9F, 0.9F, 1.15F, 1.15F, 0.9F, 0.9F};

// As many of the columns as there is room for; what is left out is in the method's tooltip.
int columnCount(const AppState& app) {
  const float space = ImGui::GetContentRegionAvail().x / app.scale;
  return space >= 690 ? 8 : space >= 560 ? 6 : 4;
}

void number(const std::string& text, const ImVec4& colour = palette::kText) {
  ImGui::TableNextColumn();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextColored(colour, "%s", text.c_str());
}

// Titles above their numbers, which stand at the right.
void headers(int columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (int i = 0; i < columns; ++i) {
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
  return gradeColour(gradeOf(row.report.status, row.residual));
}

std::string statusText(const ComparedSolve& row) {
  if (row.state != ComparedSolve::State::Done) return std::string(toString(row.state));
  return row.accepted ? std::string(toString(row.report.status)) : "does not apply";
}

// Of a solved row, in the order of the columns from the third on.
std::array<std::string, 6> numbersOf(const ComparedSolve& row) {
  return {format("%.1e", row.residual),
          format(row.ms < 99.95 ? "%.2f" : "%.0f", row.ms),
          row.best ? "best" : format("%.1e", row.impulse_difference),
          row.best ? "best" : format("%.1e", row.velocity_difference),
          std::to_string(row.report.pivots),
          std::to_string(row.report.iterations)};
}

std::string methodHint(const ComparedSolve& row, std::span<const std::string> left_out) {
  std::string text = std::string(row.solver->title) + ": " + statusText(row) + "\n";
  text += row.report.message.empty() ? std::string(row.solver->paper) + "\nClick to solve by it" : row.report.message;
  const std::size_t first = std::size(kComparisonColumns) - left_out.size();
  for (std::size_t i = 0; i < left_out.size(); ++i)
    text.append("\n").append(kComparisonColumns[first + i]).append(": ").append(left_out[i]);
  return text;
}

void methodRow(AppState& app, const ComparedSolve& row, int columns) {
  const bool solved = row.state == ComparedSolve::State::Done && row.report.status != SolveStatus::Unsupported;
  const std::array<std::string, 6> numbers = solved ? numbersOf(row) : std::array<std::string, 6>{};
  const auto shown = std::span(numbers).first(static_cast<std::size_t>(columns) - 2);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string title(row.solver->title);
  const bool current = row.solver == app.simulation().solver;
  const std::string name = shortened(title, ImGui::GetContentRegionAvail().x);
  if (ImGui::Selectable(name.c_str(), current, ImGuiSelectableFlags_SpanAllColumns)) app.ask(ChooseSolver{row.solver});
  hint(methodHint(row, solved ? std::span(numbers).subspan(shown.size()) : std::span<const std::string>()));
  ImGui::TableNextColumn();
  ImGui::TextColored(statusColour(row), "%s", shortened(statusText(row), ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PushFont(app.fonts.mono);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool difference = i == 2 || i == 3;
    number(shown[i], i == 0 ? residualColour(row.residual) : difference && row.best ? palette::kGreen : palette::kText);
  }
  ImGui::PopFont();
}

void drawComparison(AppState& app) {
  if (ImGui::Button("Compare now")) app.ask(Action::Compare);
  hint(Action::Compare);
  if (app.comparison && app.comparison->running()) {
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) app.ask(CancelComparison{});
    hint("Leaves out the methods that are not done; " + shortcut(Action::Cancel) + " does so, too");
  }
  if (!app.comparison)
    return note(
        "Every method solves the contact problem of this step from a cold start, and the same residual judges them "
        "all. The button, or " +
        shortcut(Action::Compare) + ", fills this table.");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  fittingText(app.comparison->title() + ", from a cold start" + (app.comparison->running() ? " ..." : ""),
              ImGui::GetContentRegionAvail().x, palette::kDim);
  ImGui::BeginChild("methods");
  const ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY | ImGuiTableFlags_PadOuterX;
  const int columns = columnCount(app);
  if (ImGui::BeginTable("comparison", columns, flags)) {
    ImGui::TableSetupScrollFreeze(0, 1);
    for (int i = 0; i < columns; ++i)
      ImGui::TableSetupColumn(kComparisonColumns[i], ImGuiTableColumnFlags_None, kColumnShares[i]);
    headers(columns);
    for (const ComparedSolve& row : app.comparison->rows()) methodRow(app, row, columns);
    ImGui::EndTable();
  }
  ImGui::EndChild();
}

}  // namespace

extern const DrawerPage kComparisonPage{"comparison", drawComparison,
                                        [](const AppState&) { return std::string("METHODS"); }, "", Action::Compare};

}  // namespace keystone

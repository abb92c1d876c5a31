// The solves that failed, newest first; a click puts one under the microscope.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

std::string outcome(const StepReport& report) {
  if (report.rejected) return "rejected";
  std::string text(toString(report.solve.status));
  if (!report.fallback.empty()) text += ", then " + std::string(report.fallback);
  return text;
}

void failureRow(AppState& app, int entry) {
  const Failure& failure = app.session.failures.entries[static_cast<std::size_t>(entry)];
  const Simulation& simulation = failure.specimen.simulation;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(entry);
  const bool current = app.session.microscope && app.microscope.failure == entry;
  if (ImGui::Selectable(failure.specimen.scene.c_str(), current, ImGuiSelectableFlags_SpanAllColumns))
    app.ask(LookAtFailure{entry});
  ImGui::PopID();
  hint(simulation.report.trouble + (failure.saved.empty() ? "" : "\nSaved to " + failure.saved) +
       "\nClick for its microscope");
  ImGui::TableNextColumn();
  ImGui::Text("%ld", simulation.report.step);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(std::string(simulation.solver->id).c_str());
  ImGui::TableNextColumn();
  ImGui::TextColored(palette::kRed, "%s", outcome(simulation.report).c_str());
  ImGui::TableNextColumn();
  ImGui::TextColored(residualColour(simulation.report.residual.value), "%.1e", simulation.report.residual.value);
  ImGui::TableNextColumn();
  ImGui::Text("%d", simulation.problem.rows());
  ImGui::TableNextColumn();
  const std::string file = failure.saved.substr(failure.saved.rfind('/') + 1);
  ImGui::TextColored(palette::kDim, "%s", file.empty() ? "not saved" : file.c_str());
}

}  // namespace

void drawFailures(AppState& app) {
  const int count = static_cast<int>(app.session.failures.entries.size());
  if (count == 0)
    return note(
        "No solve has failed in this session. One that does is kept here with its problem and its start, and "
        "saves itself as a file.");
  const ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY | ImGuiTableFlags_PadOuterX;
  if (!ImGui::BeginTable("failures", 7, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("scene", ImGuiTableColumnFlags_None, 1.6F);
  ImGui::TableSetupColumn("step", ImGuiTableColumnFlags_None, 0.6F);
  ImGui::TableSetupColumn("method", ImGuiTableColumnFlags_None, 0.9F);
  ImGui::TableSetupColumn("outcome", ImGuiTableColumnFlags_None, 2.2F);
  ImGui::TableSetupColumn("residual", ImGuiTableColumnFlags_None, 0.8F);
  ImGui::TableSetupColumn("rows", ImGuiTableColumnFlags_None, 0.6F);
  ImGui::TableSetupColumn("file", ImGuiTableColumnFlags_None, 2.6F);
  ImGui::TableHeadersRow();
  for (int entry = count - 1; entry >= 0; --entry) failureRow(app, entry);
  ImGui::EndTable();
}

}  // namespace keystone

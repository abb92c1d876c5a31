// The steps that failed, newest first; a click puts one under the microscope.
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

// Its hint, which is the row's, has the whole of what is shortened.
void cell(const std::string& text, const ImVec4& colour = palette::kText) {
  ImGui::TableNextColumn();
  ImGui::TextColored(colour, "%s", shortened(text, ImGui::GetContentRegionAvail().x).c_str());
}

std::string rowHint(const Failure& failure) {
  const Simulation& simulation = failure.specimen.simulation;
  std::string text = failure.specimen.scene + "\n" + simulation.report.trouble + "\n";
  text += outcome(simulation.report) + format(", %d rows, by ", simulation.problem.rows());
  text += toString(methodOf(simulation)) + "\n";
  if (!failure.saved.empty())
    text += "Saved as " + failure.saved.substr(failure.saved.rfind('/') + 1) + " in " +
            shownPath(failure.saved.substr(0, failure.saved.rfind('/'))) + "\n";
  return text + "Click for its microscope";
}

void failureRow(AppState& app, int entry, bool whole) {
  const Failure& failure = app.session.failures.entries[entry];
  const Simulation& simulation = failure.specimen.simulation;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(entry);
  const bool current = app.session.microscope && app.microscope.failure == entry;
  const std::string scene = shortened(failure.specimen.scene, ImGui::GetContentRegionAvail().x);
  if (ImGui::Selectable(scene.c_str(), current, ImGuiSelectableFlags_SpanAllColumns)) app.ask(LookAtFailure{entry});
  ImGui::PopID();
  hint(rowHint(failure));
  cell(std::to_string(simulation.report.step));
  cell(toString(methodOf(simulation)));
  cell(outcome(simulation.report), palette::kRed);
  if (!whole) return;
  cell(format("%.1e", simulation.report.residual.value), residualColour(simulation.report.residual.value));
  cell(std::to_string(simulation.problem.rows()));
  const std::string file = failure.saved.substr(failure.saved.rfind('/') + 1);
  cell(file.empty() ? "not saved" : file, palette::kDim);
}

// Where problems are saved, how many and how much, and the way to be rid of them.
void savedLine(AppState& app) {
  const FailureList& failures = app.session.failures;
  if (failures.entries.empty() && failures.saved.files == 0) return;
  if (ImGui::Button("Delete all")) app.ask(DeleteFailures{});
  hint("Clears the list and deletes the problem files, those of earlier sessions too");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const std::string size = failures.saved.files == 0 ? "" : ", " + quantity(double(failures.saved.bytes), "B");
  fittingText(
      format("%d problem %s%s in ", failures.saved.files, failures.saved.files == 1 ? "file" : "files", size.c_str()) +
          shownPath(failures.folder),
      ImGui::GetContentRegionAvail().x, palette::kDim);
}

void drawFailures(AppState& app) {
  savedLine(app);
  const int count = static_cast<int>(app.session.failures.entries.size());
  if (count == 0)
    return note(
        "No step has failed in this scene. A step fails if it is rejected, if its problem has no solution, or if an "
        "exact method leaves a residual above 1e-3. Its problem is then listed here and saved as a file.");
  const ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY | ImGuiTableFlags_PadOuterX;
  const bool whole = ImGui::GetContentRegionAvail().x >= 600 * app.scale;  // else the rest is in the rows' hints
  if (!ImGui::BeginTable("failures", whole ? 7 : 4, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("scene", ImGuiTableColumnFlags_None, 1.6F);
  ImGui::TableSetupColumn("step", ImGuiTableColumnFlags_None, 0.6F);
  ImGui::TableSetupColumn("method", ImGuiTableColumnFlags_None, 1.2F);
  ImGui::TableSetupColumn("outcome", ImGuiTableColumnFlags_None, 2.0F);
  if (whole) {
    ImGui::TableSetupColumn("residual", ImGuiTableColumnFlags_None, 0.9F);
    ImGui::TableSetupColumn("rows", ImGuiTableColumnFlags_None, 0.6F);
    ImGui::TableSetupColumn("file", ImGuiTableColumnFlags_None, 2.6F);
  }
  ImGui::TableHeadersRow();
  for (int entry = count - 1; entry >= 0; --entry) failureRow(app, entry, whole);
  ImGui::EndTable();
}

}  // namespace

extern const DrawerPage kFailuresPage{"failures", drawFailures,
                                      [](const AppState& app) {
                                        const std::size_t count = app.session.failures.entries.size();
                                        return count == 0 ? std::string("FAILURES") : format("FAILED %zu", count);
                                      },
                                      "", Action::Failures};

}  // namespace keystone

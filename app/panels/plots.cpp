// Plots of the last 512 steps and the table of stage times.
#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/plot.h"

namespace keystone {
namespace {

const ImVec4 kBlue{0.42F, 0.69F, 0.98F, 1}, kViolet{0.74F, 0.58F, 0.98F, 1}, kTeal{0.32F, 0.82F, 0.76F, 1},
    kOrange{0.98F, 0.60F, 0.32F, 1};

const PlotSpec kPlots[] = {
    {"Pivots", "", kBlue, false, [](const Sample& s) { return s.pivots; }},
    {"Solve", "s", palette::kAccent, false, [](const Sample& s) { return 1e-3 * s.ms.solve; }},
    {"Residual", "", palette::kGreen, true, [](const Sample& s) { return s.residual; }},
    {"Penetration", "m", kOrange, false, [](const Sample& s) { return s.penetration; }},
    {"Kinetic", "J", kTeal, false, [](const Sample& s) { return s.kinetic; }},
    {"Energy", "J", kViolet, false, [](const Sample& s) { return s.kinetic + s.potential; }},
};
constexpr int kColumns = 3, kRows = 2;

struct Stage {
  const char* name;
  double (*read)(const Sample& sample);
};
constexpr Stage kStages[] = {
    {"broad", [](const Sample& s) { return s.ms.broad; }},
    {"narrow", [](const Sample& s) { return s.ms.narrow; }},
    {"assemble", [](const Sample& s) { return s.ms.assemble; }},
    {"solve", [](const Sample& s) { return s.ms.solve; }},
    {"integrate", [](const Sample& s) { return s.ms.integrate; }},
    {"step", [](const Sample& s) { return s.ms.total; }},
};

void stageTable(const AppState& app) {
  const Telemetry& telemetry = app.session.telemetry;
  const double total = telemetry.statistic(kStages[5].read).mean;
  if (!ImGui::BeginTable("stages", 5, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("ms", ImGuiTableColumnFlags_None, 1.35F);
  for (const char* name : {"now", "mean", "max", "share"}) ImGui::TableSetupColumn(name);
  ImGui::TableHeadersRow();
  for (const Stage& stage : kStages) {
    const Statistic s = telemetry.statistic(stage.read);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(stage.name);
    ImGui::PushFont(app.fonts.mono);
    for (const double value : {s.now, s.mean, s.max}) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(format(value < 9.995 ? "%5.2f" : "%5.1f", value).c_str());
    }
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(format("%3.0f%%", total > 0 ? 100 * s.mean / total : 0.0).c_str());
    ImGui::PopFont();
  }
  ImGui::EndTable();
}

}  // namespace

void drawPlots(AppState& app) {
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float gap = 12 * app.scale;
  const float table = std::min(258 * app.scale, space.x * 0.42F);
  const float width = std::floor((space.x - table - kColumns * gap) / kColumns);
  const float height = std::floor((space.y - (kRows - 1) * gap * 0.7F) / kRows);
  const ImVec2 origin = ImGui::GetCursorPos();
  for (int i = 0; i < kColumns * kRows; ++i) {
    const auto column = static_cast<float>(i % kColumns), line = static_cast<float>(i / kColumns);
    ImGui::SetCursorPos({origin.x + column * (width + gap), origin.y + line * (height + gap * 0.7F)});
    PlotSpec spec = kPlots[i];
    if (i == 0 && !app.simulation().solver->pivots) spec.title = "Iterations";
    drawPlot(app, spec, {width, height});
  }
  ImGui::SetCursorPos({origin.x + space.x - table, origin.y});
  ImGui::BeginChild("stages", {table, space.y});
  stageTable(app);
  ImGui::EndChild();
}

}  // namespace keystone

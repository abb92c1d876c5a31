// Plots of the last 512 steps and the table of stage times.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/plot.h"

namespace keystone {
namespace {

const ImVec4 kBlue{0.42F, 0.69F, 0.98F, 1}, kViolet{0.74F, 0.58F, 0.98F, 1}, kOrange{0.98F, 0.60F, 0.32F, 1},
    kPink{0.95F, 0.52F, 0.70F, 1}, kSand{0.86F, 0.78F, 0.55F, 1};

const PlotPart kPivotParts[] = {
    {"drives", palette::kTeal, [](const Sample& s) { return s.drives; }},
    {"zero", {0.95F, 0.52F, 0.70F, 1}, [](const Sample& s) { return s.zero_steps; }},
};

// Column by column; a drawer that is not wide leaves out the last one, and one that is low the second row.
const PlotSpec kPlots[] = {
    {"Pivots", "", kBlue, false, [](const Sample& s) { return s.pivots; }, 4, kPivotParts},
    {"Penetration", "m", kOrange, false, [](const Sample& s) { return s.penetration; }, 1e-9},
    {"Solve", "s", palette::kAccent, false, [](const Sample& s) { return 1e-3 * s.ms.solve; }},
    {"Kinetic", "J", palette::kTeal, false, [](const Sample& s) { return s.kinetic; }, 1e-9},
    {"Residual", "", palette::kGreen, true, [](const Sample& s) { return s.residual; }},
    {"Energy", "J", kViolet, false, [](const Sample& s) { return s.kinetic + s.potential; }},
    {"Momentum", "N s", kPink, false, [](const Sample& s) { return s.momentum; }, 1e-9},
    {"Ang. mom.", "N m s", kSand, false, [](const Sample& s) { return s.spin; }, 1e-9},
};

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
    {"sweep", [](const Sample& s) { return s.ms.sweep; }},
    {"step", [](const Sample& s) { return s.ms.total; }},
};

// `whole`: with columns for the mean and the largest value; a narrow drawer has none.
void stageTable(const AppState& app, bool whole) {
  const Telemetry& telemetry = app.session.telemetry;
  const double total = telemetry.statistic(std::rbegin(kStages)->read).mean;
  const int columns = whole ? 5 : 3;
  if (!ImGui::BeginTable("stages", columns, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("ms", ImGuiTableColumnFlags_None, 1.35F);
  ImGui::TableSetupColumn("now");
  if (whole) ImGui::TableSetupColumn("mean");
  if (whole) ImGui::TableSetupColumn("max");
  ImGui::TableSetupColumn("share");
  ImGui::TableHeadersRow();
  for (const Stage& stage : kStages) {
    const Statistic s = telemetry.statistic(stage.read);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(stage.name);
    ImGui::PushFont(app.fonts.mono);
    const double values[] = {s.now, s.mean, s.max};
    for (const double value : std::span(values).first(whole ? 3 : 1)) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(format(value < 9.995 ? "%5.2f" : "%5.1f", value).c_str());
    }
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(format("%3.0f%%", total > 0 ? 100 * s.mean / total : 0.0).c_str());
    ImGui::PopFont();
  }
  ImGui::EndTable();
}

// Nothing to plot yet, or ever.
bool drawNothing(const AppState& app) {
  if (app.session.telemetry.size() > 0) return false;
  if (!app.session.problem_file.empty()) {
    note(
        "Work, time, residual, energy and momentum of the last 512 steps would be plotted here. A contact problem "
        "without bodies has no steps: the tab SOLVE shows how it is solved.");
  } else {
    note("Work, time, residual, penetration, energy and momentum of the last 512 steps are plotted here. " +
         howToStep());
  }
  return true;
}

void drawPlots(AppState& app) {
  if (drawNothing(app)) return;
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float gap = 12 * app.scale;
  const bool whole = space.x >= 600 * app.scale;
  const bool none = space.x < 440 * app.scale;  // the plots need it all
  const int columns = space.x >= 880 * app.scale ? 4 : 3;
  const float table = none ? -gap : (whole ? 258 : 160) * app.scale;
  const PlotGrid grid = plotGrid(app, {space.x - table - gap, space.y}, columns);
  const ImVec2 origin = ImGui::GetCursorPos();
  for (int column = 0; column < columns; ++column) {
    for (int line = 0; line < grid.rows; ++line) {
      ImGui::SetCursorPos(
          {origin.x + static_cast<float>(column) * grid.pitch.x, origin.y + static_cast<float>(line) * grid.pitch.y});
      drawPlot(app, plotAt(app, column, line), grid.size);
    }
  }
  if (none) return;
  ImGui::SetCursorPos({origin.x + space.x - table, origin.y});
  ImGui::BeginChild("stages", {table, space.y});
  stageTable(app, whole);
  ImGui::EndChild();
}

static_assert(std::size(kPlots) == kPlotColumns * kPlotRows);
constexpr float kPictureWidth = 300, kPictureHeight = 170;  // [pixels at scale 1], of a plot
constexpr float kPictureMargin = 20;                        // likewise, around the plots and between them

}  // namespace

PlotSpec plotAt(const AppState& app, int column, int row) {
  const int index = column * kPlotRows + row;
  PlotSpec spec = kPlots[index];
  if (index == 0 && !app.simulation().solver->drives) spec.parts = {};
  if (index == 0 && !app.simulation().solver->pivots) spec.title = "Iterations";
  return spec;
}

ImVec2 sizeOfPlotsPicture(const AppState& app) {
  const float margin = kPictureMargin * app.scale;
  return {std::round(kPlotColumns * (kPictureWidth * app.scale + margin) + margin),
          std::round(kPlotRows * (kPictureHeight * app.scale + margin) + 2 * margin + app.fonts.large->FontSize)};
}

void drawPlotsPicture(ImDrawList& draw, const AppState& app) {
  const float margin = kPictureMargin * app.scale;
  const ImVec2 size{kPictureWidth * app.scale, kPictureHeight * app.scale};
  const std::string title = format("%s, to step %ld", app.session.scene.name.c_str(), app.world().step);
  draw.AddText(app.fonts.large, app.fonts.large->FontSize, {margin, margin}, ImGui::GetColorU32(palette::kText),
               title.c_str());
  const float top = 2 * margin + app.fonts.large->FontSize;
  for (int column = 0; column < kPlotColumns; ++column)
    for (int row = 0; row < kPlotRows; ++row)
      paintPlot(draw, app, plotAt(app, column, row),
                {margin + static_cast<float>(column) * (size.x + margin),
                 top + static_cast<float>(row) * (size.y + margin), size.x, size.y});
}

extern const DrawerPage kPlotsPage{"plots", drawPlots, [](const AppState&) { return std::string("PLOTS"); },
                                   "The last 512 steps; the wheel over a plot shows fewer"};

}  // namespace keystone

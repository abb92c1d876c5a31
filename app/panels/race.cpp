// The race: what several methods make of the same scene, and how they part. The drawer's tab and the legend of the
// outlines.
#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/plot.h"
#include "tools/race_outlines.h"

namespace keystone {
namespace {

struct RacePlot {
  const char* title;
  bool logarithmic;
  double (*read)(const RaceMeasure& measure);
  const char* help;
};
constexpr RacePlot kRacePlots[] = {
    {"Apart [m]", true, [](const RaceMeasure& m) { return m.difference; },
     "The farthest that the centre of a body lies from where the first method has it"},
    {"Mirror error [m]", true, [](const RaceMeasure& m) { return m.mirror_error; },
     "The farthest that the centre of a body lies from the mirror image of its partner"},
    {"Residual", true, [](const RaceMeasure& m) { return m.residual; }, "Of each step's contact problem"},
    {"Kinetic energy [J]", false, [](const RaceMeasure& m) { return m.kinetic; }, "Of all bodies"},
    {"Overlap [m]", true, [](const RaceMeasure& m) { return m.penetration; }, "The deepest, at the start of the step"},
};
constexpr int kRaceColumns = 3, kRaceRows = 2;

ImVec4 colourOf(std::size_t simulation) {
  return toColour(raceColour(simulation));
}

// A short outline, as in the scene.
void swatch(const AppState& app, const ImVec4& colour) {
  const float height = ImGui::GetTextLineHeight(), width = 1.3F * height;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRect({at.x + 1, at.y + 0.2F * height}, {at.x + width, at.y + 0.85F * height},
                                      ImGui::GetColorU32(colour), 0, 0, 2 * app.scale);
  ImGui::Dummy({width, height});
  ImGui::SameLine();
}

// As many digits as `width` [pixels] has room for.
std::string metres(double value, float width) {
  if (value == 0.0) return "0";
  for (const char* pattern : {"%.1e m", "%.1e"}) {
    std::string text = format(pattern, value);
    if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  }
  return format("%.0e", value);
}

// How the shown world relates to the race: one of its simulations, or its own way.
std::string shownText(const AppState& app, const SideRace& side) {
  for (std::size_t k = 0; k < side.race().simulations.size(); ++k)
    if (side.isShown(k)) return toString(side.methods()[k]) + " is shown";
  return "shown: " + toString(methodOf(app.simulation()));
}

void legend(const AppState& app, const SideRace& side) {
  const RaceSample* last = side.samples().empty() ? nullptr : &side.samples().back();
  const std::vector<std::string> names = briefNames(side.methods());
  ImGui::PushFont(app.fonts.mono);
  const float least = ImGui::CalcTextSize("1e-00").x + ImGui::GetStyle().ItemSpacing.x;
  ImGui::PopFont();
  for (std::size_t k = 0; k < side.race().simulations.size(); ++k) {
    swatch(app, colourOf(k));
    const std::string whole = toString(side.methods()[k]);
    const float most = ImGui::GetContentRegionAvail().x - least;
    const bool fits = ImGui::CalcTextSize(names[k].c_str()).x <= most;
    const std::string label = shortened(fits ? names[k] : std::string(briefName(side.methods()[k])), most);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(label.c_str()).x;
    ImGui::TextColored(palette::kDim, "%s", label.c_str());
    if (label != whole) hint(whole);
    ImGui::SameLine();
    ImGui::PushFont(app.fonts.mono);
    const std::string value =
        last == nullptr ? "-" : metres(last->simulations[k].difference, room - ImGui::GetStyle().ItemSpacing.x);
    ImGui::PopFont();
    row(app, "", value, palette::kText);
  }
}

std::string namesOf(const SideRace& side) {
  std::string names;
  for (std::size_t k = 0; k < side.methods().size(); ++k)
    names.append(k == 0 ? "" : k + 1 == side.methods().size() ? " and " : ", ").append(toString(side.methods()[k]));
  return names;
}

// Where each one parted from the first, if that step is among the samples.
std::vector<PlotMark> partingsOf(const SideRace& side) {
  std::vector<PlotMark> marks;
  for (std::size_t k = 1; k < side.methods().size(); ++k) {
    const std::optional<long> step = side.partedAt(k);
    if (!step || side.samples().empty() || *step < side.samples().front().step) continue;
    marks.push_back({colourOf(k), static_cast<std::size_t>(*step - side.samples().front().step)});
  }
  return marks;
}

std::vector<Curve> curvesOf(const SideRace& side, double (*read)(const RaceMeasure&)) {
  std::vector<Curve> curves;
  for (std::size_t k = 0; k < side.race().simulations.size(); ++k) {
    Curve& curve = curves.emplace_back(Curve{colourOf(k), {}});
    for (const RaceSample& sample : side.samples()) curve.values.push_back(read(sample.simulations[k]));
  }
  return curves;
}

void summary(const AppState& app, const SideRace& side) {
  legend(app, side);
  if (ImGui::GetContentRegionAvail().y < ImGui::GetTextLineHeight()) return;
  const std::string what = shownText(app, side);
  const std::string from = side.startedAt() == 0 ? "" : format(", from step %ld", side.startedAt());
  const float room = ImGui::GetContentRegionAvail().x;
  const bool fits = ImGui::CalcTextSize((what + from).c_str()).x <= room;
  ImGui::TextColored(palette::kDim, "%s", fits ? (what + from).c_str() : shortened(what, room).c_str());
  hint(what + from + "\n" + std::string(title(Action::NextMethod)) + "  (" + shortcut(Action::NextMethod) + ")");
}

void drawRaceLegend(AppState& app, const Rect&) {
  const bool told = !app.layout.drawer.empty() && app.drawer == "race";
  if (!app.session.race || app.session.microscope || told || app.isSplit()) return;
  const Rect& view = app.layout.view;
  const float margin = 10 * app.scale;
  ImGui::SetNextWindowPos({view.x + margin, view.bottom() - margin}, 0, {0, 1});
  ImGui::SetNextWindowSize({310 * app.scale, 0});
  ImGui::SetNextWindowBgAlpha(0.88F);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::Begin("##race", nullptr, kFlags)) {
    heading(app, "DIFFERENCE FROM THE FIRST");
    legend(app, *app.session.race);
  }
  ImGui::End();
}

void drawRace(AppState& app) {
  const SideRace& side = *app.session.race;
  if (side.samples().empty())
    return note(namesOf(side) + " go on from this state side by side, and their differences are plotted here. " +
                howToStep());
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float gap = 12 * app.scale;
  const float width = std::floor((space.x - (kRaceColumns - 1) * gap) / kRaceColumns);
  const float height = std::floor((space.y - (kRaceRows - 1) * gap * 0.7F) / kRaceRows);
  const ImVec2 origin = ImGui::GetCursorPos();
  const auto place = [&](int cell) {
    const int across = cell % kRaceColumns, down = cell / kRaceColumns;
    const auto column = static_cast<float>(across), line = static_cast<float>(down);
    ImGui::SetCursorPos({origin.x + column * (width + gap), origin.y + line * (height + gap * 0.7F)});
  };
  int cell = 0;
  for (const RacePlot& plot : kRacePlots) {
    place(cell++);
    const bool unknown = plot.read == kRacePlots[1].read && !side.race().mirror;
    PlotFrame frame{plot.title, plot.logarithmic, SideRace::kLength};
    frame.decades = true;
    if (plot.read == kRacePlots[0].read) frame.marks = partingsOf(side);
    if (unknown) frame.now = "no mirror", frame.now_colour = palette::kDim;
    drawCurves(app, frame, unknown ? std::vector<Curve>() : curvesOf(side, plot.read), {width, height});
    hint(plot.help);
  }
  place(cell);
  ImGui::BeginChild("methods", {width, height}, false, ImGuiWindowFlags_NoScrollbar);
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  const float lines = static_cast<float>(side.methods().size());
  const float between = std::floor(height / lines - ImGui::GetTextLineHeight());  // where the drawer is low
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, std::clamp(between, 0.0F, spacing.y)});
  summary(app, side);
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

extern const Panel kRaceLegend{drawRaceLegend};

extern const DrawerPage kRacePage{
    "race", drawRace,     [](const AppState&) { return std::string("RACE"); },
    "",     Action::Race, [](const AppState& app) { return app.session.race != nullptr; }};

}  // namespace keystone

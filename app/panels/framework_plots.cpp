// The drawer of a framework: plots of its last steps, or the programs under the microscope.
#include <cmath>

#include "panels/framework_panels.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/plot.h"

namespace keystone {
namespace {

struct FrameworkPlot {
  const char* title;
  const char* unit;
  bool logarithmic;
  ImVec4 colour;
  double FrameworkSample::*value;
  const char* help;
};
const FrameworkPlot kPlots[] = {
    {"Mirror error",
     "m",
     true,
     {0.74F, 0.58F, 0.98F, 1},
     &FrameworkSample::mirror_error,
     "The farthest that a point lies from the mirror image of its partner"},
    {"Apart from ",
     "m",
     true,
     {0.42F, 0.69F, 0.98F, 1},
     &FrameworkSample::apart,
     "The farthest that a point lies from where it is under the loop that runs beside"},
    {"Residual", "", true, palette::kGreen, &FrameworkSample::residual, "Of each step's last program"},
    {"Lengths off by", "m", true, {0.98F, 0.60F, 0.32F, 1}, &FrameworkSample::length_error, "The worst bar"},
    {"Kinetic energy", "J", false, {0.32F, 0.82F, 0.76F, 1}, &FrameworkSample::kinetic, "Of all points"},
    {"Step", "ms", false, palette::kAccent, &FrameworkSample::ms, "Wall clock of a step"},
};
constexpr int kColumns = 3, kLines = 2;

void drawOne(const AppState& app, const FrameworkPlot& plot, const ImVec2& size) {
  const FrameworkSession& session = *app.framework;
  const bool unknown = plot.value == &FrameworkSample::mirror_error && !session.run().mirror();
  const FrameworkOptions& rival = session.rival().options();
  const std::string title = plot.value != &FrameworkSample::apart
                                ? plot.title
                                : plot.title + std::string(findFrameworkMethod(rival.loop, rival.objective)->brief);
  PlotFrame frame{title.c_str(), plot.logarithmic, FrameworkSession::kLength};
  frame.decades = true;
  std::vector<Curve> curves;
  if (unknown) {
    frame.now = "no mirror", frame.now_colour = palette::kDim;
  } else {
    Curve& curve = curves.emplace_back(Curve{plot.colour, {}});
    for (const FrameworkSample& sample : session.samples()) curve.values.push_back(sample.*plot.value);
    const double now = curve.values.empty() ? 0.0 : curve.values.back();
    const std::string unit = *plot.unit == '\0' ? "" : std::string(" ") + plot.unit;
    frame.now = plot.logarithmic    ? format("%.1e", now) + unit
                : *plot.unit == 'J' ? quantity(now, plot.unit)
                                    : format("%.2f", now) + unit;
    frame.now_colour = plot.colour;
  }
  drawCurves(app, frame, curves, size);
  hint(plot.help);
}

void drawFrameworkDrawer(AppState& app, const Rect& rect) {
  const PanelWindow window("##drawer", rect, ImGuiWindowFlags_NoScrollbar);
  const FrameworkSession& session = *app.framework;
  heading(app, session.microscope ? "SOLVE" : "THE LAST 1000 STEPS");
  if (session.microscope) return drawFrameworkTrace(app);
  if (session.samples().empty())
    return note(
        "Mirror error, distance from the rival, residual, lengths, energy and time of the last 1000 steps are "
        "plotted here. " +
        howToStep());
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float gap = 12 * app.scale;
  const float width = std::floor((space.x - (kColumns - 1) * gap) / kColumns);
  const float height = std::floor((space.y - (kLines - 1) * gap * 0.7F) / kLines);
  const ImVec2 origin = ImGui::GetCursorPos();
  int cell = 0;
  for (const FrameworkPlot& plot : kPlots) {
    const int column = cell % kColumns, line = cell / kColumns;
    const auto across = static_cast<float>(column), down = static_cast<float>(line);
    ImGui::SetCursorPos({origin.x + across * (width + gap), origin.y + down * (height + gap * 0.7F)});
    drawOne(app, plot, {width, height});
    ++cell;
  }
}

}  // namespace

extern const Panel kFrameworkDrawer{drawFrameworkDrawer, &Layout::drawer};

}  // namespace keystone

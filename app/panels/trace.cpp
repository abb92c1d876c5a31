// The microscope's part of the drawer: the sets as a strip of cells, velocity against force of the driven row, and the
// residual from event to event.
#include <algorithm>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/set_strip.h"
#include "panels/trace_plots.h"

namespace keystone {
namespace {

void drawTrace(AppState& app) {
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float gap = 14 * app.scale;
  const float strip = std::floor(std::min(64 * app.scale, 0.4F * space.y));
  drawSetStrip(app, {space.x, strip});
  ImGui::Dummy({0, 2 * app.scale});
  const float height = ImGui::GetContentRegionAvail().y;
  const float left = std::floor(0.42F * space.x);
  const ImVec2 at = ImGui::GetCursorPos();
  drawRowPath(app, {left, height});
  ImGui::SetCursorPos({at.x + left + gap, at.y});
  const Microscope& microscope = *app.session.microscope;
  drawResidualPath(app, {space.x - left - gap, height},
                   {microscope.replay().size(), microscope.replay().at(),
                    [&microscope](int event) { return microscope.residualAt(event); }});
}

}  // namespace

extern const DrawerPage kTracePage{"trace",
                                   drawTrace,
                                   [](const AppState&) { return std::string("SOLVE"); },
                                   "The solve under the microscope",
                                   Action::None,
                                   [](const AppState& app) { return app.session.microscope != nullptr; }};

}  // namespace keystone

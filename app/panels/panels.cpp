#include "panels/panels.h"

#include <imgui.h>

namespace keystone {
namespace {

struct PanelRow {
  Rect Layout::*rect;
  void (*draw)(AppState& app, const Rect& rect);
};

// A new panel is one file and one line here.
constexpr PanelRow kPanels[] = {
    {&Layout::menu, drawMenuBar},
    {&Layout::scenes, drawScenes},
    {&Layout::solver, drawSolver},
    {&Layout::info, drawInfo},
    {&Layout::inspector, drawInspector},
    {&Layout::drawer, drawDrawer},
    {&Layout::status, drawStatus},
    {&Layout::tool, drawStackStrip},
    {&Layout::hud, drawHud},
    {&Layout::microscope, drawMicroscope},
    {&Layout::tour, drawTour},
    {&Layout::timeline, drawTimeline},
};

}  // namespace

void layOutPanels(AppState& app, float width, float height) {
  // With the microscope open the arrows walk through the solve, not from button to button.
  int& flags = ImGui::GetIO().ConfigFlags;
  const bool walks = app.session.microscope || (app.framework && app.framework->microscope);
  flags = walks ? flags & ~ImGuiConfigFlags_NavEnableKeyboard : flags | ImGuiConfigFlags_NavEnableKeyboard;
  LayoutOptions options;
  options.hidden = !app.panels;
  options.metrics = app.metrics;
  options.tool = app.stack.on && !app.framework;
  options.selected = app.session.selected >= 0 && !app.framework;
  options.tall = app.drawer == DrawerTab::Convergence && !app.framework;
  options.microscope = app.session.microscope || app.framework;  // the wide panel on the right
  options.tour = app.tour.has_value();
  options.timeline = app.session.review && !app.framework;
  app.layout = computeLayout(width, height, app.scale, options);
}

namespace {

// What may be open over the view, whatever it shows.
void drawOverView(AppState& app) {
  if (app.help) drawHelp(app);
  if (app.picker) drawPicker(app);
  if (app.save_as) drawSaveAs(app);
}

}  // namespace

void drawPanels(AppState& app) {
  if (app.framework) {
    drawFrameworkPanels(app);
    return drawOverView(app);
  }
  drawLabels(app);
  drawProbe(app);
  drawVerdict(app);
  drawChallenge(app);
  drawRaceLegend(app);
  drawSplit(app);
  app.probe.panel = {-1, -1};
  for (const PanelRow& panel : kPanels) {
    if (const Rect& rect = app.layout.*panel.rect; !rect.empty()) panel.draw(app, rect);
  }
  if (app.panels) drawMatrixView(app);
  if (app.welcome) drawWelcome(app);
  drawOverView(app);
}

}  // namespace keystone

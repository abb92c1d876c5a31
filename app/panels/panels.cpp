#include "panels/panels.h"

namespace keystone {
namespace {

struct PanelRow {
  Rect Layout::*rect;
  void (*draw)(AppState& app, const Rect& rect);
};

// A new panel is one file and one line here.
constexpr PanelRow kPanels[] = {
    {&Layout::menu, drawMenuBar},  {&Layout::scenes, drawScenes},       {&Layout::solver, drawSolver},
    {&Layout::info, drawInfo},     {&Layout::inspector, drawInspector}, {&Layout::drawer, drawDrawer},
    {&Layout::status, drawStatus}, {&Layout::tool, drawStackStrip},     {&Layout::hud, drawHud},
};

}  // namespace

void layOutPanels(AppState& app, float width, float height) {
  LayoutOptions options;
  options.hidden = !app.panels;
  options.metrics = app.metrics;
  options.tool = app.stack.on;
  options.selected = app.session.selected >= 0;
  app.layout = computeLayout(width, height, app.scale, options);
}

void drawPanels(AppState& app) {
  drawLabels(app);
  for (const PanelRow& panel : kPanels) {
    if (const Rect& rect = app.layout.*panel.rect; !rect.empty()) panel.draw(app, rect);
  }
  if (app.help) drawHelp(app);
  if (app.picker) drawPicker(app);
}

}  // namespace keystone

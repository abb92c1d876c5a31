#include "panels/panels.h"

#include <imgui.h>

#include <span>

#include "panels/tour.h"

namespace keystone {
extern const Panel kSelectBox, kLabels, kScaleBar, kEdges, kProbe, kVerdict, kChallenge, kRaceLegend, kSplit, kMenuBar,
    kScenes, kSolverPanel, kInfo, kInspector, kDrawer, kStatus, kStackStrip, kJointStrip, kBallStrip, kHandleStrip,
    kHud, kMicroscope, kTourStrip, kTimeline, kMatrixView, kWelcome, kHelp, kPicker, kSaveAs, kMeshPath;
extern const Panel kFrameworkView, kFrameworkMethod, kFrameworkInfo, kFrameworkDrawer, kFrameworkHud;

namespace {

// In the order drawn. A new panel is one file and its name here.
constexpr const Panel* kPanels[] = {&kSelectBox,  &kLabels,      &kScaleBar, &kEdges,      &kProbe,      &kVerdict,
                                    &kChallenge,  &kRaceLegend,  &kSplit,    &kMenuBar,    &kScenes,     &kSolverPanel,
                                    &kInfo,       &kInspector,   &kDrawer,   &kStatus,     &kStackStrip, &kJointStrip,
                                    &kBallStrip,  &kHandleStrip, &kHud,      &kMicroscope, &kTourStrip,  &kTimeline,
                                    &kMatrixView, &kWelcome,     &kHelp,     &kPicker,     &kSaveAs,     &kMeshPath};

// Of a framework, in place of a scene's.
constexpr const Panel* kFrameworkPanels[] = {
    &kFrameworkView, &kMenuBar,   &kScenes, &kFrameworkMethod, &kFrameworkInfo, &kFrameworkDrawer, &kStatus,
    &kFrameworkHud,  &kTourStrip, &kHelp,   &kPicker,          &kSaveAs};

void draw(AppState& app, std::span<const Panel* const> panels) {
  for (const Panel* panel : panels) {
    const Rect& rect = app.layout.*panel->place;
    if (!rect.empty() && (panel->is_open == nullptr || panel->is_open(app))) panel->draw(app, rect);
  }
}

}  // namespace

void layOutPanels(AppState& app, float width, float height) {
  // With the microscope open the arrows walk through the solve, not from button to button.
  int& flags = ImGui::GetIO().ConfigFlags;
  const bool walks = app.session.microscope || (app.framework && app.framework->microscope);
  flags = walks ? flags & ~ImGuiConfigFlags_NavEnableKeyboard : flags | ImGuiConfigFlags_NavEnableKeyboard;
  LayoutOptions options;
  options.hidden = !app.panels;
  options.metrics = app.metrics;
  options.tool = (app.stack.on || app.joint_tool.on || app.ball_tool || app.handles.on) && !app.framework;
  options.selected = !app.session.selected.empty();
  options.inspector = !app.framework && app.session.problem_file.empty();
  options.tall = app.drawer == "convergence" && !app.framework;
  options.microscope = app.session.microscope || app.framework;  // the wide panel on the right
  options.timeline = app.session.review && !app.framework;
  options.sizes = app.settings.sizes;
  if (app.tour) options.tour = heightOfTour(app, computeLayout(width, height, app.scale, options).view.width);
  app.layout = computeLayout(width, height, app.scale, options);
}

void drawPanels(AppState& app) {
  draw(app, app.framework ? std::span<const Panel* const>(kFrameworkPanels) : kPanels);
}

}  // namespace keystone

// All panels. Each reads the state and asks for changes; none touches the world.
#pragma once

#include "app_state.h"

namespace keystone {

void drawMenuBar(AppState& app, const Rect& rect);
void drawScenes(AppState& app, const Rect& rect);
void drawSolver(AppState& app, const Rect& rect);
void drawInfo(AppState& app, const Rect& rect);
void drawInspector(AppState& app, const Rect& rect);
void drawDrawer(AppState& app, const Rect& rect);
void drawStatus(AppState& app, const Rect& rect);
void drawStackStrip(AppState& app, const Rect& rect);
void drawHud(AppState& app, const Rect& rect);
void drawTour(AppState& app, const Rect& rect);
void drawTimeline(AppState& app, const Rect& rect);
void drawMicroscope(AppState& app, const Rect& rect);
// The matrix in place of the scene, for a problem without bodies.
void drawMatrixView(AppState& app);
// In place of all panels of a scene, while a framework is shown.
void drawFrameworkPanels(AppState& app);
// Tabs of the drawer.
void drawPlots(AppState& app);
void drawTrace(AppState& app);
void drawComparison(AppState& app);
void drawConvergence(AppState& app);
void drawFailures(AppState& app);
void drawRace(AppState& app);
// Over the view, when open.
void drawHelp(AppState& app);
void drawPicker(AppState& app);
void drawSaveAs(AppState& app);
// Force beside the drag line, names of what is under the mouse: text in the scene, behind the panels.
void drawLabels(AppState& app);
// Rings around the contacts that the microscope is about or that are pointed at.
void drawProbe(AppState& app);
// What to do first, at the very first start.
void drawWelcome(AppState& app);
// Labels and frames of the split view.
void drawSplit(AppState& app);
// What the outlines of other methods mean.
void drawRaceLegend(AppState& app);
// The overhang challenge: the score, and a ruler past the end of the table.
void drawChallenge(AppState& app);
// Whether it would stand, first accelerations as arrows.
void drawVerdict(AppState& app);

// Lays the panels out for a window of that size [pixels].
void layOutPanels(AppState& app, float width, float height);
void drawPanels(AppState& app);

}  // namespace keystone

// Residuals of several methods against the work they took: curves on logarithmic axes. Drawn into any list, so that the
// window and the picture that is saved show the same.
#pragma once

#include <imgui.h>

#include <span>

#include "app_state.h"

namespace keystone {

// How a method's curve is told from the others: by its colour, and by being dashed.
struct CurveStyle {
  ImVec4 colour;
  bool dashed;
};
CurveStyle styleOf(const SolverInfo& solver);

// A short line in the method's style, from `at` to the right [pixels].
void drawSwatch(ImDrawList& draw, const ImVec2& at, float width, const CurveStyle& style, float scale);

// Title, ground, axes and curves of one plot; what it came to stand for is returned, for whoever points at it.
ConvergencePlot drawConvergencePlot(ImDrawList& draw, const AppState& app, ConvergenceAxis axis, const Rect& rect);

// All plots beside each other with the methods and the residuals that they reached, for a picture of its own.
ImVec2 sizeOfConvergencePicture(const AppState& app);  // [pixels]
void drawConvergencePicture(ImDrawList& draw, const AppState& app);

}  // namespace keystone

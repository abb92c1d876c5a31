// What the marks in the scene mean, in the scene's own shapes and hues.
#pragma once

#include <string>

#include "app_state.h"

namespace keystone {

// Mark, what it means, and a count at the right edge. A click highlights these in the scene; again: all are alike.
void legendRow(AppState& app, SetMark mark, const std::string& count);
// A mark of the size of the text at the cursor.
void drawMark(SetMark mark);
// Bars as long as the arrows of a readable force or speed, at the camera's target.
void forceLegend(const AppState& app);
void velocityLegend(const AppState& app);

}  // namespace keystone

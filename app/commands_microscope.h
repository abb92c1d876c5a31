// Carries out what is asked of the microscope, the comparison of methods and the list of failures.
#pragma once

#include "app_state.h"

namespace keystone {

// False when the action is none of theirs.
bool microscopeAction(AppState& app, Action action);
void seekTrace(AppState& app, int frame);
// Opens the microscope on an entry of the session's list.
void lookAtFailure(AppState& app, int entry);
void closeMicroscope(AppState& app);
// The solver has a block phase that the microscope can leave out.
bool canGoRowByRow(const SolverInfo& solver);
// After openProblem(): its microscope, for there is nothing else to see.
void showProblem(AppState& app);

// Once a frame, after requests: solves again when step, method or parameters have changed, closes when time runs on.
void followMicroscope(AppState& app);
// Moves on while playing, and measures residuals in small portions. `seconds` since the last frame.
void advanceMicroscope(AppState& app, double seconds);

}  // namespace keystone

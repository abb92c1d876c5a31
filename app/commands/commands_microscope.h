// Carries out what is asked of the microscope, the comparison of methods and the list of failures.
#pragma once

#include <span>

#include "commands/commands.h"

namespace keystone {

// Those of its keys, of the comparison and of the list of failures.
std::span<const ActionHandler> microscopeHandlers();
void seekTrace(AppState& app, int frame);
// Opens the microscope on an entry of the session's list.
void lookAtFailure(AppState& app, int entry);
// Deletes the list, and the files of failed problems.
void forgetFailures(AppState& app);
void closeMicroscope(AppState& app);
// The solver has stages; the microscope can show pivoting, row by row, in their place.
bool canGoRowByRow(const SolverInfo& solver);
// After openProblem(): its microscope, for there is nothing else to see.
void showProblem(AppState& app);

// Once a frame, after requests: solves again when step, method or parameters have changed, closes when time runs on.
void followMicroscope(AppState& app);
// Moves on while playing, and measures residuals in small portions. `seconds` since the last frame.
void advanceMicroscope(AppState& app, double seconds);

}  // namespace keystone

// A contact problem without bodies as what the sandbox shows, and the present problem as a file.
#pragma once

#include "session/session.h"

namespace keystone {

// Replaces the scene by the problem of a file, solved by the present solver (the first one when there is none).
// Throws std::runtime_error with one line for the user; the session is then as before.
void openProblem(Session& session, const std::string& path);
// Gives back the scene that the problem has replaced, with its past and its clock, as it was. False where none waits.
bool closeProblem(Session& session);

// Solves the problem of a session that has one from a file, into the simulation's report and solution.
void solveProblem(Session& session);

// Writes the present problem to a fresh file in the working directory and says where, or why not.
void saveProblem(Session& session);

}  // namespace keystone

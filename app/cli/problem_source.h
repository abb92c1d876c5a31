// Where the commands' contact problems come from and go to: a scene's step, or a file of either format.
#pragma once

#include "cli/commands.h"
#include "problem/fclib_file.h"

namespace keystone {

struct ProblemSource {
  ContactProblem problem;
  bool fclib = false;         // from an FCLIB file: FCLIB's error is given as well
  VecX solution;              // [rows], impulses that the file gives as the solution; empty = none
  std::vector<VecX> guesses;  // [rows] each, of the file
};

// NAME.mtx with NAME.b, or an FCLIB file, NAME.hdf5 or NAME.h5. Throws std::runtime_error, one line.
ProblemSource openProblem(const std::string& path);

// The same, or the problem of a scene's step as its own solver met it (step counts from 1).
ProblemSource openSubject(const std::string& subject, const MethodOptions& method, long step);

// Writes either format by the path's ending; NAME.mtx has place for neither form nor solution. Throws
// std::runtime_error when the file cannot be written or has no place for the problem.
void saveProblem(const std::string& path, const ContactProblem& problem, FclibForm form, const VecX& solution);

bool isFclibPath(const std::string& path);
// True for a path that names a problem file rather than a scene.
bool isProblemPath(const std::string& path);

}  // namespace keystone

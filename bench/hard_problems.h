// Contact problems of hard steps, with the impulses that the step began with, as files of their own.
//
// FCLIB's files give back a W alone, which takes another linear system than bodies do. These keep the bodies, so that a
// problem read is solved as in its scene, to the last bit. The format is in docs/problem-files.md.
#pragma once

#include <string>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone::bench {

struct HardProblem {
  std::string scene;       // name in hardScenes()
  int step = 0;            // of its run
  ContactProblem problem;  // one island, with bodies, without places
  VecX start;              // [rows], [N s], the last step's impulses
};

// A file that is there is replaced. Throws ProblemFileError.
void writeHardProblem(const std::string& path, const HardProblem& hard);
// Throws ProblemFileError, one line; nothing is half-loaded.
HardProblem readHardProblem(const std::string& path);

// NAME.problem.gz of a folder, by name. Throws ProblemFileError where there are none.
std::vector<std::string> listHardProblems(const std::string& folder);

}  // namespace keystone::bench

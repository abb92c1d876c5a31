// Contact problems of hard steps, with the impulses that the step began with, as files of their own.
#pragma once

#include <string>
#include <vector>

#include "problem/problem_archive.h"

namespace keystone::bench {

// Its scene is a name in hardScenes(), its problem one island with bodies, its start the last step's impulses.
using HardProblem = ProblemArchive;

// NAME.problem.gz of a folder, by name. Throws ProblemFileError where there are none.
std::vector<std::string> listHardProblems(const std::string& folder);

}  // namespace keystone::bench

// The contact problems of a profile: those of files, of scenes at some steps, and of folders that hold both.
#pragma once

#include <string>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

struct NamedProblem {
  std::string name;  // of the file, or SCENE:STEP; where two have one name, the second has its path
  ContactProblem problem;
};

// Files first, then scenes. A file that is named twice is taken once. Every file is read before the first step is made,
// so that a bad one is told of at once.
// Of scenes, the problems of these steps; problems with more rows are left out, none where `most_rows` is 0.
std::vector<NamedProblem> openProblems(const std::vector<std::string>& subjects, const std::vector<long>& steps,
                                       int most_rows);

}  // namespace keystone

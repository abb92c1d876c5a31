// The two commands of keystone_curve.
#pragma once

#include <string>
#include <vector>

namespace keystone::bench {

struct SaveOptions {
  std::string folder;               // gets tune/ and final/
  int per_scene = 30;               // problems of a name at most
  std::vector<std::string> scenes;  // names of hardScenes(); empty: all
};
// Prints a line of CSV for each name. Throws SceneError, ProblemFileError.
void saveHardProblems(const SaveOptions& options);

struct MeasureOptions {
  std::string folder;  // of files, not of folders
  std::vector<int> work = {5, 10, 20, 40, 80, 160, 320};
  std::string solver = "exact";
  std::string csv;  // a line for each problem and bound; empty: none
};
// Prints a table in Markdown. Throws ProblemFileError; std::runtime_error for a solver that has no bound.
void measureHardProblems(const MeasureOptions& options);

}  // namespace keystone::bench

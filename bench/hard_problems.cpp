#include "hard_problems.h"

#include <algorithm>
#include <filesystem>

#include "problem/problem_file.h"
#include "problem/problem_formats.h"

namespace keystone::bench {

std::vector<std::string> listHardProblems(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (problemFormat(entry.path().string()) == ProblemFormat::Archive) paths.push_back(entry.path().string());
  if (paths.empty()) throw ProblemFileError(folder + ": found no files *.problem.gz, expected a folder of them");
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace keystone::bench

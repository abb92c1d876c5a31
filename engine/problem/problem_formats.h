// The formats in which contact problems are files, by the ending of the name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

enum class ProblemFormat {
  None,          // no ending of a problem file
  MatrixMarket,  // NAME.mtx with NAME.b (problem_file.h)
  Fclib,         // NAME.hdf5, NAME.h5 (fclib_file.h)
  Archive        // NAME.problem.gz (problem_archive.h)
};
inline constexpr const char* kProblemFileNames = "NAME.mtx, NAME.hdf5, NAME.h5 or NAME.problem.gz";  // for messages

// Of FCLIB's files.
enum class FclibForm {
  Local,  // W, q, mu; joint rows as V, R, s
  Global  // M, H, f, w, mu; joint rows as G, b
};

ProblemFormat problemFormat(std::string_view path);
bool isProblemFile(const std::string& path);
// The file's name without folder and ending.
std::string problemName(const std::string& path);

// A problem as a file has it, and what the file says of its solution.
struct StoredProblem {
  ContactProblem problem;
  VecX start = {};                 // [rows], [N s], impulses that the step began with; empty = none
  VecX solution = {};              // [rows], [N s]; empty = none
  std::vector<VecX> guesses = {};  // [rows] each, [N s]
  std::string scene = {};          // where it comes from; empty = unknown
  int step = 0;
};

// Throws ProblemFileError, one line.
StoredProblem readAnyProblem(const std::string& path);

// Writes what the format has place for; `form` is of FCLIB's files. Throws OutputError, and ProblemFileError where the
// format has no place for the problem.
void writeAnyProblem(const std::string& path, const StoredProblem& stored, FclibForm form = FclibForm::Local);

// The ending of the simplest format that holds this problem.
std::string simplestEnding(const ContactProblem& problem);

}  // namespace keystone

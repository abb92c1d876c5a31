// Keystone's own problem files, NAME.problem.gz: everything of a contact problem that its solution depends on.
//
// FCLIB's files give back a W alone, which takes another linear system than bodies do, and have no place for bounds of
// joint rows nor for discs. A problem read from here is solved as in its scene, to the last bit. The format is in
// docs/problem-files.md.
#pragma once

#include <string>

#include "problem/contact_problem.h"

namespace keystone {

struct ProblemArchive {
  std::string scene = {};  // where it comes from; may be empty
  int step = 0;            // of its run
  ContactProblem problem;  // with bodies, or W alone
  VecX start = {};         // [rows], [N s], the last step's impulses, or empty
  VecX solution = {};      // [rows], [N s], or empty: none is given
};

// Throws OutputError.
void writeProblemArchive(const std::string& path, const ProblemArchive& archive);
// Files of version 1, without discs, are read as well. Throws ProblemFileError, one line that names the array at fault;
// nothing is half-loaded.
ProblemArchive readProblemArchive(const std::string& path);

// What such a file unpacks to, in memory; `name` stands for the file in messages.
std::string archiveBytes(const ProblemArchive& archive);
ProblemArchive readArchiveBytes(std::string bytes, const std::string& name);

}  // namespace keystone

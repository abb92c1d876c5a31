// Contact problems as files: NAME.mtx holds W (Matrix Market, symmetric), NAME.b beside it holds q and the friction.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// A bad problem file: what() is one line, "FILE:LINE: found X, expected Y".
struct ProblemFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A problem that has only W and q, its rows put into our order (n, t1, t2 per contact, contacts as their normal rows
// come in the file).
struct ProblemFile {
  ContactProblem problem;
  std::vector<int> file_row;  // [rows], the file's row (from 0) that each of our rows came from
};

// Reads NAME.mtx and NAME.b. The matrix: "coordinate real symmetric", lower triangle, indices from 1. NAME.b has one
// line per row: "q" without friction, else "q row mu", where row is -1 for a normal row and for a tangent row the index
// (from 0) of the normal row that bounds it. Every contact has the same number of tangent rows: 0, 1 or 2.
// Numbers are read with '.' whatever the locale. Throws ProblemFileError; nothing is half-loaded.
ProblemFile readProblemFile(const std::string& mtx_path);

// Writes NAME.mtx and NAME.b so that reading them back gives the same bits; W is formed when the problem has none.
// file_row: the order of rows in the file, empty for our own. Throws OutputError, and ProblemFileError when the
// problem has joint rows or a W that is not symmetric, for which the format has no place.
void writeProblemFile(const std::string& mtx_path, const ContactProblem& problem,
                      const std::vector<int>& file_row = {});

}  // namespace keystone

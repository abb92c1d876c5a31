// Contact problems in the HDF5 format of FCLIB, the collection of frictional contact problems (Acary et al. 2014).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/problem_formats.h"

namespace keystone {

struct FclibFile {
  ContactProblem problem;  // W and q only; a global form is reduced. W is as the file has it, not always symmetric
  FclibForm form = FclibForm::Local;
  VecX solution;              // [rows], impulses of the file's reference solution; empty = none
  std::vector<VecX> guesses;  // [rows] each
};

// Throws ProblemFileError, one line; nothing is half-loaded.
FclibFile readFclibFile(const std::string& path);

// Writes the problem, and the impulses as its reference solution when given. Joint rows go where the format has them.
// Throws OutputError, and ProblemFileError when the rows are frictionless ones without tangents, when joint rows have
// bounds, and for the global form of a problem without bodies.
void writeFclibFile(const std::string& path, const ContactProblem& problem, FclibForm form,
                    const VecX& solution = VecX());

// The error by which FCLIB's own tools measure impulses: its merit function 1, the natural map of the cone problem with
// rho = 1, over 1 + sqrt |q|; it is not free of units. FCLIB has it for local problems in space only: a global one is
// measured by its reduction, and planar ones have none.
std::optional<double> fclibError(const ContactProblem& problem, const VecX& lambda);

}  // namespace keystone

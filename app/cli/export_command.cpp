// keystone-cli export: a contact problem as a file, of a scene's step or converted from another file.
#include <nlohmann/json.hpp>

#include "cli/cold_solve.h"
#include "cli/problem_source.h"
#include "cli/progress.h"
#include "cli/setup.h"

namespace keystone {
namespace {

// Impulses that the exact solver finds, to go into the file as its reference solution; none when it finds no exact
// ones.
VecX referenceSolution(const ContactProblem& problem) {
  const Progress progress(0, "reference solution");
  const ColdSolve solve = solveCold(problem, *solvers().front(), {});
  return solve.report.status == SolveStatus::Converged ? solve.solution.lambda : VecX();
}

}  // namespace

int exportProblem(const ExportOptions& options) {
  const ProblemFormat format = problemFormat(options.out);
  if (format == ProblemFormat::None) {
    throw UsageError("--out: found '" + options.out + "', expected " + kProblemFileNames);
  }
  if (options.form != "local" && format != ProblemFormat::Fclib) {
    throw UsageError("--form: found 'global' for " + options.out + ", expected NAME.hdf5 to write it to");
  }
  StoredProblem stored = openSubject(options.subject, options.method, options.step);
  const ContactProblem& problem = stored.problem;
  const bool keeps_solution = format != ProblemFormat::MatrixMarket;
  if (options.with_solution && keeps_solution) stored.solution = referenceSolution(problem);
  writeAnyProblem(options.out, stored, options.form == "local" ? FclibForm::Local : FclibForm::Global);
  print({{"file", options.out},
         {"contacts", problem.contacts},
         {"rows", problem.rows()},
         {"rows_per_contact", problem.dim},
         {"solution", keeps_solution && stored.solution.size() > 0}},
        options.format);
  return 0;
}

}  // namespace keystone

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
  if (!isProblemPath(options.out)) {
    throw UsageError("--out: found '" + options.out + "', expected NAME.mtx or NAME.hdf5");
  }
  if (options.form != "local" && !isFclibPath(options.out)) {
    throw UsageError("--form: found 'global' for " + options.out + ", expected NAME.hdf5 to write it to");
  }
  const ProblemSource source = openSubject(options.subject, options.method, options.step);
  const ContactProblem& problem = source.problem;
  VecX solution = source.solution;
  if (options.with_solution && isFclibPath(options.out)) {
    solution = referenceSolution(problem);
  }
  saveProblem(options.out, problem, options.form == "local" ? FclibForm::Local : FclibForm::Global, solution);
  print({{"file", options.out},
         {"contacts", problem.contacts},
         {"rows", problem.rows()},
         {"rows_per_contact", problem.dim},
         {"solution", isFclibPath(options.out) && solution.size() > 0}},
        options.format);
  return 0;
}

}  // namespace keystone

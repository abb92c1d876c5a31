// keystone-cli export: a contact problem as a file, of a scene's step or converted from another file.
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/cold_solve.h"
#include "cli/problem_source.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "math/output_file.h"

namespace keystone {
namespace {

struct ExportOptions {
  std::string subject;  // scene or problem file
  MethodOptions method;
  long step = 60;              // of a scene, whose problem is written
  std::string out;             // NAME.mtx, NAME.hdf5 or NAME.problem.gz
  std::string form = "local";  // of FCLIB files; or "global"
  bool with_solution = false;
  Format format = Format::Table;
};

// Impulses that the exact solver finds, to go into the file as its reference solution; none when it finds no exact
// ones.
VecX referenceSolution(const ContactProblem& problem) {
  const Progress progress(0, "reference solution");
  const ColdSolve solve = solveCold(problem, *defaultSolver(), {});
  return solve.report.status == SolveStatus::Converged ? solve.solution.lambda : VecX();
}

int exportProblem(const ExportOptions& options) {
  const ProblemFormat format = problemFormat(options.out);
  if (format == ProblemFormat::None) {
    throw UsageError("--out: found '" + options.out + "', expected " + kProblemFileNames);
  }
  if (options.form != "local" && format != ProblemFormat::Fclib) {
    throw UsageError("--form: found 'global' for " + options.out + ", expected NAME.hdf5 to write it to");
  }
  checkPlace(options.out);
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

}  // namespace

void addExport(Commands& commands) {
  auto [command, options] =
      commands.add("export", "Write the contact problem of a scene's step to a file", exportProblem);
  command.add_option("subject", options.subject, "scene, or a problem file to convert")->required();
  addSet(command, options.subject);
  command.add_option("--step", options.step, "step of the scene whose problem is written (60)")
      ->transform(wholeFrom(1, 100'000'000));
  command.add_option("--out", options.out, "NAME.mtx, with NAME.b beside it, NAME.hdf5 (FCLIB), or NAME.problem.gz")
      ->required();
  command.add_option("--form", options.form, "of FCLIB files: local (default), or global, with the bodies' velocities")
      ->check(CLI::IsMember({"local", "global"}));
  command.add_flag("--with-solution", options.with_solution,
                   "the file gets an exact solution as well; NAME.mtx has no place for one");
  addMethod(command, options.method);
  addStepper(command, options.method);
  addFormat(command, options.format);
}

}  // namespace keystone

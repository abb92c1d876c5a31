#include "cli/arguments.h"

namespace keystone {
namespace {

void addProblemSolvers(CLI::App& command, std::vector<std::string>& solvers) {
  command
      .add_option(
          "--solvers", solvers,
          "ids, separated by commas; all (default) stands for all of list solvers, referees for the external ones "
          "that are built (list referees)")
      ->delimiter(',');
}

void addSolve(CLI::App& app, SolveOptions& options, std::function<int()>& action) {
  CLI::App& solve = *app.add_subcommand("solve", "Solve one contact problem from a file");
  solve
      .add_option("problem", options.problem,
                  "NAME.hdf5 (FCLIB, local or global form), NAME.mtx with NAME.b beside it, or NAME.problem.gz")
      ->required();
  addMethod(solve, options.method);
  solve.get_option("--solver")
      ->description("id of the solver (see: list solvers), or of an external referee that is built (list referees)");
  solve.add_option("--tolerance", options.tolerance, "residual that counts as solved (1e-8)")
      ->check(numberFrom(0.0, 1.0));
  addFriction(solve, options.friction);
  solve
      .add_option("--trace", options.trace,
                  "FILE.csv: the solve event by event: what was driven, what blocked it, sets, step length")
      ->check(endingIn({".csv"}));
  addHistory(solve, options.history);
  addFormat(solve, options.format);
  solve.callback([&] { action = [&] { return solveProblem(options); }; });
}

void addCompare(CLI::App& app, CompareOptions& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("compare", "Hand the identical problem to every solver, cold");
  command
      .add_option("subject", options.subject,
                  "scene, NAME.hdf5 (FCLIB), NAME.mtx with NAME.b beside it, or NAME.problem.gz")
      ->required();
  addProblemSolvers(command, options.solvers);
  command.add_option("--step", options.step, "step of the scene whose problem is taken (60)")
      ->check(CLI::Range(1L, 100'000'000L));
  addFriction(command, options.friction);
  addHistory(command, options.history);
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return compare(options); }; });
}

void addProfile(CLI::App& app, ProfileOptions& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand(
      "profile", "Performance profiles: how often each solver is how near to the best, over a set of problems");
  command
      .add_option(
          "subjects", options.subjects,
          "scenes, problem files NAME.hdf5, NAME.h5, NAME.mtx or NAME.problem.gz, and folders of such files and of "
          "scene files")
      ->required();
  command.add_option("--steps", options.steps, "steps of each scene whose problems are taken (1,60)")
      ->delimiter(',')
      ->check(CLI::Range(1L, 100'000'000L));
  addProblemSolvers(command, options.solvers);
  command
      .add_option("--residuals,--tolerance", options.residuals, "that count as solved, each by itself (1e-4,1e-6,1e-9)")
      ->delimiter(',')
      ->check(numberFrom(1e-15, 1.0));
  command
      .add_option("--by", options.by,
                  "time (default), iterations (pivots, of solvers that pivot), factorizations, products (with W)")
      ->check(CLI::IsMember({"time", "iterations", "factorizations", "products"}));
  command.add_option("--iterations", options.iterations, "at most, of solvers that take a number of them (1000)")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--budget-s", options.budget_s, "seconds for each solver and problem (10)")
      ->check(numberFrom(1e-3, 1e6));
  command.add_option("--rows-most", options.most_rows, "problems with more rows are left out (none are)")
      ->check(CLI::Range(1, 1'000'000'000));
  addFriction(command, options.friction);
  command
      .add_option("--out,--csv", options.out,
                  "FILE.csv: one row per problem, solver and residual; FILE.png: the profiles, drawn (by Debian's "
                  "python3-matplotlib); may be repeated")
      ->allow_extra_args(false)
      ->check(endingIn({".csv", ".png"}));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return profileSolvers(options); }; });
}

void addAnalyze(CLI::App& app, AnalyzeOptions& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("analyze", "Would it stand; if not, how does it begin to fall");
  command.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file")->required();
  addMethod(command, options.method);
  command.add_flag("--frictionless", options.frictionless, "leave friction out");
  command
      .add_option("--touching", options.touching,
                  "gap in metres up to which bodies touch (by default as in a step: 1e-5 at 60 Hz)")
      ->check(numberFrom(0.0, 1.0));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return analyzeScene(options); }; });
}

void addList(CLI::App& app, ListOptions& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("list", "List solvers, steppers, external referees or scenes");
  command.add_option("what", options.what, "solvers, steppers, referees or scenes")
      ->required()
      ->check(CLI::IsMember({"solvers", "steppers", "referees", "scenes"}));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return list(options); }; });
}

void addValidate(CLI::App& app, ValidateOptions& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("validate", "Run the analytic checks: the worst row of each, failures first");
  command.add_option("name", options.name, "one check (all)");
  command.add_option("--solver", options.solver, "one solver (all)");
  command.add_option("--stepper", options.stepper, "one stepper (all)");
  addParameters(command, options.parameters);
  command.add_flag("--all", options.all,
                   "the table of every row after that of the worst ones (JSON: always every row)");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return validate(options); }; });
}

void addBench(CLI::App& app, BenchOptions& options, std::function<int()>& action) {
  CLI::App& command =
      *app.add_subcommand("bench", "Time scenes, with residuals, and a cold frictionless solve beside a dense LU");
  command.add_option("scenes", options.scenes, "scenes (a small choice)");
  command.add_option("--solvers", options.solvers, "ids, separated by commas (all)")->delimiter(',');
  command.add_option("--steps", options.steps, "number of steps (300)")->check(CLI::Range(1L, 100'000'000L));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return bench(options); }; });
}

}  // namespace

void addProblemCommands(CLI::App& app, Arguments& arguments) {
  addSolve(app, arguments.solve, arguments.action);
  addCompare(app, arguments.compare, arguments.action);
  addProfile(app, arguments.profile, arguments.action);
  addAnalyze(app, arguments.analyze, arguments.action);
  addList(app, arguments.list, arguments.action);
  addValidate(app, arguments.validate, arguments.action);
  addBench(app, arguments.bench, arguments.action);
}

}  // namespace keystone

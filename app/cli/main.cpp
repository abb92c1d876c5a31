// keystone-cli: the engine without a window. This file knows the arguments; one file per command does the work.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>

#include "cli/commands.h"
#include "cli/complete.h"
#include "math/parallel.h"
#include "record/version.h"

namespace keystone {
namespace {

constexpr int kBadUse = 2;

// Errors are one line, whatever a library put into them.
int report(std::string message) {
  std::replace_if(
      message.begin(), message.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  std::fprintf(stderr, "keystone-cli: %s\n", message.c_str());
  return kBadUse;
}

using Action = std::function<int()>;

void addFormat(CLI::App& command, Format& format) {
  const std::map<std::string, Format> kFormats{{"table", Format::Table}, {"json", Format::Json}};
  command
      .add_option_function<std::string>(
          "--format", [&format, kFormats](const std::string& name) { format = kFormats.at(name); },
          format == Format::Json ? "table or json (default)" : "table (default) or json")
      ->check(CLI::IsMember({"table", "json"}));
}

void addParameters(CLI::App& command, std::vector<std::string>& parameters) {
  command.add_option("-p,--parameter,--knob", parameters, "a parameter of the solver, ID=VALUE; may be repeated")
      ->allow_extra_args(false);
}

void addMethod(CLI::App& command, MethodOptions& method) {
  command.add_option("--solver", method.solver, "id of the solver (see: list solvers)");
  addParameters(command, method.parameters);
}

void addStepper(CLI::App& command, MethodOptions& method) {
  command.add_option("--stepper", method.stepper,
                     "id of the stepper (see: list steppers; docs/steppers.md); default: the scene's own");
  command
      .add_option("--stepper-parameter", method.stepper_parameters,
                  "a parameter of the stepper, ID=VALUE; may be repeated")
      ->allow_extra_args(false);
  command.add_option(
      "--impacts", method.impacts,
      "impact law: simultaneous, sequential or reflections (docs/steppers.md); default: the scene's own");
  command.add_option("--restitution-law", method.restitution_law,
                     "newton, poisson or stronge; default: the scene's own");
  command.add_option("--impact-time", method.impact_time,
                     "step or exact (velocity: the step stops at each impact); default: the scene's own");
  command.add_option(
      "--integrator", method.integrator,
      "velocity: automatic, semi_implicit_euler, implicit_midpoint, rk4 or cash_karp (docs/steppers.md); "
      "default: the scene's own");
}

CLI::Option* addFriction(CLI::App& command, std::string& law) {
  return command.add_option("--friction", law, "law that problems in space are held to: cone (default) or box")
      ->check(CLI::IsMember({"cone", "box"}));
}

void addHistory(CLI::App& command, std::string& path) {
  command.add_option("--history", path,
                     "FILE.csv: the residual after every iteration (a second solve, the same bits): "
                     "solver,iteration,factorizations,time_ms,residual");
}

void addRun(CLI::App& app, RunOptions& options, Action& action) {
  CLI::App& run = *app.add_subcommand("run", "Simulate a scene and print what it came to");
  run.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file")->required();
  addMethod(run, options.method);
  addStepper(run, options.method);
  run.add_option("--steps", options.steps, "number of steps (600)")->check(CLI::Range(0L, 100'000'000L));
  run.add_flag("--sleeping", options.sleeping, "let immobilised bodies at rest sleep (velocity, position steppers)");
  run.add_option("--timings", options.timings, "FILE.csv or FILE.json: one row per step");
  run.add_option("--trace", options.trace, "FILE.json: Chrome trace events, for Perfetto");
  run.add_option("--state", options.state, "FILE.json: the last state, as a scene file");
  run.add_option("--record", options.record, "FILE.replay: a recording, for the command replay");
  addFormat(run, options.format);
  run.callback([&] { action = [&] { return runScene(options); }; });
}

void addReplay(CLI::App& app, ReplayOptions& options, Action& action) {
  CLI::App& command = *app.add_subcommand("replay", "Run a recording again, and check every step to the last bit");
  command.add_option("recording", options.recording, "FILE.replay, of run --record or of the window")->required();
  command.add_option("--to", options.to, "number of steps (all)")->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--state", options.state, "FILE.json: the last state, as a scene file");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return replayRecording(options); }; });
}

#ifdef KEYSTONE_RENDER
void addRender(CLI::App& app, RenderCommand& options, Action& action) {
  CLI::App& command = *app.add_subcommand("render", "Pictures or a video of a recording or a scene, without a display");
  command.add_option("subject", options.subject, "FILE.replay, or a scene by name or path")->required();
  command
      .add_option("--out", options.out,
                  "NAME.mp4, NAME.mkv or NAME.webm (by ffmpeg), else a folder for 000001.png and so on")
      ->required();
  command.add_option("--width", options.width, "in pixels (1280)")->check(CLI::Range(16, 8192));
  command.add_option("--height", options.height, "in pixels (720)")->check(CLI::Range(16, 8192));
  command.add_option("--fps", options.fps, "frames a second of the video (60)")->check(CLI::Range(1.0, 1000.0));
  command.add_option("--from", options.from, "step to begin after (0)")->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--to", options.to, "step to end at (all of a recording, 600 of a scene)")
      ->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--speed", options.speed, "seconds of the run to one of the video (1); below 1: slow motion")
      ->check(CLI::Range(1e-3, 1e3));
  command.add_flag("--plain", options.plain, "without contacts and forces");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return renderPictures(options); }; });
}
#endif

void addSweep(CLI::App& app, SweepOptions& options, Action& action) {
  CLI::App& command = *app.add_subcommand("sweep", "Run a study: many runs of one scene, on all cores or machines");
  command.add_option("study", options.study, "FILE.json (docs/sweeps.md)")->required();
  command
      .add_option("--out", options.out,
                  "FILE.csv or FILE.parquet: a row per run, as it is done; what it has already is not run again")
      ->required();
  command.add_option("--workers", options.workers, "processes (one for each core); 0: none but this one")
      ->check(CLI::Range(0, 1024));
  command.add_option("--scheduler", options.scheduler, "address of a Dask scheduler, as tcp://HOST:8786");
  command.add_flag("--fresh", options.fresh, "run all again, whatever the file has");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return sweepStudy(options); }; });
}

void addSolve(CLI::App& app, SolveOptions& options, Action& action) {
  CLI::App& solve = *app.add_subcommand("solve", "Solve one contact problem from a file");
  solve
      .add_option("problem", options.problem,
                  "NAME.hdf5 (FCLIB, local or global form), NAME.mtx with NAME.b beside it, or NAME.problem.gz")
      ->required();
  addMethod(solve, options.method);
  solve.add_option("--tolerance", options.tolerance, "residual that counts as solved (1e-8)")
      ->check(CLI::Range(0.0, 1.0));
  addFriction(solve, options.friction);
  solve.add_option("--trace", options.trace,
                   "FILE.csv: the solve event by event: what was driven, what blocked it, sets, step length");
  addHistory(solve, options.history);
  addFormat(solve, options.format);
  solve.callback([&] { action = [&] { return solveProblem(options); }; });
}

void addCompare(CLI::App& app, CompareOptions& options, Action& action) {
  CLI::App& command = *app.add_subcommand("compare", "Hand the identical problem to every solver, cold");
  command
      .add_option("subject", options.subject,
                  "scene, NAME.hdf5 (FCLIB), NAME.mtx with NAME.b beside it, or NAME.problem.gz")
      ->required();
  command.add_option("--solvers", options.solvers, "ids, separated by commas (all)")->delimiter(',');
  command.add_option("--step", options.step, "step of the scene whose problem is taken (60)")
      ->check(CLI::Range(1L, 100'000'000L));
  addFriction(command, options.friction);
  addHistory(command, options.history);
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return compare(options); }; });
}

void addProfile(CLI::App& app, ProfileOptions& options, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "profile", "Performance profiles: how often each solver is how near to the best, over a set of problems");
  command
      .add_option("subjects", options.subjects,
                  "scenes, problem files NAME.hdf5, NAME.h5, NAME.mtx or NAME.problem.gz, and folders of such files")
      ->required();
  command.add_option("--steps", options.steps, "steps of each scene whose problems are taken (1,60)")
      ->delimiter(',')
      ->check(CLI::Range(1L, 100'000'000L));
  command.add_option("--solvers", options.solvers, "ids, separated by commas (all)")->delimiter(',');
  command
      .add_option("--residuals,--tolerance", options.residuals, "that count as solved, each by itself (1e-4,1e-6,1e-9)")
      ->delimiter(',')
      ->check(CLI::Range(1e-15, 1.0));
  command.add_option("--by", options.by, "time (default), iterations (pivots, of solvers that pivot), factorizations")
      ->check(CLI::IsMember({"time", "iterations", "factorizations"}));
  command.add_option("--iterations", options.iterations, "at most, of solvers that take a number of them (1000)")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--budget-s", options.budget_s, "seconds for each solver and problem (10)")
      ->check(CLI::Range(1e-3, 1e6));
  addFriction(command, options.friction);
  command.add_option("--csv", options.csv,
                     "FILE.csv: one row per problem, solver and residual (bench/plot_profile.py)");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return profileSolvers(options); }; });
}

void addRace(CLI::App& app, RaceOptions& options, Action& action) {
  CLI::App& command =
      *app.add_subcommand("race", "Run a scene under several methods in lockstep and tell how they part");
  command.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file")->required();
  command
      .add_option("--methods", options.methods,
                  "STEPPER+SOLVER, separated by commas (velocity+exact,velocity+pgs,position+gauss); the first is "
                  "what the others differ from")
      ->delimiter(',');
  command.add_option("--steps", options.steps, "number of steps (600)")->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--csv", options.csv, "FILE.csv: one row per step and method");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return raceMethods(options); }; });
}

void addExport(CLI::App& app, ExportOptions& options, Action& action) {
  CLI::App& command = *app.add_subcommand("export", "Write the contact problem of a scene's step to a file");
  command.add_option("subject", options.subject, "scene, or a problem file to convert")->required();
  command.add_option("--step", options.step, "step of the scene whose problem is written (60)")
      ->check(CLI::Range(1L, 100'000'000L));
  command.add_option("--out", options.out, "NAME.mtx, with NAME.b beside it, NAME.hdf5 (FCLIB), or NAME.problem.gz")
      ->required();
  command.add_option("--form", options.form, "of FCLIB files: local (default), or global, with the bodies' velocities")
      ->check(CLI::IsMember({"local", "global"}));
  command.add_flag("--with-solution", options.with_solution,
                   "the file gets an exact solution as well; NAME.mtx has no place for one");
  addMethod(command, options.method);
  addStepper(command, options.method);
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return exportProblem(options); }; });
}

void addAnalyze(CLI::App& app, AnalyzeOptions& options, Action& action) {
  CLI::App& command = *app.add_subcommand("analyze", "Would it stand; if not, how does it begin to fall");
  command.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file")->required();
  addMethod(command, options.method);
  command.add_flag("--frictionless", options.frictionless, "leave friction out");
  command
      .add_option("--touching", options.touching,
                  "gap in metres up to which bodies touch (by default as in a step: 1e-5 at 60 Hz)")
      ->check(CLI::Range(0.0, 1.0));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return analyzeScene(options); }; });
}

void addFramework(CLI::App& app, FrameworkCommand& options, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "framework", "Point masses and bars under the loops of Rote and Zwick, from a file or a planar scene's bricks");
  command
      .add_option("framework", options.framework,
                  "name in assets/frameworks or assets/scenes (diamond_5, collapse_5x5), or path of such a file")
      ->required();
  command.add_option("--loop", options.loop, "position (default, figure 7), acceleration (figure 6) or penalty (8.4)")
      ->check(CLI::IsMember({"acceleration", "position", "penalty"}));
  command
      .add_option("--objective", options.objective,
                  "L2 (default): original lengths; L1: those of the step before; S: (S') as it is printed")
      ->check(CLI::IsMember({"L1", "L2", "S"}));
  command
      .add_option("--bends", options.bends, "more solves a step, which make L2 exact (2); 0: the paper's right sides")
      ->check(CLI::Range(0, 10));
  command.add_option("--penalty", options.penalty, "M of section 8.4 in kg/m^2, of a penalty and of braces (100)")
      ->check(CLI::Range(1e-6, 1e12));
  command.add_option("--masses", options.masses, "of a scene's brick: 4 (default, the paper's) or 9 (homogeneous)")
      ->check(CLI::IsMember({4, 9}));
  command.add_flag("--braced", options.braced, "with a brace wherever two corners of an outline have no bar");
  command.add_option("--h", options.h, "length of a step in seconds (the file's own)")->check(CLI::Range(1e-6, 0.1));
  command.add_option("--steps", options.steps, "number of steps (1000)")->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--out", options.out, "FILE.csv: positions over time, one row per step and point");
  command.add_option("--timings", options.timings, "FILE.csv: one row per step: its program, residual, errors");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return runFramework(options); }; });
}

void addList(CLI::App& app, ListOptions& options, Action& action) {
  CLI::App& command = *app.add_subcommand("list", "List solvers, steppers, external referees or scenes");
  command.add_option("what", options.what, "solvers, steppers, referees or scenes")
      ->required()
      ->check(CLI::IsMember({"solvers", "steppers", "referees", "scenes"}));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return list(options); }; });
}

void addValidate(CLI::App& app, ValidateOptions& options, Action& action) {
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

void addBench(CLI::App& app, BenchOptions& options, Action& action) {
  CLI::App& command =
      *app.add_subcommand("bench", "Time scenes, with residuals, and a cold frictionless solve beside a dense LU");
  command.add_option("scenes", options.scenes, "scenes (a small choice)");
  command.add_option("--solvers", options.solvers, "ids, separated by commas (all)")->delimiter(',');
  command.add_option("--steps", options.steps, "number of steps (300)")->check(CLI::Range(1L, 100'000'000L));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return bench(options); }; });
}

std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

int run(int argc, char** argv) {
  CLI::App app("Keystone without a window: rigid bodies whose contact is solved exactly.", "keystone-cli");
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option_function<int>("--threads", setThreads, "threads to use at most; default: all the machine has")
      ->check(CLI::Range(1, 1024));
  app.set_version_flag("--version", "keystone-cli " + std::string(version()));
  app.failure_message([](const CLI::App*, const CLI::Error&) { return std::string(); });
  RunOptions run_options;
  ReplayOptions replay_options;
#ifdef KEYSTONE_RENDER
  RenderCommand render_options;
#endif
  SweepOptions sweep_options;
  SolveOptions solve_options;
  CompareOptions compare_options;
  ProfileOptions profile_options;
  RaceOptions race_options;
  ExportOptions export_options;
  AnalyzeOptions analyze_options;
  FrameworkCommand framework_options;
  ListOptions list_options;
  ValidateOptions validate_options;
  BenchOptions bench_options;
  Action action;
  addRun(app, run_options, action);
  addReplay(app, replay_options, action);
#ifdef KEYSTONE_RENDER
  addRender(app, render_options, action);
#endif
  addSweep(app, sweep_options, action);
  addSolve(app, solve_options, action);
  addCompare(app, compare_options, action);
  addProfile(app, profile_options, action);
  addRace(app, race_options, action);
  addExport(app, export_options, action);
  addAnalyze(app, analyze_options, action);
  addFramework(app, framework_options, action);
  addList(app, list_options, action);
  addValidate(app, validate_options, action);
  addBench(app, bench_options, action);
  const std::vector<std::string> names = commandNames(app);
  const std::string first = argc < 2 ? "" : argv[1];
  if (first == "complete") {  // asked by the shell, not by people, so that --help does not have it
    for (const std::string& word : completions(app, std::vector<std::string>(argv + 2, argv + argc)))
      std::puts(word.c_str());
    return 0;
  }
  if (!first.starts_with('-') && std::find(names.begin(), names.end(), first) == names.end()) {
    return report("found " + (argc < 2 ? "no command" : "command '" + first + "'") +
                  ", expected one of: " + CLI::detail::join(names, ", "));
  }
  try {
    app.parse(argc, argv);
    return action();
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : report(std::string(error.what()) + " (see --help)");
  }
}

}  // namespace
}  // namespace keystone

int main(int argc, char** argv) {
  try {
    return keystone::run(argc, argv);
  } catch (const std::exception& error) {
    return keystone::report(error.what());
  }
}

#include "cli/arguments.h"

namespace keystone {
namespace {

void addRun(CLI::App& app, RunOptions& options, std::function<int()>& action) {
  CLI::App& run = *app.add_subcommand("run", "Simulate a scene and print what it came to");
  run.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file or a robot's (MJCF, URDF)")
      ->required();
  addMethod(run, options.method);
  addStepper(run, options.method);
  run.add_option("--steps", options.steps, "number of steps (600)")->check(CLI::Range(0L, 100'000'000L));
  run.add_flag("--sleeping", options.sleeping, "let immobilised bodies at rest sleep (velocity, position steppers)");
  run.add_option("--timings", options.timings, "FILE.csv or FILE.json: one row per step")
      ->check(endingIn({".csv", ".json"}));
  run.add_option("--trace", options.trace, "FILE.json: Chrome trace events, for Perfetto");
  run.add_option("--state", options.state, "FILE.json: the last state, as a scene file");
  run.add_option("--record", options.record, "FILE.replay: a recording, for the command replay")
      ->check(endingIn({".replay"}));
  addFormat(run, options.format);
  run.callback([&] { action = [&] { return runScene(options); }; });
}

void addReplay(CLI::App& app, ReplayOptions& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("replay", "Run a recording again, and check every step to the last bit");
  command.add_option("recording", options.recording, "FILE.replay, of run --record or of the window")->required();
  command.add_option("--to", options.to, "number of steps, at most those there are (all)")
      ->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--state", options.state, "FILE.json: the last state, as a scene file");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return replayRecording(options); }; });
}

#ifdef KEYSTONE_RENDER
void addRender(CLI::App& app, RenderCommand& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("render", "Pictures or a video of a recording or a scene, without a display");
  command
      .add_option("subject", options.subject, "FILE.replay, or a scene by name or path, or a robot's file (MJCF, URDF)")
      ->required();
  command
      .add_option("--out", options.out,
                  "NAME.mp4, NAME.mkv or NAME.webm (by ffmpeg), or a folder for 000001.png and so on")
      ->required();
  command.add_option("--width", options.width, "in pixels (1280)")->check(CLI::Range(16, 8192));
  command.add_option("--height", options.height, "in pixels (720)")->check(CLI::Range(16, 8192));
  command.add_option("--fps", options.fps, "frames a second of the video (60)")->check(numberFrom(1.0, 1000.0));
  command.add_option("--from", options.from, "step to begin after (0)")->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--to", options.to, "step to end at (all of a recording, 600 of a scene)")
      ->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--speed", options.speed, "seconds of the run to one of the video (1); below 1: slow motion")
      ->check(numberFrom(1e-3, 1e3));
  command.add_flag("--plain", options.plain, "without contacts and forces");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return renderPictures(options); }; });
}
#endif

void addSweep(CLI::App& app, SweepOptions& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("sweep", "Run a study: many runs of one scene, on all cores or machines");
  command.add_option("study", options.study, "FILE.json (docs/sweeps.md)")->required();
  command
      .add_option("--out", options.out,
                  "FILE.csv or FILE.parquet: a row per run, as it is done; what it has already is not run again")
      ->required()
      ->check(endingIn({".csv", ".parquet"}));
  command.add_option("--workers", options.workers, "processes (one for each core); 0: none but this one")
      ->check(CLI::Range(0, 1024));
  command.add_option("--scheduler", options.scheduler, "address of a Dask scheduler, as tcp://HOST:8786");
  command.add_flag("--fresh", options.fresh, "run all again, whatever the file has");
  command.add_flag("--retry-failed", options.retry_failed, "run those again that have an error in the file");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return sweepStudy(options); }; });
}

void addRace(CLI::App& app, RaceOptions& options, std::function<int()>& action) {
  CLI::App& command =
      *app.add_subcommand("race", "Run a scene under several methods in lockstep and tell how they part");
  command.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file")->required();
  command
      .add_option("--methods", options.methods,
                  "STEPPER+SOLVER, or a stepper that is a method of its own (avbd), separated by commas "
                  "(velocity+exact,velocity+pgs,position+gauss); the first is what the others differ from")
      ->delimiter(',');
  command.add_option("--steps", options.steps, "number of steps (600)")->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--csv", options.csv, "FILE.csv: one row per step and method")->check(endingIn({".csv"}));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return raceMethods(options); }; });
}

void addExport(CLI::App& app, ExportOptions& options, std::function<int()>& action) {
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

void addImport(CLI::App& app, ImportCommand& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("import", "Make a scene of a robot from MJCF or URDF");
  command.add_option("file", options.file, "NAME.xml (MJCF) or NAME.urdf")->required();
  command.add_option("--out", options.out, "FILE.json: the scene to write")->required()->check(endingIn({".json"}));
  command.add_flag("--limp", options.limp, "leave motors out, which otherwise hold the joints");
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return importRobot(options); }; });
}

void addConvert(CLI::App& app, ConvertCommand& options, std::function<int()>& action) {
  CLI::App& command = *app.add_subcommand("convert", "Write a scene as MJCF, as far as that has it");
  command.add_option("scene", options.scene, "scene, or a robot's file")->required();
  command.add_option("--out", options.out, "NAME.xml to write")->required()->check(endingIn({".xml"}));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return convertScene(options); }; });
}

void addFramework(CLI::App& app, FrameworkCommand& options, std::function<int()>& action) {
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
      .add_option("--bends", options.bends,
                  "more solves a step, which make L2 exact (2); 0: the paper's right sides; L2 alone has them")
      ->check(CLI::Range(0, 10));
  command.add_option("--penalty", options.penalty, "M of section 8.4 in kg/m^2, of a penalty and of braces (100)")
      ->check(numberFrom(1e-6, 1e12));
  command.add_option("--masses", options.masses, "of a scene's brick: 4 (default, the paper's) or 9 (homogeneous)")
      ->check(CLI::IsMember({4, 9}));
  command.add_flag("--braced", options.braced, "with a brace wherever two corners of an outline have no bar");
  command.add_option("--h", options.h, "length of a step in seconds (the file's own; a scene's, 0.002 at most)")
      ->check(numberFrom(1e-6, 0.1));
  command.add_option("--steps", options.steps, "number of steps (1000)")->check(CLI::Range(0L, 100'000'000L));
  command.add_option("--out", options.out, "FILE.csv: positions over time, one row per step and point")
      ->check(endingIn({".csv"}));
  command.add_option("--timings", options.timings, "FILE.csv: one row per step: its program, residual, errors")
      ->check(endingIn({".csv"}));
  addFormat(command, options.format);
  command.callback([&] { action = [&] { return runFramework(options); }; });
}

}  // namespace

void addWorldCommands(CLI::App& app, Arguments& arguments) {
  addRun(app, arguments.run, arguments.action);
  addReplay(app, arguments.replay, arguments.action);
#ifdef KEYSTONE_RENDER
  addRender(app, arguments.render, arguments.action);
#endif
  addSweep(app, arguments.sweep, arguments.action);
  addRace(app, arguments.race, arguments.action);
  addExport(app, arguments.export_problem, arguments.action);
  addImport(app, arguments.import_robot, arguments.action);
  addConvert(app, arguments.convert, arguments.action);
  addFramework(app, arguments.framework, arguments.action);
}

}  // namespace keystone

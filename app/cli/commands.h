// The commands of keystone-cli: what each is asked, and the function that does it. Each returns the exit status,
// 0 (fine) or 1 (done, but the result is not good), and throws std::runtime_error for bad arguments or files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "step/method_choices.h"

namespace keystone {

// Empty: the scene's own, or the default.
struct MethodOptions : MethodChoices {
  std::vector<std::string> parameters;          // "id=value", of the solver
  std::vector<std::string> stepper_parameters;  // likewise, of the stepper
};

struct RunOptions {
  std::string scene = "wall_10x10";
  MethodOptions method;
  long steps = 600;
  bool sleeping = false;                      // bodies at rest may sleep; else as the scene says
  std::string timings, trace, state, record;  // files to write, empty = none
  Format format = Format::Table;
};
int runScene(const RunOptions& options);

struct ReplayOptions {
  std::string recording;  // file
  long to = -1;           // steps; below 0: all
  std::string state;      // FILE.json to write, empty = none
  Format format = Format::Table;
};
int replayRecording(const ReplayOptions& options);

struct RenderCommand {
  std::string subject;             // a recording, or the name or path of a scene
  std::string out;                 // NAME.mp4, NAME.mkv, NAME.webm, or a folder for pictures
  int width = 1280, height = 720;  // [pixels]
  double fps = 60.0;
  long from = 0, to = -1;  // steps; below 0: all of a recording, 600 of a scene
  double speed = 1.0;      // seconds of the run to one of the video
  bool plain = false;      // without contacts and forces
  Format format = Format::Table;
};
int renderPictures(const RenderCommand& command);

struct SweepOptions {
  std::string study, out;     // files
  int workers = -1;           // processes; below 0: one for each core
  std::string scheduler;      // address, empty = none
  bool fresh = false;         // run again what `out` has
  bool retry_failed = false;  // run again what has an error in it
  Format format = Format::Table;
};
// Becomes the Python program that does it.
int sweepStudy(const SweepOptions& options);

struct ListOptions {
  std::string what;  // "solvers", "steppers" or "scenes"
  Format format = Format::Table;
};
int list(const ListOptions& options);

struct SolveOptions {
  std::string problem;
  MethodOptions method;
  double tolerance = 1e-8;
  std::string friction = "cone";  // or "box"
  std::string trace;              // FILE.csv to write, empty = none
  std::string history;            // likewise
  Format format = Format::Json;
};
int solveProblem(const SolveOptions& options);

struct CompareOptions {
  std::string subject;               // scene or problem file
  std::vector<std::string> solvers;  // empty = all
  long step = 60;                    // of a scene, whose problem is compared
  std::string friction = "cone";
  std::string history;  // FILE.csv to write, empty = none
  Format format = Format::Table;
};
int compare(const CompareOptions& options);

struct ProfileOptions {
  std::vector<std::string> subjects;  // folders of problem files and scenes, problem files, scenes
  std::vector<long> steps = {1, 60};  // of scenes, whose problems are taken
  std::vector<std::string> solvers;   // empty = all
  std::vector<double> residuals = {1e-4, 1e-6, 1e-9};
  std::string by = "time";  // or "iterations", "factorizations", "products"
  int iterations = 1000;    // at most, of solvers that take a number of them
  double budget_s = 10.0;   // for each solver and problem
  int most_rows = 0;        // problems with more are left out; 0: none
  std::string friction = "cone";
  std::vector<std::string> out;  // FILE.csv, FILE.png to write
  Format format = Format::Table;
};
int profileSolvers(const ProfileOptions& options);

struct RaceOptions {
  std::string scene;
  std::vector<std::string> methods;  // of methodNamed(), the first is what others differ from; empty = usualMethods()
  long steps = 600;
  std::string csv;  // file to write, empty = none
  Format format = Format::Table;
};
int raceMethods(const RaceOptions& options);

struct ExportOptions {
  std::string subject;  // scene or problem file
  MethodOptions method;
  long step = 60;              // of a scene, whose problem is written
  std::string out;             // NAME.mtx, NAME.hdf5 or NAME.problem.gz
  std::string form = "local";  // of FCLIB files; or "global"
  bool with_solution = false;
  Format format = Format::Table;
};
int exportProblem(const ExportOptions& options);

struct ImportCommand {
  std::string file;   // MJCF or URDF
  std::string out;    // scene file
  bool limp = false;  // without motors
  Format format = Format::Table;
};
int importRobot(const ImportCommand& command);

struct ConvertCommand {
  std::string scene;  // or a robot's file
  std::string out;    // NAME.xml
  Format format = Format::Table;
};
int convertScene(const ConvertCommand& command);

struct AnalyzeOptions {
  std::string scene;
  MethodOptions method;
  double touching = 0.0;  // [m], gaps up to this count as contacts; 0: as in a step
  bool frictionless = false;
  Format format = Format::Table;
};
int analyzeScene(const AnalyzeOptions& options);

struct FrameworkCommand {
  std::string framework;          // a file, or a name in assets/frameworks or assets/scenes
  std::string loop = "position";  // or "acceleration", "penalty"
  std::string objective;          // "L1", "L2", "S"; empty: L2, of accelerations L1
  std::optional<int> bends;       // of L2 alone; none: 2
  double penalty = 100.0;         // M of section 8.4 [kg/m^2]
  int masses = 4;                 // of a brick; or 9
  bool braced = false;            // with the bars that are missing between corners, as braces
  double h = 0.0;                 // [s], 0: the file's own
  long steps = 1000;
  std::string out, timings;  // files to write, empty = none
  Format format = Format::Table;
};
int runFramework(const FrameworkCommand& command);

struct ValidateOptions {
  std::string name;                     // of one check, empty = all
  std::string solver, stepper;          // empty = all
  std::vector<std::string> parameters;  // "id=value", of the one solver
  bool all = false;                     // tables show every row
  Format format = Format::Table;
};
int validate(const ValidateOptions& options);

struct BenchOptions {
  std::vector<std::string> scenes = {"stack_15", "wall_10x10", "tower3d_10", "pyramid2d_10"};
  std::vector<std::string> solvers;  // empty = all
  long steps = 300;
  Format format = Format::Table;
};
int bench(const BenchOptions& options);

}  // namespace keystone

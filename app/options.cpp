#include "options.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "math/parallel.h"
#include "problem/problem_formats.h"
#include "record/recording.h"
#include "record/version.h"
#include "scene/framework_file.h"
#include "session/split_view.h"
#include "step/choose_method.h"

namespace keystone {
namespace {

std::string solverNames() {
  std::string names;
  for (const std::string_view id : solverIds()) names.append(names.empty() ? "" : ", ").append(id);
  return names;
}

std::string stepperIds() {
  std::string ids;
  for (const StepperInfo& stepper : steppers()) ids.append(ids.empty() ? "" : ", ").append(stepper.id);
  return ids;
}

}  // namespace

std::optional<int> parseOptions(int argc, char** argv, Options& options) {
  CLI::App app{"Keystone: a sandbox for stacks of rigid bodies whose contacts are solved exactly."};
  app.set_version_flag("--version", "keystone " + std::string(version()));
  app.add_option("SCENE", options.scene,
                 "Scene name, or a path to a scene file, a robot (.xml of MJCF, .urdf, .sdf), a recording "
                 "(.replay), a framework or a contact problem (.mtx, .hdf5, .problem.gz)")
      ->capture_default_str();
  app.add_option("--set", options.settings, "A parameter of the scene, NAME=VALUE; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--tour", options.tour, "Guided tour to begin with: the name of a file in assets/tours");
  app.add_option("--solver", options.method.solver, "Contact solver: " + solverNames());
  app.add_option("--stepper", options.method.stepper, "Stepper: " + stepperIds());
  app.add_option("--impacts", options.method.impacts, "Impact law: " + idsOf(impactLaws()));
  app.add_option("--restitution-law", options.method.restitution_law,
                 "Law of restitution: " + idsOf(restitutionLaws()));
  app.add_option("--impact-time", options.method.impact_time, "Time of impacts: " + idsOf(impactTimes()));
  app.add_option("--coordinates", options.method.coordinates, "Of joints in trees: " + idsOf(coordinates()));
  app.add_option("--joint-errors", options.method.joint_errors, "Errors of joints: " + idsOf(jointErrors()));
  app.add_option("--integrator", options.method.integrator,
                 "Integrator of what touches nothing: " + idsOf(integrators()));
  app.add_option_function<std::string>(
      "--split", [&options](const std::string& list) { options.split = methodsOfViews("--split", list); },
      "Split view of one to four methods, separated by commas: STEPPER+SOLVER, or a stepper that is a method of its "
      "own");
  app.add_flag("--paused", options.paused, "Start paused");
  app.add_option("--hz", options.hz, "Steps per simulated second")->check(CLI::Range(1.0, 10000.0));
  app.add_option("--width", options.width, "Width of the window [pixels]")->check(CLI::Range(320, 16384));
  app.add_option("--height", options.height, "Height of the window [pixels]")->check(CLI::Range(240, 16384));
  app.add_option("--ui-scale", options.ui_scale, "Scale of text and panels")->check(CLI::Range(0.5, 4.0));
  app.add_option("--record", options.record,
                 "Record step timings to this .csv or .json file, or the whole run to this .replay file")
      ->check([](const std::string& path) {
        const bool known = path.ends_with(".csv") || path.ends_with(".json") || isRecording(path);
        return known ? std::string() : "found '" + path + "', expected NAME.csv, NAME.json or NAME.replay";
      });
  app.add_option("--frames", options.frames, "Quit after so many frames")->check(CLI::PositiveNumber);
  app.add_option("--screenshot", options.screenshot, "Write this .png after the last frame");
  app.add_option("--seed", options.seed, "Seed of everything random")->capture_default_str();
  app.add_option_function<int>("--threads", setThreads, "Threads to use at most; default: all the machine has")
      ->check(CLI::Range(1, 1024));
  app.add_flag("--list", options.list, "List scenes and solvers, then quit");
  try {
    app.parse(argc, argv);
    options.names_scene = app.count("SCENE") > 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "keystone: " << error.what() << " (see --help)\n";
    return 2;
  } catch (const ChoiceError& error) {
    std::cerr << "keystone: " << error.what() << "\n";
    return 2;
  }
  return std::nullopt;
}

Scene openingScene(const Options& options, const std::string& asset_dir) {
  // Of what is no scene, the one that waits behind it.
  const bool is_other = isFrameworkFile(options.scene) || isRecording(options.scene) || isProblemFile(options.scene);
  const std::string name = is_other ? Options().scene : withValues(options.scene, options.settings);
  Scene scene = loadScene(findScene(name, asset_dir), asset_dir);
  Simulation& simulation = scene.simulation;
  chooseMethod(options.method, simulation);
  if (options.hz > 0.0) simulation.world.h = 1.0 / options.hz;
  return scene;
}

std::string listing(const std::string& asset_dir) {
  std::string text = "scenes\n";
  for (const std::string& id : listScenes(asset_dir)) text += "  " + id + "\n";
  text += "solvers\n";
  for (const SolverInfo* solver : solvers()) {
    text += "  " + std::string(solver->id) + "  " + std::string(solver->title) + "\n";
  }
  return text;
}

}  // namespace keystone

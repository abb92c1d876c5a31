#include "cli/arguments.h"

#include <cmath>
#include <map>
#include <memory>

#include "math/decimal.h"
#include "problem/problem_formats.h"
#include "record/recording.h"
#include "scene/scene_def.h"

namespace keystone {
namespace {

// Of commands that solve outside of steps.
constexpr const char* kNoFrame = "; by default work is unbounded here, work=0 keeps a frame as in a step";

using SceneSettings = std::vector<std::string>;

std::shared_ptr<SceneSettings> addSettings(CLI::App& command) {
  auto settings = std::make_shared<SceneSettings>();
  command.add_option("--set", *settings, "a parameter of the scene, NAME=VALUE (see: list scenes); may be repeated")
      ->allow_extra_args(false);
  return settings;
}

void putSettings(const SceneSettings& settings, std::string& scene) {
  if (settings.empty()) return;
  if (isRecording(scene) || isProblemFile(scene))
    throw UsageError("--set: found '" + scene + "', expected a scene: others have no parameters");
  scene = withValues(scene, settings);
}

}  // namespace

CLI::Validator endingIn(const std::vector<std::string>& endings) {
  const auto check = [endings](const std::string& path) {
    std::string expected;
    for (const std::string& ending : endings) {
      if (path.ends_with(ending)) return std::string();
      expected += (expected.empty() ? "FILE" : " or FILE") + ending;
    }
    return "found '" + path + "', expected " + expected;
  };
  return {check, ""};
}

CLI::Validator wholeFrom(long low, long high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  return {[low, high, range](std::string& text) {
            double value = 0.0;
            const bool is_whole = CLI::detail::lexical_cast(text, value) && value == std::floor(value);
            if (!is_whole || value < static_cast<double>(low) || value > static_cast<double>(high))
              return "found '" + text + "', expected a whole number from " + range;
            text = std::to_string(static_cast<long>(value));
            return std::string();
          },
          "INT in [" + std::to_string(low) + " - " + std::to_string(high) + "]"};
}

CLI::Validator numberFrom(double low, double high) {
  const std::string range = exactDecimal(low) + " to " + exactDecimal(high);
  return {[low, high, range](const std::string& text) {
            double value = 0.0;
            const bool is_number = CLI::detail::lexical_cast(text, value);
            if (is_number && value >= low && value <= high) return std::string();
            return "found '" + text + "', expected a number from " + range;
          },
          "FLOAT in [" + exactDecimal(low) + " - " + exactDecimal(high) + "]"};
}

void addSet(CLI::App& command, std::string& scene) {
  command.parse_complete_callback([settings = addSettings(command), &scene] { putSettings(*settings, scene); });
}

void addSet(CLI::App& command, std::vector<std::string>& scenes) {
  command.parse_complete_callback([settings = addSettings(command), &scenes] {
    for (std::string& scene : scenes) putSettings(*settings, scene);
  });
}

void addFormat(CLI::App& command, Format& format) {
  const std::map<std::string, Format> kFormats{{"table", Format::Table}, {"json", Format::Json}};
  command
      .add_option_function<std::string>(
          "--format", [&format, kFormats](const std::string& name) { format = kFormats.at(name); },
          format == Format::Json ? "table or json (default)" : "table (default) or json")
      ->check(CLI::IsMember({"table", "json"}));
}

void addParameters(CLI::App& command, std::vector<std::string>& parameters, const std::string& more) {
  command
      .add_option("-p,--parameter,--knob", parameters, "a parameter of the solver, ID=VALUE; may be repeated" + more)
      ->allow_extra_args(false);
}

void addMethod(CLI::App& command, MethodOptions& method, bool in_steps) {
  command.add_option("--solver", method.solver, "id of the solver (see: list solvers)");
  addParameters(command, method.parameters, in_steps ? "" : kNoFrame);
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
      "velocity, acceleration: simultaneous, sequential or reflections (docs/steppers.md); default: the scene's own");
  command.add_option("--restitution-law", method.restitution_law,
                     "velocity, acceleration: newton, poisson or stronge; default: the scene's own");
  command.add_option("--impact-time", method.impact_time,
                     "velocity: step or exact (the step stops at each impact); default: the scene's own");
  command.add_option(
      "--integrator", method.integrator,
      "velocity: automatic, semi_implicit_euler, implicit_midpoint, rk4 or cash_karp (docs/steppers.md); "
      "default: the scene's own");
  command.add_option("--coordinates", method.coordinates,
                     "velocity: maximal or reduced, for joints in trees (docs/steppers.md); default: the scene's own");
  command.add_option("--joint-errors", method.joint_errors,
                     "velocity: closed, lagrange, baumgarte or erp (docs/steppers.md); default: the scene's own");
}

CLI::Option* addFriction(CLI::App& command, std::string& law) {
  return command.add_option("--friction", law, "law that problems in space are held to: cone (default) or box")
      ->check(CLI::IsMember({"cone", "box"}));
}

void addHistory(CLI::App& command, std::string& path) {
  command
      .add_option("--history", path,
                  "FILE.csv: the residual after every iteration (a second solve, the same bits): "
                  "solver,iteration,factorizations,products,time_ms,residual")
      ->check(endingIn({".csv"}));
}

void addProblemSolvers(CLI::App& command, std::vector<std::string>& solvers, std::vector<std::string>& parameters) {
  addParameters(command, parameters, "; of several solvers, those that have it take it" + std::string(kNoFrame));
  command
      .add_option(
          "--solvers", solvers,
          "ids, separated by commas; all (default) stands for all of list solvers, referees for the external ones "
          "that are built (list referees)")
      ->delimiter(',');
}

}  // namespace keystone

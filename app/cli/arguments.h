// What the commands of keystone-cli are made with: each is one file, with its arguments and the function that does it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

#include "cli/setup.h"

namespace keystone {

// The commands of a command line, and what the one that was given is to do.
class Commands {
 public:
  explicit Commands(CLI::App& app) : app_(app) {}

  template <class Options>
  struct Added {
    CLI::App& command;
    Options& options;  // which live as long as the parser refers to them
  };
  // `run` returns the exit status, 0 (fine), 1 (done, but the result is not good) or kInterrupted (interrupt.h). It
  // throws std::runtime_error for bad arguments or files, and Stopped (math/stop.h) where nothing is worth keeping.
  template <class Options>
  Added<Options> add(const char* name, const char* what, int (*run)(const Options&)) {
    const auto options = std::make_shared<Options>();
    CLI::App& command = *app_.add_subcommand(name, what);
    command.callback([this, options, run] { action_ = [options, run] { return run(*options); }; });
    return {command, *options};
  }
  int runChosen() const { return action_(); }

 private:
  CLI::App& app_;
  std::function<int()> action_;
};

// Refuses the path of a file to write that has none of these endings.
CLI::Validator endingIn(const std::vector<std::string>& endings);
// A whole number, which 1e3 and 1000.0 are, too; for transform(), since the option reads it without a point.
CLI::Validator wholeFrom(long low, long high);
// From `low` to `high`. (Errors of CLI::Range write 1e-15 as 0.000000.)
CLI::Validator numberFrom(double low, double high);

// Options that several commands have.
void addFormat(CLI::App& command, Format& format);
void addParameters(CLI::App& command, std::vector<std::string>& parameters, const std::string& more = "");
// in_steps: false where a problem is solved by itself (leaveUnbounded()).
void addMethod(CLI::App& command, MethodOptions& method, bool in_steps = true);
void addStepper(CLI::App& command, MethodOptions& method);
CLI::Option* addFriction(CLI::App& command, std::string& law);
void addHistory(CLI::App& command, std::string& path);
void addProblemSolvers(CLI::App& command, std::vector<std::string>& solvers, std::vector<std::string>& parameters);
// --set NAME=VALUE, of the scenes that are named: becomes part of the names (scene/scene_def.h).
void addSet(CLI::App& command, std::string& scene);
void addSet(CLI::App& command, std::vector<std::string>& scenes);

}  // namespace keystone

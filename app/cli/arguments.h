// The arguments of keystone-cli: what commands there are, and what each of them takes.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/commands.h"

namespace keystone {

// What a command line asks for: `action` does it. The options outlive the parser, which refers to them.
struct Arguments {
  RunOptions run;
  ReplayOptions replay;
#ifdef KEYSTONE_RENDER
  RenderCommand render;
#endif
  SweepOptions sweep;
  SolveOptions solve;
  CompareOptions compare;
  ProfileOptions profile;
  RaceOptions race;
  ExportOptions export_problem;
  ImportCommand import_robot;
  ConvertCommand convert;
  AnalyzeOptions analyze;
  FrameworkCommand framework;
  ListOptions list;
  ValidateOptions validate;
  BenchOptions bench;
  std::function<int()> action;
};

// Commands that step worlds, and that solve problems or judge.
void addWorldCommands(CLI::App& app, Arguments& arguments);
void addProblemCommands(CLI::App& app, Arguments& arguments);

// Refuses the path of a file to write that has none of these endings.
CLI::Validator endingIn(const std::vector<std::string>& endings);
// From `low` to `high`. (Errors of CLI::Range write 1e-15 as 0.000000.)
CLI::Validator numberFrom(double low, double high);

// Options that several commands have.
void addFormat(CLI::App& command, Format& format);
void addParameters(CLI::App& command, std::vector<std::string>& parameters);
void addMethod(CLI::App& command, MethodOptions& method);
void addStepper(CLI::App& command, MethodOptions& method);
CLI::Option* addFriction(CLI::App& command, std::string& law);
void addHistory(CLI::App& command, std::string& path);

}  // namespace keystone

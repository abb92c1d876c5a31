// How the residual falls with factorizations, on problems of steps in which hundreds of contacts slide.
//
//   keystone_curve save DIR              runs the scenes of hard_scenes.cpp and saves their hard problems
//   keystone_curve measure DIR/final     solves each from its start, within 5, 10, ... 320 factorizations
//
// save: every other problem goes to DIR/tune, to choose methods by; the rest to DIR/final, for the figures.
#include "curve.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "math/parallel.h"

namespace keystone::bench {
namespace {

int run(int argc, char** argv) {
  CLI::App app("Hard problems: saves them, and measures residual against factorizations");
  app.require_subcommand(1);
  SaveOptions save;
  CLI::App* save_command = app.add_subcommand("save", "run the hard scenes and save their problems");
  save_command->add_option("folder", save.folder, "gets tune/ and final/")->required();
  save_command->add_option("--per-scene", save.per_scene, "problems of a scene at most")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  save_command->add_option("--scenes", save.scenes, "these only; default: all")->delimiter(',');
  MeasureOptions measure;
  CLI::App* measure_command = app.add_subcommand("measure", "solve the problems of a folder within bounds");
  measure_command->add_option("folder", measure.folder, "of files *.problem.gz")->required();
  measure_command->add_option("--work", measure.work, "factorizations at most")
      ->capture_default_str()
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  measure_command->add_option("--solver", measure.solver, "its id; it has the parameter `work`")->capture_default_str();
  measure_command->add_option("--csv", measure.csv, "file for a line of each problem and bound");
  CLI11_PARSE(app, argc, argv);
  setThreads(1);
  if (*save_command) saveHardProblems(save);
  if (*measure_command) measureHardProblems(measure);
  return 0;
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  try {
    return keystone::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

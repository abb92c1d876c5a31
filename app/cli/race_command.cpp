// keystone-cli race: one scene under several methods in lockstep, and how they part.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "math/decimal.h"
#include "math/stop.h"
#include "record/race_csv.h"
#include "record/run_summary.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct RaceOptions {
  std::string scene;
  std::vector<std::string> methods;  // of methodNamed(), the first is what others differ from; empty = usualMethods()
  long steps = 600;
  std::string csv;  // file to write, empty = none
  Format format = Format::Table;
};

std::vector<Method> methodsNamed(const std::vector<std::string>& names) {
  if (names.empty()) return {usualMethods().begin(), usualMethods().end()};
  std::vector<Method> methods;
  for (const std::string& name : names) methods.push_back(methodNamed("--methods", name));
  return methods;
}

// What one simulation came to over the whole race.
struct Course {
  RaceMeasure worst, last;
  std::optional<double> micrometre, millimetre;  // [s], when it was first that far from the first simulation
  std::vector<double> step_ms;
  long not_converged = 0;
  GradeCounts grades;
  std::uint64_t state_hash = 0;

  void add(const Race& race, const Simulation& simulation) {
    last = measure(race, simulation);
    worst.difference = std::max(worst.difference, last.difference);
    worst.mirror_error = std::max(worst.mirror_error, last.mirror_error);
    worst.residual = std::max(worst.residual, last.residual);
    worst.penetration = std::max(worst.penetration, last.penetration);
    worst.joint_error = std::max(worst.joint_error, last.joint_error);
    if (!micrometre && last.difference > 1e-6) micrometre = simulation.report.time;
    if (!millimetre && last.difference > 1e-3) millimetre = simulation.report.time;
    if (!simulation.report.repeated) step_ms.push_back(simulation.report.ms.total);
    state_hash = stateHash(simulation.world);
    if (simulation.report.rejected || simulation.report.solve.status != SolveStatus::Converged) ++not_converged;
    grades.add(gradeOf(simulation.report));
  }
};

Json orNull(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json toRow(const Race& race, const Simulation& simulation, const Course& course) {
  Json row{{"method", toString(methodOf(simulation))},
           {"apart_1um_s", orNull(course.micrometre)},
           {"apart_1mm_s", orNull(course.millimetre)},
           {"difference_max_m", course.worst.difference},
           {"difference_end_m", course.last.difference},
           {"mirror_error_max_m", race.mirror ? Json(course.worst.mirror_error) : Json(nullptr)},
           {"kinetic_end_J", course.last.kinetic},
           {"residual_max", course.worst.residual},
           {"penetration_max_m", course.worst.penetration},
           {"joint_error_max_m", course.worst.joint_error},
           {"step_ms", distribution(course.step_ms).median},
           {"not_converged", course.not_converged}};
  row.update(toJson(course.grades));
  row["state_hash"] = hexDigits(course.state_hash);
  return row;
}

// How many steps all methods have made: fewer where it was interrupted.
long runRace(Race& race, const std::string& scene, long steps, RaceRecorder* recorder, std::vector<Course>& courses) {
  for (const Simulation& simulation : race.simulations) courses.emplace_back().state_hash = stateHash(simulation.world);
  Progress progress(steps, "step");
  progress.workOn(scene + " by " + std::to_string(courses.size()) + " methods");
  long done = 0;
  try {
    for (; done < steps; ++done) {
      step(race);
      for (std::size_t k = 0; k < courses.size(); ++k) courses[k].add(race, race.simulations[k]);
      if (recorder != nullptr) recorder->add(race);
      progress.pieceDone();
    }
  } catch (const Stopped&) {  // some of the methods may have made a step more
  }
  return done;
}

int raceMethods(const RaceOptions& options) {
  const std::vector<Method> methods = methodsNamed(options.methods);
  std::optional<RaceRecorder> recorder;
  if (!options.csv.empty()) recorder.emplace(options.csv);
  const Scene scene = openScene(options.scene, {});
  Race race = startRace(scene.simulation, methods);
  std::vector<Course> courses;
  const long done = runRace(race, scene.id, options.steps, recorder ? &*recorder : nullptr, courses);
  if (recorder) recorder->close();
  Json rows = Json::array();
  std::string unfinished;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    rows.push_back(toRow(race, race.simulations[k], courses[k]));
    if (courses[k].not_converged > 0)
      unfinished += (unfinished.empty() ? "" : ", ") + toString(methods[k]) + " in " +
                    std::to_string(courses[k].not_converged) + " of " + std::to_string(done) + " steps";
  }
  print(rows, options.format);
  if (!unfinished.empty()) std::fprintf(stderr, "%s: not converged: %s\n", options.scene.c_str(), unfinished.c_str());
  if (done < options.steps) return sayInterrupted(scene.id, done, options.steps, "steps");
  return unfinished.empty() ? 0 : 1;
}

}  // namespace

void addRace(Commands& commands) {
  auto [command, options] =
      commands.add("race", "Run a scene under several methods in lockstep and tell how they part", raceMethods);
  command.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file")->required();
  addSet(command, options.scene);
  command
      .add_option(
          "--methods", options.methods,
          "STEPPER+SOLVER, with +JOINT_ERRORS (velocity+exact+baumgarte) if need be, or a stepper that is a method "
          "of its own (avbd), separated by commas (velocity+pivoting,velocity+pgs,position+gauss,"
          "velocity+exact); the first is what the others differ from")
      ->delimiter(',');
  command.add_option("--steps", options.steps, "number of steps (600)")->transform(wholeFrom(0, 100'000'000));
  command.add_option("--csv", options.csv, "FILE.csv: one row per step and method")->check(endingIn({".csv"}));
  addFormat(command, options.format);
}

}  // namespace keystone

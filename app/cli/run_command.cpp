// keystone-cli run: a scene without a window, and what it came to.
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "math/decimal.h"
#include "math/output_file.h"
#include "math/stop.h"
#include "record/run_recorder.h"
#include "record/run_summary.h"
#include "record/timing_csv.h"
#include "record/trace_event.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct RunOptions {
  std::string scene = "wall_10x10";
  MethodOptions method;
  long steps = 600;
  bool sleeping = false;                      // bodies at rest may sleep; else as the scene says
  bool every_step = false;                    // is computed
  std::string timings, trace, state, record;  // files to write, empty = none
  Format format = Format::Table;
};

// Of the file first, then of the run.
std::vector<std::string> notesOf(const Scene& scene, const RunSummary& summary) {
  std::vector<std::string> notes = scene.notes;
  notes.insert(notes.end(), summary.notes.begin(), summary.notes.end());
  return notes;
}

Json toJson(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json toJson(const CountSummary& count) {
  return {{"total", count.total}, {"median", count.median}, {"max", count.max}};
}

Json toJson(const Scene& scene, const RunSummary& s) {
  const StepperKind stepper = scene.simulation.stepper;
  const StepParams& params = scene.simulation.params;
  const bool solves = stepperInfo(stepper).uses_solver;
  // Null where the stepper does not look at it.
  const auto used = [stepper](StepSetting setting, std::string_view id) {
    return looksAt(stepper, setting) ? Json(id) : Json(nullptr);
  };
  return {{"scene", scene.id},
          {"solver", solves ? Json(scene.simulation.solver->id) : Json(nullptr)},
          {"stepper", toString(stepper)},
          {"impact_law", used(StepSetting::Impacts, infoOf(impactLaws(), params.impacts).id)},
          {"restitution_law", used(StepSetting::RestitutionLaw, infoOf(restitutionLaws(), params.restitution_law).id)},
          {"impact_time", used(StepSetting::ImpactTime, infoOf(impactTimes(), params.impact_time).id)},
          {"integrator", used(StepSetting::Integrator, infoOf(integrators(), params.integrator).id)},
          {"coordinates", used(StepSetting::Coordinates, infoOf(coordinates(), params.coordinates).id)},
          {"joint_errors", used(StepSetting::JointErrors, infoOf(jointErrors(), params.joint_errors).id)},
          {"steps", s.steps},
          {"steps_repeated", s.repeated},
          {"bodies", s.bodies},
          {"sleeping", s.sleeping},
          {"contacts_max", s.contacts_max},
          {"pivots", toJson(s.pivots)},
          {"drives", toJson(s.drives)},
          {"zero_steps", toJson(s.zero_steps)},
          {"solve_ms", toJson(s.solve_ms)},
          {"step_ms", toJson(s.step_ms)},
          {"residual_max", s.residual_max},
          {"approach_speed_max_m_s", s.approach_speed_max},
          {"cone_violation_max_Ns", s.cone_violation_max},
          {"penetration_max_m", s.penetration_max},
          {"joint_error_max_m", s.joint_error_max},
          {"velocity_error_max_m_s", s.velocity_error_max},
          {"displacement_max_m", s.displacement_max},
          {"energy_start_J", s.energy_start},
          {"energy_end_J", s.energy_end},
          {"energy_mean_J", s.energy.mean},
          {"energy_variance_J2", s.energy.variance},
          {"momentum_end_kg_m_s", toJson(s.momentum)},
          {"angular_momentum_end_kg_m2_s", toJson(s.angular_momentum)},
          {"impacts", s.impacts},
          {"notes", notesOf(scene, s)},
          {"stages", s.stages},
          {"not_converged", s.not_converged},
          {"grades", toJson(s.grades)},
          {"state_hash", hexDigits(s.state_hash)}};
}

// Of the steps that were not converged.
struct Trouble {
  long first = 0;  // step
  double residual = -1.0;
  std::string worst;  // "step 7: " and what that says

  // A step that was rejected is the worst, or one whose residual is no number.
  void add(const StepReport& report) {
    if (report.trouble.empty()) return;
    if (first == 0) first = report.step;
    const bool counts = !report.rejected && std::isfinite(report.residual.value);
    const double value = counts ? report.residual.value : std::numeric_limits<double>::infinity();
    if (value <= residual) return;
    residual = value;
    worst = "step " + std::to_string(report.step) + ": " + report.trouble;
  }
};

// The files of a run, opened before it, so that a bad place is told of at once.
class RunFiles {
 public:
  explicit RunFiles(const RunOptions& options) {
    if (!options.timings.empty()) timings_.emplace(options.timings);
    if (!options.trace.empty()) trace_.emplace(options.trace);
    if (!options.record.empty()) recorder_.emplace(options.record);
    if (!options.state.empty()) state_.emplace(options.state);
  }

  void before(const Scene& scene) {
    if (recorder_) recorder_->before(scene);
  }
  void after(const Simulation& simulation) {
    if (recorder_) recorder_->after(simulation);
    if (timings_) timings_->add(simulation, 0.0);
    if (trace_) trace_->add(simulation.report);
  }
  void close(const Scene& scene) {
    if (recorder_) recorder_->finish(scene);
    if (timings_) timings_->close();
    if (trace_) trace_->close();
    if (!state_) return;
    state_->out() << sceneText(scene);
    state_->close();
  }

 private:
  std::optional<TimingRecorder> timings_;
  std::optional<TraceEventWriter> trace_;
  std::optional<RunRecorder> recorder_;
  std::optional<OutputFile> state_;
};

// False where it was interrupted; a step that was under way then has changed nothing.
bool runSteps(Scene& scene, long steps, RunFiles& files, RunTally& tally, Trouble& trouble) {
  Progress progress(steps, "step");
  progress.workOn(scene.id);
  try {
    for (long i = 0; i < steps; ++i) {
      files.before(scene);
      const StepReport& report = step(scene.simulation);
      files.after(scene.simulation);
      tally.add(scene.simulation);
      trouble.add(report);
      progress.pieceDone();
    }
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

int runScene(const RunOptions& options) {
  RunFiles files(options);
  Scene scene = openSceneToStep(options.scene, options.method);
  if (options.sleeping) {
    letSleep("--sleeping", scene.simulation);
  }
  scene.simulation.params.skip_repeated = !options.every_step;
  RunTally tally(scene.simulation.world);
  Trouble trouble;
  const bool whole = runSteps(scene, options.steps, files, tally, trouble);
  files.close(scene);
  const RunSummary summary = tally.summary();
  print(toJson(scene, summary), options.format);
  if (summary.not_converged > 0)
    std::fprintf(stderr, "%s: %ld of %ld steps not converged; the first, step %ld; the worst, %s\n", scene.id.c_str(),
                 summary.not_converged, summary.steps, trouble.first, trouble.worst.c_str());
  if (!whole) return sayInterrupted(scene.id, summary.steps, options.steps, "steps");
  return summary.not_converged > 0 ? 1 : 0;
}

}  // namespace

void addRun(Commands& commands) {
  auto [command, options] = commands.add("run", "Simulate a scene and print what it came to", runScene);
  command
      .add_option("scene", options.scene,
                  "name in assets/scenes, or path of a scene file or a robot's (MJCF, URDF, SDF)")
      ->required();
  addSet(command, options.scene);
  addMethod(command, options.method);
  addStepper(command, options.method);
  command.add_option("--steps", options.steps, "number of steps (600)")->transform(wholeFrom(0, 100'000'000));
  command.add_flag("--sleeping", options.sleeping,
                   "let immobilised bodies at rest sleep (velocity, position steppers)");
  command.add_flag("--every-step", options.every_step, "compute also steps that repeat the one before to the last bit");
  command.add_option("--timings", options.timings, "FILE.csv or FILE.json: one row per step")
      ->check(endingIn({".csv", ".json"}));
  command.add_option("--trace", options.trace, "FILE.json: Chrome trace events, for Perfetto");
  command.add_option("--state", options.state, "FILE.json: the last state, as a scene file");
  command.add_option("--record", options.record, "FILE.replay: a recording, for the command replay")
      ->check(endingIn({".replay"}));
  addFormat(command, options.format);
}

}  // namespace keystone

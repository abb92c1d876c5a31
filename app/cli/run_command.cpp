// keystone-cli run: a scene without a window, and what it came to.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/progress.h"
#include "cli/setup.h"
#include "math/decimal.h"
#include "record/run_recorder.h"
#include "record/run_summary.h"
#include "record/timing_csv.h"
#include "record/trace_event.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

Json toJson(const Distribution& d) {
  return {{"min", d.min}, {"median", d.median}, {"p99", d.p99}, {"max", d.max}};
}

// Of the file first, then of the run.
std::vector<std::string> notesOf(const Scene& scene, const RunSummary& summary) {
  std::vector<std::string> notes = scene.notes;
  notes.insert(notes.end(), summary.notes.begin(), summary.notes.end());
  return notes;
}

Json toJson(const Scene& scene, const RunSummary& s) {
  const bool solves = stepperInfo(scene.simulation.stepper).uses_solver;
  return {{"scene", scene.id},
          {"solver", solves ? Json(scene.simulation.solver->id) : Json(nullptr)},
          {"stepper", toString(scene.simulation.stepper)},
          {"impact_law", infoOf(impactLaws(), scene.simulation.params.impacts).id},
          {"restitution_law", infoOf(restitutionLaws(), scene.simulation.params.restitution_law).id},
          {"impact_time", infoOf(impactTimes(), scene.simulation.params.impact_time).id},
          {"integrator", infoOf(integrators(), scene.simulation.params.integrator).id},
          {"coordinates", infoOf(coordinates(), scene.simulation.params.coordinates).id},
          {"steps", s.steps},
          {"bodies", s.bodies},
          {"sleeping", s.sleeping},
          {"contacts_max", s.contacts_max},
          {"pivots", {{"total", s.pivots_total}, {"median", s.pivots_median}, {"max", s.pivots_max}}},
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
          {"impacts", s.impacts},
          {"notes", notesOf(scene, s)},
          {"stages", s.stages},
          {"not_converged", s.not_converged},
          {"state_hash", hexDigits(s.state_hash)}};
}

// Returns the trouble of the first step that had any.
std::string runSteps(Scene& scene, const RunOptions& options, RunTally& tally) {
  std::optional<TimingRecorder> timings;
  std::optional<TraceEventWriter> trace;
  std::optional<RunRecorder> recorder;
  if (!options.timings.empty()) {
    timings.emplace(options.timings);
  }
  if (!options.trace.empty()) {
    trace.emplace(options.trace);
  }
  if (!options.record.empty()) recorder.emplace(options.record);

  Progress progress(options.steps, "step");
  progress.workOn(scene.id);
  std::string trouble;
  for (long i = 0; i < options.steps; ++i) {
    if (recorder) recorder->before(scene);
    const StepReport& report = step(scene.simulation);
    if (recorder) recorder->after(scene.simulation);
    tally.add(scene.simulation);
    if (trouble.empty() && !report.trouble.empty()) {
      trouble = "step " + std::to_string(report.step) + ": " + report.trouble;
    }
    if (timings) {
      timings->add(scene.simulation, 0.0);
    }
    if (trace) {
      trace->add(report);
    }
    progress.pieceDone();
  }
  if (recorder) recorder->finish(scene);
  return trouble;
}

// Options that the stepper would not look at.
void refuseIdleOptions(const Simulation& simulation, const MethodOptions& method) {
  const StepperInfo& stepper = stepperInfo(simulation.stepper);
  if (stepper.uses_solver) return;
  const std::string found = ": found the stepper '" + std::string(stepper.id) + "', which ";
  if (!method.solver.empty() || !method.parameters.empty())
    throw UsageError("--solver" + found + "is a method of its own, expected --stepper-parameter alone");
  const auto refuse = [&](const char* option, const std::string& id, std::string_view own) {
    if (!id.empty() && id != own) throw UsageError(option + found + "knows one alone, expected " + std::string(own));
  };
  refuse("--impacts", method.impacts, infoOf(impactLaws(), ImpactLaw::Simultaneous).id);
  refuse("--restitution-law", method.restitution_law, infoOf(restitutionLaws(), RestitutionLaw::Newton).id);
  refuse("--impact-time", method.impact_time, infoOf(impactTimes(), ImpactTime::Step).id);
  refuse("--integrator", method.integrator, infoOf(integrators(), Integrator::SemiImplicitEuler).id);
  refuse("--coordinates", method.coordinates, infoOf(coordinates(), Coordinates::Maximal).id);
}

}  // namespace

int runScene(const RunOptions& options) {
  Scene scene = openScene(options.scene, options.method);
  refuseIdleOptions(scene.simulation, options.method);
  if (options.sleeping) {
    letSleep("--sleeping", scene.simulation);
  }
  RunTally tally(scene.simulation.world);
  const std::string trouble = runSteps(scene, options, tally);
  if (!options.state.empty()) {
    saveScene(scene, options.state);
  }
  const RunSummary summary = tally.summary();
  print(toJson(scene, summary), options.format);
  if (summary.not_converged == 0) {
    return 0;
  }
  std::fprintf(stderr, "%s: %ld of %ld steps not converged; the first, %s\n", scene.id.c_str(), summary.not_converged,
               summary.steps, trouble.c_str());
  return 1;
}

}  // namespace keystone

#include "commands/commands_microscope.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "commands/commands.h"
#include "commands/commands_framework.h"
#include "session/problem_session.h"

namespace keystone {
namespace {

constexpr double kPlayLength = 8.0;       // [s], a long solve is played in this time
constexpr double kSlowestFrames = 6.0;    // events a second at least
constexpr double kMeasureBudget = 0.004;  // [s] a frame

void look(AppState& app, Specimen specimen, int failure) {
  Session& session = app.session;
  MicroscopeView& view = app.microscope;
  if (specimen.simulation.problem.rows() == 0) {
    closeMicroscope(app);
    return complain(session, "No contacts in the last step, so there is nothing to solve");
  }
  view.failure = failure;
  view.step = session.scene.simulation.world.step;
  view.solver = session.scene.simulation.solver;
  view.parameters = session.scene.simulation.parameters;
  app.probe = {};
  ++view.serial;
  if (view.row_by_row && canGoRowByRow(*specimen.simulation.solver)) {
    specimen.simulation.solver = findSolver("pivoting");
    std::erase_if(specimen.simulation.parameters, [](const auto& parameter) { return parameter.first != "friction"; });
  }
  session.microscope = std::make_unique<Microscope>(std::move(specimen), view.warm);
  // Where the last step's impulses are the solution there is nothing to walk through.
  if (view.row_by_row && view.warm && session.microscope->replay().size() <= 2) {
    Specimen same = session.microscope->specimen();
    view.warm = false;
    session.microscope = std::make_unique<Microscope>(std::move(same), view.warm);
    say(session, "At rest: from no impulses, since those of the last step solve it");
  }
  if (session.microscope->trace().dropped() > 0)
    complain(session, "The solve is too long to keep: " + std::to_string(session.microscope->trace().dropped()) +
                          " events were left out before the result");
}

void openMicroscope(AppState& app) {
  Session& session = app.session;
  session.paused = true;
  if (session.scene.simulation.problem.rows() == 0 && session.problem_file.empty()) stepOnce(session);
  if (!session.microscope) app.microscope.force_scale = app.force_scale;
  look(app, {session.scene.id, session.scene.simulation}, -1);
  if (session.microscope) app.drawer = "trace";
}

// The same specimen again, by the present solver and start.
void solveAgain(AppState& app) {
  Specimen specimen = app.session.microscope->specimen();
  specimen.simulation.solver = app.simulation().solver;
  specimen.simulation.parameters = app.simulation().parameters;
  const int at = app.session.microscope->replay().at();
  look(app, std::move(specimen), app.microscope.failure);
  if (at > 0) app.session.microscope->seek(app.session.microscope->replay().size() - 1);
}

void compareAll(AppState& app) {
  const Simulation& simulation = app.shownSimulation();
  if (simulation.problem.rows() == 0)
    return complain(app.session, "No contact problem to compare by: make a step first");
  SolverParameters parameters = app.session.parameters;
  parameters[std::string(app.simulation().solver->id)] = app.simulation().parameters;
  const std::string title = app.session.scene.id + ", step " + std::to_string(simulation.report.step);
  app.session.paused = true;
  app.comparison.reset();
  app.comparison = std::make_unique<Comparison>(
      solvedProblem(simulation), frictionLaw(*simulation.solver, simulation.parameters), std::move(parameters), title);
  app.drawer = "comparison";
  app.metrics = true;
}

void toggleMicroscope(AppState& app) {
  if (app.session.microscope) {
    closeMicroscope(app);
  } else {
    openMicroscope(app);
  }
}

void toggleFailures(AppState& app) {
  app.drawer = app.drawer == "failures" ? "plots" : "failures";
  app.metrics = true;
}

void walkBy(AppState& app, int frames) {
  seekTrace(app, app.session.microscope->replay().at() + frames);
}

void togglePlay(Microscope& microscope) {
  const bool playing = microscope.play_clock >= 0.0;
  if (!playing && microscope.replay().at() == microscope.replay().size() - 1) microscope.seek(0);
  microscope.play_clock = playing ? -1.0 : 0.0;
}

// With an open microscope; without one it does nothing.
template <auto handle>
void whileOpen(AppState& app) {
  if (app.session.microscope) handle(app);
}

constexpr ActionHandler kMicroscopeHandlers[] = {
    {Action::Microscope, toggleMicroscope},
    {Action::Compare, compareAll},
    {Action::Failures, toggleFailures},
    {Action::WarmStart, whileOpen<[](AppState& app) {
       app.microscope.warm = !app.microscope.warm;
       solveAgain(app);
     }>},
    {Action::SinglePivots, whileOpen<[](AppState& app) {
       app.microscope.row_by_row = !app.microscope.row_by_row;
       solveAgain(app);
     }>},
    {Action::TraceForward, whileOpen<[](AppState& app) { walkBy(app, 1); }>},
    {Action::TraceBack, whileOpen<[](AppState& app) { walkBy(app, -1); }>},
    {Action::TraceForwardTen, whileOpen<[](AppState& app) { walkBy(app, 10); }>},
    {Action::TraceBackTen, whileOpen<[](AppState& app) { walkBy(app, -10); }>},
    {Action::TraceNextDrive,
     whileOpen<[](AppState& app) { seekTrace(app, app.session.microscope->neighbourDrive(1)); }>},
    {Action::TracePreviousDrive,
     whileOpen<[](AppState& app) { seekTrace(app, app.session.microscope->neighbourDrive(-1)); }>},
    {Action::TraceFirst, whileOpen<[](AppState& app) { seekTrace(app, 0); }>},
    {Action::TraceLast, whileOpen<[](AppState& app) { seekTrace(app, app.session.microscope->replay().size() - 1); }>},
    {Action::TracePlay, whileOpen<[](AppState& app) { togglePlay(*app.session.microscope); }>},
    {Action::MatrixOrder, whileOpen<[](AppState& app) { app.microscope.by_sets = !app.microscope.by_sets; }>},
    {Action::BlockRank, whileOpen<[](AppState& app) { app.session.microscope->measureBlock(); }>},
};

}  // namespace

bool canGoRowByRow(const SolverInfo& solver) {
  return solver.id == "exact";
}

std::span<const ActionHandler> microscopeHandlers() {
  return kMicroscopeHandlers;
}

void seekTrace(AppState& app, int frame) {
  if (app.framework) return seekFrameworkTrace(app, frame);
  if (!app.session.microscope) return;
  app.session.microscope->play_clock = -1.0;
  app.session.microscope->seek(frame);
}

void lookAtFailure(AppState& app, int entry) {
  const auto& entries = app.session.failures.entries;
  if (entry < 0 || entry >= static_cast<int>(entries.size())) return;
  app.session.paused = true;
  if (!app.session.microscope) app.microscope.force_scale = app.force_scale;
  look(app, entries[entry].specimen, entry);
}

void forgetFailures(AppState& app) {
  if (app.session.microscope && app.microscope.failure >= 0) closeMicroscope(app);
  say(app.session, deleteFailures(app.session.failures));
}

void closeMicroscope(AppState& app) {
  app.session.microscope.reset();
  app.probe = {};
  if (app.drawer == "trace") app.drawer = "plots";
}

void showProblem(AppState& app) {
  app.microscope.warm = false;
  openMicroscope(app);
}

void followMicroscope(AppState& app) {
  Session& session = app.session;
  if (!session.microscope) {
    if (app.drawer == "trace") app.drawer = "plots";  // closed with its scene
    return;
  }
  if (!session.paused) return closeMicroscope(app);
  const MicroscopeView& view = app.microscope;
  const Simulation& simulation = session.scene.simulation;
  const bool other_method = simulation.solver != view.solver || simulation.parameters != view.parameters;
  if (other_method && !session.problem_file.empty()) solveProblem(session);
  if (view.failure < 0 && simulation.world.step != view.step) return look(app, {session.scene.id, simulation}, -1);
  if (other_method) solveAgain(app);
}

void advanceMicroscope(AppState& app, double seconds) {
  if (!app.session.microscope) return;
  Microscope& microscope = *app.session.microscope;
  microscope.measureResiduals(kMeasureBudget);
  if (microscope.play_clock < 0.0) return;
  microscope.play_clock += seconds;
  const int size = microscope.replay().size();
  const double rate = std::max(kSlowestFrames, size / kPlayLength);
  const int moves = static_cast<int>(std::floor(microscope.play_clock * rate));
  if (moves == 0) return;
  microscope.play_clock -= moves / rate;
  const int target = microscope.replay().at() + moves;
  microscope.seek(target);
  if (target >= size - 1) microscope.play_clock = -1.0;
}

}  // namespace keystone

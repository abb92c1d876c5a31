#include "session/problem_session.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "problem/problem_formats.h"
#include "session/holding.h"
#include "session/settings.h"
#include "solver/by_islands.h"

namespace keystone {
namespace {

// What belongs to the program, whatever it shows.
void handOver(Session& from, Session& to) {
  to.recorder = std::move(from.recorder);
  to.run_recorder = std::move(from.run_recorder);
  to.last_recording = std::move(from.last_recording);
  to.random = from.random;
  to.failures.folder = from.failures.folder;
  to.failures.saved = from.failures.saved;
}

// Nothing is held while another session is shown: the mouse may let go meanwhile.
void letGoOfAll(Session& session) {
  session.hand.reset();
  session.hand_force = 0.0;
  letGo(session);
}

}  // namespace

void openProblem(Session& session, const std::string& path) {
  ContactProblem problem = readAnyProblem(path).problem;
  problem.contact_points.clear();  // of a world that is not here
  problem.joint_of_row.clear();
  const std::filesystem::path file(path);
  Scene scene;
  scene.id = problemName(path);
  scene.name = file.filename().string();
  scene.description = "A contact problem without a scene, of " + path;
  const Simulation& before = session.scene.simulation;
  scene.simulation.solver = before.solver != nullptr ? before.solver : defaultSolver();
  scene.simulation.parameters = before.parameters;
  Session shown;
  handOver(session, shown);
  openScene(shown, std::move(scene));
  if (session.problem_file.empty()) {
    letGoOfAll(session);
    shown.waiting = std::make_unique<Session>(std::move(session));
  } else {
    shown.waiting = std::move(session.waiting);
  }
  session = std::move(shown);
  session.problem_file = path;
  session.paused = true;
  session.scene.simulation.problem = std::move(problem);
  session.scene.simulation.sliding.clear();
  solveProblem(session);
  say(session, "Opened " + path);
}

bool closeProblem(Session& session) {
  const std::unique_ptr<Session> waiting = std::move(session.waiting);
  if (!waiting) return false;
  const std::string closed = session.scene.name;
  handOver(session, *waiting);
  session = std::move(*waiting);
  say(session, "Closed " + closed + ": this is " + session.scene.name);
  return true;
}

void solveProblem(Session& session) {
  Simulation& simulation = session.scene.simulation;
  const ContactProblem& problem = simulation.problem;
  simulation.start = {};
  simulation.start.lambda = VecX::Zero(problem.rows());
  simulation.solution = simulation.start;
  StepReport& report = simulation.report = {};
  report.contacts = problem.contacts;
  report.rows = problem.rows();
  const auto begin = std::chrono::steady_clock::now();
  report.solve = solveAndCheck(*simulation.solver, problem, simulation.parameters, simulation.solution, nullptr);
  session.stepped_by = methodOf(simulation);
  report.ms.solve = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  report.residual = report.solve.residual;
  if (simulation.solution.sets.empty()) {
    classify(problem, simulation.solution.lambda, simulation.solution.sets);
    simulation.solution.sets_inferred = true;
  }
  report.sets = countSets(problem, simulation.solution.sets);
  report.sets_inferred = simulation.solution.sets_inferred;
}

void saveProblem(Session& session) {
  const Session& now = session;
  const ContactProblem& problem = now.microscope ? now.microscope->problem() : now.scene.simulation.problem;
  if (problem.rows() == 0) return complain(session, "No contact problem to save: no step has been made yet");
  const std::string path = freshName(session.scene.id, simplestEnding(problem));
  try {
    writeAnyProblem(path, {.problem = problem, .scene = session.scene.id});
    say(session, "Saved the contact problem, " + std::to_string(problem.rows()) + " rows, to " + shownPath(path));
  } catch (const std::exception& error) {
    complain(session, error.what());
  }
}

}  // namespace keystone

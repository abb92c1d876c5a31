#include "session/problem_session.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "problem/problem_formats.h"
#include "session/settings.h"
#include "solver/by_islands.h"

namespace keystone {

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
  auto waiting = std::move(session.waiting);
  if (session.problem_file.empty())
    waiting = std::make_unique<WaitingScene>(std::move(session.scene), std::move(session.start));
  openScene(session, std::move(scene));
  session.waiting = std::move(waiting);
  session.problem_file = path;
  session.race.reset();  // without bodies there is nothing to race
  session.paused = true;
  session.scene.simulation.problem = std::move(problem);
  session.scene.simulation.sliding.clear();
  solveProblem(session);
  say(session, "Opened " + path);
}

bool closeProblem(Session& session) {
  const auto waiting = std::move(session.waiting);
  if (!waiting) return false;
  openScene(session, std::move(waiting->scene));
  session.start = std::move(waiting->start);
  session.paused = true;
  say(session, "Back in " + session.scene.name);
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

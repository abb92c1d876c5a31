#include "problem_session.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "problem_files.h"
#include "solver/by_islands.h"

namespace keystone {

void openProblem(Session& session, const std::string& path) {
  ContactProblem problem = readProblem(path);
  const std::filesystem::path file(path);
  Scene scene;
  scene.id = file.stem().string();
  scene.name = file.filename().string();
  scene.description = "A contact problem without bodies: W and q of " + path;
  const Lane& before = session.scene.lane;
  scene.lane.solver = before.solver != nullptr ? before.solver : solvers().front();
  scene.lane.knobs = before.knobs;
  openScene(session, std::move(scene));
  session.problem_file = path;
  session.race.reset();  // without bodies there is nothing to race
  session.paused = true;
  session.scene.lane.problem = std::move(problem);
  session.scene.lane.sliding.clear();
  solveProblem(session);
  say(session, "Opened " + path);
}

void solveProblem(Session& session) {
  Lane& lane = session.scene.lane;
  const ContactProblem& problem = lane.problem;
  lane.start = {};
  lane.start.lambda = VecX::Zero(problem.rows());
  lane.solution = lane.start;
  StepReport& report = lane.report = {};
  report.contacts = problem.contacts;
  report.rows = problem.rows();
  const auto begin = std::chrono::steady_clock::now();
  report.solve = solveByIslands(*lane.solver, problem, lane.knobs, lane.solution, nullptr);
  report.ms.solve = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  report.residual = report.solve.residual;
  if (lane.solution.sets.empty()) {
    lane.solution.sets = classify(problem, lane.solution.lambda);
    lane.solution.sets_inferred = true;
  }
  report.sets = countSets(problem, lane.solution.sets);
  report.sets_inferred = lane.solution.sets_inferred;
}

void saveProblem(Session& session) {
  const Session& now = session;
  const ContactProblem& problem = now.microscope ? now.microscope->problem() : now.scene.lane.problem;
  if (problem.rows() == 0) return complain(session, "No contact problem to save: no step has been made yet");
  const std::string path = freshName(session.scene.id, problemExtension(problem));
  try {
    writeProblem(path, problem);
    say(session, "Saved the contact problem, " + std::to_string(problem.rows()) + " rows, to " + path);
  } catch (const std::exception& error) {
    complain(session, error.what());
  }
}

}  // namespace keystone

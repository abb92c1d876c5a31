#include "session/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "session/keys.h"
#include "session/problem_session.h"
#include "session/settings.h"
#include "session/strays.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

// Of real time per frame, after which simulated time is dropped and a step that takes longer is left to itself.
constexpr std::chrono::milliseconds kPhysicsBudget{30};
constexpr std::chrono::milliseconds kGlance{4};  // at a step that has taken long already
constexpr int kMostAsked = 50;                   // steps

using RealTime = StepRunner::Clock;

// A method that is not exact promises no residual: that it is left with a large one is no failure.
Message::Kind troubleKind(const Simulation& simulation) {
  const bool is_exact =
      stepperInfo(simulation.stepper).uses_solver && (simulation.solver == nullptr || simulation.solver->exact);
  const bool by_design =
      !is_exact && !simulation.report.rejected && simulation.report.solve.status == SolveStatus::IterationLimit;
  return by_design ? Message::Kind::Limit : Message::Kind::Trouble;
}

// Of a step graded as failed. One that is within a tolerance larger than the grades' has no trouble to tell.
void tellTrouble(Session& session) {
  const Simulation& simulation = session.scene.simulation;
  const StepReport& report = simulation.report;
  if (report.trouble.empty()) return;
  std::string text = "step " + std::to_string(report.step) + ": " + report.trouble;
  const Message::Kind kind = troubleKind(simulation);
  if (kind == Message::Kind::Trouble && simulation.problem.rows() > 0) {
    const std::string file = keepFailure(session.failures, {session.scene.id, simulation});
    if (!file.empty()) text += "; " + file;
  }
  session.trouble = {std::move(text), kind, 0.0};
}

void stopDragging(Session& session) {
  session.hand.reset();
  session.hand_force = 0.0;
  session.held.reset();
  session.scene.simulation.world.drags.clear();
}

}  // namespace

int lastSelected(const Session& session) {
  return session.selected.empty() ? -1 : session.selected.back();
}

void say(Session& session, std::string text) {
  session.message = {std::move(text), Message::Kind::Info, 0.0};
}

void complain(Session& session, std::string text) {
  session.message = {std::move(text), Message::Kind::Trouble, 0.0};
}

bool hasStepped(const Session& session) {
  // By their names, of which a solver that the stepper does not use is no part.
  return session.stepped_by && toString(*session.stepped_by) == toString(methodOf(session.scene.simulation));
}

bool isHeldByTrouble(const Session& session) {
  return session.paused && session.scene.simulation.report.rejected && !session.trouble.text.empty();
}

void forgetStep(Session& session) {
  session.stepped_by.reset();
  Simulation& simulation = session.scene.simulation;
  static_cast<StepResult&>(simulation) = {};
  simulation.report.step = simulation.world.step;
  simulation.report.time = simulation.world.time;
  simulation.report.bodies = static_cast<int>(simulation.world.bodies.size());
  simulation.report.sleeping = countSleepers(simulation.world);
  stopDragging(session);
  std::erase_if(session.selected, [&](int body) { return body >= simulation.report.bodies; });
}

void lookAhead(Session& session) {
  if (session.runner.isRunning()) {
    session.runner.drop();
    if (session.look != Session::Look::UnderWay) session.clock.add(session.scene.simulation.world.h, 1.0);
  }
  forgetStep(session);
  if (session.problem_file.empty()) session.look = Session::Look::Wanted;
}

void openScene(Session& session, Scene scene) {
  closeProblem(session);
  session.scene = std::move(scene);
  session.start = session.scene.simulation.world;
  session.history.clear();
  session.undo.clear();
  session.telemetry.clear();
  session.watch.reset();
  session.clock.reset();
  session.rate.reset();
  session.parameters.clear();
  session.grades = {};
  session.told_of_fallen = false;
  session.trouble = {};
  session.selected.clear();
  session.runner.drop();  // it may look ahead in the scene before
  session.look = Session::Look::No;
  session.failures.entries.clear();
  session.microscope.reset();
  session.review.reset();
  forgetStep(session);
  if (session.race) raceBy(session, session.race->methods());
  session.challenge.reset();
  if (session.scene.challenge) session.challenge.emplace(*session.scene.challenge, session.scene.simulation.world);
}

void restart(Session& session) {
  if (session.review) return seekReview(session, 0);
  session.undo.remember(session.scene.simulation);
  session.scene.simulation.world = session.start;
  session.history.clear();
  session.telemetry.clear();
  session.clock.reset();
  session.grades = {};
  session.told_of_fallen = false;
  session.trouble = {};
  forgetStep(session);
}

namespace {

bool hasTime(Session& session) {
  if (session.problem_file.empty()) return true;
  session.paused = true;
  complain(session, "A problem without bodies has no time to step through");
  return false;
}

Race* raceOf(Session& session) {
  return session.race ? &session.race->race() : nullptr;
}

// Where the disk takes no more, the recording ends and the run goes on.
template <class Recorder, class Record>
void recordBy(std::unique_ptr<Recorder>& recorder, Session& session, Record record) {
  if (!recorder) return;
  try {
    record(*recorder);
  } catch (const std::runtime_error& error) {
    recorder.reset();
    complain(session, error.what());
  }
}

void beginStep(Session& session) {
  Simulation& simulation = session.scene.simulation;
  simulation.world.drags.clear();
  if (session.hand) simulation.world.drags.push_back(*session.hand);
  if (session.race) {
    session.race->follow(simulation);
    session.race->ready(simulation, session.parameters);
  }
  session.runner.begin(simulation, raceOf(session));
}

void finishStep(Session& session) {
  Simulation& simulation = session.scene.simulation;
  PauseOn pause_on = session.pause_on;
  pause_on.impact = pause_on.impact && session.stepped_by;  // else all that rests would be new
  const BodyPairs pressed = pause_on.impact ? pressingPairs(simulation) : BodyPairs();
  session.history.push(simulation.world);
  recordBy(session.run_recorder, session, [&](RunRecorder& recorder) { recorder.before(session.scene); });
  session.runner.take(simulation, raceOf(session));
  recordBy(session.run_recorder, session, [&](RunRecorder& recorder) { recorder.after(simulation); });
  const StepReport& report = simulation.report;
  session.stepped_by = methodOf(simulation);
  if (session.race) session.race->record(simulation);
  if (session.hand) session.hand_force = dragForce(simulation.world, *session.hand, simulation.world.h).norm();
  session.telemetry.add(report, *simulation.solver);
  if (session.watch) session.watch->add(simulation);
  recordBy(session.recorder, session, [&](TimingRecorder& recorder) { recorder.add(simulation, session.frame_ms); });
  const Grade grade = gradeOf(report);
  session.grades.add(grade);
  if (grade == Grade::Failed) tellTrouble(session);
  restFallen(session);
  // A rejected step would be rejected again and again: the user looks first.
  if (report.rejected) session.paused = true;
  if (session.paused) return;
  const std::string reason = reasonToPause(pause_on, pressed, simulation);
  if (reason.empty()) return;
  session.paused = true;
  if (grade != Grade::Failed) say(session, reason);  // which has its own line
}

// What the coming step comes to, without its world.
void finishLook(Session& session) {
  Simulation& simulation = session.scene.simulation;
  Simulation ahead;
  session.runner.take(ahead, nullptr);
  static_cast<StepResult&>(simulation) = std::move(static_cast<StepResult&>(ahead));
  simulation.report.step = simulation.world.step;
  simulation.report.time = simulation.world.time;
  session.stepped_by = methodOf(simulation);
  session.look = Session::Look::No;
}

bool isStepDue(const Session& session) {
  if (session.held) return false;
  return session.paused ? session.asked_steps > 0 : session.clock.due(session.scene.simulation.world.h);
}

}  // namespace

void stepOnce(Session& session) {
  if (!hasTime(session)) return;
  if (session.review) return seekReview(session, session.review->replay.position() + 1);
  session.runner.drop();  // the state it began with may not be this one
  session.look = Session::Look::No;
  beginStep(session);
  finishStep(session);
}

void askSteps(Session& session, int count) {
  session.paused = true;
  if (hasTime(session)) session.asked_steps = std::min(session.asked_steps + count, kMostAsked);
}

void giveUpStep(Session& session) {
  const double seconds = session.runner.seconds();
  session.runner.drop();
  session.look = Session::Look::No;
  session.paused = true;
  session.asked_steps = 0;
  char text[160];
  std::snprintf(text, sizeof text,
                "Step %ld cancelled after %.1f s, the world is unchanged; 'Work at most' limits a solve",
                session.scene.simulation.world.step + 1, seconds);
  say(session, text);
}

void advance(Session& session, double real_seconds) {
  if (session.review) {
    advanceReview(session, real_seconds);
    if (!session.review) return;
    session.stepped_by.reset();
    if (session.review->replay.position() > 0) session.stepped_by = methodOf(session.scene.simulation);
    return;
  }
  StepRunner& runner = session.runner;
  const double h = session.scene.simulation.world.h;
  if (session.race) session.race->follow(session.scene.simulation);
  if (session.paused || session.held) {
    session.clock.reset();
    session.rate.reset();
    if (session.asked_steps == 0 && session.look == Session::Look::No) return runner.drop();
  } else {
    session.asked_steps = 0;
    session.clock.add(real_seconds, session.speed);
  }
  if (runner.isStale(session.scene.simulation, raceOf(session))) {
    runner.drop();
    if (session.look == Session::Look::UnderWay) {
      session.look = Session::Look::Wanted;
    } else if (!session.paused) {
      session.clock.add(h, 1.0);
    }
  }
  const auto until = RealTime::now() + (isLong(runner) ? kGlance : kPhysicsBudget);
  int steps = 0;
  while (runner.isRunning() || ((isStepDue(session) || session.look != Session::Look::No) && RealTime::now() < until)) {
    if (!runner.isRunning()) {
      if (!hasTime(session)) break;
      session.look = isStepDue(session) ? Session::Look::No : Session::Look::UnderWay;
      if (session.look == Session::Look::No) session.clock.take(h);
      beginStep(session);
    }
    if (!runner.isDone(until)) break;
    if (session.look == Session::Look::UnderWay) {
      finishLook(session);
      continue;
    }
    finishStep(session);
    session.asked_steps = std::max(0, session.asked_steps - 1);
    ++steps;
  }
  session.clock.drop(h);
  if (!session.paused) session.rate.add(real_seconds, steps * h);
}

bool stepBack(Session& session) {
  if (session.review) {
    const long position = session.review->replay.position();
    if (position > 0) seekReview(session, position - 1);
    return position > 0;
  }
  session.held.reset();
  std::optional<World> target = session.history.pop();
  if (!target) return false;
  Simulation& simulation = session.scene.simulation;
  // The step that led to the target is done once more, so that contacts and sets belong to what is shown.
  const World* before = session.history.last();
  const bool same_bodies = before != nullptr && before->bodies.size() == target->bodies.size();
  if (same_bodies) {
    simulation.world = *before;
    step(simulation);
    session.stepped_by = methodOf(simulation);
  }
  simulation.world = std::move(*target);
  const auto hand = session.hand;
  if (!same_bodies) forgetStep(session);
  simulation.world.drags.clear();
  session.hand = hand;
  return true;
}

void chooseSolver(Session& session, const SolverInfo& solver) {
  Simulation& simulation = session.scene.simulation;
  if (simulation.solver == &solver) return;
  if (simulation.solver != nullptr) session.parameters[std::string(simulation.solver->id)] = simulation.parameters;
  simulation.solver = &solver;
  simulation.parameters = session.parameters[std::string(solver.id)];
  say(session, "Solver: " + std::string(solver.title));
}

void chooseStepper(Session& session, StepperKind stepper) {
  if (session.scene.simulation.stepper == stepper) return;
  session.scene.simulation.stepper = stepper;
  say(session, "Stepper: " + std::string(stepperInfo(stepper).title));
}

void chooseNextMethod(Session& session) {
  Simulation& simulation = session.scene.simulation;
  const auto methods = usualMethods();
  const auto here = std::find(methods.begin(), methods.end(), methodOf(simulation));
  const Method& next = here == methods.end() || here + 1 == methods.end() ? methods.front() : *(here + 1);
  chooseSolver(session, *next.solver);
  simulation.stepper = next.stepper;
  say(session, "Method: " + toString(next));
}

void toggleRace(Session& session) {
  if (session.race) return session.race.reset();
  if (!session.problem_file.empty()) return complain(session, "A problem without bodies has no time to race in");
  session.race = std::make_unique<SideRace>(session.scene.simulation);
}

void raceBy(Session& session, std::vector<Method> methods) {
  session.runner.drop();  // a step under way is one of the race before
  session.race = std::make_unique<SideRace>(session.scene.simulation, std::move(methods));
}

void setParameter(Session& session, const std::string& id, double value) {
  session.scene.simulation.parameters[id] = value;
}

void startRecording(Session& session, const std::string& path) {
  if (isRecording(path)) {
    session.run_recorder = std::make_unique<RunRecorder>(path);
    session.last_recording = path;
  } else {
    session.recorder = std::make_unique<TimingRecorder>(path);
  }
  say(session, "Recording to " + shownPath(path));
}

void stopRecording(Session& session) {
  recordBy(session.recorder, session, [](TimingRecorder& recorder) { recorder.close(); });
  if (!session.recorder) return;
  say(session,
      "Recorded " + std::to_string(session.recorder->rows()) + " steps to " + shownPath(session.recorder->path()));
  session.recorder.reset();
}

void stopRunRecording(Session& session) {
  recordBy(session.run_recorder, session, [&session](RunRecorder& recorder) {
    session.problem_file.empty() ? recorder.finish(session.scene) : recorder.close();
  });
  if (!session.run_recorder) return;
  const long steps = session.run_recorder->steps();
  const std::string path = shownPath(session.run_recorder->path());
  say(session, steps == 0 ? "No step was made: " + path + " holds the start alone"
                          : "Recorded " + std::to_string(steps) + " steps to " + path + ": " +
                                shortcut(Action::Review) + " reviews them");
  session.run_recorder.reset();
}

}  // namespace keystone

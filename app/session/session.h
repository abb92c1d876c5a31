// A running scene with its past, its recording and its clock: everything of the sandbox that needs no screen.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "microscope/microscope.h"
#include "record/run_recorder.h"
#include "record/timing_csv.h"
#include "scene/scene_def.h"
#include "session/challenge.h"
#include "session/clock.h"
#include "session/contact_watch.h"
#include "session/failures.h"
#include "session/history.h"
#include "session/pause_on.h"
#include "session/review.h"
#include "session/side_race.h"
#include "session/step_runner.h"
#include "session/telemetry.h"
#include "world/step_grade.h"

namespace keystone {

// One line for the user, shown for a while and then forgotten.
struct Message {
  enum class Kind {
    Info,
    Limit,   // an approximate method is far from a solution, as it may be by design
    Trouble  // everything else that is not as it should be
  };
  std::string text;
  Kind kind = Kind::Info;
  double age = 0.0;  // [s], real time
};

// Bodies that a handle holds: session/holding.h.
struct HeldBodies {
  std::vector<int> bodies;
  std::vector<Pose> from;  // where all bodies were
  bool moved = false;
};

struct Session {
  Scene scene;
  World start;  // as loaded, for restart
  bool paused = false;
  PauseOn pause_on;
  int asked_steps = 0;  // while paused
  StepRunner runner;
  double speed = 1.0;  // simulated seconds per real second
  Clock clock;
  RateMeter rate;
  History history;
  UndoStack undo;
  Telemetry telemetry;
  std::optional<ContactWatch> watch;  // a contact whose force is kept
  std::optional<Drag> hand;           // what the drag tool holds
  double hand_force = 0.0;            // [N], at the last step or while paused
  std::optional<HeldBodies> held;
  std::optional<World> saved;  // F5
  std::string saved_scene;     // id of the scene it belongs to
  std::unique_ptr<TimingRecorder> recorder;
  std::unique_ptr<RunRecorder> run_recorder;  // null: off
  std::string last_recording;                 // of a run; empty: none yet
  std::unique_ptr<Review> review;             // of a recording; null: the scene runs by itself
  std::vector<int> selected;                  // bodies, in the order in which they were picked
  enum class Look { No, Wanted, UnderWay };
  Look look = Look::No;  // at the coming step, after an edit: what it comes to is shown, and the world stays
  std::optional<Method> stepped_by;                                // what made the step that is reported; none yet
  Message message;                                                 // what a command did
  Message trouble;                                                 // what went wrong in a step
  bool told_of_fallen = false;                                     // since the scene was loaded or restarted
  GradeCounts grades;                                              // of steps since the scene was loaded or restarted
  std::map<std::string, ParameterValues, std::less<>> parameters;  // of the solvers that are not in use now
  std::mt19937_64 random{1};
  double frame_ms = 0.0;                   // of the last drawn frame, for the recording
  std::string problem_file;                // of a problem without bodies; empty: a scene, in which time passes
  std::unique_ptr<Session> waiting;        // of the scene behind that problem; null: none
  FailureList failures;                    // since the scene was loaded
  std::unique_ptr<Microscope> microscope;  // null: closed
  std::optional<ChallengeRun> challenge;   // of a scene that has one
  std::unique_ptr<SideRace> race;          // null: off
};

// The body that was picked last; -1: none.
int lastSelected(const Session& session);

void say(Session& session, std::string text);
void complain(Session& session, std::string text);

// The report is of a step by the present method: one has been made since the scene or the method was changed.
bool hasStepped(const Session& session);
// The last step was rejected, and the session still waits, paused, where it was.
bool isHeldByTrouble(const Session& session);

// Replaces the scene, and a problem with the scene behind it; the past, the undo stack and the plots start anew.
// Recording goes on.
void openScene(Session& session, Scene scene);
// The world as loaded, under the present solver. Can be undone.
void restart(Session& session);
// Steps as many times as real_seconds [s] ask for, or, while paused, as askSteps() has; not while bodies are held. A
// step that takes longer than the frame's budget goes on by itself, on the runner's thread, and the world stays as it
// is until a later call finds it done. It begins anew when the world, the method or a parameter is changed meanwhile;
// pausing ends it.
void advance(Session& session, double real_seconds);
// So many steps more, as soon as advance() gets to them; pauses.
void askSteps(Session& session, int count);
// One step, for however long it takes.
void stepOnce(Session& session);
// Ends the step under way and pauses.
void giveUpStep(Session& session);
// Back to the exact state before the last step; false when there is no past.
bool stepBack(Session& session);

// Goes on with the same world under another method.
void chooseSolver(Session& session, const SolverInfo& solver);
void chooseStepper(Session& session, StepperKind stepper);
// The same with stepper and solver; the next of usualMethods() after the present one.
void chooseNextMethod(Session& session);
void setParameter(Session& session, const std::string& id, double value);

// The usual methods beside what is shown, from here on; again: no more.
void toggleRace(Session& session);
// These beside it, all from the present state on.
void raceBy(Session& session, std::vector<Method> methods);

// After a change by hand: a step under way ends, and what the coming step would come to is shown as soon as it is
// known.
void lookAhead(Session& session);
// Puts back a world that is not the outcome of the last step (undo, loaded state).
void forgetStep(Session& session);

// In memory and, as a scene file, at `path`; loading prefers the exact state in memory.
void saveState(Session& session, const std::string& path);
void loadState(Session& session, const std::string& path, const std::string& asset_dir);

// Starts a recording of timings at `path`, or of the whole run if it ends in .replay. Throws std::runtime_error, one
// line, where nothing can be written there.
void startRecording(Session& session, const std::string& path);
void stopRecording(Session& session);
// Where no step was made, the recording holds the start alone.
void stopRunRecording(Session& session);

// A path in dataDir(): keystone_SCENE_DATE-TIME.EXTENSION, numbered when it exists already. Makes the folder.
std::string freshName(const std::string& scene, const std::string& extension);

}  // namespace keystone

#include "commands/commands.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "commands/commands_convergence.h"
#include "commands/commands_framework.h"
#include "commands/commands_microscope.h"
#include "commands/commands_review.h"
#include "commands/commands_split.h"
#include "commands/commands_tour.h"
#include "session/edits.h"
#include "session/holding.h"
#include "session/keyframes.h"
#include "session/problem_session.h"

namespace keystone {
namespace {

constexpr double kSpeeds[] = {0.05, 0.1, 0.25, 0.5, 1.0, 2.0};

void changeSpeed(AppState& app, int notches) {
  const auto* nearest = std::min_element(std::begin(kSpeeds), std::end(kSpeeds), [&](double a, double b) {
    return std::abs(a - app.session.speed) < std::abs(b - app.session.speed);
  });
  const auto index = std::clamp<std::ptrdiff_t>(nearest - kSpeeds + notches, 0, std::ssize(kSpeeds) - 1);
  carryOut(app, SetSpeed{kSpeeds[index]});
}

void neighbourScene(AppState& app, int offset) {
  if (app.scenes.empty()) return;
  const SceneEntry* here = app.listed();
  const auto n = std::ssize(app.scenes);
  const std::ptrdiff_t now = here == nullptr ? (offset > 0 ? -1 : 0) : here - app.scenes.data();
  openSceneNamed(app, app.scenes[(now + offset + n) % n].id);
}

void solverAt(AppState& app, std::ptrdiff_t index) {
  const auto all = solvers();
  if (index >= 0 && index < std::ssize(all)) chooseSolver(app.session, *all[index]);
}

template <int number>
void solverNumber(AppState& app) {
  solverAt(app, number - 1);
}

void neighbourSolver(AppState& app, int offset) {
  const auto all = solvers();
  const auto here = std::find(all.begin(), all.end(), app.simulation().solver);
  solverAt(app, (here - all.begin() + offset + std::ssize(all)) % std::ssize(all));
}

void backTimes(AppState& app, int count) {
  app.session.paused = true;
  for (int i = 0; i < count; ++i) {
    if (!stepBack(app.session)) return say(app.session, "No earlier state is kept");
  }
}

void toggleSleeping(AppState& app) {
  Simulation& simulation = app.simulation();
  simulation.params.sleeping = !simulation.params.sleeping;
  const StepperInfo& stepper = stepperInfo(simulation.stepper);
  if (!simulation.params.sleeping) return say(app.session, "Sleeping off: every body is solved at every step");
  if (stepper.may_sleep) return say(app.session, "Sleeping on: bodies that their contacts immobilise may sleep");
  say(app.session, "Sleeping on, without effect under the stepper " + std::string(stepper.id));
}

void toggleTrails(AppState& app) {
  app.view.trails = !app.view.trails;
  const std::vector<int>& selected = app.session.selected;
  const auto moves = [&app](int body) { return app.world().bodies[static_cast<std::size_t>(body)].moves(); };
  if (!app.view.trails) return say(app.session, "Trails off");
  if (selected.empty()) return say(app.session, "Trails on, of all bodies");
  if (std::ranges::any_of(selected, moves)) return say(app.session, "Trails on, of what is selected");
  say(app.session, "Trails on, but what is selected is fixed and leaves none");
}

std::string statePath() {
  return dataDir() + "/state.json";
}

void toggleRecording(AppState& app) {
  if (app.session.recorder) return stopRecording(app.session);
  beginRecording(app.session, ".csv");
}

// The innermost thing that is open or held.
void cancel(AppState& app) {
  if (app.asksForPath() || app.help) {
    app.picker = app.help = app.save_as = app.mesh.open = false;
  } else if (isLong(app.session.runner)) {
    giveUpStep(app.session);
  } else if (app.comparison && app.comparison->running()) {
    app.comparison->cancel();
  } else if (!app.framework && closeProblem(app.session)) {  // and the microscope that shows it
    goOnWith(app, *app.left);
  } else if (app.session.microscope) {
    closeMicroscope(app);
  } else if (app.session.hand) {
    app.session.hand.reset();
    app.session.hand_force = 0.0;
    app.mouse.gesture = Mouse::Gesture::None;
  } else if (app.session.held) {
    takeBack(app.session);
  } else if (app.joint_tool.first) {
    app.joint_tool.first.reset();
  } else if (app.joint_tool.on) {
    app.joint_tool.on = false;
  } else if (app.stack.on || app.ball_tool || app.handles.on) {
    app.stack.on = app.ball_tool = app.handles.on = false;
  } else if (!app.session.selected.empty()) {
    app.session.selected.clear();
  } else {
    endTour(app);
  }
}

void toggleRaceView(AppState& app) {
  toggleRace(app.session);
  const bool on = app.session.race != nullptr;
  if (on) app.metrics = true;
  if (on || app.drawer == "race") app.drawer = on ? "race" : "plots";
}

constexpr ActionHandler kHandlers[] = {
    {Action::Pause, [](AppState& app) { app.session.paused = !app.session.paused; }},
    {Action::Step, [](AppState& app) { askSteps(app.session, 1); }},
    {Action::StepFive, [](AppState& app) { askSteps(app.session, 5); }},
    {Action::Back, [](AppState& app) { backTimes(app, 1); }},
    {Action::BackFive, [](AppState& app) { backTimes(app, 5); }},
    {Action::Slower, [](AppState& app) { changeSpeed(app, -1); }},
    {Action::Faster, [](AppState& app) { changeSpeed(app, 1); }},
    {Action::Restart, [](AppState& app) { restart(app.session); }},
    {Action::PauseOnFailure, [](AppState& app) { app.session.pause_on.failure = !app.session.pause_on.failure; }},
    {Action::PauseOnImpact, [](AppState& app) { app.session.pause_on.impact = !app.session.pause_on.impact; }},

    {Action::PreviousScene, [](AppState& app) { neighbourScene(app, -1); }},
    {Action::NextScene, [](AppState& app) { neighbourScene(app, 1); }},
    {Action::PickScene,
     [](AppState& app) {
       app.picker = !app.picker;
       app.help = false;
       app.picker_filter.clear();
     }},
    {Action::PreviousSolver, [](AppState& app) { neighbourSolver(app, -1); }},
    {Action::NextSolver, [](AppState& app) { neighbourSolver(app, 1); }},
    {Action::Sleeping, toggleSleeping},
    {Action::NextMethod, [](AppState& app) { chooseNextMethod(app.session); }},
    {Action::Solver1, solverNumber<1>},
    {Action::Solver2, solverNumber<2>},
    {Action::Solver3, solverNumber<3>},
    {Action::Solver4, solverNumber<4>},
    {Action::Solver5, solverNumber<5>},
    {Action::Solver6, solverNumber<6>},
    {Action::Solver7, solverNumber<7>},
    {Action::Solver8, solverNumber<8>},
    {Action::Solver9, solverNumber<9>},

    {Action::StackTool, toggleStackTool},
    {Action::JointTool, toggleJointTool},
    {Action::BallTool, toggleBallTool},
    {Action::Handles, toggleHandles},
    {Action::Undo, [](AppState& app) { undo(app.session); }},
    {Action::Redo, [](AppState& app) { redo(app.session); }},
    {Action::Duplicate, duplicate},
    {Action::Copy, copySelection},
    {Action::Paste, paste},
    {Action::Delete, [](AppState& app) { deleteSelected(app.session); }},
    {Action::DeleteStrays, [](AppState& app) { deleteStrays(app.session); }},
    {Action::Cancel, cancel},

    {Action::ToggleContacts, [](AppState& app) { app.view.contacts = !app.view.contacts; }},
    {Action::ToggleForces, [](AppState& app) { app.view.forces = !app.view.forces; }},
    {Action::ToggleCones, [](AppState& app) { app.view.cones = !app.view.cones; }},
    {Action::ToggleLabels, [](AppState& app) { app.view.labels = !app.view.labels; }},
    {Action::ToggleVelocities, [](AppState& app) { app.view.velocities = !app.view.velocities; }},
    {Action::ToggleTrails, toggleTrails},
    {Action::ToggleShadows, [](AppState& app) { app.view.shadows = !app.view.shadows; }},
    {Action::ToggleGrid, [](AppState& app) { app.view.grid = !app.view.grid; }},
    {Action::ToggleTheme, [](AppState& app) { app.view.baraff_theme = !app.view.baraff_theme; }},
    {Action::ToggleLight, [](AppState& app) { app.settings.light = !app.settings.light; }},
    {Action::FrameSelection, frameSelection},
    {Action::FrameAll, frameAll},
    {Action::Follow, toggleFollow},
    {Action::ViewFront, [](AppState& app) { lookFrom(app, 0.0, 0.0); }},
    {Action::ViewSide, [](AppState& app) { lookFrom(app, M_PI_2, 0.0); }},
    {Action::ViewTop, [](AppState& app) { lookFrom(app, 0.0, M_PI_2); }},
    {Action::ViewIsometric, [](AppState& app) { lookFrom(app, M_PI_4, std::atan(M_SQRT1_2)); }},
    {Action::Orthographic, [](AppState& app) { app.camera.orthographic = !app.camera.orthographic; }},
    {Action::HideUi, [](AppState& app) { app.panels = !app.panels; }},
    {Action::Verdict, [](AppState& app) { app.verdict.on = !app.verdict.on; }},
    {Action::Race, toggleRaceView},
    {Action::Metrics, [](AppState& app) { app.metrics = !app.metrics; }},
    {Action::Help,
     [](AppState& app) {
       app.help = !app.help;
       app.picker = false;
     }},
    {Action::LargerUi, [](AppState& app) { carryOut(app, SetUiScale{app.scale * 1.1}); }},
    {Action::SmallerUi, [](AppState& app) { carryOut(app, SetUiScale{app.scale / 1.1}); }},

    {Action::SaveAs, askWhereToSave},
    {Action::ShowFolder, showFolder},
    {Action::SaveState, [](AppState& app) { saveState(app.session, statePath()); }},
    {Action::LoadState, [](AppState& app) { loadState(app.session, statePath(), app.asset_dir); }},
    {Action::Record, toggleRecording},
    {Action::SavePlots, savePlots},
    {Action::Screenshot, [](AppState& app) { app.screenshot_path = freshName(app.session.scene.id, ".png"); }},
    {Action::ViewPicture, [](AppState& app) { app.view_path = freshName(app.session.scene.id + "_view", ".png"); }},
    {Action::SaveProblem, [](AppState& app) { saveProblem(app.session); }},
    {Action::Quit, [](AppState& app) { app.quit = true; }},
};

void act(AppState& app, Action action) {
  if (actInFramework(app, action)) return;
  for (const std::span<const ActionHandler> table :
       {std::span<const ActionHandler>(kHandlers), microscopeHandlers(), convergenceHandlers(), frameworkHandlers(),
        splitHandlers(), tourHandlers(), reviewHandlers()}) {
    const auto found = std::ranges::find(table, action, &ActionHandler::action);
    if (found != table.end()) return found->handle(app);
  }
  assert(action == Action::None && "every action has a handler");
}

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

void carryOut(AppState& app, const Request& request) {
  std::visit(
      Overloaded{[&](Action action) { act(app, action); },
                 [&](const OpenScene& open) { openSceneNamed(app, open.name); },
                 [&](const SetSceneParameter& set) { setSceneParameter(app, set.name, set.value); },
                 [&](const GoToKeyframe& go) { goToKeyframe(app.session, go.name); },
                 [&](const SaveSceneAs& save) { saveSceneAs(app, save.path); },
                 [&](const TakeMesh& take) { takeMesh(app, take.mesh); },
                 [&](const ChooseSolver& choose) { chooseSolver(app.session, *choose.solver); },
                 [&](const ChooseStepper& choose) { chooseStepper(app.session, choose.stepper); },
                 [&](const ChooseImpacts& choose) { app.simulation().params.impacts = choose.law; },
                 [&](const ChooseRestitutionLaw& set) { app.simulation().params.restitution_law = set.law; },
                 [&](const ChooseImpactTime& choose) { app.simulation().params.impact_time = choose.time; },
                 [&](const SetIntegrator& set) {
                   app.simulation().params.integrator = set.integrator;
                   app.simulation().params.integrator_tolerance = set.tolerance;
                 },
                 [&](const ChooseCoordinates& choose) { app.simulation().params.coordinates = choose.coordinates; },
                 [&](const ChooseJointErrors& choose) { app.simulation().params.joint_errors = choose.errors; },
                 [&](const SetParameter& set) { setParameter(app.session, set.id, set.value); },
                 [&](const ResetParameters&) { app.simulation().parameters.clear(); },
                 [&](const SetStepperParameter& set) { app.simulation().stepper_parameters[set.id] = set.value; },
                 [&](const ResetStepperParameters&) { app.simulation().stepper_parameters.clear(); },
                 [&](const SetPosition& set) {
                   app.simulation().params.relinearise = set.relinearise;
                   app.simulation().params.frictionless = set.frictionless;
                 },
                 [&](const SetSpeed& set) { app.session.speed = set.speed; },
                 [&](const Select& choice) { select(app.session, choice.body, choice.also); },
                 [&](const SelectAlso& more) {
                   std::vector<int>& selected = app.session.selected;
                   std::ranges::copy_if(more.bodies, std::back_inserter(selected),
                                        [&](int body) { return std::ranges::find(selected, body) == selected.end(); });
                 },
                 [&](const PropertyChange& change) { setProperty(app.session, change); },
                 [&](const SeekTrace& seek) { seekTrace(app, seek.frame); },
                 [&](const SeekReplay& seek) { seekReplay(app, seek.position); },
                 [&](const BranchOff&) {
                   if (app.session.review) branchOff(app.session);
                 },
                 [&](const LookAtFailure& look) { lookAtFailure(app, look.entry); },
                 [&](const DeleteFailures&) { forgetFailures(app); },
                 [&](const OpenFramework& open) { openFramework(app, open.name, PaperFigure::None); },
                 [&](const ChooseFrameworkMethod& choose) { chooseFrameworkMethod(app, choose.options); },
                 [&](const OpenTour& open) { openTour(app, open.id); },
                 [&](const EndTour&) { endTour(app); },
                 [&](const SetReopens& set) { app.settings.reopens = set.on; },
                 [&](const AnswerTour& answer) { answerTour(app, answer.choice); },
                 [&](const OpenTourMicroscope&) { openTourMicroscope(app); },
                 [&](const CancelComparison&) {
                   if (app.comparison) app.comparison->cancel();
                 },
                 [&](const SetViews& set) { setViews(app, set.count); },
                 [&](const ChooseView& choose) { chooseView(app, choose.view, choose.method); },
                 [&](const Highlight& highlight) {
                   auto& lit = app.view.highlighted;
                   lit = lit == highlight.mark ? std::nullopt : std::optional(highlight.mark);
                 },
                 [&](const WatchContact& watch) {
                   if (watch.contact < std::ssize(app.simulation().problem.contact_points))  // there was an edit since
                     app.session.watch.emplace(app.simulation(), watch.contact);
                 },
                 [&](const PauseAtStep& pause) { pauseAtStep(app.session, pause.step); },
                 [&](const ProbeContacts& probe) {
                   app.probe.marked = {probe.a, probe.b};
                 },
                 [&](const SetPanelSize& set) { app.settings.sizes.*set.panel = set.size; },
                 [&](const SetUiScale& set) {
                   app.scale = static_cast<float>(std::clamp(set.scale, 0.5, 4.0));
                   app.settings.ui_scale = app.scale;
                   app.fonts_stale = true;
                 }},
      request);
}

void carryOutRequests(AppState& app) {
  Requests pending;
  pending.swap(app.requests);
  for (const Request& request : pending) carryOut(app, request);
  if (!app.framework) {
    followMicroscope(app);
    followConvergence(app);
    followSplit(app);
  }
}

}  // namespace keystone

#include "commands.h"

#include <algorithm>
#include <cmath>

#include "commands_microscope.h"
#include "edits.h"

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
  if (app.scene_ids.empty()) return;
  const auto here = std::find(app.scene_ids.begin(), app.scene_ids.end(), app.session.scene.id);
  const auto n = std::ssize(app.scene_ids);
  const std::ptrdiff_t now = here == app.scene_ids.end() ? (offset > 0 ? -1 : 0) : here - app.scene_ids.begin();
  openSceneNamed(app, app.scene_ids[static_cast<std::size_t>((now + offset + n) % n)]);
}

void solverAt(AppState& app, std::ptrdiff_t index) {
  const auto all = solvers();
  if (index >= 0 && index < std::ssize(all)) chooseSolver(app.session, *all[static_cast<std::size_t>(index)]);
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
  if (stepper.may_sleep) return say(app.session, "Sleeping on: bodies that are held at rest may sleep");
  say(app.session, "Sleeping on, without effect under the stepper " + std::string(stepper.id));
}

void toggleRecording(AppState& app) {
  if (app.session.recorder) return stopRecording(app.session);
  startRecording(app.session, freshName(app.session.scene.id, ".csv"));
}

// The innermost thing that is open or held.
void cancel(AppState& app) {
  if (app.picker || app.help) {
    app.picker = app.help = false;
  } else if (isLong(app.session.runner)) {
    giveUpStep(app.session);
  } else if (app.comparison && app.comparison->running()) {
    app.comparison->cancel();
  } else if (app.session.microscope) {
    closeMicroscope(app);
  } else if (app.session.hand) {
    app.session.hand.reset();
    app.session.hand_force = 0.0;
    app.mouse.gesture = Mouse::Gesture::None;
  } else if (app.stack.on) {
    app.stack.on = false;
  } else {
    app.session.selected = -1;
  }
}

void toggleRaceView(AppState& app) {
  toggleRace(app.session);
  const bool on = app.session.race != nullptr;
  if (on) app.metrics = true;
  if (on || app.drawer == DrawerTab::Race) app.drawer = on ? DrawerTab::Race : DrawerTab::Plots;
}

void viewAction(AppState& app, Action action) {
  ViewOptions& view = app.view;
  switch (action) {
    case Action::ToggleContacts:
      view.contacts = !view.contacts;
      break;
    case Action::ToggleForces:
      view.forces = !view.forces;
      break;
    case Action::ToggleCones:
      view.cones = !view.cones;
      break;
    case Action::ToggleShadows:
      view.shadows = !view.shadows;
      break;
    case Action::ToggleGrid:
      view.grid = !view.grid;
      break;
    case Action::ToggleTheme:
      view.baraff_theme = !view.baraff_theme;
      break;
    case Action::FrameSelection:
      frameSelection(app);
      break;
    case Action::FrameAll:
      frameAll(app);
      break;
    case Action::HideUi:
      app.panels = !app.panels;
      break;
    case Action::Verdict:
      app.verdict.on = !app.verdict.on;
      break;
    case Action::Race:
      toggleRaceView(app);
      break;
    case Action::Metrics:
      app.metrics = !app.metrics;
      break;
    case Action::Help:
      app.help = !app.help, app.picker = false;
      break;
    case Action::LargerUi:
      carryOut(app, SetUiScale{app.scale * 1.1});
      break;
    case Action::SmallerUi:
      carryOut(app, SetUiScale{app.scale / 1.1});
      break;
    default:
      break;
  }
}

void fileAction(AppState& app, Action action) {
  if (microscopeAction(app, action)) return;
  const std::string state = settingsDir() + "/state.json";
  switch (action) {
    case Action::SaveState:
      saveState(app.session, state);
      break;
    case Action::LoadState:
      loadState(app.session, state, app.asset_dir);
      break;
    case Action::Record:
      toggleRecording(app);
      break;
    case Action::Screenshot:
      app.screenshot_path = freshName(app.session.scene.id, ".png");
      break;
    case Action::Quit:
      app.quit = true;
      break;
    default:
      viewAction(app, action);
      break;
  }
}

void worldAction(AppState& app, Action action) {
  switch (action) {
    case Action::StackTool:
      toggleStackTool(app);
      break;
    case Action::Undo:
      undo(app.session);
      break;
    case Action::Redo:
      redo(app.session);
      break;
    case Action::Duplicate:
      duplicateSelected(app.session);
      break;
    case Action::Delete:
      deleteSelected(app.session);
      break;
    case Action::Cancel:
      cancel(app);
      break;
    case Action::PreviousScene:
      neighbourScene(app, -1);
      break;
    case Action::NextScene:
      neighbourScene(app, 1);
      break;
    case Action::PickScene:
      app.picker = !app.picker, app.help = false, app.picker_filter.clear();
      break;
    case Action::PreviousSolver:
      neighbourSolver(app, -1);
      break;
    case Action::NextSolver:
      neighbourSolver(app, 1);
      break;
    case Action::Sleeping:
      toggleSleeping(app);
      break;
    case Action::NextMethod:
      chooseNextMethod(app.session);
      break;
    default:
      fileAction(app, action);
      break;
  }
}

void act(AppState& app, Action action) {
  if (action >= Action::Solver1 && action <= Action::Solver9) {
    return solverAt(app, static_cast<int>(action) - static_cast<int>(Action::Solver1));
  }
  switch (action) {
    case Action::Pause:
      app.session.paused = !app.session.paused;
      break;
    case Action::Step:
      askSteps(app.session, 1);
      break;
    case Action::StepFive:
      askSteps(app.session, 5);
      break;
    case Action::Back:
      backTimes(app, 1);
      break;
    case Action::BackFive:
      backTimes(app, 5);
      break;
    case Action::Slower:
      changeSpeed(app, -1);
      break;
    case Action::Faster:
      changeSpeed(app, 1);
      break;
    case Action::Restart:
      restart(app.session);
      break;
    default:
      worldAction(app, action);
      break;
  }
}

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

void carryOut(AppState& app, const Request& request) {
  std::visit(Overloaded{[&](Action action) { act(app, action); },
                        [&](const OpenScene& open) { openSceneNamed(app, open.name); },
                        [&](const ChooseSolver& choose) { chooseSolver(app.session, *choose.solver); },
                        [&](const ChooseStepper& choose) { app.simulation().stepper = choose.stepper; },
                        [&](const ChooseImpacts& choose) { app.simulation().params.impacts = choose.law; },
                        [&](const SetParameter& set) { setParameter(app.session, set.id, set.value); },
                        [&](const ResetParameters&) { app.simulation().parameters.clear(); },
                        [&](const SetPosition& set) {
                          app.simulation().params.relinearise = set.relinearise;
                          app.simulation().params.frictionless = set.frictionless;
                        },
                        [&](const SetSpeed& set) { app.session.speed = set.speed; },
                        [&](const Select& select) { app.session.selected = select.body; },
                        [&](const SeekTrace& seek) { seekTrace(app, seek.frame); },
                        [&](const LookAtFailure& look) { lookAtFailure(app, look.entry); },
                        [&](const CancelComparison&) {
                          if (app.comparison) app.comparison->cancel();
                        },
                        [&](const ProbeContacts& probe) {
                          app.probe.marked = {probe.a, probe.b};
                        },
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
  followMicroscope(app);
}

}  // namespace keystone

#include "commands/commands_framework.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>

#include "scene/framework_file.h"

namespace keystone {
namespace {

constexpr int kMostShownPoints = 3000;    // of a framework in the window: a first step of some 10 s
constexpr double kFrameworkEvents = 6.0;  // of playing, at least
constexpr double kFigureStep = 2e-3;      // [s], of the paper's figures: 1000 of them are its animation
constexpr double kLongestPlay = 8.0;      // [s]

void showFramework(AppState& app, FrameworkScene scene, PaperFigure figure) {
  if (scene.framework.points() > kMostShownPoints)
    throw std::runtime_error(scene.id + ": found " + std::to_string(scene.framework.points()) +
                             " points, expected at most " + std::to_string(kMostShownPoints) + " in the window");
  app.framework = std::make_unique<FrameworkSession>(std::move(scene), figure);
  app.framework_view = {};
  app.welcome = app.picker = false;
  app.session.microscope.reset();
  app.drawer = "plots";
  say(app.session, "Framework: " + app.framework->scene().name + ". " + shortcut(Action::Cancel) + " leaves it");
}

// The bricks of the scene as they lie now.
void showScenesBricks(AppState& app) {
  try {
    showFramework(app, frameworkOf(app.session.scene, BrickMasses::Four), PaperFigure::None);
  } catch (const std::exception& error) {
    complain(app.session, error.what());
  }
}

void leaveFramework(AppState& app) {
  app.framework.reset();
  say(app.session, "Back to " + app.session.scene.name);
}

constexpr ActionHandler kOpening[] = {
    {Action::Framework, showScenesBricks},
    {Action::FigureUnstable, [](AppState& app) { openFramework(app, "diamond_5", PaperFigure::Unstable); }},
    {Action::FigureCollapse, [](AppState& app) { openFramework(app, "collapse_5x5", PaperFigure::Collapse); }},
};

void askFrameworkSteps(AppState& app, int count) {
  app.framework->paused = true;
  app.framework->asked += count;
}

void frameworkBack(AppState& app, int count) {
  app.framework->paused = true;
  for (int i = 0; i < count; ++i)
    if (!app.framework->stepBack()) return say(app.session, "No earlier state is kept");
}

void methodAt(AppState& app, std::ptrdiff_t index) {
  const auto all = frameworkMethods();
  if (index < 0 || index >= std::ssize(all)) return;
  FrameworkOptions options = app.framework->run().options();
  options.loop = all[index].loop;
  options.objective = all[index].objective;
  chooseFrameworkMethod(app, options);
}

void neighbourMethod(AppState& app, int offset) {
  const auto all = frameworkMethods();
  const FrameworkOptions& now = app.framework->run().options();
  methodAt(app,
           (findFrameworkMethod(now.loop, now.objective) - all.data() + offset + std::ssize(all)) % std::ssize(all));
}

// Opening it makes a step, whose programs are recorded.
void toggleFrameworkMicroscope(AppState& app) {
  FrameworkSession& session = *app.framework;
  session.recording = !session.recording;
  if (!session.recording) {
    session.microscope.reset();
    return;
  }
  askFrameworkSteps(app, 1);
}

void walkEvents(AppState& app, int events) {
  if (app.framework->microscope) seekFrameworkTrace(app, app.framework->microscope->at() + events);
}

void walkToProgram(AppState& app, int direction) {
  if (app.framework->microscope) seekFrameworkTrace(app, app.framework->microscope->neighbourProgram(direction));
}

void playEvents(AppState& app) {
  if (!app.framework->microscope) return;
  FrameworkMicroscope& microscope = *app.framework->microscope;
  const bool playing = microscope.play_clock >= 0.0;
  if (!playing && microscope.at() == microscope.size() - 1) microscope.seek(0);
  microscope.play_clock = playing ? -1.0 : 0.0;
}

// The innermost thing that is open.
void cancelInFramework(AppState& app) {
  if (app.picker || app.help || app.save_as) {
    app.picker = app.help = app.save_as = false;
  } else if (app.framework->recording) {
    toggleFrameworkMicroscope(app);
  } else {
    leaveFramework(app);
  }
}

constexpr ActionHandler kInFramework[] = {
    {Action::Framework, leaveFramework},
    {Action::Cancel, cancelInFramework},
    {Action::Pause, [](AppState& app) { app.framework->paused = !app.framework->paused; }},
    {Action::Step, [](AppState& app) { askFrameworkSteps(app, 1); }},
    {Action::StepFive, [](AppState& app) { askFrameworkSteps(app, 5); }},
    {Action::Back, [](AppState& app) { frameworkBack(app, 1); }},
    {Action::BackFive, [](AppState& app) { frameworkBack(app, 5); }},
    {Action::Restart, [](AppState& app) { app.framework->restart(); }},
    {Action::PreviousSolver, [](AppState& app) { neighbourMethod(app, -1); }},
    {Action::NextSolver, [](AppState& app) { neighbourMethod(app, 1); }},
    {Action::NextMethod, [](AppState& app) { neighbourMethod(app, 1); }},
    {Action::Solver1, [](AppState& app) { methodAt(app, 0); }},
    {Action::Solver2, [](AppState& app) { methodAt(app, 1); }},
    {Action::Solver3, [](AppState& app) { methodAt(app, 2); }},
    {Action::Solver4, [](AppState& app) { methodAt(app, 3); }},
    {Action::Solver5, [](AppState& app) { methodAt(app, 4); }},
    {Action::Solver6, [](AppState& app) { methodAt(app, 5); }},
    {Action::FrameAll, [](AppState& app) { app.framework_view.metres_per_pixel = 0.0; }},
    {Action::ToggleForces, [](AppState& app) { app.framework_view.forces = !app.framework_view.forces; }},
    {Action::ToggleGrid, [](AppState& app) { app.framework_view.grid = !app.framework_view.grid; }},
    {Action::Verdict, [](AppState& app) { app.framework_view.motion = !app.framework_view.motion; }},
    {Action::Microscope, toggleFrameworkMicroscope},
    {Action::TraceForward, [](AppState& app) { walkEvents(app, 1); }},
    {Action::TraceBack, [](AppState& app) { walkEvents(app, -1); }},
    {Action::TraceForwardTen, [](AppState& app) { walkEvents(app, 10); }},
    {Action::TraceBackTen, [](AppState& app) { walkEvents(app, -10); }},
    {Action::TraceNextDrive, [](AppState& app) { walkToProgram(app, 1); }},
    {Action::TracePreviousDrive, [](AppState& app) { walkToProgram(app, -1); }},
    {Action::TraceFirst, [](AppState& app) { seekFrameworkTrace(app, 0); }},
    {Action::TraceLast,
     [](AppState& app) {
       if (app.framework->microscope) seekFrameworkTrace(app, app.framework->microscope->size() - 1);
     }},
    {Action::TracePlay, playEvents},
    {Action::Screenshot, [](AppState& app) { app.screenshot_path = freshName(app.framework->scene().id, ".png"); }},
};

// What is the program's, or opens something else.
constexpr Action kElsewhere[] = {
    Action::None,        Action::Slower,   Action::Faster,         Action::PreviousScene, Action::NextScene,
    Action::PickScene,   Action::HideUi,   Action::Metrics,        Action::Help,          Action::LargerUi,
    Action::GuidedTour,  Action::TourNext, Action::TourPrevious,   Action::SmallerUi,     Action::ShowFolder,
    Action::ToggleLight, Action::Quit,     Action::FigureUnstable, Action::FigureCollapse};

}  // namespace

std::span<const ActionHandler> frameworkHandlers() {
  return kOpening;
}

bool actInFramework(AppState& app, Action action) {
  if (!app.framework || std::ranges::find(kElsewhere, action) != std::end(kElsewhere)) return false;
  const auto* found = std::ranges::find(kInFramework, action, &ActionHandler::action);
  if (found != std::end(kInFramework))
    found->handle(app);
  else
    say(app.session,
        "\"" + std::string(title(action)) + "\" acts on scenes; " + shortcut(Action::Cancel) + " leaves the framework");
  return true;
}

void openFramework(AppState& app, const std::string& name, PaperFigure figure) {
  try {
    FrameworkScene scene = loadFramework(findFramework(name, app.asset_dir), app.asset_dir, BrickMasses::Four);
    if (figure != PaperFigure::None) scene.h = kFigureStep;
    showFramework(app, std::move(scene), figure);
  } catch (const std::exception& error) {
    complain(app.session, error.what());
    return;
  }
  if (isFrameworkFile(name)) rememberRecent(app.settings, name);
  if (figure == PaperFigure::Collapse) app.framework->paused = false;
}

void chooseFrameworkMethod(AppState& app, const FrameworkOptions& options) {
  if (!app.framework) return;
  try {
    app.framework->choose(options);
  } catch (const std::invalid_argument& error) {
    complain(app.session, app.framework->scene().id + ": " + error.what());
  }
}

void seekFrameworkTrace(AppState& app, int event) {
  if (!app.framework->microscope) return;
  app.framework->microscope->play_clock = -1.0;
  app.framework->microscope->seek(event);
}

void advanceFramework(AppState& app, double seconds) {
  FrameworkSession& session = *app.framework;
  const bool thrown = session.isThrown();
  session.advance(seconds, app.session.speed);
  if (session.isThrown() && !thrown)
    complain(app.session, "Something was thrown a kilometre away: R starts again, 1 to 6 choose another method");
  if (!session.microscope || session.microscope->play_clock < 0.0) return;
  FrameworkMicroscope& microscope = *session.microscope;
  microscope.play_clock += seconds;
  const double rate = std::max(kFrameworkEvents, microscope.size() / kLongestPlay);
  const int moves = static_cast<int>(std::floor(microscope.play_clock * rate));
  microscope.play_clock -= moves / rate;
  microscope.seek(microscope.at() + moves);
  if (microscope.at() == microscope.size() - 1) microscope.play_clock = -1.0;
}

}  // namespace keystone

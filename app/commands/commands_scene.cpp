// Opening scenes, and the tools they begin with.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

#include "commands/commands.h"
#include "commands/commands_framework.h"
#include "commands/commands_microscope.h"
#include "commands/commands_review.h"
#include "commands/commands_tour.h"
#include "math/decimal.h"
#include "problem/problem_formats.h"
#include "scene/framework_file.h"
#include "scene/json_text.h"
#include "session/edits.h"
#include "session/file_kinds.h"
#include "session/holding.h"
#include "session/problem_session.h"

namespace keystone {

namespace {

// Of the tools one is in the hand at most.
void putToolsAway(AppState& app) {
  app.stack = {};
  app.joint_tool.on = false;
  app.joint_tool.first.reset();
  app.ball_tool = false;
  letGo(app.session);
  app.handles = {};
}

}  // namespace

void toggleStackTool(AppState& app) {
  const bool was_on = app.stack.on && !app.stack.copies;
  putToolsAway(app);
  app.stack.on = !was_on;
  if (!app.stack.on) return;
  app.stack.brick = likelyBrick(app.session);
  app.stack.half = std::get<Box>(app.stack.brick.shape).half;
}

void takeMesh(AppState& app, const MeshChoice& mesh) {
  try {
    app.stack.brick.shape = shapeOfMesh(mesh, app.world().planar, app.asset_dir);
    app.stack.shape = "Mesh";
    app.mesh.open = false;
  } catch (const std::exception& error) {
    complain(app.session, error.what());
  }
}

void toggleJointTool(AppState& app) {
  const bool was_on = app.joint_tool.on;
  putToolsAway(app);
  app.joint_tool.on = !was_on;
}

void pauseAtStep(Session& session, long step) {
  session.pause_on.step = step;
  session.pause_on.why = PauseOn().why;
  const long now = session.scene.simulation.world.step;
  if (step == 0) return say(session, "Time pauses at no step by its number");
  const std::string number = std::to_string(step);
  say(session, step > now ? "Time will pause at step " + number
                          : "Step " + number + " has passed: time will pause there after a restart, " +
                                shortcut(Action::Restart));
}

void toggleBallTool(AppState& app) {
  const bool was_on = app.ball_tool;
  putToolsAway(app);
  app.ball_tool = !was_on;
}

void toggleHandles(AppState& app) {
  const bool was_on = app.handles.on;
  putToolsAway(app);
  app.handles.on = !was_on;
}

namespace {

void holdCopy(AppState& app, const std::optional<World>& piece) {
  if (!piece) return;
  putToolsAway(app);
  app.stack.on = app.stack.copies = true;
  app.stack.piece = *piece;
}

}  // namespace

void duplicate(AppState& app) {
  holdCopy(app, copyOfSelected(app.session));
}

void copySelection(AppState& app) {
  std::optional<World> piece = copyOfSelected(app.session);
  if (!piece) return;
  app.copied = std::move(piece);
  say(app.session, "Copied: " + shortcut(Action::Paste) + " pastes, also into other scenes");
}

void paste(AppState& app) {
  if (!app.copied)
    return say(app.session, "Nothing is copied yet: " + shortcut(Action::Copy) + " copies the selection");
  if (app.copied->planar != app.world().planar)
    return complain(app.session, "What was copied is of a scene in the plane, or in space, and this one is not");
  holdCopy(app, app.copied);
}

void readyTools(AppState& app, bool was_challenge) {
  app.stack.on = false;
  app.joint_tool = {};
  if (was_challenge) app.verdict.on = false;
  if (!app.session.challenge) return;
  const auto best = app.settings.best_overhangs.find(app.session.scene.id);
  if (best != app.settings.best_overhangs.end()) app.session.challenge->remember(best->second);
  app.session.paused = true;
  app.verdict.on = true;
  toggleStackTool(app);
}

namespace {

// Everything but the session as it is before anything was done to a scene.
void beginScene(AppState& app, bool was_challenge) {
  app.framework.reset();
  leaveTour(app);
  readyTools(app, was_challenge);
  app.mouse.gesture = Mouse::Gesture::None;
  app.hovered = -1;
  app.save_as = app.mesh.open = false;  // the path asked for was the last scene's
  frameAll(app);
}

void openFresh(AppState& app, Scene scene) {
  const bool was_challenge = app.session.challenge.has_value();
  if (app.hz > 0.0) scene.simulation.world.h = 1.0 / app.hz;
  openScene(app.session, std::move(scene));
  say(app.session, "Opened " + app.session.scene.name);
  beginScene(app, was_challenge);
}

SceneLook lookOf(const AppState& app) {
  return {app.camera,    app.framed,     app.shown,      app.followed,   app.stack,
          app.ball_tool, app.handles.on, app.verdict.on, app.microscope, app.drawer};
}

}  // namespace

void goOnWith(AppState& app, const SceneLook& look) {
  const long serial = app.microscope.serial + 1;
  app.camera = look.camera;
  app.framed = look.framed;
  app.shown = look.shown;
  app.followed = look.followed;
  app.stack = look.stack;
  app.ball_tool = look.ball_tool;
  app.handles.on = look.handles;
  app.verdict.on = look.verdict;
  app.microscope = look.microscope;
  app.microscope.serial = serial;
  app.drawer = look.drawer;
  app.probe = {};
  app.hovered = -1;
  app.mouse.gesture = Mouse::Gesture::None;
}

void rememberScene(AppState& app) {
  const Scene& scene = app.session.scene;
  app.listed() != nullptr ? rememberRecentScene(app.settings, scene.id) : rememberRecent(app.settings, scene.address);
}

void openByName(AppState& app, const std::string& name) {
  const bool was_challenge = app.session.challenge.has_value();
  if (isProblemFile(name)) {
    SceneLook look = lookOf(app);
    const bool hides_scene = app.session.problem_file.empty();
    openProblem(app.session, name);
    if (hides_scene) app.left = std::move(look);
    beginScene(app, was_challenge);
    showProblem(app);
  } else if (isRecording(name)) {
    openRecording(app, name);
    beginScene(app, was_challenge);
  } else {
    openFresh(app, loadScene(findScene(name, app.asset_dir), app.asset_dir));
    return rememberScene(app);
  }
  rememberRecent(app.settings, name);
}

namespace {

// Why a file could not be opened, in one line that begins with its name: after its folder there may be no room for the
// reason.
std::string whyNot(const std::string& name, const std::string& reason) {
  const std::filesystem::path path(name);
  std::error_code error;
  if (!opens(name) && std::filesystem::is_regular_file(path, error))
    return oneLine(path.filename().string()) + ": found a file of an unknown kind, expected " + openedKinds();
  const std::size_t folder = name.rfind('/', name.size() - 2) + 1;  // a folder's name may end in /
  return oneLine(reason.starts_with(name) ? reason.substr(folder) : reason, reason.size());
}

}  // namespace

void setSceneParameter(AppState& app, const std::string& name, double value) {
  const Scene& now = app.session.scene;
  std::vector<std::string> settings;
  for (const SceneParameter& parameter : now.parameters) {
    const double wanted = name.empty() ? parameter.own : parameter.name == name ? value : parameter.value;
    if (wanted != parameter.own) settings.push_back(parameter.name + "=" + exactDecimal(wanted));
  }
  try {
    Scene scene = loadScene(withValues(now.address, settings), app.asset_dir);
    scene.simulation.solver = now.simulation.solver;
    scene.simulation.parameters = now.simulation.parameters;
    scene.simulation.stepper = now.simulation.stepper;
    scene.simulation.stepper_parameters = now.simulation.stepper_parameters;
    scene.simulation.params = now.simulation.params;
    openFresh(app, std::move(scene));
  } catch (const std::exception& error) {
    complain(app.session, whyNot(now.address, error.what()));
  }
}

void openSceneNamed(AppState& app, const std::string& name) {
  app.welcome = app.picker = false;
  try {
    if (isFrameworkFile(name)) return openFramework(app, name, PaperFigure::None);
    openByName(app, name);
  } catch (const std::exception& error) {
    complain(app.session, whyNot(name, error.what()));
  }
}

}  // namespace keystone

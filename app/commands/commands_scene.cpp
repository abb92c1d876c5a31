// Opening scenes, and the tools they begin with.
#include <algorithm>
#include <exception>
#include <utility>

#include "commands/commands.h"
#include "commands/commands_microscope.h"
#include "session/edits.h"
#include "session/problem_files.h"
#include "session/problem_session.h"

namespace keystone {

void toggleStackTool(AppState& app) {
  app.stack.on = !app.stack.on;
  app.stack.valid = false;
  if (!app.stack.on) return;
  app.stack.brick = likelyBrick(app.session);
  app.stack.turns = 0;
}

void readyTools(AppState& app, bool was_challenge) {
  app.stack.on = false;
  if (was_challenge) app.verdict.on = false;
  if (!app.session.challenge) return;
  const auto best = app.settings.best_overhangs.find(app.session.scene.id);
  if (best != app.settings.best_overhangs.end()) app.session.challenge->remember(best->second);
  app.session.paused = true;
  app.verdict.on = true;
  toggleStackTool(app);
}

void openSceneNamed(AppState& app, const std::string& name) {
  try {
    if (isProblemFile(name)) {
      openProblem(app.session, name);
      rememberRecent(app.settings, name);
      return showProblem(app);
    }
    Scene scene = loadScene(findScene(name, app.asset_dir), app.asset_dir);
    if (app.hz > 0.0) scene.simulation.world.h = 1.0 / app.hz;
    const bool was_challenge = app.session.challenge.has_value();
    openScene(app.session, std::move(scene));
    readyTools(app, was_challenge);
    app.mouse.gesture = Mouse::Gesture::None;
    app.hovered = -1;
    frameAll(app);
    if (std::ranges::find(app.scenes, name, &SceneEntry::id) == app.scenes.end()) rememberRecent(app.settings, name);
    say(app.session, "Opened " + app.session.scene.name);
  } catch (const std::exception& error) {
    complain(app.session, error.what());
  }
}

}  // namespace keystone

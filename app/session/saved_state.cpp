// The state that is kept by F5, and names of files that are saved.
#include <ctime>
#include <exception>
#include <filesystem>

#include "session/session.h"
#include "session/settings.h"

namespace keystone {

void saveState(Session& session, const std::string& path) {
  session.saved = session.scene.simulation.world;
  session.saved_scene = session.scene.id;
  try {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    saveScene(session.scene, path);
    say(session, "Saved state at step " + std::to_string(session.saved->step) + " to " + shownPath(path));
  } catch (const std::exception& error) {
    complain(session, std::string("State kept in memory only: ") + error.what());
  }
}

void loadState(Session& session, const std::string& path, const std::string& asset_dir) {
  if (session.saved && session.saved_scene == session.scene.id) {
    session.undo.remember(session.scene.simulation);
    session.scene.simulation.world = *session.saved;
    session.history.clear();
    forgetStep(session);
    say(session, "Loaded state at step " + std::to_string(session.saved->step));
    return;
  }
  if (!std::filesystem::exists(path)) {
    complain(session, "No saved state yet: F5 saves one");
    return;
  }
  try {
    openScene(session, loadScene(path, asset_dir));
    say(session, "Loaded state from " + shownPath(path));
  } catch (const std::exception& error) {
    complain(session, error.what());
  }
}

std::string freshName(const std::string& scene, const std::string& extension) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
  std::error_code error;
  std::filesystem::create_directories(dataDir(), error);  // what fails says so when it writes
  const std::string stem = dataDir() + "/keystone_" + scene + "_" + stamp;
  std::string name = stem + extension;
  for (int i = 2; std::filesystem::exists(name); ++i)
    name.assign(stem).append("_").append(std::to_string(i)).append(extension);
  return name;
}

}  // namespace keystone

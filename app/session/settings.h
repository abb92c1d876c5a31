// What the sandbox remembers between runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "session/layout.h"

namespace keystone {

// Ranges of what balls are shot with: [m/s]; of the density of a brick.
inline constexpr double kBallSpeed[] = {1.0, 200.0}, kBallDensity[] = {0.01, 1000.0};

struct Settings {
  int width = 1280, height = 800;  // [pixels]
  double ui_scale = 0.0;           // 0: the screen's own
  bool panels = true, metrics = true;
  bool contacts = true, forces = true, cones = false, shadows = true, grid = true, baraff_theme = false;
  bool labels = true, velocities = false, trails = false;
  bool light = false;  // the panels
  PanelSizes sizes;
  bool reopens = false;                          // begins with what was shown last, where no scene is named
  std::string last_scene;                        // id or path of that
  bool welcomed = false;                         // the first start is over
  double ball_speed = 20.0;                      // [m/s]
  double ball_density = 8.0;                     // of that of a brick: steel on stone, about
  std::map<std::string, double> best_overhangs;  // in bricks, by the id of the challenge
  std::vector<std::string> recent;               // ids of scenes, and paths of files opened or saved, newest first
  bool operator==(const Settings&) const = default;
};

// $XDG_CONFIG_HOME/keystone, else $HOME/.config/keystone, else ./.keystone.
std::string settingsDir();

// Where recordings, screenshots, saved scenes and problems go: $XDG_DATA_HOME/keystone, else
// $HOME/.local/share/keystone, else ./.keystone.
std::string dataDir();
// `path` with the home folder as ~, for the eye.
std::string shownPath(const std::string& path);
// Puts it at the head of what is recent: the id of a scene, or the path of a file.
void rememberRecentScene(Settings& settings, const std::string& id);
void rememberRecent(Settings& settings, const std::string& path);  // made absolute

// Missing or damaged entries keep their defaults; `trouble` then says in one line what was wrong. A missing file is
// fine.
Settings loadSettings(const std::string& path, std::string& trouble);
// Throws std::runtime_error where the file cannot be written.
void saveSettings(const Settings& settings, const std::string& path);

}  // namespace keystone

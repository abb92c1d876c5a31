// What the sandbox remembers between runs.
#pragma once

#include <map>
#include <string>

namespace keystone {

struct Settings {
  int width = 1280, height = 800;  // [pixels]
  double ui_scale = 0.0;           // 0: the screen's own
  bool panels = true, metrics = true;
  bool contacts = true, forces = true, cones = false, shadows = true, grid = true, baraff_theme = false;
  double ball_speed = 20.0;                      // [m/s]
  std::map<std::string, double> best_overhangs;  // in bricks, by the id of the challenge
};

// $XDG_CONFIG_HOME/keystone, else $HOME/.config/keystone, else ./.keystone.
std::string settingsDir();

// Missing or damaged entries keep their defaults; `trouble` then says in one line what was wrong. A missing file is
// fine.
Settings loadSettings(const std::string& path, std::string& trouble);
// False when the file cannot be written.
bool saveSettings(const Settings& settings, const std::string& path);

}  // namespace keystone

// Saving scenes, and showing where saved files are.
#include <spawn.h>
#include <sys/wait.h>

#include <exception>
#include <filesystem>
#include <sstream>

#include "commands/commands.h"
#include "math/output_file.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace keystone {

void askWhereToSave(AppState& app) {
  app.save_as = true;
  app.picker = app.help = false;
  app.save_path = dataDir() + "/" + app.session.scene.id + ".json";
}

void saveSceneAs(AppState& app, const std::string& path) {
  namespace fs = std::filesystem;
  const std::string full = fs::path(path).extension() == ".json" ? path : path + ".json";
  try {
    if (const fs::path folder = fs::path(full).parent_path(); !folder.empty()) fs::create_directories(folder);
    Scene seen = app.session.scene;
    seen.camera = cameraOf(app);
    saveScene(seen, full);
    rememberRecent(app.settings, full);
    app.save_as = false;
    say(app.session, "Saved the scene to " + shownPath(full));
  } catch (const std::exception& error) {
    complain(app.session, error.what());
  }
}

void savePlots(AppState& app) {
  const Telemetry& telemetry = app.session.telemetry;
  if (telemetry.size() == 0) return say(app.session, "No step yet, so there is nothing to save of the plots");
  std::ostringstream text;
  text.precision(17);
  text << "step,time_s,pivots,drives,zero_steps,residual,penetration_m,kinetic_j,potential_j,momentum_n_s,"
          "angular_momentum_n_m_s,solve_ms,step_ms\n";
  for (std::size_t i = 0; i < telemetry.size(); ++i) {
    const Sample& s = telemetry[i];
    text << s.step << ',' << s.time << ',' << s.pivots << ',' << s.drives << ',' << s.zero_steps << ',' << s.residual
         << ',' << s.penetration << ',' << s.kinetic << ',' << s.potential << ',' << s.momentum << ',' << s.spin << ','
         << s.ms.solve << ',' << s.ms.total << '\n';
  }
  try {
    const std::string path = freshName(app.session.scene.id + "_plots", ".csv");
    writeFile(path, text.str());
    app.plots_path = std::filesystem::path(path).replace_extension(".png").string();
    say(app.session, "Plots: " + shownPath(path) + ", .png and .svg");
  } catch (const std::runtime_error& error) {
    complain(app.session, error.what());
  }
}

void showFolder(AppState& app) {
  std::string folder = dataDir();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  say(app.session, "Recordings, pictures and saved files are in " + shownPath(folder));
  // In the background, so that the shell can be waited for; without xdg-open the line above must do.
  std::string shell = "sh", option = "-c", script = "xdg-open \"$0\" >/dev/null 2>&1 &";
  char* arguments[] = {shell.data(), option.data(), script.data(), folder.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, "sh", nullptr, nullptr, arguments, environ) == 0) waitpid(child, nullptr, 0);
}

}  // namespace keystone

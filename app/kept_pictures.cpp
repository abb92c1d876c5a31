#include "kept_pictures.h"

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <utility>

#include "math/output_file.h"
#include "overlay.h"
#include "panels/convergence_plot.h"
#include "panels/plot.h"
#include "ui_picture.h"
#include "view/view_picture.h"

namespace keystone {
namespace {

// The picture that goes with the curves' numbers, which are written already.
void keepConvergence(AppState& app, const std::string& path) {
  const ImVec2 size = sizeOfConvergencePicture(app);
  savePicture(path + ".png", int(size.x), int(size.y), app.settings.light,
              [&](ImDrawList& draw) { drawConvergencePicture(draw, app); });
  app.convergence.saved = path;
  say(app.session, "Curves: " + shownPath(path) + ".csv and .png");
}

// Likewise of the plots.
void keepPlots(AppState& app, const std::string& path) {
  const ImVec2 size = sizeOfPlotsPicture(app);
  writeFile(std::filesystem::path(path).replace_extension(".svg").string(), plotsSvg(app));
  savePicture(path, int(size.x), int(size.y), app.settings.light,
              [&](ImDrawList& draw) { drawPlotsPicture(draw, app); });
}

// Wherever the mouse is.
Overlay withoutMouse(Overlay overlay) {
  overlay.hovered = -1;
  overlay.ghosts.clear();
  return overlay;
}

// Of the scene alone, with forces as long as in the window.
void keepView(AppState& app, Renderer& renderer, const std::string& path) {
  ViewOptions view = app.view;
  view.force_scale = app.force_scale;
  const int times = saveViewPicture(path, renderer, app.shownSimulation(), app.camera, view,
                                    withoutMouse(overlayOf(app)), regionOf(app.cells().front()));
  say(app.session, "The view, " + std::to_string(times) + " times as large: " + shownPath(path));
}

void keepScreenshot(AppState& app, const std::string& path) {
  saveScreenshot(path, app.camera.width(), app.camera.height());
  say(app.session, "Screenshot: " + path);
}

}  // namespace

void keepPictures(AppState& app, Renderer& renderer) {
  const auto keep = [&](std::string& wanted, const std::function<void(const std::string&)>& write) {
    if (wanted.empty()) return;
    try {
      write(std::exchange(wanted, {}));
    } catch (const std::runtime_error& error) {
      complain(app.session, error.what());
    }
  };
  keep(app.screenshot_path, [&](const std::string& path) { keepScreenshot(app, path); });  // others draw elsewhere
  keep(app.convergence.save_as, [&](const std::string& path) { keepConvergence(app, path); });
  keep(app.plots_path, [&](const std::string& path) { keepPlots(app, path); });
  keep(app.view_path, [&](const std::string& path) { keepView(app, renderer, path); });
}

}  // namespace keystone

#include "run.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>
#include <thread>
#include <utility>

#include "app_state.h"
#include "commands/commands.h"
#include "commands/commands_framework.h"
#include "commands/commands_microscope.h"
#include "commands/commands_tour.h"
#include "input.h"
#include "kept_pictures.h"
#include "options.h"
#include "overlay.h"
#include "panels/panels.h"
#include "paths.h"
#include "problem/problem_formats.h"
#include "scene/framework_file.h"
#include "theme.h"
#include "tools/hand.h"
#include "view/picture.h"
#include "view/thumbnails.h"
#include "window.h"

namespace keystone {
namespace {

constexpr double kShortestFrame = 1.0 / 60.0;  // [s], the screen need not be faster than the physics
// Views: each needs its own shadow map in every frame, a third of what a view takes without a graphics card.
constexpr std::size_t kMostWithShadows = 2;
constexpr double kFpsMemory = 0.1;  // share of the newest frame in the smoothed length

std::string settingsPath() {
  return settingsDir() + "/settings.json";
}

void applySettings(AppState& app) {
  const Settings& s = app.settings;
  app.panels = s.panels;
  app.metrics = s.metrics;
  app.view.contacts = s.contacts;
  app.view.forces = s.forces;
  app.view.cones = s.cones;
  app.view.shadows = s.shadows;
  app.view.grid = s.grid;
  app.view.baraff_theme = s.baraff_theme;
  app.view.labels = s.labels;
  app.view.velocities = s.velocities;
  app.view.trails = s.trails;
}

void noteSettings(AppState& app, GLFWwindow* window) {
  Settings& s = app.settings;
  const ViewOptions& view = app.tour ? app.tour->view : app.view;  // a tour shows what it needs
  glfwGetWindowSize(window, &s.width, &s.height);
  s.panels = app.panels;
  s.metrics = app.tour ? app.tour->metrics : app.metrics;
  s.contacts = view.contacts;
  s.forces = view.forces;
  s.cones = view.cones;
  s.shadows = view.shadows;
  s.grid = view.grid;
  s.baraff_theme = view.baraff_theme;
  s.labels = view.labels;
  s.velocities = view.velocities;
  s.trails = view.trails;
  if (app.tour || app.session.review || !app.session.problem_file.empty()) return;
  const Scene& scene = app.session.scene;
  if (const std::string name = app.listed() ? scene.id : scene.address; !name.empty()) s.last_scene = name;
}

// Writes the settings when they have changed and stay so: an edge that is dragged changes them in every frame.
class KeptSettings {
 public:
  explicit KeptSettings(const Settings& loaded) : seen_(loaded), kept_(loaded) {}
  void keep(AppState& app, GLFWwindow* window, bool at_once) {
    noteSettings(app, window);
    const bool stays = app.settings == seen_ || at_once;
    seen_ = app.settings;
    if (!stays || seen_ == kept_) return;
    kept_ = seen_;
    try {
      saveSettings(kept_, settingsPath());
    } catch (const std::runtime_error& error) {
      std::cerr << "keystone: " << error.what() << '\n';
    }
  }

 private:
  Settings seen_, kept_;
};

// That of the command line; where it names none, the last one if the settings say so. One that cannot be opened any
// more is a trouble to tell of.
Scene firstScene(Options& options, const AppState& app, std::string& trouble) {
  const bool reopens = app.settings.reopens && !options.names_scene && !app.settings.last_scene.empty();
  if (!reopens) return openingScene(options, app.asset_dir);
  const std::string usual = std::exchange(options.scene, app.settings.last_scene);
  try {
    return openingScene(options, app.asset_dir);
  } catch (const SceneError& error) {
    trouble = error.what();
    options.scene = usual;
    return openingScene(options, app.asset_dir);
  }
}

void refreshFonts(AppState& app) {
  if (!loadFonts(app.fonts, app.scale)) {
    complain(app.session, "fonts not found (Debian: fonts-inter, fonts-dejavu-core); using a small built-in font");
  }
  applyTheme(app.scale);
  uploadFonts();
  app.fonts_stale = false;
}

// One of the split view beside the first: another method's bodies, seen as the first sees its own.
void drawView(const AppState& app, Renderer& renderer, std::size_t k, const std::vector<Rect>& cells,
              const ViewOptions& view) {
  Camera camera = app.camera;
  camera.shift = Vec2(cells[k].x - cells.front().x, cells[k].y - cells.front().y);
  Overlay overlay;
  overlay.selected = app.session.selected;
  renderer.draw(app.session.race->race().simulations[k], camera, view, overlay, regionOf(cells[k]));
}

void drawScene(AppState& app, Renderer& renderer) {
  updateTools(app);
  ViewOptions view = app.view;
  // Arrows that grow from pivot to pivot need one scale.
  if (app.session.microscope) view.force_scale = app.microscope.force_scale;
  const std::vector<Rect> cells = app.cells();
  view.shadows = view.shadows && cells.size() <= kMostWithShadows;
  renderer.draw(app.shownSimulation(), app.camera, view, overlayOf(app), regionOf(cells.front()));
  app.force_scale = renderer.forceScale();
  app.velocity_scale = renderer.velocityScale();
  view.force_scale = app.force_scale;  // one for all views
  for (std::size_t k = 1; k < cells.size(); ++k) drawView(app, renderer, k, cells, view);
}

// Tells the player when the stack has stood long enough, and keeps the best.
void watchChallenge(AppState& app) {
  Session& session = app.session;
  if (!session.challenge || !session.challenge->watch(app.simulation(), session.hand.has_value())) return;
  const ChallengeRun& run = *session.challenge;
  char text[120];
  const double overhang = run.score(app.world()).overhang;
  std::snprintf(text, sizeof text, "It stands: %.3f bricks past the table%s", overhang,
                overhang > run.best() - 1e-6 ? ", your best" : "");
  say(session, text);
  app.settings.best_overhangs[session.scene.id] = run.best();
}

// Of the scene, or of the framework that is shown in its place.
void advanceTime(AppState& app, double seconds) {
  if (app.framework) return advanceFramework(app, seconds);
  advance(app.session, seconds);
  advanceMicroscope(app, seconds);
  watchChallenge(app);
}

// Shows the same in the first view's new place. Where panels are hidden or shown, what they covered is seen instead;
// split views share the room, and show the same in it.
void keepInView(AppState& app) {
  const ShownView before =
      std::exchange(app.shown, {app.cells().front(), app.camera.width(), app.camera.height(), app.panels, app.metrics});
  const ShownView& now = app.shown;
  const bool uncovers = now.panels != before.panels || now.metrics != before.metrics;
  if (now.cell == before.cell || (uncovers && !app.isSplit())) return;
  refitView(app, before);
}

// One frame: requests, physics, picture. `seconds` is the time since the last one.
void runFrame(AppState& app, Window& window, Renderer& renderer, double seconds) {
  int width = 0, height = 0;
  window.framebufferSize(width, height);
  if (app.fonts_stale) refreshFonts(app);
  carryOutRequests(app);
  pollKeys(window.handle(), app, seconds);
  advanceTime(app, seconds);
  app.session.message.age += seconds;
  app.session.trouble.age += seconds;
  ++app.frame;
  if (width <= 0 || height <= 0) return;  // minimised: the physics goes on
  app.camera.setViewport(width, height);
  layOutPanels(app, static_cast<float>(width), static_cast<float>(height));
  if (!app.framework) {
    keepInView(app);
    if (std::exchange(app.frames_all, false)) frameAll(app);
    follow(app);
  }
  app.thumbnails->advance();
  if (!app.framework) drawScene(app, renderer);  // its panels cover the window
  beginUi();
  noteWhoseMouse(app);
  drawPanels(app);
  endUi(app.settings.light);
  keepPictures(app, renderer);
}

// The views that the command line asks for, the first of which is that of the scene.
void openSplit(AppState& app, const std::vector<Method>& methods) {
  std::copy(methods.begin(), methods.end(), app.split.methods.begin());
  carryOut(app, ChooseSolver{methods.front().solver});
  carryOut(app, ChooseStepper{methods.front().stepper});
  carryOut(app, SetViews{static_cast<int>(methods.size())});
}

void openingView(AppState& app, Window& window) {
  int width = 0, height = 0;
  window.framebufferSize(width, height);
  app.camera.setViewport(width, height);
  layOutPanels(app, static_cast<float>(width), static_cast<float>(height));
  frameAll(app);
  keepInView(app);  // what is opened next, such as a tour, may take room from the view
}

void loop(AppState& app, Window& window, Renderer& renderer, const Options& options, KeptSettings& settings,
          const FrameHook& after_frame) {
  double last = glfwGetTime();
  while (!app.quit && glfwWindowShouldClose(window.handle()) == GLFW_FALSE) {
    glfwPollEvents();
    const double now = glfwGetTime(), seconds = now - last;
    last = now;
    app.frame_seconds += kFpsMemory * (seconds - app.frame_seconds);
    app.fps = 1.0 / std::max(app.frame_seconds, 1e-6);
    app.session.frame_ms = 1e3 * seconds;
    const bool final_frame = options.frames > 0 && app.frame + 1 >= options.frames;
    if (final_frame && !options.screenshot.empty()) app.screenshot_path = options.screenshot;
    runFrame(app, window, renderer, seconds);
    glfwSwapBuffers(window.handle());
    settings.keep(app, window.handle(), false);
    if (after_frame) after_frame(app);
    if (final_frame) app.quit = true;
    const double spare = kShortestFrame - (glfwGetTime() - now);
    if (spare > 0.001) std::this_thread::sleep_for(std::chrono::duration<double>(spare));
  }
}

// Throws NoWindow when there is no display, std::runtime_error when a shader does not compile.
void runSandbox(Options options, const FrameHook& after_frame) {
  AppState app;
  app.asset_dir = assetDir();
  app.scenes = listSceneEntries(app.asset_dir);
  app.frameworks = listFrameworkEntries(app.asset_dir);
  app.tours = listTours(app.asset_dir);
  std::string trouble;
  app.settings = loadSettings(settingsPath(), trouble);
  KeptSettings settings(app.settings);
  applySettings(app);
  openScene(app.session, firstScene(options, app, trouble));
  app.session.paused = options.paused;
  readyTools(app, false);
  saveFailuresIn(app.session.failures, dataDir() + "/failures");
  app.session.random.seed(options.seed);
  app.hz = options.hz;
  if (!trouble.empty()) complain(app.session, trouble);

  const int width = options.width > 0 ? options.width : app.settings.width;
  const int height = options.height > 0 ? options.height : app.settings.height;
  Window window(width, height, "Keystone", &app);
  if (options.ui_scale > 0.0) app.settings.ui_scale = options.ui_scale;
  app.scale = static_cast<float>(app.settings.ui_scale > 0.0 ? app.settings.ui_scale : window.contentScale());
  Renderer renderer(shaderDir());
  refreshFonts(app);
  if (!options.split.empty()) openSplit(app, options.split);
  openingView(app, window);
  Picture matrix;
  app.matrix_picture = &matrix;
  Thumbnails thumbnails(app.asset_dir, shaderDir());
  app.thumbnails = &thumbnails;
  if (isFrameworkFile(options.scene)) {
    openFramework(app, options.scene, PaperFigure::None);
    if (app.framework) app.framework->paused = options.paused;
  } else if (isRecording(options.scene) || isProblemFile(options.scene)) {
    openByName(app, options.scene);
  } else if (options.names_scene) {
    rememberScene(app);
  }
  if (app.session.review) app.session.paused = options.paused;
  if (!options.tour.empty()) openTour(app, options.tour);
  // Not where the program runs by itself and nobody reads it.
  app.welcome =
      !app.settings.welcomed && app.session.problem_file.empty() && !app.tour && !app.framework && options.frames == 0;
  app.settings.welcomed = app.settings.welcomed || app.welcome;
  if (!options.record.empty()) startRecording(app.session, options.record);
  loop(app, window, renderer, options, settings, after_frame);
  app.session.message = {};
  stopRecording(app.session);
  stopRunRecording(app.session);
  settings.keep(app, window.handle(), true);
  // The window is gone that would have shown it.
  if (app.session.message.kind == Message::Kind::Trouble) throw std::runtime_error(app.session.message.text);
}

}  // namespace

int openSandbox(int argc, char** argv, const FrameHook& after_frame) {
  Options options;
  if (const auto status = parseOptions(argc, argv, options)) return *status;
  try {
    if (options.list) {
      std::cout << listing(assetDir());
    } else {
      runSandbox(options, after_frame);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "keystone: " << error.what() << '\n';
    return 2;
  }
}

}  // namespace keystone

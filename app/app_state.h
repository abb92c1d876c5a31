// Everything the sandbox is at one moment. One value, owned by the loop, handed to panels and tools by reference.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "request.h"
#include "session/comparison.h"
#include "session/convergence_view.h"
#include "session/edits.h"
#include "session/folder_list.h"
#include "session/framework_session.h"
#include "session/handles.h"
#include "session/holding.h"
#include "session/joining.h"
#include "session/layout.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/split_view.h"
#include "session/tour.h"
#include "session/verdict.h"
#include "view/camera.h"
#include "view/renderer.h"

struct ImFont;

namespace keystone {

class Picture;
class Thumbnails;

struct Fonts {
  ImFont* body = nullptr;
  ImFont* bold = nullptr;
  ImFont* mono = nullptr;
  ImFont* large = nullptr;
};

// What follows the mouse, to be placed by a click: bricks, one after the other, or a copy.
struct StackTool {
  bool on = false;
  bool copies = false;  // the piece is a copy, and placed once
  BrickSpec brick;
  std::string_view shape = "Box";     // its title in brickShapes()
  Vec3 half = Vec3(0.5, 0.25, 0.25);  // [m], that other shapes are made by
  World piece;                        // of the brick, or the copy
  int turns = 0;                      // wheel notches: quarter turns when planar, 15 degrees about +y else
  bool valid = false, allowed = false;
  Pose pose;
};

// The panel that asks for a mesh file for the stack tool.
struct MeshPanel {
  bool open = false;
  MeshChoice choice;
  FolderList folder;  // in which files are listed
  int row = 0;        // of the list
};

// Joins two bodies by two clicks.
struct JointTool {
  bool on = false;
  const JointChoice* choice = &jointChoices().front();
  std::optional<JointEnd> first;  // clicked already
};

// Moves and turns what is selected.
struct HandleTool {
  bool on = false;
  std::optional<Handle> hovered, held;
  double step = 1.0;                         // [m], that Ctrl moves by
  Vec3 centre = Vec3::Zero();                // [m], where the handles were when one was taken hold of
  Ray grabbed{Vec3::Zero(), Vec3::UnitZ()};  // and where the mouse was
  HandleMotion motion;                       // since then
  std::vector<Overlap> overlaps;             // that it has come to
};

// What the mouse is doing.
struct Mouse {
  enum class Gesture { None, Pending, Drag, Box, Handle, Orbit, Pan };
  Gesture gesture = Gesture::None;
  int button = 0, mods = 0;
  double x = 0, y = 0;  // [pixels of the framebuffer]
  double pressed_x = 0, pressed_y = 0;
  int pressed_body = -1;
  Vec3 pressed_point = Vec3::Zero();  // [m], on pressed_body
  bool over_view = false;             // not over a panel
  bool control = false;               // whether Ctrl is down
  double still = 0;                   // [s], since it was moved or pressed
  int cell = 0;                       // of the split view; x and y are those of the same place in the first one
  double shift_x = 0, shift_y = 0;    // [pixels], from there to where it is
};

// The field of a property that has the mouse or the keyboard.
struct ValueField {
  unsigned id = 0;              // ImGui's; 0: none
  bool changed = false;         // by the mouse, which still holds it
  std::optional<double> typed;  // so far
};

// Contacts that are pointed at, in the scene and in the microscope's panels alike; -1: none.
struct Probe {
  int scene = -1;                     // under the mouse in the scene
  std::array<int, 2> panel{-1, -1};   // of the cell under the mouse in a panel
  std::array<int, 2> marked{-1, -1};  // clicked
};

// What the matrix picture shows now.
struct MatrixShown {
  long serial = -1;
  int frame = -1, pixels = 0;
  bool by_sets = false, light = false;
  bool operator==(const MatrixShown&) const = default;
};

// How the microscope is looked through.
struct MicroscopeView {
  bool warm = true;          // start for the next solve
  bool row_by_row = false;   // solved by pivoting, row by row, in place of the stages
  bool by_sets = true;       // the matrix: clamped rows first
  int failure = -1;          // entry of the session's list; -1: the present step
  double force_scale = 0.0;  // [m per N], held while forces grow
  long serial = 0;           // of the microscope that is open: every one is another
  MatrixShown matrix;
  // What the solve was made for; when these change, it is made again.
  long step = 0;
  const SolverInfo* solver = nullptr;
  ParameterValues parameters;
};

// How a framework is looked at: straight on, in the plane.
struct FrameworkView {
  Vec2 centre = Vec2::Zero();     // [m], in the middle of the view
  double metres_per_pixel = 0.0;  // 0: to be fitted to what moves
  double force_scale = 0.0;       // [N], of the widest bar, held while forces grow
  bool scale_is_old = false;      // from before a restart or a change of method, after which there was no step yet
  bool forces = true;             // of contacts
  bool motion = true;             // first accelerations, at the start
  bool grid = true;
};

// What the views are to hold, however large they are; until the camera's distance is another one.
struct Framed {
  double width = 0, height = 0, distance = 0;  // [m]
};

// Where the first view was in the last frame, in a window of which size.
struct ShownView {
  Rect cell;                  // [pixels]; empty: there was none yet
  int width = 0, height = 0;  // [pixels]
  bool panels = true, metrics = true;
};

// The camera goes with the body that was selected last.
struct Followed {
  bool on = false;
  int body = -1;           // in the last frame; -1: none
  Vec3 at = Vec3::Zero();  // [m], where that was
};

// How a scene is looked at and worked on, to go on with it after something else was shown.
struct SceneLook {
  Camera camera;
  Framed framed;
  ShownView shown;
  Followed followed;
  StackTool stack;
  bool ball_tool, handles, verdict;
  MicroscopeView microscope;
  std::string_view drawer;
};

struct TourView {
  Tour tour;
  int at = 0;            // stop
  int answer = -1;       // the choice that was clicked at this stop; -1: none yet
  ViewOptions view;      // as they were before the tour, and are again after it
  bool metrics = false;  // likewise
};

// What the picker lists.
enum class PickerPage { Scenes, Recent, Files };

struct Picker {
  PickerPage page = PickerPage::Scenes;
  FolderList folder;     // of the page Files
  std::size_t kind = 0;  // of fileKinds(), that are listed
};

struct AppState {
  Session session;
  std::unique_ptr<FrameworkSession> framework;  // shown in place of the scene, which waits; null: the scene
  FrameworkView framework_view;
  std::vector<SceneEntry> frameworks;  // of the assets
  std::optional<TourView> tour;        // none: no tour is under way
  std::string last_tour;               // id of the one opened last; empty: none yet
  std::vector<SceneEntry> tours;       // of the assets
  std::string asset_dir;
  std::vector<SceneEntry> scenes;  // of the assets, by group
  Requests requests;
  std::string listed_scene;   // the one the list has scrolled to
  std::string set_parameter;  // of the scene, which is being dragged or typed; empty: none
  double set_value = 0.0;     // so far

  Camera camera;
  ViewOptions view;
  Settings settings;
  bool panels = true, metrics = true, help = false, picker = false;
  bool welcome = false;  // the hint of the very first start, until anything is done
  std::string picker_filter;
  Picker files;
  std::string scene_filter;  // of the list of scenes
  bool save_as = false;      // the panel that asks for a path, and
  std::string save_path;     // what is in it
  MeshPanel mesh;
  int picker_row = 0;
  bool entered = false;  // Enter was pressed in the picker or where a path is asked for
  Fonts fonts;
  float scale = 1.0F;  // of text and panels
  bool fonts_stale = false;
  Layout layout;
  ShownView shown;
  Framed framed;
  std::optional<SceneLook> left;  // of the scene behind a problem
  bool frames_all = false;        // in this frame, once the panels stand
  Followed followed;

  ValueField field;
  Mouse mouse;
  StackTool stack;
  JointTool joint_tool;
  HandleTool handles;
  bool ball_tool = false;       // a click shoots
  std::optional<World> copied;  // by Ctrl+C
  int hovered = -1;
  double force_scale = 0.0;     // [m per N], as drawn
  double velocity_scale = 0.0;  // [m per m/s], likewise

  std::string_view drawer = "plots";            // id of the page that the drawer shows: panels/drawer.cpp
  std::size_t plot_steps = Telemetry::kLength;  // that the width of a plot stands for at most; the wheel changes it
  MicroscopeView microscope;
  Probe probe;
  VerdictView verdict;
  SplitView split;
  std::unique_ptr<Comparison> comparison;
  ConvergenceView convergence;
  Picture* matrix_picture = nullptr;  // the loop's, which outlives neither the window nor its OpenGL
  Thumbnails* thumbnails = nullptr;   // likewise

  double hz = 0.0;                              // steps per simulated second for every scene; 0: the scene's own
  double frame_seconds = 1.0 / 60, fps = 60.0;  // smoothed
  long frame = 0;
  bool quit = false;
  std::string plots_path;       // of a picture of the plots, likewise
  std::string screenshot_path;  // to be written after this frame; empty: none
  std::string view_path;        // of a picture of the view alone, likewise

  Simulation& simulation() { return session.scene.simulation; }
  const Simulation& simulation() const { return session.scene.simulation; }
  // What the scene shows: the simulation, or the microscope's specimen at the present pivot.
  const Simulation& shownSimulation() const { return session.microscope ? session.microscope->shown() : simulation(); }
  World& world() { return session.scene.simulation.world; }
  const World& world() const { return session.scene.simulation.world; }
  // The entry of what is shown; null of a user's file, of a problem and while a framework stands in the scene's place.
  const SceneEntry* listed() const {
    const Scene& scene = session.scene;
    if (framework || !session.problem_file.empty()) return nullptr;
    const auto found = std::ranges::find(scenes, scene.plainId(), &SceneEntry::id);
    const bool ours = found != scenes.end() && (scene.address.empty() || scene.address == found->address());
    return ours ? &*found : nullptr;
  }
  // A panel that asks for a name or a path has the keyboard.
  bool asksForPath() const { return picker || save_as || mesh.open; }
  bool paused() const { return framework ? framework->paused : session.paused; }
  bool isSplit() const { return split.on && session.race && !session.microscope && !framework; }
  // Where the scene is drawn, once for each view; `camera` is that of the first, the others see the same.
  std::vector<Rect> cells() const {
    return isSplit() ? splitCells(layout, split.views, scale) : std::vector<Rect>{layout.view};
  }
  void ask(Request request) { requests.push_back(std::move(request)); }
};

}  // namespace keystone

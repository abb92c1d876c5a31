#include "tools/handle_tool.h"

#include <set>

#include "session/holding.h"
#include "session/quantity.h"

namespace keystone {
namespace {

constexpr double kHandleWidth = 3.0, kHoveredWidth = 5.0, kGuideWidth = 1.5;  // [pixels at scale 1]
constexpr double kRim = 1.25;                                                 // [pixels at scale 1], to each side
constexpr double kGuideReach = 1000.0;                                        // [pixels at scale 1], each way
constexpr double kBrighter = 0.55;                                            // of the way to white
const Vec3 kRimColour{0.06, 0.07, 0.08};
const Vec3 kAxisColours[] = {{0.95, 0.36, 0.33}, {0.52, 0.82, 0.35}, {0.36, 0.62, 1.0}};  // of x, y, z

Ray rayOfMouse(const AppState& app) {
  return app.camera.rayThrough(app.mouse.x, app.mouse.y);
}

std::optional<Handle> underMouse(const AppState& app, const HandlePlace& place) {
  const std::vector<Handle> handles = handlesAt(place, app.world().planar);
  return handleUnder(app.camera, place, handles, {app.mouse.x, app.mouse.y}, app.scale);
}

void moveHandle(AppState& app) {
  HandleTool& tool = app.handles;
  if (!tool.held || !app.session.held) return;
  const Ray ray = rayOfMouse(app);
  std::optional<HandleMotion> motion = motionOf(*tool.held, tool.centre, tool.grabbed, ray);
  if (!motion) return;
  if (app.mouse.control) motion = inSteps(*motion, tool.step);
  if (motion->shift == tool.motion.shift && motion->angle == tool.motion.angle) return;
  tool.motion = *motion;
  const Quat turn(Eigen::AngleAxisd(motion->angle, Vec3::Unit(tool.held->axis)));
  moveHeld(app.session, tool.centre, turn, motion->shift);
  tool.overlaps = overlapsOfHeld(app.session);
}

void addLine(const Handle& handle, const HandlePlace& place, const Vec3& colour, double width, double rim,
             Overlay& overlay) {
  const std::vector<Vec3> line = lineOf(handle, place);
  const bool arrow = handle.kind == Handle::Kind::Along;
  const auto add = [&](const Vec3& ink, double pixels, bool head) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
      overlay.lines.push_back({line[i], line[i + 1], ink, pixels, head});
  };
  add(kRimColour, width + 2 * rim, false);  // so that it is seen on a body of its colour
  add(colour, width, arrow);
}

// Of the handle that is held: the line that it goes along, or the arm that it turns from.
void addGuide(const AppState& app, const HandlePlace& place, Overlay& overlay) {
  const Handle& handle = *app.handles.held;
  const double width = kGuideWidth * app.scale;
  for (int axis = 0; axis < 3; ++axis) {
    if ((axis == handle.axis) != (handle.kind == Handle::Kind::Along)) continue;
    if (handle.kind == Handle::Kind::About) continue;
    const Vec3 reach = kGuideReach * place.unit * Vec3::Unit(axis);
    overlay.lines.push_back({place.centre - reach, place.centre + reach, kAxisColours[axis], width});
  }
}

}  // namespace

std::optional<HandlePlace> placeOfHandles(const AppState& app) {
  if (!app.handles.on || app.session.microscope || app.framework) return std::nullopt;
  const std::vector<int> bodies = placeable(app.session);
  if (bodies.empty()) return std::nullopt;
  const Vec3 centre = centreOf(app.world(), bodies);
  Vec2 pixel;
  if (!centre.allFinite() || !app.camera.project(centre, pixel)) return std::nullopt;
  return handlePlace(app.camera, centre, app.scale);
}

bool takeHandle(AppState& app) {
  const std::optional<HandlePlace> place = placeOfHandles(app);
  const std::optional<Handle> handle = place ? underMouse(app, *place) : std::nullopt;
  if (!handle) return false;
  HandleTool& tool = app.handles;
  tool.held = handle;
  tool.centre = place->centre;
  tool.grabbed = rayOfMouse(app);
  tool.motion = {};
  hold(app.session);
  return true;
}

void updateHandles(AppState& app) {
  HandleTool& tool = app.handles;
  if (!app.session.held) {
    tool.held.reset();
    tool.overlaps.clear();
  }
  if (app.mouse.gesture == Mouse::Gesture::Handle && !tool.held) app.mouse.gesture = Mouse::Gesture::None;
  if (tool.held) return moveHandle(app);
  const std::optional<HandlePlace> place = placeOfHandles(app);
  if (place) tool.step = lengthStep(*place);
  const bool free = app.mouse.gesture == Mouse::Gesture::None && app.mouse.over_view;
  tool.hovered = place && free ? underMouse(app, *place) : std::nullopt;
}

void letGoOfHandle(AppState& app) {
  moveHandle(app);
  letGo(app.session);
  if (const std::string text = overlapText(app); !text.empty())
    say(app.session, text + ": time will push them apart; " + shortcut(Action::Undo) + " takes the move back");
  app.handles.held.reset();
  app.handles.overlaps.clear();
}

std::string overlapText(const AppState& app) {
  const std::vector<Overlap>& overlaps = app.handles.overlaps;
  if (overlaps.empty()) return {};
  const auto name = [&app](int body) { return app.world().bodies[static_cast<std::size_t>(body)].name; };
  const Overlap& worst = overlaps.front();
  return name(worst.held) + " is in " + name(worst.other) + " by " + quantity(worst.depth, "m");
}

void addHandles(const AppState& app, Overlay& overlay) {
  std::set<int> overlapping;  // each once, whatever it is in
  for (const Overlap& overlap : app.handles.overlaps) overlapping.insert(overlap.held);
  for (const int held : overlapping) {
    const auto body = static_cast<std::size_t>(held);
    overlay.ghosts.push_back({app.world().colliders[body].shape, app.world().bodies[body].pose, false});
  }
  const std::optional<HandlePlace> place = placeOfHandles(app);
  if (!place) return;
  const HandleTool& tool = app.handles;
  for (const Handle& handle : handlesAt(*place, app.world().planar)) {
    if (tool.held && handle != *tool.held) continue;
    const bool lit = handle == tool.held || handle == tool.hovered;
    const Vec3& colour = kAxisColours[handle.axis];
    const Vec3 shown = lit ? Vec3(colour + kBrighter * (Vec3::Ones() - colour)) : colour;
    addLine(handle, *place, shown, (lit ? kHoveredWidth : kHandleWidth) * app.scale, kRim * app.scale, overlay);
  }
  if (tool.held) addGuide(app, *place, overlay);
}

}  // namespace keystone

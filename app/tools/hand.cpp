#include "tools/hand.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "math/round_down.h"
#include "session/placement.h"
#include "tools/drag.h"
#include "tools/handle_tool.h"
#include "tools/joint_tool.h"
#include "tools/probe.h"
#include "tools/race_outlines.h"
#include "tools/shoot.h"

namespace keystone {
namespace {

constexpr double kTellsAfter = 0.4;   // [s] that the mouse rests on a contact
constexpr double kClickRadius = 3.0;  // [pixels], motion below this is a click
constexpr double kHandReach = 1e4;    // [m]
const Vec3 kHandColour{1.0, 0.76, 0.30};

using Gesture = Mouse::Gesture;

bool isGround(const World& world, int body) {
  return body >= 0 && std::holds_alternative<HalfSpace>(world.colliders[body].shape);
}

// The body under the mouse that is not the ground, and the point hit.
int bodyUnderMouse(const AppState& app, Vec3* point = nullptr) {
  const Ray ray = app.camera.rayThrough(app.mouse.x, app.mouse.y);
  RayHit hit;
  const int body = pick(app.world(), ray.origin, ray.direction, kHandReach, hit);
  if (body < 0 || isGround(app.world(), body)) return -1;
  if (point != nullptr) *point = ray.origin + hit.distance * ray.direction;
  return body;
}

bool hasBricksLeft(const AppState& app) {
  const auto& challenge = app.session.challenge;
  return !challenge || challenge->score(app.world()).left > 0;
}

void placeGhost(AppState& app) {
  const StackTool& stack = app.stack;
  if (!stack.valid) return;
  if (!hasBricksLeft(app))
    return complain(app.session, "No bricks are left: Ctrl+Z takes one back, Space lets time run");
  if (!stack.allowed) return complain(app.session, "There is no room for it here");
  const int first = placePiece(app.session, stack.piece, stack.pose);
  if (!stack.copies) return;
  app.stack.on = false;
  app.session.selected.resize(stack.piece.bodies.size());
  std::iota(app.session.selected.begin(), app.session.selected.end(), first);
}

void pressedLeft(AppState& app, int mods) {
  Mouse& mouse = app.mouse;
  const bool control = (mods & GLFW_MOD_CONTROL) != 0;
  if ((mods & GLFW_MOD_ALT) != 0) {
    mouse.gesture = Gesture::Orbit;
  } else if (app.session.microscope) {
    app.ask(ProbeContacts{contactUnderMouse(app), -1});
  } else if ((mods & GLFW_MOD_SHIFT) != 0 || (app.ball_tool && !control)) {
    shoot(app);
  } else if (app.stack.on && !control) {
    placeGhost(app);
  } else if (app.joint_tool.on && !control) {
    placeJointEnd(app);
  } else if (takeHandle(app)) {
    mouse.gesture = Gesture::Handle;
  } else {
    mouse.pressed_body = bodyUnderMouse(app, &mouse.pressed_point);
    mouse.gesture = Gesture::Pending;
  }
}

// Those with their centres in the box that the mouse has drawn.
std::vector<int> bodiesInBox(const AppState& app) {
  const Mouse& mouse = app.mouse;
  const auto [left, right] = std::minmax(mouse.pressed_x, mouse.x);
  const auto [top, bottom] = std::minmax(mouse.pressed_y, mouse.y);
  std::vector<int> bodies;
  for (int i = 0; i < static_cast<int>(app.world().bodies.size()); ++i) {
    Vec2 at;
    if (isGround(app.world(), i) || !app.camera.project(app.world().bodies[i].pose.position, at)) continue;
    if (left <= at.x() && at.x() <= right && top <= at.y() && at.y() <= bottom) bodies.push_back(i);
  }
  return bodies;
}

bool hasMoved(const Mouse& mouse) {
  return std::hypot(mouse.x - mouse.pressed_x, mouse.y - mouse.pressed_y) > kClickRadius;
}

// Which view the mouse is in; a gesture stays in the one that it began in.
void findCell(AppState& app, double x, double y) {
  const std::vector<Rect> cells = app.cells();
  const auto found = std::ranges::find_if(cells, [&](const Rect& cell) { return cell.contains(x, y); });
  const Rect& cell = found == cells.end() ? cells.front() : *found;
  app.mouse.cell = static_cast<int>(found == cells.end() ? 0 : found - cells.begin());
  app.mouse.shift_x = cell.x - cells.front().x;
  app.mouse.shift_y = cell.y - cells.front().y;
}

// Fine enough for the mouse, and round numbers, where bricks are placed for their overhang.
Grid gridOf(const AppState& app) {
  constexpr double kFinest = 1e-4;  // [m]
  if (!app.session.challenge) return {};
  const double step = std::max(kFinest, roundDown(app.camera.metresPerPixel(app.camera.target)));
  return {step, Vec3(app.session.challenge->tableEnd(), 0, 0)};
}

}  // namespace

void pressed(AppState& app, int button, int mods) {
  app.mouse.still = 0;
  Mouse& mouse = app.mouse;
  if (mouse.gesture != Gesture::None) return;
  mouse.button = button;
  mouse.mods = mods;
  if (app.isSplit()) app.split.active = mouse.cell;
  mouse.pressed_x = mouse.x;
  mouse.pressed_y = mouse.y;
  if (button == GLFW_MOUSE_BUTTON_LEFT) pressedLeft(app, mods);
  if (button == GLFW_MOUSE_BUTTON_RIGHT) mouse.gesture = Gesture::Orbit;
  if (button == GLFW_MOUSE_BUTTON_MIDDLE) mouse.gesture = Gesture::Pan;
}

void moved(AppState& app, double x, double y) {
  app.mouse.still = 0;
  Mouse& mouse = app.mouse;
  if (mouse.gesture == Gesture::None) findCell(app, x, y);
  x -= mouse.shift_x;
  y -= mouse.shift_y;
  const double dx = x - mouse.x, dy = y - mouse.y;
  mouse.x = x;
  mouse.y = y;
  if (mouse.gesture == Gesture::Pending && hasMoved(mouse)) {
    const bool draws_box = mouse.pressed_body < 0 && (mouse.mods & GLFW_MOD_CONTROL) != 0;
    mouse.gesture = draws_box ? Gesture::Box : beginDrag(app) ? Gesture::Drag : Gesture::None;
  }
  if (mouse.gesture == Gesture::Drag) moveDrag(app);
  if (mouse.gesture == Gesture::Orbit) app.camera.orbit(dx, dy);
  if (mouse.gesture == Gesture::Pan) app.camera.pan(dx, dy);
}

void released(AppState& app, int button) {
  Mouse& mouse = app.mouse;
  if (button != mouse.button) return;
  if (mouse.gesture == Gesture::Pending) app.ask(Select{mouse.pressed_body, (mouse.mods & GLFW_MOD_CONTROL) != 0});
  if (mouse.gesture == Gesture::Drag) endDrag(app);
  if (mouse.gesture == Gesture::Handle) letGoOfHandle(app);
  if (mouse.gesture == Gesture::Box) app.ask(SelectAlso{bodiesInBox(app)});
  mouse.gesture = Gesture::None;
}

void scrolled(AppState& app, double notches) {
  if (app.stack.on) {
    app.stack.turns += notches > 0 ? 1 : -1;
  } else {
    app.camera.zoom(notches, app.mouse.x, app.mouse.y);
  }
}

void updateTools(AppState& app) {
  Session& session = app.session;
  const bool free = app.mouse.gesture == Gesture::None && app.mouse.over_view;
  const bool probing = app.session.microscope != nullptr;
  updateHandles(app);
  app.hovered = free && !app.stack.on && !app.handles.hovered && !probing ? bodyUnderMouse(app) : -1;
  app.mouse.still += app.frame_seconds;
  const bool tells = app.mouse.still > kTellsAfter && app.view.contacts && !app.stack.on && !app.joint_tool.on;
  app.probe.scene = free && (probing || tells) ? contactUnderMouse(app) : -1;
  if (!session.hand && app.mouse.gesture == Gesture::Drag) app.mouse.gesture = Gesture::None;
  if (session.hand)
    session.hand_force =
        dragForce(session.scene.simulation.world, *session.hand, session.scene.simulation.world.h).norm();
  StackTool& stack = app.stack;
  stack.valid = stack.on && app.mouse.over_view;
  if (!stack.valid) return;
  const Ray ray = app.camera.rayThrough(app.mouse.x, app.mouse.y);
  if (!stack.copies) stack.piece = pieceOf(stack.brick);
  const Placement placement = placementUnder(app.world(), ray, stack.piece, stack.turns, gridOf(app));
  stack.valid = placement.valid;
  stack.allowed = placement.allowed && hasBricksLeft(app);
  stack.pose = placement.pose;
}

Overlay toolOverlay(const AppState& app) {
  Overlay overlay;
  const Session& session = app.session;
  if (session.microscope) return overlay;  // its world may be another than the session's
  overlay.selected = session.selected;
  overlay.hovered = app.hovered;
  if (session.hand) {
    overlay.lines.push_back(
        {dragPoint(session.scene.simulation.world, *session.hand), session.hand->target, kHandColour, 3.0, true});
  }
  if (!app.isSplit()) addRaceOutlines(app, overlay);
  addJointGuide(app, overlay);
  addHandles(app, overlay);
  const StackTool& stack = app.stack;
  for (std::size_t i = 0; stack.valid && i < stack.piece.bodies.size(); ++i)
    overlay.ghosts.push_back({stack.piece.colliders[i].shape, stack.pose * stack.piece.bodies[i].pose, stack.allowed});
  return overlay;
}

}  // namespace keystone

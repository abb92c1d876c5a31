// Points the camera so that what matters fills the part of the window that no panel covers.
#include <algorithm>

#include "commands/commands.h"
#include "session/edits.h"
#include "view/point_at.h"

namespace keystone {
namespace {

// From the middle of the window to that of the free rectangle [pixels], and how much smaller that is.
struct Fit {
  double dx, dy, factor;
};
Fit fitOf(const AppState& app) {
  const Camera& camera = app.camera;
  const Rect view = app.cells().front();
  if (view.empty()) return {0.0, 0.0, 1.0};
  const double width = camera.width(), height = camera.height();
  return {view.x + 0.5 * (view.width - width), view.y + 0.5 * (view.height - height),
          std::max({width / view.width, height / view.height, 1.0})};
}

// Shrinks and shifts what the whole window shows into the free rectangle.
void fitIntoView(AppState& app) {
  const Fit fit = fitOf(app);
  app.camera.distance *= fit.factor;
  app.camera.pan(fit.dx, fit.dy);
}

void look(AppState& app, const Aabb& box) {
  app.camera.frame(box.lower, box.upper);
  fitIntoView(app);
}

}  // namespace

SceneCamera cameraOf(const AppState& app) {
  const Fit fit = fitOf(app);
  Camera camera = app.camera;
  camera.pan(-fit.dx, -fit.dy);
  return {camera.target, camera.yaw, camera.pitch, camera.distance / fit.factor, camera.orthographic, true};
}

void frameAll(AppState& app) {
  pointAt(app.camera, app.session.scene);
  fitIntoView(app);
}

void refitView(AppState& app, const ShownView& before) {
  const Rect view = app.cells().front();
  if (view.empty() || before.cell.empty()) return;
  Camera& camera = app.camera;
  Camera was = camera;
  was.setViewport(before.width, before.height);
  const double metres = was.metresPerPixel(was.target);
  // To the point in the middle of the view, and from there until it is in the middle of the new one.
  const auto fromMiddle = [](const Rect& cell, int width, int height) {
    return Vec2(cell.x + 0.5 * (cell.width - width), cell.y + 0.5 * (cell.height - height));
  };
  const Vec2 there = fromMiddle(before.cell, before.width, before.height);
  was.pan(-there.x(), -there.y());
  Framed& framed = app.framed;
  if (camera.distance != framed.distance) framed = {metres * before.cell.width, metres * before.cell.height, 0.0};
  camera.target = was.target;
  const double wanted = std::max(framed.width / view.width, framed.height / view.height);
  camera.distance *= wanted / camera.metresPerPixel(camera.target);
  framed.distance = camera.distance;
  const Vec2 here = fromMiddle(view, camera.width(), camera.height());
  camera.pan(here.x(), here.y());
}

void lookFrom(AppState& app, double yaw, double pitch) {
  Camera& camera = app.camera;
  const Fit fit = fitOf(app);
  camera.pan(-fit.dx, -fit.dy);  // about what is in the middle of the view
  camera.yaw = yaw;
  camera.pitch = pitch;
  camera.pan(fit.dx, fit.dy);
}

void toggleFollow(AppState& app) {
  const bool on = !app.followed.on;
  app.followed = {on};
  if (!on) return say(app.session, "The camera stays where it is");
  if (app.session.selected.empty()) return say(app.session, "The camera follows the next body that is selected");
  say(app.session, "The camera follows the selected body");
}

void follow(AppState& app) {
  Followed& followed = app.followed;
  const int body = followed.on && !app.session.held ? lastSelected(app.session) : -1;
  if (body < 0) {
    followed.body = -1;
    return;
  }
  const Vec3& at = app.world().bodies[static_cast<std::size_t>(body)].pose.position;
  if (body == followed.body && at.allFinite()) app.camera.target += at - followed.at;
  followed = {true, body, at};
}

void frameSelection(AppState& app) {
  if (app.session.selected.empty()) return frameAll(app);
  Aabb box = boundsOf(app.world(), app.session.selected);
  if (!box.lower.allFinite() || !box.upper.allFinite()) return frameAll(app);
  const Vec3 margin = Vec3::Constant(0.75 * (box.upper - box.lower).norm());
  box.lower -= margin;
  box.upper += margin;
  look(app, box);
}

}  // namespace keystone

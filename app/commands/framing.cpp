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

void refitView(AppState& app, const Rect& before) {
  const Rect view = app.cells().front();
  if (view.empty() || before.empty()) return;
  Camera& camera = app.camera;
  const double metres = camera.metresPerPixel(camera.target);
  Framed& framed = app.framed;
  if (camera.distance != framed.distance) framed = {metres * before.width, metres * before.height, 0.0};
  const double factor = std::max(framed.width / view.width, framed.height / view.height) / metres;
  const double x = 0.5 * camera.width(), y = 0.5 * camera.height();  // stays where it is when the distance changes
  const double old_x = before.x + 0.5 * before.width, old_y = before.y + 0.5 * before.height;
  camera.distance *= factor;
  framed.distance = camera.distance;
  camera.pan(view.x + 0.5 * view.width - (x + (old_x - x) / factor),
             view.y + 0.5 * view.height - (y + (old_y - y) / factor));
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

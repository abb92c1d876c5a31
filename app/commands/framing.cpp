// Points the camera so that what matters fills the part of the window that no panel covers.
#include <algorithm>

#include "commands/commands.h"
#include "session/edits.h"
#include "view/point_at.h"

namespace keystone {
namespace {

// Shrinks and shifts what the whole window shows into the free rectangle.
void fitIntoView(AppState& app) {
  Camera& camera = app.camera;
  const Rect view = app.cells().front();
  if (view.empty()) return;
  const double width = camera.width(), height = camera.height();
  camera.distance *= std::max({width / view.width, height / view.height, 1.0});
  const double dx = view.x + 0.5 * view.width - 0.5 * width;
  const double dy = view.y + 0.5 * view.height - 0.5 * height;
  camera.pan(dx, dy);
}

void look(AppState& app, const Aabb& box) {
  app.camera.frame(box.lower, box.upper);
  fitIntoView(app);
}

}  // namespace

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

#include "tools/drag.h"

#include <cmath>

namespace keystone {

bool beginDrag(AppState& app) {
  const int index = app.mouse.pressed_body;
  if (index < 0 || index >= static_cast<int>(app.world().bodies.size())) return false;
  const Body& body = app.world().bodies[index];
  if (!body.isDynamic()) return false;
  app.session.undo.remember(app.simulation());
  Vec3 point = app.mouse.pressed_point;
  if (app.world().planar) point.z() = body.pose.position.z();
  Drag drag;
  drag.body = index;
  drag.local_point = body.pose.toLocal(point);
  drag.target = point;
  drag.cap = app.session.scene.drag_cap;
  app.session.hand = drag;
  return true;
}

void moveDrag(AppState& app) {
  if (!app.session.hand) return;
  Drag& drag = *app.session.hand;
  const Ray ray = app.camera.rayThrough(app.mouse.x, app.mouse.y);
  const Vec3 normal = app.world().planar ? Vec3(Vec3::UnitZ()) : app.camera.forward();
  const double along = ray.direction.dot(normal);
  if (std::abs(along) < 1e-6) return;
  // The target stays in its plane, so that the plane stays the one through the point first grabbed.
  const double distance = (drag.target - ray.origin).dot(normal) / along;
  if (distance > 0.0 || app.camera.orthographic) drag.target = ray.origin + distance * ray.direction;
}

void endDrag(AppState& app) {
  app.session.hand.reset();
  app.session.hand_force = 0.0;
}

}  // namespace keystone

#include "tools/probe.h"

namespace keystone {
namespace {

constexpr double kProbeReach = 14.0;  // [pixels at scale 1]

}  // namespace

bool contactPixel(const AppState& app, int contact, Vec2& pixel) {
  const ContactProblem& problem = app.shownSimulation().problem;
  if (contact < 0 || contact >= static_cast<int>(problem.contact_points.size())) return false;
  return app.camera.project(problem.contact_points[contact].point, pixel);
}

int contactUnderMouse(const AppState& app) {
  int nearest = -1;
  double reach = kProbeReach * app.scale;
  const Vec2 mouse(app.mouse.x, app.mouse.y);
  for (int contact = 0; contact < app.shownSimulation().problem.contacts; ++contact) {
    Vec2 pixel;
    if (!contactPixel(app, contact, pixel)) continue;
    const double distance = (pixel - mouse).norm();
    if (distance >= reach) continue;
    reach = distance;
    nearest = contact;
  }
  return nearest;
}

}  // namespace keystone

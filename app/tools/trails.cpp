#include "tools/trails.h"

#include <algorithm>

namespace keystone {
namespace {

constexpr double kTrailSeconds = 3.0;  // simulated
constexpr double kShortestLine = 3.0;  // [pixels] of a line: what rests leaves none
constexpr double kTrailWidth = 1.8;    // [pixels at scale 1]
constexpr std::size_t kMostLines = 20000;
const Vec3 kTrailColour{0.98, 0.80, 0.42};

// Bodies with the last place of their trail so far.
struct Trail {
  int body;
  Vec3 at;  // [m]
};

std::vector<Trail> trailsOf(const AppState& app) {
  const World& world = app.world();
  std::vector<Trail> trails;
  const auto begin = [&](int body) { trails.push_back({body, world.bodies[body].pose.position}); };
  std::ranges::for_each(app.session.selected, begin);
  if (!trails.empty()) return trails;
  for (int body = 0; body < static_cast<int>(world.bodies.size()); ++body)
    if (world.bodies[body].kind != BodyKind::Static) begin(body);
  return trails;
}

}  // namespace

void addTrails(const AppState& app, Overlay& overlay) {
  if (!app.view.trails || app.session.microscope) return;
  const History& history = app.session.history;
  const World& now = app.world();
  std::vector<Trail> trails = trailsOf(app);
  const double least = kShortestLine * app.scale * app.camera.metresPerPixel(app.camera.target);
  for (std::size_t k = history.size(); k > 0 && overlay.lines.size() < kMostLines; --k) {
    const World& world = history[k - 1];
    const double age = now.time - world.time;
    if (age > kTrailSeconds || world.bodies.size() != now.bodies.size()) break;
    for (auto& [body, at] : trails) {
      const Vec3& before = world.bodies[body].pose.position;
      if ((before - at).norm() < least) continue;
      overlay.lines.push_back({before, at, kTrailColour, kTrailWidth * app.scale, false, 1.0 - age / kTrailSeconds});
      at = before;
    }
  }
}

}  // namespace keystone

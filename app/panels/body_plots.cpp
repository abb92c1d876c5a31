// How the selected body has moved: read off the worlds that are kept to step back to.
#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/plot.h"

namespace keystone {
namespace {

constexpr std::size_t kLength = Telemetry::kLength;  // steps, as many as the other plots show

// One plot: up to three curves of one unit.
struct Motion {
  const char* title;
  const char* unit;
  double least;  // the least height of the plot, in the unit
  std::vector<double (*)(const Body& body)> curves;
  std::vector<PlotPart> parts;  // names of the second curve and of the third
};

const ImVec4 kX{0.95F, 0.45F, 0.42F, 1}, kY{0.45F, 0.85F, 0.50F, 1}, kZ{0.45F, 0.65F, 0.98F, 1};
const ImVec4 kColours[] = {kX, kY, kZ};

const std::vector<Motion>& motions() {
  static const std::vector<Motion> kMotions = {
      {"Centre x",
       "m",
       1e-9,
       {[](const Body& b) { return b.pose.position.x(); }, [](const Body& b) { return b.pose.position.y(); },
        [](const Body& b) { return b.pose.position.z(); }},
       {{"y", kY, nullptr}, {"z", kZ, nullptr}}},
      {"Velocity x",
       "m/s",
       1e-9,
       {[](const Body& b) { return b.velocity.x(); }, [](const Body& b) { return b.velocity.y(); },
        [](const Body& b) { return b.velocity.z(); }},
       {{"y", kY, nullptr}, {"z", kZ, nullptr}}},
      {"Angular speed", "rad/s", 1e-9, {[](const Body& b) { return b.omega.norm(); }}, {}},
      {"Kinetic", "J", 1e-9, {[](const Body& b) { return kineticEnergy(b); }}, {}},
  };
  return kMotions;
}

// The last worlds in which bodies have the numbers that they have now, oldest first.
std::vector<const World*> pastOf(const AppState& app) {
  const History& history = app.session.history;
  std::vector<const World*> past{&app.world()};
  for (std::size_t k = history.size(); k > 0 && past.size() < kLength; --k) {
    const World& world = history[k - 1];
    if (world.bodies.size() != app.world().bodies.size()) break;
    past.push_back(&world);
  }
  std::ranges::reverse(past);
  return past;
}

void drawMotion(const AppState& app, const Motion& motion, const std::vector<const World*>& past, std::size_t body,
                const ImVec2& size) {
  std::vector<Curve> curves;
  for (std::size_t k = 0; k < motion.curves.size(); ++k) {
    Curve& curve = curves.emplace_back(Curve{kColours[k], {}});
    for (const World* world : past) curve.values.push_back(motion.curves[k](world->bodies[body]));
  }
  PlotFrame frame{.title = motion.title, .logarithmic = false, .length = lengthFor(past.size())};
  frame.least = motion.least;
  frame.unit = motion.unit;
  frame.parts = motion.parts;
  if (curves.size() == 1) frame.now = quantity(curves.front().values.back(), motion.unit);
  frame.now_colour = kColours[0];
  const std::size_t at = drawCurves(app, frame, curves, size).value_or(past.size() - 1);
  std::string text = format("step %ld, %.3f s", past[at]->step, past[at]->time);
  for (const Curve& curve : curves)
    text += (&curve == &curves.front() ? ": " : ", ") + quantity(curve.values[at], motion.unit);
  hint(text);
}

void drawBodyPlots(AppState& app) {
  const int body = lastSelected(app.session);
  const std::vector<const World*> past = pastOf(app);
  const ImVec2 space = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorPos();
  const float gap = 12 * app.scale;
  const ImVec2 size{std::floor((space.x - gap) / 2), std::floor((space.y - 0.7F * gap) / 2)};
  for (std::size_t k = 0; k < motions().size(); ++k) {
    ImGui::SetCursorPos({origin.x + static_cast<float>(k / 2) * (size.x + gap),
                         origin.y + static_cast<float>(k % 2) * (size.y + 0.7F * gap)});
    drawMotion(app, motions()[k], past, static_cast<std::size_t>(body), size);
  }
}

}  // namespace

extern const DrawerPage kBodyPage{"body",
                                  drawBodyPlots,
                                  [](const AppState&) { return std::string("BODY"); },
                                  "Motion of the selected body over the last 512 steps",
                                  Action::None,
                                  [](const AppState& app) { return lastSelected(app.session) >= 0; }};

}  // namespace keystone

// How the selected body has moved: read off the worlds that are kept to step back to.
#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/plot.h"
#include "session/body_force.h"

namespace keystone {
namespace {

constexpr std::size_t kLength = Telemetry::kLength;  // steps, as many as the other plots show

// A body after a step.
struct Moment {
  const World *before, *now;
  std::size_t body;
  double force_time;  // [s], of the step's impulses
  const Body& ofBody() const { return now->bodies[body]; }
};

// One plot: up to three curves of one unit.
struct Motion {
  const char* title;
  const char* unit;
  double least;  // the least height of the plot, in the unit
  std::vector<double (*)(const Moment& at)> curves;
  std::vector<PlotPart> parts;  // names of the second curve and of the third
  const char* help = "";
};

const ImVec4 kX{0.95F, 0.45F, 0.42F, 1}, kY{0.45F, 0.85F, 0.50F, 1}, kZ{0.45F, 0.65F, 0.98F, 1};
const ImVec4 kColours[] = {kX, kY, kZ};

template <int axis>
double force(const Moment& at) {
  return forceOn(*at.before, *at.now, at.body, at.force_time)[axis];
}
template <int axis>
double place(const Moment& at) {
  return at.ofBody().pose.position[axis];
}
template <int axis>
double velocity(const Moment& at) {
  return at.ofBody().velocity[axis];
}

// Column by column; the last is of bodies that move freely.
const std::vector<Motion>& motions() {
  static const std::vector<PlotPart> kYZ = {{"y", kY, nullptr}, {"z", kZ, nullptr}};
  static const std::vector<Motion> kMotions = {
      {"Centre x", "m", 1e-9, {place<0>, place<1>, place<2>}, kYZ},
      {"Velocity x", "m/s", 1e-9, {velocity<0>, velocity<1>, velocity<2>}, kYZ},
      {"Force x",
       "N",
       1e-9,
       {force<0>, force<1>, force<2>},
       kYZ,
       "\nOf all contacts, joints and the hand together, over the step"},
      {"Angular speed", "rad/s", 1e-9, {[](const Moment& at) { return at.ofBody().omega.norm(); }}, {}},
      {"Kinetic", "J", 1e-9, {[](const Moment& at) { return kineticEnergy(at.ofBody()); }}, {}},
      {"Potential",
       "J",
       1e-9,
       {[](const Moment& at) { return -at.ofBody().mass * at.now->gravity.dot(at.ofBody().pose.position); }},
       {}},
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

void drawMotion(AppState& app, const Motion& motion, const std::vector<const World*>& past, std::size_t body,
                const ImVec2& size) {
  const std::size_t length = lengthFor(app, past.size()), shown = std::min(past.size() - 1, length);
  const std::size_t first = past.size() - shown;
  const double force_time = forceTime(app.simulation());
  std::vector<Curve> curves;
  for (std::size_t k = 0; k < motion.curves.size(); ++k) {
    Curve& curve = curves.emplace_back(Curve{kColours[k], {}});
    for (std::size_t i = first; i < past.size(); ++i)
      curve.values.push_back(motion.curves[k]({past[i - 1], past[i], body, force_time}));
  }
  PlotFrame frame{.title = motion.title, .logarithmic = false, .length = length};
  frame.least = motion.least;
  frame.unit = motion.unit;
  frame.parts = motion.parts;
  if (curves.size() == 1) frame.now = quantity(curves.front().values.back(), motion.unit, motion.least);
  frame.now_colour = kColours[0];
  const std::size_t at = drawCurves(app, frame, curves, size).value_or(curves.front().values.size() - 1);
  zoomByWheel(app, past.size());
  std::string text = format("step %ld, %.3f s", past[first + at]->step, past[first + at]->time);
  for (const Curve& curve : curves)
    text += (&curve == &curves.front() ? ": " : ", ") + quantity(curve.values[at], motion.unit, motion.least);
  hint(text + motion.help);
}

void drawBodyPlots(AppState& app) {
  const int body = lastSelected(app.session);
  const std::vector<const World*> past = pastOf(app);
  if (past.size() < 2) return note("How the selected body moves is plotted here, step by step. " + howToStep());
  const ImVec2 space = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorPos();
  const bool has_energy = app.world().bodies[static_cast<std::size_t>(body)].isDynamic();
  const int columns = static_cast<int>(motions().size()) / kPlotRows - (has_energy ? 0 : 1);
  const PlotGrid grid = plotGrid(app, space, columns);
  for (int column = 0; column < columns; ++column) {
    for (int line = 0; line < grid.rows; ++line) {
      ImGui::SetCursorPos(
          {origin.x + static_cast<float>(column) * grid.pitch.x, origin.y + static_cast<float>(line) * grid.pitch.y});
      drawMotion(app, motions()[static_cast<std::size_t>(column * kPlotRows + line)], past,
                 static_cast<std::size_t>(body), grid.size);
    }
  }
}

}  // namespace

extern const DrawerPage kBodyPage{"body",
                                  drawBodyPlots,
                                  [](const AppState&) { return std::string("BODY"); },
                                  "Motion of the selected body over the last 512 steps; the wheel shows fewer",
                                  Action::None,
                                  [](const AppState& app) { return lastSelected(app.session) >= 0; }};

}  // namespace keystone

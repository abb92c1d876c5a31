// How far the 5-diamond of Rote and Zwick's point masses leaves its mirror image while it collapses.
//
//   keystone_collapse_mirror > FRAMEWORK.csv
//
// 1000 steps of 2 ms of figure 7 with (L'') and two bends. Columns as those of `keystone-cli race --csv`, as far as the
// framework has them: plot_race.py draws both.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "gauss/loops.h"

namespace keystone {
namespace {

constexpr int kRows = 9, kSteps = 1000;
constexpr double kStep = 2e-3;  // [s]

int across(int row) {
  return row <= kRows / 2 ? row + 1 : kRows - row;
}

Framework diamond(BrickMasses masses) {
  Framework framework;
  const std::array<Vec2, 4> floor{Vec2(-50, -1), Vec2(50, -1), Vec2(50, 0), Vec2(-50, 0)};
  addFixedPolygon(framework, floor);
  for (int row = 0; row < kRows; ++row)
    for (int i = 0; i < across(row); ++i)
      addBrick(framework, {i - 0.5 * (across(row) - 1), 0.5 * (row + 0.5)}, {1.0, 0.5}, 0.0, 1.0, masses);
  return framework;
}

// Of the brick that is outline `number`; 0 is the floor.
Vec2 centreOf(const Framework& framework, const VecX& p, int number) {
  Vec2 sum = Vec2::Zero();
  const auto& corners = framework.outlines[static_cast<std::size_t>(number)].corners;
  for (const int corner : corners) sum += at(p, corner);
  return sum / static_cast<double>(corners.size());
}

double mirrorError(const Framework& framework, const VecX& p) {
  double worst = 0.0;
  int first = 1;
  for (int row = 0; row < kRows; first += across(row), ++row)
    for (int i = 0; i < across(row); ++i) {
      const Vec2 one = centreOf(framework, p, first + i), other = centreOf(framework, p, first + across(row) - 1 - i);
      worst = std::max(worst, (Vec2(-one.x(), one.y()) - other).norm());
    }
  return worst;
}

void collapse(BrickMasses masses, const char* name) {
  const Framework framework = diamond(masses);
  GaussLoop loop(framework, {.h = kStep, .bends = 2});
  PositionState state = restingState(framework);
  for (int step = 1; step <= kSteps; ++step) {
    const LoopReport report = loop.step(state);
    std::printf("%d,%.6g,%s,%.17g,%.3g\n", step, step * kStep, name, mirrorError(framework, state.p),
                report.residual.value());
  }
}

}  // namespace
}  // namespace keystone

int main() {
  std::printf("step,time_s,method,mirror_error_m,residual\n");
  keystone::collapse(keystone::BrickMasses::Four, "four masses a brick");
  keystone::collapse(keystone::BrickMasses::Nine, "nine masses a brick");
}

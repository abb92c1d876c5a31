// Time per step of Rote and Zwick's position loop against the number of bricks, with a fitted exponent.
//
//   keystone_gauss_bench [STEPS]      (200)
//
// m-diamonds of bricks of four masses, figure 7 with (L''), 2 ms a step, from rest; all of them fall. `first` is the
// cold solve of the first step. The paper: 25 bricks, 1000 steps in about 5 minutes with CPLEX.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "framework/loops.h"
#include "math/parallel.h"

namespace keystone {
namespace {

Framework diamond(int m) {
  Framework framework;
  const std::array<Vec2, 4> floor{Vec2(-500, -1), Vec2(500, -1), Vec2(500, 0), Vec2(-500, 0)};
  addFixedPolygon(framework, floor);
  for (int row = 0; row < 2 * m - 1; ++row) {
    const int across = row < m ? row + 1 : 2 * m - 1 - row;
    for (int i = 0; i < across; ++i)
      addBrick(framework, {i - 0.5 * (across - 1), 0.5 * (row + 0.5)}, {1.0, 0.5}, 0.0, 1.0, BrickMasses::Four);
  }
  return framework;
}

struct Times {
  double first = 0.0, median = 0.0, p99 = 0.0, most = 0.0;  // [ms]
  double residual = 0.0, factorizations = 0.0;              // worst; mean a step
  int unsolved = 0;
};

Times timeSteps(int m, int steps) {
  const Framework framework = diamond(m);
  GaussLoop loop(framework, {.h = 2e-3});
  PositionState state = restingState(framework);
  std::vector<double> ms;
  Times times;
  for (int step = 0; step < steps; ++step) {
    const auto start = std::chrono::steady_clock::now();
    const LoopReport report = loop.step(state);
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    times.residual = std::max(times.residual, report.residual.value());
    times.factorizations += static_cast<double>(report.qp.factorizations) / steps;
    times.unsolved += report.qp.status == QpStatus::Solved ? 0 : 1;
  }
  times.first = ms.front();
  std::sort(ms.begin(), ms.end());
  times.median = ms[ms.size() / 2];
  times.p99 = ms[ms.size() * 99 / 100];
  times.most = ms.back();
  return times;
}

int run(int steps) {
  std::printf("bricks  first_ms  median_ms  p99_ms  max_ms  factorizations  worst_residual  unsolved\n");
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const int m : {5, 7, 10, 14, 20, 26, 32}) {
    const Times times = timeSteps(m, steps);
    std::printf("%6d  %8.2f  %9.3f  %6.2f  %6.2f  %14.2f  %14.1e  %8d\n", m * m, times.first, times.median, times.p99,
                times.most, times.factorizations, times.residual, times.unsolved);
    const double bricks = std::log(static_cast<double>(m * m)), median = std::log(times.median);
    n += 1.0, x += bricks, y += median, xx += bricks * bricks, xy += bricks * median;
  }
  std::printf("median time grows as bricks ^ %.2f\n", (n * xy - x * y) / (n * xx - x * x));
  return 0;
}

}  // namespace
}  // namespace keystone

int main(int argc, char** argv) {
  keystone::setThreads(1);
  return keystone::run(argc > 1 ? std::max(2, std::atoi(argv[1])) : 200);
}

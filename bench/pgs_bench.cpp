// Projected Gauss-Seidel by four pairs of bodies at a time against one row at a time, on the same problems in one run:
// milliseconds of processor time per solve, with setting up, and the residual that its sweeps reach.
//   keystone_pgs_bench [SCENE...]   (a few by default, among them a wall of 820 bricks in space)
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "math/parallel.h"
#include "math/thread_time.h"
#include "paths.h"
#include "problems.h"
#include "solver/pgs/sweeper.h"

namespace keystone::bench {
namespace {

constexpr int kSweeps = 50;
constexpr int kRepeats = 15;
constexpr int kStepsToRest = 60;

VecX sweeps(Sweeper& sweeper, const ContactProblem& problem, const VecX& start, int count) {
  VecX lambda = start;
  if (!sweeper.begin(problem, FrictionLaw::Cone, 1.0, start)) return lambda;
  for (int i = 0; i < count; ++i) sweeper.sweep();
  sweeper.readImpulses(lambda);
  return lambda;
}

struct Timing {
  double median = 0.0, least = 0.0;  // [ms]
};
Timing summary(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times.front()};
}

void compare(const std::string& scene, const char* state, const ContactProblem& problem, const VecX& start) {
  std::vector<std::pair<const char*, std::unique_ptr<Sweeper>>> ways;
  ways.emplace_back("rows", rowSweeper());
  ways.emplace_back("pairs", pairSweeper());
  std::vector<std::vector<double>> times(ways.size()), setup(ways.size());
  for (int repeat = 0; repeat < kRepeats; ++repeat)
    for (std::size_t way = 0; way < ways.size(); ++way) {
      for (const int count : {0, kSweeps}) {
        const double begin = threadTime();
        sweeps(*ways[way].second, problem, start, count);
        (count == 0 ? setup : times)[way].push_back(threadTime() - begin);
      }
    }
  for (std::size_t way = 0; way < ways.size(); ++way) {
    const Timing all = summary(times[way]);
    std::printf("%-14s %-5s %6d contacts  %-5s  median %7.3f ms  least %7.3f ms  setup %6.3f ms  residual",
                scene.c_str(), state, problem.contacts, ways[way].first, all.median, all.least,
                summary(setup[way]).median);
    for (const int count : {10, kSweeps, 4 * kSweeps})
      std::printf("  %d: %.2e", count, measure(problem, sweeps(*ways[way].second, problem, start, count)).value);
    std::printf("\n");
  }
}

constexpr const char* kWall = "wall of 820";

Scene sceneOf(const std::string& name) {
  if (name != kWall) return loadScene(findScene(name, assetDir()), assetDir());
  return sceneOfBricks(false,
                       R"({"type": "wall", "columns": 41, "rows": 20, "size": [1, 0.5, 0.5], "material": "brick"})");
}

void compareOn(const std::string& name) {
  Scene scene = sceneOf(name);
  scene.simulation.solver = findSolver("pgs");
  scene.simulation.parameters = {{"iterations", double{kSweeps}}};
  step(scene.simulation);
  if (scene.simulation.problem.contacts > 0)
    compare(name, "cold", scene.simulation.problem, VecX::Zero(scene.simulation.problem.rows()));
  for (int i = 0; i < kStepsToRest; ++i) step(scene.simulation);
  compare(name, "warm", scene.simulation.problem, scene.simulation.start.lambda);
}

}  // namespace
}  // namespace keystone::bench

int main(int count, char** names) {
  keystone::setThreads(1);
  const std::vector<std::string> scenes =
      count > 1 ? std::vector<std::string>(names + 1, names + count)
                : std::vector<std::string>{"pyramid3d_5", "wall3d_10x10",         "mesh_pile",
                                           "jenga",       keystone::bench::kWall, "wall3d_40x25"};
  for (const std::string& scene : scenes) keystone::bench::compareOn(scene);
}

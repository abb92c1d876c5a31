// What each stage and each number of the exact solver is good for: all of them in turn left out or changed, on hard
// problems of keystone_curve, on the first, cold steps of scenes, and on warm steps of scenes that move.
//
//   keystone_ablation FOLDER [WORK]    CSV; FOLDER of problem files, WORK factorizations at most for these (80)
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hard_problems.h"
#include "math/parallel.h"
#include "math/thread_time.h"
#include "paths.h"
#include "problem/residual.h"
#include "scene/scene_def.h"
#include "solver/exact/stages.h"
#include "solver/registry.h"
#include "step/step.h"

namespace keystone::bench {
namespace {

constexpr double kExact = 1e-9, kClose = 1e-6;  // residual

struct Start {
  ContactProblem problem;
  VecX lambda;
};

struct Change {
  std::string name, from, to;
  std::function<void(ExactOptions&)> apply;
};

std::vector<Start> hardProblems(const std::string& folder) {
  std::vector<Start> list;
  for (const std::string& path : listHardProblems(folder)) {
    HardProblem hard = readProblemArchive(path);
    list.push_back({std::move(hard.problem), std::move(hard.start)});
  }
  return list;
}

// Of scenes that stand, that are on the brink, that slide, and that no impulses hold.
std::vector<Start> coldProblems() {
  std::vector<Start> list;
  for (const char* id : {"arch_101",           "arch_251",       "cards_40",           "cards_155",
                         "cards_155_mu04",     "kapla",          "harmonic_10",        "harmonic_30",
                         "overhang_parabolic", "diamond_4",      "card_house",         "jenga",
                         "wall_10x10",         "wall3d_10x10",   "pyramid3d_5",        "double_action_jack",
                         "dominoes",           "friction_sweep", "isotropic_friction", "turntable",
                         "painleve_box_05"}) {
    Simulation simulation = loadScene(findScene(id, assetDir()), assetDir()).simulation;
    simulation.solver = findSolver("exact");
    simulation.parameters.clear();
    step(simulation);
    if (simulation.problem.rows() > 0) list.push_back({simulation.problem, VecX::Zero(simulation.problem.rows())});
  }
  return list;
}

// Of mechanisms, of piles that come to rest and of what slides: every fifth step with the last one's impulses.
std::vector<Start> movingProblems() {
  constexpr int kSteps = 120, kApart = 5;
  std::vector<Start> list;
  for (const char* id : {"double_action_jack", "cam_follower", "linkage_blocks", "ball_and_chain", "dominoes",
                         "friction_sweep", "mesh_pile", "diamond_5", "turntable", "billiards"}) {
    Simulation simulation = loadScene(findScene(id, assetDir()), assetDir()).simulation;
    simulation.solver = findSolver("exact");
    simulation.parameters.clear();
    for (int k = 1; k <= kSteps; ++k) {
      step(simulation);
      if (k % kApart == 0 && simulation.problem.rows() > 0)
        list.push_back({simulation.problem, simulation.start.lambda});
    }
  }
  return list;
}

std::string text(double value) {
  char result[32];
  std::snprintf(result, sizeof result, "%g", value);
  return result;
}

// `part` gives a reference to the number in the options.
template <class Part>
void addNumber(std::vector<Change>& list, const std::string& name, Part part, std::initializer_list<double> values) {
  using Number = std::remove_reference_t<decltype(part(std::declval<ExactOptions&>()))>;
  ExactOptions defaults;
  const std::string from = text(part(defaults));
  for (const double value : values)
    list.push_back({name, from, text(value),
                    [part, value](ExactOptions& options) { part(options) = static_cast<Number>(value); }});
}

std::vector<Change> changes() {
  std::vector<Change> list{{"none", "", "", [](ExactOptions&) {}}};
  for (const ExactStage& stage : exactStages()) {
    const auto is_listed = [&stage](const Change& change) { return change.name == stage.id; };
    if (std::any_of(list.begin(), list.end(), is_listed)) continue;
    list.push_back(
        {std::string(stage.id), "tried", "left out", [&stage](ExactOptions& options) { options.without = stage.id; }});
  }
  using O = ExactOptions;
  addNumber(list, "near_by", [](O & o) -> auto& { return o.near_by; }, {0, 0.1});
  addNumber(list, "enough", [](O & o) -> auto& { return o.enough; }, {3e-11, 1e-9});
  addNumber(list, "share_of_far", [](O & o) -> auto& { return o.share_of_far; }, {0.02, 0.7});
  addNumber(list, "at_a_time", [](O & o) -> auto& { return o.at_a_time; }, {40, 160});
  addNumber(list, "share", [](O & o) -> auto& { return o.share; }, {0.5, 0.9});
  addNumber(list, "path_end", [](O & o) -> auto& { return o.path_end; }, {1e-8, 1e-12});
  addNumber(list, "closer", [](O & o) -> auto& { return o.closer; }, {1e-4, 0.1});
  addNumber(list, "last_path_end", [](O & o) -> auto& { return o.last_path_end; }, {1e-11, 1e-15});
  addNumber(list, "newton.tolerance", [](O & o) -> auto& { return o.newton.tolerance; }, {1e-12, 1e-10});
  addNumber(list, "newton.weight", [](O & o) -> auto& { return o.newton.weight; }, {1e-3, 1e-1});
  addNumber(list, "newton.factor", [](O & o) -> auto& { return o.newton.factor; }, {0.01, 0.3});
  addNumber(list, "newton.least", [](O & o) -> auto& { return o.newton.least; }, {1e-7, 1e-5});
  addNumber(list, "newton.stronger", [](O & o) -> auto& { return o.newton.stronger; }, {3, 100});
  addNumber(list, "newton.arrived", [](O & o) -> auto& { return o.newton.arrived; }, {0.05, 0.9});
  addNumber(list, "newton.steps", [](O & o) -> auto& { return o.newton.steps; }, {3, 12});
  addNumber(list, "smoothing.first_tau", [](O & o) -> auto& { return o.smoothing.first_tau; }, {1e-2, 0.1});
  addNumber(list, "smoothing.longest", [](O & o) -> auto& { return o.smoothing.longest; }, {0.7, 0.98});
  addNumber(list, "smoothing.shorter", [](O & o) -> auto& { return o.smoothing.shorter; }, {0.5, 0.9});
  addNumber(list, "smoothing.longer", [](O & o) -> auto& { return o.smoothing.longer; }, {1.2, 2});
  addNumber(list, "smoothing.shortest", [](O & o) -> auto& { return o.smoothing.shortest; }, {0.02, 0.2});
  addNumber(list, "smoothing.clipped", [](O & o) -> auto& { return o.smoothing.clipped; }, {0, 10});
  addNumber(list, "smoothing.least_weight", [](O & o) -> auto& { return o.smoothing.least_weight; }, {0, 1e-4});
  addNumber(list, "smoothing.last_weighted", [](O & o) -> auto& { return o.smoothing.last_weighted; }, {1e-6, 1e-10});
  addNumber(list, "smoothing.heavier", [](O & o) -> auto& { return o.smoothing.heavier; }, {1, 10});
  addNumber(list, "smoothing.lighter", [](O & o) -> auto& { return o.smoothing.lighter; }, {0, 0.3});
  addNumber(list, "interior.iterations", [](O & o) -> auto& { return o.interior.iterations; }, {30, 120});
  addNumber(list, "interior.lawful", [](O & o) -> auto& { return o.interior.lawful; }, {1e-12, 1e-10});
  addNumber(list, "interior.delta", [](O & o) -> auto& { return o.interior.delta; }, {1e-12, 1e-8});
  addNumber(list, "interior.fraction", [](O & o) -> auto& { return o.interior.fraction; }, {0.9, 0.999});
  addNumber(list, "interior.shortest", [](O & o) -> auto& { return o.interior.shortest; }, {0, 1e-4});
  addNumber(list, "interior.nearly_done", [](O & o) -> auto& { return o.interior.nearly_done; }, {1e-7, 1e-5});
  addNumber(list, "interior.worse", [](O & o) -> auto& { return o.interior.worse; }, {10, 1e9});
  addNumber(list, "interior.unmoved", [](O & o) -> auto& { return o.interior.unmoved; }, {1e-8, 1e-6});
  return list;
}

struct Result {
  int exact = 0, close = 0;
  double median = 0.0, ninth_decile = 0.0;  // residual
  double factorizations = 0.0;              // mean
  double ms = 0.0;                          // of all
};

Result solveAll(const std::vector<Start>& list, const ExactOptions& options) {
  Result result;
  std::vector<double> residuals;
  for (const Start& start : list) {
    Solution solution{start.lambda, {}};
    const double begin = threadTime();
    const SolveReport report = solveInStages(start.problem, FrictionLaw::Cone, options, solution, nullptr);
    result.ms += threadTime() - begin;
    result.factorizations += report.factorizations / static_cast<double>(list.size());
    residuals.push_back(measure(start.problem, solution.lambda).value);
    result.exact += residuals.back() <= kExact ? 1 : 0;
    result.close += residuals.back() <= kClose ? 1 : 0;
  }
  std::sort(residuals.begin(), residuals.end());
  result.median = residuals[residuals.size() / 2];
  result.ninth_decile = residuals[residuals.size() * 9 / 10];
  return result;
}

void run(const std::string& folder, int work) {
  const std::vector<Start> hard = hardProblems(folder), cold = coldProblems(), moving = movingProblems();
  std::printf(
      "# %zu hard problems, %zu cold ones, %zu of scenes that move; %d factorizations at most for the hard ones\n",
      hard.size(), cold.size(), moving.size(), work);
  std::puts(
      "changed,from,to,hard_exact,hard_close,hard_median,hard_ninth_decile,hard_factorizations,hard_ms,cold_exact,"
      "cold_factorizations,moving_exact,moving_factorizations,moving_ms");
  for (const Change& change : changes()) {
    ExactOptions options;
    change.apply(options);
    const Result on_cold = solveAll(cold, options), on_moving = solveAll(moving, options);
    options.work = work;
    const Result on_hard = solveAll(hard, options);
    std::printf("%s,%s,%s,%d,%d,%.1e,%.1e,%.1f,%.0f,%d,%.1f,%d,%.1f,%.0f\n", change.name.c_str(), change.from.c_str(),
                change.to.c_str(), on_hard.exact, on_hard.close, on_hard.median, on_hard.ninth_decile,
                on_hard.factorizations, on_hard.ms, on_cold.exact, on_cold.factorizations, on_moving.exact,
                on_moving.factorizations, on_moving.ms);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  keystone::setThreads(1);
  if (argc < 2) {
    std::fputs("usage: keystone_ablation FOLDER [WORK]\n", stderr);
    return 2;
  }
  try {
    keystone::bench::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 80);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

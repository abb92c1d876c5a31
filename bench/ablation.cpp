// What each stage and each number of the exact solver is good for: all of them in turn left out or changed, on hard
// problems of keystone_curve and on the first, cold steps of scenes.
//
//   keystone_ablation FOLDER [WORK]    CSV; FOLDER of problem files, WORK factorizations at most (80)
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "hard_problems.h"
#include "math/parallel.h"
#include "paths.h"
#include "problem/residual.h"
#include "scene/scene_def.h"
#include "sim/lane.h"
#include "solver/exact/stages.h"
#include "solver/registry.h"
#include "thread_time.h"

namespace keystone::bench {
namespace {

constexpr double kExact = 1e-9, kClose = 1e-6;  // residual

struct Start {
  ContactProblem problem;
  VecX lambda;
};

struct Change {
  std::string name, value;
  std::function<void(ExactOptions&)> apply;
};

std::vector<Start> hardProblems(const std::string& folder) {
  std::vector<Start> list;
  for (const std::string& path : listHardProblems(folder)) {
    HardProblem hard = readHardProblem(path);
    list.push_back({std::move(hard.problem), std::move(hard.start)});
  }
  return list;
}

// Of scenes that stand, that are on the brink, that slide, and that no impulses hold.
std::vector<Start> coldProblems() {
  std::vector<Start> list;
  for (const char* id : {"arch_101",           "arch_251",       "cards_40",           "cards_155",
                         "cards_155_mu06",     "kapla",          "harmonic_10",        "harmonic_30",
                         "overhang_parabolic", "diamond_4",      "card_house",         "jenga",
                         "wall_10x10",         "wall3d_10x10",   "pyramid3d_5",        "double_action_jack",
                         "dominoes",           "friction_sweep", "isotropic_friction", "turntable",
                         "painleve_box_05"}) {
    Lane lane = loadScene(findScene(id, assetDir()), assetDir()).lane;
    lane.solver = findSolver("exact");
    lane.knobs.clear();
    step(lane);
    if (lane.problem.rows() > 0) list.push_back({lane.problem, VecX::Zero(lane.problem.rows())});
  }
  return list;
}

template <class Number, class Part>
void addNumber(std::vector<Change>& list, const std::string& name, Part ExactOptions::*part, Number Part::*number) {
  const auto base = static_cast<double>((ExactOptions{}.*part).*number);
  const bool whole = std::is_same_v<Number, int>;
  for (const double factor : {whole ? 0.5 : 0.1, whole ? 2.0 : 10.0}) {
    const double value = base * factor;
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    list.push_back({name, text, [part, number, value](ExactOptions& options) {
                      (options.*part).*number = static_cast<Number>(value);
                    }});
  }
}
template <class Number>
void addNumber(std::vector<Change>& list, const std::string& name, Number ExactOptions::*number,
               std::initializer_list<double> values) {
  for (const double value : values) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    list.push_back(
        {name, text, [number, value](ExactOptions& options) { options.*number = static_cast<Number>(value); }});
  }
}

std::vector<Change> changes() {
  std::vector<Change> list{{"none", "", [](ExactOptions&) {}}};
  for (const ExactStage& stage : exactStages()) {
    const auto is_listed = [&stage](const Change& change) { return change.value == stage.id; };
    if (std::any_of(list.begin(), list.end(), is_listed)) continue;
    list.push_back({"stage", std::string(stage.id), [&stage](ExactOptions& options) { options.without = stage.id; }});
  }
  addNumber(list, "at_rest", &ExactOptions::at_rest, {1e-4, 1e-2});
  addNumber(list, "start", &ExactOptions::start, {0.0, 5e-10});
  addNumber(list, "enough", &ExactOptions::enough, {1e-11, 1e-9});
  addNumber(list, "at_a_time", &ExactOptions::at_a_time, {30, 120});
  addNumber(list, "share", &ExactOptions::share, {0.4, 1.0});
  const auto newton = &ExactOptions::newton;
  addNumber(list, "newton.tolerance", newton, &NewtonOptions::tolerance);
  addNumber(list, "newton.weight", newton, &NewtonOptions::weight);
  addNumber(list, "newton.factor", newton, &NewtonOptions::factor);
  addNumber(list, "newton.least", newton, &NewtonOptions::least);
  addNumber(list, "newton.stronger", newton, &NewtonOptions::stronger);
  addNumber(list, "newton.arrived", newton, &NewtonOptions::arrived);
  addNumber(list, "newton.steps", newton, &NewtonOptions::steps);
  const auto smoothing = &ExactOptions::smoothing;
  addNumber(list, "smoothing.first_tau", smoothing, &SmoothingOptions::first_tau);
  addNumber(list, "smoothing.last_tau", smoothing, &SmoothingOptions::last_tau);
  addNumber(list, "smoothing.near", smoothing, &SmoothingOptions::near);
  for (const double value : {0.1, 0.4}) {
    list.push_back({"smoothing.shrink", std::to_string(value).substr(0, 4),
                    [value](ExactOptions& options) { options.smoothing.shrink = value; }});
  }
  for (const double value : {0.6, 0.95}) {
    list.push_back({"smoothing.coupling", std::to_string(value).substr(0, 4),
                    [value](ExactOptions& options) { options.smoothing.coupling = value; }});
  }
  for (const double value : {0.9, 0.99}) {
    list.push_back({"smoothing.least_shrink", std::to_string(value).substr(0, 4),
                    [value](ExactOptions& options) { options.smoothing.least_shrink = value; }});
  }
  addNumber(list, "smoothing.steps", smoothing, &SmoothingOptions::steps);
  addNumber(list, "smoothing.halvings", smoothing, &SmoothingOptions::halvings);
  addNumber(list, "smoothing.lagging_steps", smoothing, &SmoothingOptions::lagging_steps);
  addNumber(list, "smoothing.growth", smoothing, &SmoothingOptions::growth);
  const auto interior = &ExactOptions::interior;
  addNumber(list, "interior.iterations", interior, &InteriorOptions::iterations);
  addNumber(list, "interior.lawful", interior, &InteriorOptions::lawful);
  addNumber(list, "interior.delta", interior, &InteriorOptions::delta);
  for (const double value : {0.9, 0.999}) {
    list.push_back({"interior.fraction", std::to_string(value).substr(0, 5),
                    [value](ExactOptions& options) { options.interior.fraction = value; }});
  }
  addNumber(list, "interior.shortest", interior, &InteriorOptions::shortest);
  addNumber(list, "interior.nearly_done", interior, &InteriorOptions::nearly_done);
  addNumber(list, "interior.unmoved", interior, &InteriorOptions::unmoved);
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
  const std::vector<Start> hard = hardProblems(folder), cold = coldProblems();
  std::printf("# %zu hard problems, %zu cold ones, %d factorizations at most\n", hard.size(), cold.size(), work);
  std::puts("changed,to,hard_exact,hard_close,median,ninth_decile,factorizations,ms,cold_exact,cold_factorizations");
  for (const Change& change : changes()) {
    ExactOptions options;
    options.work = work;
    change.apply(options);
    const Result on_hard = solveAll(hard, options), on_cold = solveAll(cold, options);
    std::printf("%s,%s,%d,%d,%.1e,%.1e,%.1f,%.0f,%d,%.1f\n", change.name.c_str(), change.value.c_str(), on_hard.exact,
                on_hard.close, on_hard.median, on_hard.ninth_decile, on_hard.factorizations, on_hard.ms, on_cold.exact,
                on_cold.factorizations);
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

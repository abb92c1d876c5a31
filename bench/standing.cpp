// Scenes at rest for many steps, one thread: what stands must stand, at no residual and at little cost.
//
//   keystone_standing                    every scene of assets that is at rest, a line of CSV each
//   keystone_standing cards_26 kapla     these
//   keystone_standing --steps 216000     an hour at 60 Hz: how far they drift
//   keystone_standing --rivals           a table in Markdown of the scenes of which others publish figures
//
// Times are processor time of whole steps. A scene stops when its budget of seconds is spent, and tells its steps.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "math/parallel.h"
#include "rivals.h"
#include "scene/scene_def.h"
#include "scene_run.h"

namespace keystone::bench {
namespace {

const std::vector<std::string> kResting = {
    // published by others
    "arch_25", "arch_51", "arch_101", "arch_251", "cards_26", "cards_40", "cards_155", "kapla", "stack_10000",
    "creep_slope",
    // on the brink of falling
    "harmonic_10", "harmonic_10_frictionless", "harmonic_30", "overhang_parabolic", "overhang_parabolic_frictionless",
    "diamond_4",
    // held by friction
    "arch", "card_house", "collapse_5x5_friction", "wedged",
    // heavy on light
    "two_boxes_1000", "tower_heavy_top", "mass_ratio_1", "mass_ratio_2",
    // piles
    "stack_15", "tower3d_10", "jenga", "table", "wall_5x5", "wall_10x10", "wall_40x25", "wall3d_10x10", "wall3d_40x25",
    "pyramid2d_10", "pyramid2d_20", "pyramid3d_5", "pyramid3d_10", "tiny_pyramid"};

void printCsv(const std::vector<std::string>& scenes, const RunBounds& bounds) {
  std::puts(
      "scene,bodies,contacts,balanced,steps,cold_ms,median_ms,p99_ms,residual_max,not_converged,displacement_max_m");
  for (const std::string& scene : scenes) {
    const SceneRun run = runScene(scene, bounds);
    const RunSummary& sums = run.summary;
    std::printf("%s,%d,%d,%s,%ld,%.3f,%.4f,%.4f,%.1e,%ld,%.1e\n", scene.c_str(), sums.bodies, sums.contacts_max,
                run.balanced ? "yes" : "no", sums.steps, run.cold_ms, run.step_ms.median, run.step_ms.p99,
                sums.residual_max, sums.not_converged, sums.displacement_max);
    std::fflush(stdout);
  }
}

// "-" where no figure is published.
std::string figure(double value) {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

void printRivals(const RunBounds& bounds) {
  std::puts(
      "| scene | contacts | steps | not converged | worst residual | moved (m) | first step (ms) | median (ms) | p99 "
      "(ms) "
      "| FBF (ms) | FBF / ours | others |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const RivalFigures& rival : rivalFigures()) {
    const SceneRun run =
        runScene(rival.scene, {.steps = rival.steps > 0 ? rival.steps : bounds.steps, .budget_s = bounds.budget_s});
    const RunSummary& sums = run.summary;
    std::printf("| `%s` | %d | %ld | %ld | %.0e | %.0e | %.2g | %.2g | %.2g | %s | %s | %s |\n", rival.scene,
                sums.contacts_max, sums.steps, sums.not_converged, sums.residual_max, sums.displacement_max,
                run.cold_ms, run.step_ms.median, run.step_ms.p99, figure(rival.fbf_ms).c_str(),
                figure(rival.fbf_ms / run.step_ms.median).c_str(), rival.others);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  using namespace keystone::bench;
  RunBounds bounds;
  std::vector<std::string> scenes = kResting;
  bool rivals = false;
  CLI::App app("Scenes at rest for many steps");
  app.add_option("scenes", scenes, "names in assets/scenes, or paths of scene files; default: all that are at rest");
  app.add_option("--steps", bounds.steps, "of every scene")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--budget", bounds.budget_s, "[s] a scene may take")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_flag("--rivals", rivals, "the published scenes beside others' figures, in Markdown");
  CLI11_PARSE(app, argc, argv);
  keystone::setThreads(1);
  try {
    if (rivals)
      printRivals(bounds);
    else
      printCsv(scenes, bounds);
  } catch (const keystone::SceneError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

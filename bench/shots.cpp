// Random trials of the steppers: bodies of all shapes that fly past each other, that are shot at walls, and that strike
// with friction. Prints a table in Markdown; a trial that fails is told, and saved as a scene.
//
//   keystone_shots walls --stepper velocity --trials 10000 --seed 1       1 to 1000 m/s at walls of 1 to 50 mm
//   keystone_shots walls --stepper position --seed 1 --first 31 --trials 1 --save FOLDER
//   keystone_shots misses      under every stepper that has inertia; those that use no solver promise nothing of this
//   keystone_shots impacts --impacts sequential --shapes field
//
// The trials, and what counts as a failure of them, are those of the tests (tests/support). They are numbered: each
// begins with a generator of its own.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "math/parallel.h"
#include "scene/scene_def.h"
#include "shape/shape_kind.h"
#include "support/impact_trial.h"
#include "support/near_miss.h"
#include "support/wall_shot.h"

namespace keystone::bench {
namespace {

const std::map<std::string, ShapeSource> kSources{
    {"any", anySolid},         {"plain", plainSolid}, {"convex", convexSolid}, {"compound", compoundSolid},
    {"concave", concaveSolid}, {"field", fieldSolid}, {"bowl", bowl}};

NearMiss plainMiss(RandomShapes& random, ShapeSource source) {
  return randomNearMiss(random, source, plainGround);
}
NearMiss anyMiss(RandomShapes& random, ShapeSource source) {
  return randomNearMiss(random, source, anyGround);
}

struct Options {
  std::string kind, shapes = "any", save;
  bool save_all = false;
  std::vector<std::string> steppers;
  std::string impacts = "simultaneous", restitution_law = "newton", impact_time = "step";
  int trials = 1000, first = 0;
  unsigned seed = 1;
};

bool gains(const TrialResult& result) {
  return !(result.gain <= kTrialRounding);
}
bool changes(const TrialResult& result) {
  return !(result.change <= kTrialRounding && result.spin <= kTrialRounding);
}
bool fails(const TrialResult& result) {
  return result.passed || result.rejected || gains(result) || changes(result);
}

struct Tally {
  int tried = 0, touched = 0, passed = 0, gained = 0, changed = 0, rejected = 0;
  TrialResult worst;
  double seconds = 0.0;

  void add(const TrialResult& result) {
    ++tried;
    touched += result.touched ? 1 : 0;
    if (result.touched) return;
    passed += result.passed ? 1 : 0;
    rejected += result.rejected ? 1 : 0;
    gained += gains(result) ? 1 : 0;
    changed += changes(result) ? 1 : 0;
    worst.gain = std::max(worst.gain, result.gain);
    worst.change = std::max(worst.change, result.change);
    worst.spin = std::max(worst.spin, result.spin);
  }
};

std::string nameOf(const Options& options, const TrialMethod& method, int number) {
  return options.kind + "_" + keystone::nameOf(method) + "_" + std::to_string(options.seed) + "_" +
         std::to_string(number);
}

std::string textOf(const TrialResult& result) {
  char text[200];
  std::snprintf(text, sizeof text, "%spassed, %senergy gained %.1e, velocity changed by %.1e m/s and %.1e rad/s",
                result.passed ? "" : "not ", result.rejected ? "step rejected, " : "", result.gain, result.change,
                result.spin);
  return text;
}

void save(const Options& options, const std::string& name, Simulation start, const std::string& description) {
  Scene scene;
  scene.name = name;
  scene.description = description;
  scene.simulation = std::move(start);
  saveScene(scene, (std::filesystem::path(options.save) / (name + ".json")).string());
}

std::string bodiesOf(const World& world) {
  std::string bodies;
  for (const Collider& collider : world.colliders)
    bodies.append(bodies.empty() ? "" : "; ").append(describe(collider.shape));
  return bodies;
}

template <class Trial>
void runAll(Trial (*make)(RandomShapes&, ShapeSource), const Options& options,
            const std::vector<TrialMethod>& methods) {
  using Clock = std::chrono::steady_clock;
  std::vector<Tally> tallies(methods.size());
  for (int number = options.first; number < options.first + options.trials; ++number) {
    RandomShapes random = trialShapes(options.seed, number);
    const Trial trial = make(random, kSources.at(options.shapes));
    for (std::size_t m = 0; m < methods.size(); ++m) {
      const std::string name = nameOf(options, methods[m], number);
      const Simulation first = start(trial, methods[m]);
      if (options.save_all) save(options, name, first, "");
      const auto begin = Clock::now();
      const TrialResult result = run(trial, methods[m]);
      tallies[m].seconds += std::chrono::duration<double>(Clock::now() - begin).count();
      tallies[m].add(result);
      if (result.touched || !fails(result)) continue;
      std::fprintf(stderr, "%s: %s (%s)\n", name.c_str(), textOf(result).c_str(), bodiesOf(first.world).c_str());
      if (!options.save.empty()) save(options, name, first, textOf(result));
    }
  }
  std::puts(
      "| method | tried | touched | passed | gained energy | worst gain | changed | worst (m/s) | worst (rad/s) | "
      "rejected "
      "| s |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const Tally& t = tallies[m];
    std::printf("| %s | %d | %d | %d | %d | %.1e | %d | %.1e | %.1e | %d | %.0f |\n",
                keystone::nameOf(methods[m]).c_str(), t.tried, t.touched, t.passed, t.gained, t.worst.gain, t.changed,
                t.worst.change, t.worst.spin, t.rejected, t.seconds);
  }
}

// Those that the options name; by default each stepper as its own default is, and `velocity` with exact times too.
std::vector<TrialMethod> methodsOf(const Options& options) {
  if (options.steppers.empty()) return flyingMethods();
  std::vector<TrialMethod> methods;
  for (const std::string& id : options.steppers)
    methods.push_back({findStepper(id)->kind, findChoice(impactLaws(), options.impacts)->value,
                       findChoice(impactTimes(), options.impact_time)->value,
                       findChoice(restitutionLaws(), options.restitution_law)->value});
  return methods;
}

template <class Infos>
CLI::IsMember idsIn(const Infos& infos) {
  std::vector<std::string> ids;
  for (const auto& info : infos) ids.emplace_back(info.id);
  return CLI::IsMember(ids);
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  using namespace keystone;
  using namespace keystone::bench;
  Options options;
  CLI::App app("Random trials of the steppers");
  app.add_option("kind", options.kind, "misses, walls or impacts")
      ->required()
      ->check(CLI::IsMember({"misses", "walls", "impacts"}));
  app.add_option("--stepper", options.steppers, "ids; default: all under which bodies fly")->check(idsIn(steppers()));
  app.add_option("--impacts", options.impacts, "impact law")->capture_default_str()->check(idsIn(impactLaws()));
  app.add_option("--restitution-law", options.restitution_law, "law of restitution")
      ->capture_default_str()
      ->check(idsIn(restitutionLaws()));
  app.add_option("--impact-time", options.impact_time, "when impacts take place")
      ->capture_default_str()
      ->check(idsIn(impactTimes()));
  app.add_option("--shapes", options.shapes, "of the bodies")->capture_default_str()->check(CLI::IsMember(kSources));
  app.add_option("--trials", options.trials, "how many")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--first", options.first, "number of the first one")->check(CLI::NonNegativeNumber);
  app.add_option("--seed", options.seed, "of the generators")->capture_default_str();
  app.add_option("--save", options.save, "an existing folder for the scenes of failures")
      ->check(CLI::ExistingDirectory);
  app.add_flag("--save-all", options.save_all, "each trial's scene, before it is run")->needs("--save");
  CLI11_PARSE(app, argc, argv);
  setThreads(1);
  try {
    const std::vector<TrialMethod> methods = methodsOf(options);
    if (options.kind == "misses") runAll(options.shapes == "plain" ? plainMiss : anyMiss, options, methods);
    if (options.kind == "walls") runAll(randomWallShot, options, methods);
    if (options.kind == "impacts") runAll(randomImpact, options, methods);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

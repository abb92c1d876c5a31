// keystone_engines: the same scenes under Keystone's solvers and other people's engines, one after the other. Appends a
// CSV row a run to a file; runs that it holds already are skipped, so that a long table can be made in pieces.
//
// Time is what the processor spends on the engine's whole step, collision included, one thread; its median and 99th
// percentile are over 300 steps after the 60 first; those, in which most of what will fall still stands, have a median
// of their own. Everything else is Keystone's measure of the bodies and impulses that the engine has (impulse_check.h),
// every tenth step.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

#include "engines/cases.h"
#include "engines/table.h"
#include "math/parallel.h"

namespace keystone::bench {
namespace {

struct Options {
  std::vector<std::string> scenes, engines;
  std::string out = "engines.csv";
  RunLimits limits;
  double piece_s = 1e9;
  std::string from;  // engine whose states the others begin with
  int after = 60;    // of its steps
  bool list = false;
};

bool isWanted(const std::vector<std::string>& wanted, std::string_view id) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), id) != wanted.end();
}

// "scene,engine" of every row.
std::set<std::string> rowsOf(const std::string& path) {
  std::set<std::string> found;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) found.insert(line.substr(0, line.find(',', line.find(',') + 1)));
  return found;
}

void list() {
  for (const EngineCase& item : engineCases()) std::printf("scene   %s\n", item.id.c_str());
  for (const EngineInfo& engine : engines())
    std::printf("engine  %-22s %s (%s) %s\n", std::string(engine.id).c_str(), std::string(engine.title).c_str(),
                std::string(engine.precision).c_str(), std::string(engine.settings).c_str());
}

// The scene as an engine leaves it after so many steps.
EngineScene carriedOn(EngineScene scene, const EngineInfo& engine, int steps) {
  const std::unique_ptr<Engine> carrier = engine.load(scene);
  for (int k = 0; k < steps; ++k) carrier->step();
  const std::vector<BodyState> states = carrier->bodies();
  for (std::size_t i = 0; i < states.size(); ++i) scene.bodies[i].start = states[i];
  return scene;
}

bool takesPart(const EngineInfo& engine, const EngineCase& item, const EngineScene& scene) {
  if (item.only_exact && engine.id != "exact") return false;
  return scene.planar ? engine.plane : engine.space;
}

void run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const std::set<std::string> done = rowsOf(options.out);
  std::ofstream out(options.out, std::ios::app);
  if (done.empty()) out << tableHeader() << std::endl;
  const EngineInfo* carrier = options.from.empty() ? nullptr : findEngine(options.from);
  if (carrier == nullptr && !options.from.empty())
    throw std::runtime_error("--from: found '" + options.from + "', expected an engine that --list has");
  for (EngineCase item : engineCases()) {
    if (!isWanted(options.scenes, item.id)) continue;
    EngineScene scene = loadCase(item);
    if (carrier != nullptr) {
      if (!takesPart(*carrier, item, scene)) continue;
      scene = carriedOn(std::move(scene), *carrier, options.after);
      item.id += "@" + options.from + "+" + std::to_string(options.after);
    }
    RunLimits limits = options.limits;
    limits.steps = item.steps;
    for (const EngineInfo& engine : engines()) {
      const bool is_done = done.contains(item.id + "," + std::string(engine.id));
      if (is_done || !isWanted(options.engines, engine.id) || !takesPart(engine, item, scene)) continue;
      if (elapsed() > options.piece_s) {
        std::fprintf(stderr, "time is up; the same command goes on from here\n");
        return;
      }
      const std::string row = tableRow(item, scene, engine, runEngine(engine, scene, limits));
      out << row << std::endl;
      std::fprintf(stderr, "%s\n", row.c_str());
    }
  }
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  keystone::setThreads(1);
  using namespace keystone::bench;
  Options options;
  CLI::App app{"The same scenes under Keystone's solvers and other engines, as a table"};
  app.add_option("--scenes", options.scenes, "only these, separated by commas")->delimiter(',');
  app.add_option("--engines", options.engines, "only these, separated by commas")->delimiter(',');
  app.add_option("--out", options.out, "file to append to; runs it holds are skipped")->capture_default_str();
  app.add_option("--step-limit", options.limits.step_s, "[s] a longer step ends its run")->capture_default_str();
  app.add_option("--run-limit", options.limits.whole_s, "[s] of one scene under one engine")->capture_default_str();
  app.add_option("--time", options.piece_s, "[s] after which no further run begins");
  app.add_option("--from", options.from, "every run begins with the bodies as this engine leaves them");
  app.add_option("--after", options.after, "so many of its steps")->capture_default_str();
  app.add_flag("--list", options.list, "scenes and engines there are");
  CLI11_PARSE(app, argc, argv);
  try {
    if (options.list)
      list();
    else
      run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}

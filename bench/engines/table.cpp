#include "engines/table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "record/run_summary.h"

namespace keystone::bench {
namespace {

constexpr std::size_t kWarmUp = 60;      // steps that are timed apart: whatever falls still stands for most of them
constexpr std::size_t kTimed = 300;      // the steps after them that are
constexpr std::size_t kLeastTimed = 10;  // if a run was cut short of so many, all its steps are
constexpr double kMismatch = 1e-3;       // of gravity's velocity in a step; see ImpulseVerdict

std::string format(const char* form, double value) {
  if (!std::isfinite(value)) return {};
  char text[40];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

Distribution times(const EngineRun& run, std::size_t begin, std::size_t end) {
  std::vector<double> ms;
  for (std::size_t i = begin; i < std::min(run.steps.size(), end); ++i) ms.push_back(run.steps[i].ms);
  return distribution(ms);
}

Distribution stepTimes(const EngineRun& run) {
  const bool is_short = run.steps.size() < kWarmUp + kLeastTimed;
  return times(run, is_short ? 0 : kWarmUp, kWarmUp + kTimed);
}

std::vector<Watched> watched(const EngineRun& run, std::size_t begin, std::size_t end) {
  std::vector<Watched> found;
  for (std::size_t i = begin; i < std::min(run.steps.size(), end); ++i)
    if (run.steps[i].is_watched) found.push_back(run.steps[i].watched);
  return found;
}

// Not a number if one of them is not.
double worst(const std::vector<Watched>& all, double Watched::*field) {
  double most = all.empty() ? std::nan("") : 0.0;
  for (const Watched& one : all) most = one.*field <= most || std::isnan(most) ? most : one.*field;
  return most;
}

double median(const std::vector<Watched>& all, double Watched::*field) {
  std::vector<double> values;
  values.reserve(all.size());
  for (const Watched& one : all) values.push_back(one.*field);
  return all.empty() ? std::nan("") : distribution(values).median;
}

double driftAt(const EngineRun& run, std::size_t steps) {
  return run.steps.size() < steps || steps == 0 ? std::nan("") : run.steps[steps - 1].watched.drift;
}

std::string seconds(const EngineScene& scene, std::size_t steps) {
  return format("%.2g", scene.h * static_cast<double>(steps)) + " s";
}

// When something was first seen to have fallen; how long all stood if the run was cut short.
std::string verdict(const EngineCase& item, const EngineScene& scene, const EngineRun& run) {
  if (!item.standing || run.steps.empty()) return {};
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    if (run.steps[i].is_watched && run.steps[i].watched.fallen) return "fallen after " + seconds(scene, i + 1);
  return run.cut.empty() ? "standing" : "stood for " + seconds(scene, run.steps.size());
}

}  // namespace

std::string tableHeader() {
  return "scene,engine,family,boxes,title,precision,settings,steps,contacts,median_ms,p99_ms,residual_median,"
         "residual_worst,mismatch,penetration_max_m,drift_5s_m,drift_max_m,verdict,complaints,cut,early_ms,"
         "early_residual";
}

std::string tableRow(const EngineCase& item, const EngineScene& scene, const EngineInfo& engine, const EngineRun& run) {
  const std::size_t end = run.steps.size();
  const std::vector<Watched> early = watched(run, 0, kWarmUp), late = watched(run, kWarmUp, end);
  const std::vector<Watched> all = watched(run, 0, end);
  const Distribution ms = stepTimes(run);
  const auto isHonest = [&](const std::vector<Watched>& some) {
    return worst(some, &Watched::mismatch) <= kMismatch * scene.gravity.norm() * scene.h;
  };
  const auto residual = [&](const auto& of, const std::vector<Watched>& some) {
    return format("%.2e", isHonest(some) ? of(some, &Watched::residual) : std::nan(""));
  };
  const std::size_t five_seconds = static_cast<std::size_t>(std::lround(5.0 / scene.h));
  int contacts = 0;
  for (const StepSample& step : run.steps) contacts = std::max(contacts, step.contacts);
  std::string row = item.id + ',' + std::string(engine.id) + ',' + item.family;
  row += ',' + std::to_string(countBoxes(scene)) + ",\"" + std::string(engine.title) + "\"," +
         std::string(engine.precision) + ",\"" + std::string(engine.settings) + "\"," +
         std::to_string(run.steps.size()) + ',' + std::to_string(contacts);
  for (const double time : {ms.median, ms.p99}) row += ',' + (run.steps.empty() ? "" : format("%.4g", time));
  row += ',' + residual(median, late) + ',' + residual(worst, late);
  row +=
      ',' + format("%.2e", worst(late, &Watched::mismatch)) + ',' + format("%.3e", worst(all, &Watched::penetration));
  row += ',' + format("%.3e", driftAt(run, five_seconds)) + ',' + format("%.3e", worst(all, &Watched::drift));
  row += ',' + verdict(item, scene, run);
  row += ',' + (run.steps.empty() ? "" : std::to_string(run.steps.back().complaints)) + ',' + run.cut;
  row += ',' + (run.steps.empty() ? "" : format("%.4g", times(run, 0, kWarmUp).median));
  row += ',' + residual(median, early);
  return row;
}

}  // namespace keystone::bench

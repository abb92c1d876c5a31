#include "engines/table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "record/run_summary.h"

namespace keystone::bench {
namespace {

constexpr std::size_t kWarmUp = 60;      // steps that are not timed
constexpr std::size_t kTimed = 300;      // the steps after them that are
constexpr std::size_t kLeastTimed = 10;  // if a run was cut short of so many, all its steps are
constexpr double kMismatch = 1e-3;       // of gravity's velocity in a step; see ImpulseVerdict

std::string format(const char* form, double value) {
  if (!std::isfinite(value)) return {};
  char text[40];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

Distribution stepTimes(const EngineRun& run) {
  const bool is_short = run.steps.size() < kWarmUp + kLeastTimed;
  const std::size_t begin = is_short ? 0 : kWarmUp, end = std::min(run.steps.size(), kWarmUp + kTimed);
  std::vector<double> ms;
  ms.reserve(kTimed);
  for (std::size_t i = begin; i < end; ++i) ms.push_back(run.steps[i].ms);
  return distribution(ms);
}

// What was watched, from the warm-up's end on, or of all steps.
std::vector<Watched> watched(const EngineRun& run, bool after_warm_up) {
  std::vector<Watched> found;
  for (std::size_t i = after_warm_up ? kWarmUp : 0; i < run.steps.size(); ++i)
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
         "residual_worst,mismatch,penetration_max_m,drift_5s_m,drift_max_m,verdict,complaints,cut";
}

std::string tableRow(const EngineCase& item, const EngineScene& scene, const EngineInfo& engine, const EngineRun& run) {
  const std::vector<Watched> late = watched(run, true), all = watched(run, false);
  const Distribution ms = stepTimes(run);
  const double mismatch = worst(late, &Watched::mismatch);
  const bool is_honest = mismatch <= kMismatch * scene.gravity.norm() * scene.h;
  const std::size_t five_seconds = static_cast<std::size_t>(std::lround(5.0 / scene.h));
  int contacts = 0;
  for (const StepSample& step : run.steps) contacts = std::max(contacts, step.contacts);
  std::string row = item.id + ',' + std::string(engine.id) + ',' + item.family;
  row += ',' + std::to_string(countBoxes(scene)) + ",\"" + std::string(engine.title) + "\"," +
         std::string(engine.precision) + ",\"" + std::string(engine.settings) + "\"," +
         std::to_string(run.steps.size()) + ',' + std::to_string(contacts);
  for (const double time : {ms.median, ms.p99}) row += ',' + (run.steps.empty() ? "" : format("%.4g", time));
  row += ',' + format("%.2e", is_honest ? median(late, &Watched::residual) : std::nan(""));
  row += ',' + format("%.2e", is_honest ? worst(late, &Watched::residual) : std::nan(""));
  row += ',' + format("%.2e", mismatch) + ',' + format("%.3e", worst(all, &Watched::penetration));
  row += ',' + format("%.3e", driftAt(run, five_seconds)) + ',' + format("%.3e", worst(all, &Watched::drift));
  row += ',' + verdict(item, scene, run);
  row += ',' + (run.steps.empty() ? "" : std::to_string(run.steps.back().complaints)) + ',' + run.cut;
  return row;
}

}  // namespace keystone::bench

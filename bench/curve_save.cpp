#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "curve.h"
#include "hard_problems.h"
#include "hard_scenes.h"
#include "problem/index_sets.h"
#include "problem/islands.h"
#include "problem/problem_file.h"
#include "problem/residual.h"
#include "solver/by_islands.h"

namespace keystone::bench {
namespace {

constexpr double kFarOff = 1e-4;       // residual of the start, above which a problem is hard
constexpr std::size_t kContacts = 40;  // that has so many contacts,
constexpr int kFactorizations = 16;    // and on which `exact` spends so many factorizations

struct Found {
  HardProblem hard;
  int sliding = 0;  // contacts
};

// Whether the problem is hard; then it knows how many contacts slide.
bool isHard(Found& found) {
  const HardProblem& hard = found.hard;
  if (!(measure(hard.problem, hard.start).value > kFarOff)) return false;
  Solution solution{hard.start, {}};
  const int factorizations = findSolver("exact")->solve(hard.problem, {}, solution, nullptr).factorizations;
  found.sliding = countSets(hard.problem, solution.sets).slide;
  return factorizations >= kFactorizations;
}

void collect(const Simulation& simulation, std::string_view name, std::vector<Found>& list) {
  if (simulation.report.rejected || simulation.report.solve.factorizations < kFactorizations) return;
  for (const Island& island : simulation.islands) {
    if (island.contacts.size() < kContacts) continue;
    Found found;
    HardProblem& hard = found.hard;
    hard = {std::string(name), static_cast<int>(simulation.report.step), {}, {}};
    restrictTo(simulation.problem, island, hard.problem);
    hard.problem.contact_points.clear();
    std::vector<int> rows;
    rowsOf(simulation.problem, island, rows);
    hard.start = simulation.start.lambda(rows);
    if (isHard(found)) list.push_back(std::move(found));
  }
}

// As many as wanted, at equal distances.
std::vector<Found> pick(std::vector<Found> list, std::size_t most) {
  if (list.size() <= most) return list;
  std::vector<Found> picked;
  for (std::size_t k = 0; k < most; ++k) picked.push_back(std::move(list[k * list.size() / most]));
  return picked;
}

int median(std::vector<int> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::string fileName(const HardProblem& hard, std::size_t number) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "_%03zu", number);
  return hard.scene + digits + ".problem.gz";
}

void saveAll(const std::filesystem::path& folder, const std::vector<Found>& list, std::size_t met) {
  std::vector<int> contacts, sliding;
  std::uintmax_t bytes = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const HardProblem& hard = list[i].hard;
    const auto path = folder / (i % 2 == 0 ? "tune" : "final") / fileName(hard, i + 1);
    writeProblemArchive(path.string(), hard);
    bytes += std::filesystem::file_size(path);
    contacts.push_back(hard.problem.contacts);
    sliding.push_back(list[i].sliding);
  }
  std::printf("%s,%zu,%zu,%d,%d,%ju\n", list[0].hard.scene.c_str(), met, list.size(), median(contacts), median(sliding),
              bytes);
  std::fflush(stdout);
}

void makeEmpty(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  if (!std::filesystem::is_empty(folder))
    throw ProblemFileError(folder.string() + ": found files, expected an empty folder");
}

}  // namespace

void saveHardProblems(const SaveOptions& options) {
  for (const char* half : {"tune", "final"}) makeEmpty(std::filesystem::path(options.folder) / half);
  std::puts("scene,hard,saved,contacts_median,sliding_median,bytes");
  const std::vector<HardScene>& scenes = hardScenes();
  for (std::size_t i = 0; i < scenes.size();) {
    const std::string_view name = scenes[i].name;
    const bool is_wanted =
        options.scenes.empty() || std::find(options.scenes.begin(), options.scenes.end(), name) != options.scenes.end();
    std::vector<Found> list;
    for (; i < scenes.size() && scenes[i].name == name; ++i)
      if (is_wanted) runHardScene(scenes[i], [&](const Simulation& simulation) { collect(simulation, name, list); });
    if (list.empty()) continue;
    const std::size_t met = list.size();
    saveAll(options.folder, pick(std::move(list), static_cast<std::size_t>(options.per_scene)), met);
  }
}

}  // namespace keystone::bench

#include "cli/profile_problems.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/progress.h"
#include "cli/setup.h"
#include "paths.h"
#include "problem/problem_formats.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

// Other JSON files lie in folders, too: tours, schemas. What is no JSON at all but has the key is meant to be a scene;
// reading it says what is wrong.
bool isSceneFile(const fs::path& path) {
  if (path.extension() != ".json") return false;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  return json.is_discarded() ? text.find("\"keystone\"") != std::string::npos
                             : json.is_object() && json.contains("keystone");
}

// The problem and scene files in a folder and in those below, by name.
std::vector<std::string> subjectsIn(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    if (isProblemFile(entry.path().string())) paths.push_back(entry.path().string());
    if (!isSceneFile(entry.path())) continue;
    for (const SceneEntry& scene : entriesOf(entry.path().string())) paths.push_back(scene.address());
  }
  if (paths.empty())
    throw UsageError(folder + ": found no problem and no scene, expected files " + kProblemFileNames +
                     ", or NAME.json with the key \"keystone\"");
  std::ranges::sort(paths);
  return paths;
}

// Folders opened, each file once.
std::vector<std::string> filesOf(const std::vector<std::string>& subjects) {
  std::vector<std::string> files;
  std::set<fs::path> known;
  for (const std::string& subject : subjects) {
    std::vector<std::string> found;
    if (fs::is_directory(subject))
      found = subjectsIn(subject);
    else
      found.push_back(isProblemFile(subject) ? subject : findScene(subject, assetDir()));
    for (const std::string& file : found)
      if (known.insert(fs::weakly_canonical(file)).second) files.push_back(file);
  }
  return files;
}

class Collection {
 public:
  explicit Collection(int most_rows) : most_rows_(most_rows > 0 ? most_rows : std::numeric_limits<int>::max()) {}

  // A problem without rows is none: nothing touches yet.
  void add(std::string name, const std::string& other_name, ContactProblem problem) {
    if (problem.rows() == 0 || problem.rows() > most_rows_) return;
    if (!names_.insert(name).second) name = other_name;
    problems_.push_back({std::move(name), std::move(problem)});
  }
  std::vector<NamedProblem> take() { return std::move(problems_); }

 private:
  int most_rows_;
  std::set<std::string> names_;
  std::vector<NamedProblem> problems_;
};

struct NamedScene {
  std::string path;
  Scene scene;
};

void runScenes(std::vector<NamedScene>& scenes, std::vector<long> steps, Collection& problems) {
  if (scenes.empty()) return;
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  Progress progress(static_cast<long>(scenes.size()) * steps.back(), "step");
  for (NamedScene& named : scenes) {
    Simulation& simulation = named.scene.simulation;
    progress.workOn(named.scene.id);
    long done = 0;
    for (const long wanted : steps) {
      for (; done < wanted; ++done) {
        step(simulation);
        progress.pieceDone();
      }
      const std::string number = ":" + std::to_string(wanted);
      problems.add(named.scene.id + number, named.path + number, simulation.problem);
    }
    simulation = {};  // its memory is not needed any more
  }
}

}  // namespace

std::vector<NamedProblem> openProblems(const std::vector<std::string>& subjects, const std::vector<long>& steps,
                                       int most_rows) {
  Collection problems(most_rows);
  std::vector<NamedScene> scenes;
  for (const std::string& file : filesOf(subjects)) {
    if (isProblemFile(file))
      problems.add(problemName(file), file, readAnyProblem(file).problem);
    else
      scenes.push_back({file, openScene(file, {})});
  }
  runScenes(scenes, steps, problems);
  std::vector<NamedProblem> found = problems.take();
  if (found.empty()) throw UsageError("profile: found no contacts in any of the steps, expected some");
  return found;
}

}  // namespace keystone

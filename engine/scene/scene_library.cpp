// The folder of scenes that comes with the programs.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "math/nearest_name.h"
#include "scene/json_text.h"
#include "scene/scene_def.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 12> kGroups{"walls",  "stacks",   "arches and cards", "piles",
                                                   "shapes", "friction", "impacts",          "mechanisms",
                                                   "forces", "collapse", "reports",          "challenges"};
constexpr const char* kOthers = "others";

std::ptrdiff_t rankOf(const SceneEntry& entry) {
  return std::ranges::find(kGroups, entry.group) - kGroups.begin();
}

fs::path sceneDir(const std::string& asset_dir) {
  return fs::path(asset_dir) / "scenes";
}

// Of the JSON files in a folder, ascending.
std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files, {}, [](const fs::path& file) { return file.stem(); });
  return files;
}

bool isThere(const std::string& path) {
  std::error_code error;
  return !path.empty() && fs::exists(path, error) && !fs::is_directory(path, error);
}

// None: the address is empty.
std::string addressIn(const fs::path& folder, const std::string& name) {
  std::error_code error;
  const fs::path known = folder / (name + ".json");
  if (name.empty()) return {};
  if (fs::is_regular_file(known, error)) return known.string();
  for (const fs::path& file : filesIn(folder)) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (text.find("\"" + name + "\"") == std::string::npos) continue;  // which spares reading most of them
    const std::vector<SceneEntry> entries = entriesOf(file.string());
    const auto found = std::ranges::find(entries, name, &SceneEntry::id);
    if (found != entries.end()) return found->address();
  }
  return {};
}

}  // namespace

std::string findScene(const std::string& name, const std::string& asset_dir) {
  std::error_code error;
  if (isThere(name)) return name;
  const std::size_t mark = std::min(name.rfind('#'), name.size());
  const std::string plain = name.substr(0, mark), values = name.substr(mark);
  if (isThere(plain)) return name;
  const std::string known = addressIn(sceneDir(asset_dir), plain);
  if (!known.empty())
    return known + (values.empty() || known.find('#') == std::string::npos ? values : "," + values.substr(1));
  if (!name.empty() && fs::is_directory(name, error)) return name;  // reading it says what is wrong
  const std::vector<std::string> scenes = listScenes(asset_dir);
  throw SceneError(oneLine(plain, 200) + ": found no such file or scene" +
                   didYouMean(plain, std::vector<std::string_view>(scenes.begin(), scenes.end())) +
                   ", expected a scene file or the name of one in " + sceneDir(asset_dir).string());
}

std::vector<std::string> listScenes(const std::string& asset_dir) {
  std::vector<std::string> ids;
  for (SceneEntry& entry : entriesIn(sceneDir(asset_dir).string())) ids.push_back(std::move(entry.id));
  std::ranges::sort(ids);
  return ids;
}

std::vector<SceneEntry> entriesOf(const std::string& path) {
  const std::string stem = fs::path(path).stem().string();
  try {
    const nlohmann::json file = readJsonFile(path);
    const std::string name = file.value("name", stem), group = file.value("group", kOthers);
    const std::string description = file.value("description", "");
    std::vector<SceneEntry> entries = {{file.value("id", stem), name, group, description, path}};
    const nlohmann::json variants = file.value("variants", nlohmann::json::object());
    for (const auto& [id, variant] : variants.items())
      entries.push_back({id, variant.value("name", name), variant.value("group", group),
                         variant.value("description", description), path, true});
    return entries;
  } catch (const std::exception&) {  // opening it says what is wrong
    return {{stem, stem, kOthers, "", path}};
  }
}

std::vector<SceneEntry> entriesIn(const std::string& folder) {
  std::vector<SceneEntry> entries;
  for (const fs::path& file : filesIn(folder)) std::ranges::move(entriesOf(file.string()), std::back_inserter(entries));
  return entries;
}

std::vector<SceneEntry> listSceneEntries(const std::string& asset_dir) {
  std::vector<SceneEntry> entries = entriesIn(sceneDir(asset_dir).string());
  std::ranges::stable_sort(entries, {}, rankOf);
  return entries;
}

}  // namespace keystone

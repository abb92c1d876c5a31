// The folder of scenes that comes with the programs.
#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "scene/json_text.h"
#include "scene/scene_def.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 11> kGroups{"walls",  "stacks",   "arches and cards", "piles",
                                                   "shapes", "friction", "impacts",          "mechanisms",
                                                   "forces", "collapse", "challenges"};
constexpr const char* kOthers = "others";

std::ptrdiff_t rankOf(const SceneEntry& entry) {
  return std::ranges::find(kGroups, entry.group) - kGroups.begin();
}

SceneEntry entryOf(const std::string& id, const std::string& path) {
  try {
    const nlohmann::json file = readJsonFile(path);
    return {id, file.value("name", id), file.value("group", kOthers), file.value("description", "")};
  } catch (const std::exception&) {  // opening it says what is wrong
    return {id, id, kOthers, ""};
  }
}

fs::path sceneDir(const std::string& asset_dir) {
  return fs::path(asset_dir) / "scenes";
}

// Of the JSON files in a folder, ascending.
std::vector<std::string> idsIn(const fs::path& folder) {
  std::vector<std::string> ids;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") ids.push_back(entry.path().stem().string());
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace

std::string findScene(const std::string& name, const std::string& asset_dir) {
  std::error_code error;
  if (!name.empty() && fs::exists(name, error) && !fs::is_directory(name, error)) return name;
  const fs::path known = sceneDir(asset_dir) / (name + ".json");
  if (!name.empty() && fs::is_regular_file(known, error)) return known.string();
  if (!name.empty() && fs::is_directory(name, error)) return name;  // reading it says what is wrong
  throw SceneError(oneLine(name, 200) + ": found no such file or scene, expected a scene file or the name of one in " +
                   sceneDir(asset_dir).string());
}

std::vector<std::string> listScenes(const std::string& asset_dir) {
  return idsIn(sceneDir(asset_dir));
}

std::vector<SceneEntry> entriesIn(const std::string& folder) {
  std::vector<SceneEntry> entries;
  for (const std::string& id : idsIn(folder))
    entries.push_back(entryOf(id, (fs::path(folder) / (id + ".json")).string()));
  return entries;
}

std::vector<SceneEntry> listSceneEntries(const std::string& asset_dir) {
  std::vector<SceneEntry> entries = entriesIn(sceneDir(asset_dir).string());
  std::stable_sort(entries.begin(), entries.end(),
                   [](const SceneEntry& a, const SceneEntry& b) { return rankOf(a) < rankOf(b); });
  return entries;
}

}  // namespace keystone

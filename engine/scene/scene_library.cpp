// The folder of scenes that comes with the programs.
#include <algorithm>
#include <filesystem>

#include "scene/json_text.h"
#include "scene/scene_def.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

fs::path sceneDir(const std::string& asset_dir) {
  return fs::path(asset_dir) / "scenes";
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
  std::vector<std::string> ids;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(sceneDir(asset_dir), error)) {
    if (entry.path().extension() == ".json") ids.push_back(entry.path().stem().string());
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace keystone

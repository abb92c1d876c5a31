#include "session/settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "math/output_file.h"

namespace keystone {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostRecent = 12;
constexpr double kMostPanel = 16384;  // [pixels at scale 1]

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Calls visit(key, member) for every entry of the file, so that reading and writing cannot differ.
template <class S, class Visit>
void visitEntries(S& settings, Visit visit) {
  visit("width", settings.width);
  visit("height", settings.height);
  visit("ui_scale", settings.ui_scale);
  visit("panels", settings.panels);
  visit("metrics", settings.metrics);
  visit("contacts", settings.contacts);
  visit("forces", settings.forces);
  visit("cones", settings.cones);
  visit("shadows", settings.shadows);
  visit("grid", settings.grid);
  visit("baraff_theme", settings.baraff_theme);
  visit("labels", settings.labels);
  visit("velocities", settings.velocities);
  visit("trails", settings.trails);
  visit("light", settings.light);
  visit("left_width", settings.sizes.left);
  visit("right_width", settings.sizes.right);
  visit("drawer_height", settings.sizes.drawer);
  visit("reopens", settings.reopens);
  visit("last_scene", settings.last_scene);
  visit("welcomed", settings.welcomed);
  visit("ball_speed", settings.ball_speed);
  visit("ball_density", settings.ball_density);
  visit("best_overhangs", settings.best_overhangs);
  visit("recent", settings.recent);
}

bool matches(const Json& value, bool) {
  return value.is_boolean();
}
bool matches(const Json& value, int) {
  return value.is_number_integer();
}
bool matches(const Json& value, double) {
  return value.is_number();
}
bool matches(const Json& value, const std::string&) {
  return value.is_string();
}
bool matches(const Json& value, const std::vector<std::string>&) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_string(); });
}
bool matches(const Json& value, const std::map<std::string, double>&) {
  return value.is_object() && std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_number(); });
}

}  // namespace

std::string settingsDir() {
  if (const std::string config = environment("XDG_CONFIG_HOME"); !config.empty()) return config + "/keystone";
  if (const std::string home = environment("HOME"); !home.empty()) return home + "/.config/keystone";
  return ".keystone";
}

std::string dataDir() {
  if (const std::string data = environment("XDG_DATA_HOME"); !data.empty()) return data + "/keystone";
  if (const std::string home = environment("HOME"); !home.empty()) return home + "/.local/share/keystone";
  return ".keystone";
}

std::string shownPath(const std::string& path) {
  const std::string home = environment("HOME");
  return !home.empty() && path.starts_with(home + "/") ? "~" + path.substr(home.size()) : path;
}

void rememberRecentScene(Settings& settings, const std::string& id) {
  std::erase(settings.recent, id);
  settings.recent.insert(settings.recent.begin(), id);
  if (settings.recent.size() > kMostRecent) settings.recent.resize(kMostRecent);
}

void rememberRecent(Settings& settings, const std::string& path) {
  std::error_code error;
  const std::filesystem::path full = std::filesystem::absolute(path, error);
  rememberRecentScene(settings, error ? path : full.lexically_normal().string());
}

Settings loadSettings(const std::string& path, std::string& trouble) {
  Settings settings;
  std::ifstream in(path);
  if (!in) return settings;
  const Json file = Json::parse(in, nullptr, false);
  if (!file.is_object()) {
    trouble = path + ": found no JSON object, expected settings; the defaults are used";
    return settings;
  }
  visitEntries(settings, [&](const char* key, auto& member) {
    const auto entry = file.find(key);
    if (entry == file.end()) return;
    if (matches(*entry, member)) {
      member = entry->template get<std::decay_t<decltype(member)>>();
    } else {
      trouble = path + ": /" + key + ": found a " + entry->type_name() + "; the default is used";
    }
  });
  settings.width = std::clamp(settings.width, 320, 16384);
  settings.height = std::clamp(settings.height, 240, 16384);
  if (settings.ui_scale != 0.0) settings.ui_scale = std::clamp(settings.ui_scale, 0.5, 4.0);
  for (double* size : {&settings.sizes.left, &settings.sizes.right, &settings.sizes.drawer})
    *size = std::clamp(*size, 0.0, kMostPanel);
  settings.ball_speed = std::clamp(settings.ball_speed, kBallSpeed[0], kBallSpeed[1]);
  settings.ball_density = std::clamp(settings.ball_density, kBallDensity[0], kBallDensity[1]);
  return settings;
}

void saveSettings(const Settings& settings, const std::string& path) {
  Json file;
  visitEntries(settings, [&](const char* key, const auto& member) { file[key] = member; });
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  // The name of a recent file need not be UTF-8.
  writeFile(path, file.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
}

}  // namespace keystone

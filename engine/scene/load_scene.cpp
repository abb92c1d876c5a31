// A scene file, the files it includes, and what they hold, in one world.
#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "math/stop.h"
#include "scene/json_text.h"
#include "scene/robot_scene.h"
#include "scene/scene_choice.h"
#include "scene/scene_def.h"
#include "scene/scene_parts.h"
#include "sleep/sleep.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr int kVersion = 1;
constexpr std::size_t kMaxIncludeDepth = 8;
constexpr std::size_t kMaxEntries = kMaxBodies;

void checkVersion(const JsonValue& root) {
  std::vector<std::string_view> keys(std::begin(kVariantKeys), std::end(kVariantKeys));
  keys.insert(keys.end(), {"$schema", "keystone", "id", "parameters", "variants"});
  root.expectKeys(keys);
  const JsonValue version = root.at("keystone");
  if (!version.isNumber() || version.number({-1e9, 1e9}) != kVersion) {
    version.failExpecting("scene format version " + std::to_string(kVersion));
  }
}

bool readPlanar(const JsonValue& root) {
  const auto planar = root.find("planar");
  return planar && planar->flag();
}

void readMaterials(const JsonValue& root, FileScope& file) {
  const auto materials = root.find("materials");
  if (!materials) return;
  for (const auto& [name, value] : materials->members()) {
    if (!value.isObject()) value.failExpecting("an object");
    file.materials.emplace(name, readMaterial(value, file));
  }
}

// What names bodies is read in the end, so that they may name bodies of any file and of generators.
void defer(const JsonValue& root, std::string_view key, std::vector<JsonValue>& entries) {
  const auto given = root.find(key);
  if (!given) return;
  for (const JsonValue& entry : given->items(0, kMaxEntries)) entries.push_back(entry);
}

// Two names of bodies.
void readNoContact(const JsonValue& value, const BodyNames& names, World& world) {
  std::array<int, 2> ends{};
  const std::vector<JsonValue> given = value.items(2, 2);
  for (std::size_t k = 0; k < 2; ++k) {
    const auto found = names.find(given[k].text());
    if (found == names.end()) given[k].failExpecting("the name of a body");
    ends[k] = found->second;
  }
  if (ends[0] == ends[1]) given[1].failExpecting("another body");
  world.no_contact.emplace_back(std::minmax(ends[0], ends[1]));
}

void readNamed(const SceneContext& context, World& world, std::vector<SceneLabel>& labels) {
  if (context.joints.empty() && context.forces.empty() && context.no_contact.empty() && context.labels.empty()) return;
  BodyNames names;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) names.emplace(world.bodies[i].name, static_cast<int>(i));
  for (const JsonValue& entry : context.joints) readJoint(entry, names, world);
  for (const JsonValue& entry : context.forces) readForce(entry, names, world);
  for (const JsonValue& entry : context.no_contact) readNoContact(entry, names, world);
  for (const JsonValue& entry : context.labels) labels.push_back(readLabel(entry, names, world.planar));
}

void readContents(const JsonValue& root, const fs::path& path, SceneContext& scene, std::vector<fs::path>& open_files);

void includeFile(const JsonValue& value, const FileScope& file, std::vector<fs::path>& open_files) {
  const std::string name = value.text(1000);
  std::error_code error;
  const SceneAddress address = parseAddress((file.folder / name).string());
  const fs::path path = fs::weakly_canonical(address.path, error);
  if (!fs::exists(path, error)) value.fail("no file \"" + oneLine(name) + "\"", "a scene file beside this one");
  if (std::find(open_files.begin(), open_files.end(), path) != open_files.end()) {
    value.fail("a cycle of includes through \"" + oneLine(name) + "\"", "files that do not include themselves");
  }
  if (open_files.size() >= kMaxIncludeDepth) {
    value.fail("includes nested deeper", "at most " + std::to_string(kMaxIncludeDepth) + " levels");
  }
  if (++file.scene.files_read > kMostFiles) {
    value.fail("too many included files", "at most " + std::to_string(kMostFiles));
  }
  const SceneAddress there{path.string(), address.variant, address.values};
  file.scene.documents.push_back(
      std::make_shared<const nlohmann::json>(chooseScene(readJsonFile(there.path), there).document));
  const JsonValue root(*file.scene.documents.back(), path.string());
  checkVersion(root);
  if (readPlanar(root) != file.scene.planar()) {
    value.fail(file.scene.planar() ? "a 3D file" : "a planar file",
               file.scene.planar() ? "a planar file, as this one is" : "a 3D file, as this one is");
  }
  // Its settings do not apply here, but they must be right.
  Scene settings;
  settings.simulation.world.planar = file.scene.planar();
  readSettings(root, settings);
  open_files.push_back(path);
  readContents(root, path, file.scene, open_files);
  open_files.pop_back();
}

// Bodies in the order: included files, own bodies, generators.
void readContents(const JsonValue& root, const fs::path& path, SceneContext& scene, std::vector<fs::path>& open_files) {
  FileScope file{scene, path.parent_path()};
  readMaterials(root, file);
  defer(root, "joints", scene.joints);
  defer(root, "forces", scene.forces);
  defer(root, "no_contact", scene.no_contact);
  defer(root, "labels", scene.labels);
  if (const auto include = root.find("include")) {
    const bool several = include->isArray();
    const std::vector<JsonValue> names = several ? include->items(0, kMostFiles) : std::vector<JsonValue>{*include};
    for (const JsonValue& name : names) includeFile(name, file, open_files);
  }
  if (const auto bodies = root.find("bodies")) {
    for (const JsonValue& body : bodies->items(0, kMaxEntries)) {
      stopIfAsked();
      readBody(body, file);
    }
  }
  if (const auto generators = root.find("generators")) {
    for (const JsonValue& generator : generators->items(0, kMaxEntries)) runGenerator(generator, file);
  }
  // That of an included file does not apply here, but it must be right.
  if (const auto challenge = root.find("challenge")) {
    const OverhangChallenge read = readChallenge(*challenge, file);
    if (open_files.size() == 1) scene.challenge = read;
  }
}

Scene sceneOf(nlohmann::json document, const SceneAddress& address, const std::string& asset_dir) {
  ChosenScene chosen = chooseScene(std::move(document), address);
  Scene scene;
  scene.id = scene.name = chosen.id;
  scene.address = address.variant.empty() ? address.path : address.path + "#" + address.variant;
  scene.parameters = std::move(chosen.parameters);
  const JsonValue root(chosen.document, scene.address);
  checkVersion(root);
  SceneContext context(readPlanar(root), asset_dir);
  scene.simulation.world.planar = context.planar();
  readSettings(root, scene);
  const std::size_t mark = scene.id.find('#');
  if (mark != std::string::npos) scene.name += " (" + scene.id.substr(mark + 1) + ")";

  std::error_code error;
  std::vector<fs::path> open_files = {fs::weakly_canonical(address.path, error)};
  readContents(root, open_files.front(), context, open_files);
  World filled = context.finish();
  readNamed(context, filled, scene.labels);
  World& world = scene.simulation.world;
  world.bodies = std::move(filled.bodies);
  world.colliders = std::move(filled.colliders);
  world.colours = std::move(filled.colours);
  world.start = std::move(filled.start);
  world.joints = std::move(filled.joints);
  world.forces = std::move(filled.forces);
  world.paths = std::move(filled.paths);
  world.no_contact = std::move(filled.no_contact);
  checkPaths(scene.address, world);
  for (const int body : context.rested) setRested(world, body);
  scene.challenge = context.challenge;
  return scene;
}

Scene robotAt(const std::string& path) {
  try {
    return sceneOfRobot(loadRobot(path), path);
  } catch (const RobotError& problem) {
    throw SceneError(problem.what());
  }
}

}  // namespace

Scene loadScene(const std::string& address, const std::string& asset_dir) {
  const SceneAddress read = parseAddress(address);
  if (!isRobotFile(read.path)) return sceneOf(readJsonFile(read.path), read, asset_dir);
  if (read.path == address) return robotAt(address);
  throw SceneError(read.path + ": found \"" + oneLine(address.substr(read.path.size())) +
                   "\" after it, expected nothing: robots have no parameters");
}

Scene parseScene(const std::string& text, const std::string& path, const std::string& asset_dir,
                 const std::vector<std::string>& settings) {
  SceneAddress address = parseAddress(withValues("", settings));
  address.path = path;
  return sceneOf(parseJson(text, path), address, asset_dir);
}

}  // namespace keystone

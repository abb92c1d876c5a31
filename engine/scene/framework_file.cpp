// A framework file: points, bars, outlines, sides.
#include "scene/framework_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "framework/sidedness.h"
#include "scene/json_text.h"
#include "scene/json_value.h"
#include "scene/scene_choice.h"
#include "scene/scene_parts.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr int kFrameworkVersion = 1;
constexpr std::size_t kMostPoints = 20000, kMostBars = 100000, kMostCorners = 64;
constexpr Range kTimeStep{1e-6, 0.1};  // [s]

void readHead(const JsonValue& root, FrameworkScene& scene) {
  root.expectKeys({"$schema", "framework", "name", "description", "source", "gravity", "h", "points", "bars", "braces",
                   "outlines", "sidedness"});
  const JsonValue version = root.at("framework");
  if (!version.isNumber() || version.number({-1e9, 1e9}) != kFrameworkVersion)
    version.failExpecting("framework format version " + std::to_string(kFrameworkVersion));
  if (const auto schema = root.find("$schema")) schema->text();
  if (const auto name = root.find("name")) scene.name = name->text();
  if (const auto text = root.find("description")) scene.description = text->text(2000);
  if (const auto source = root.find("source")) scene.source = source->text();
  if (const auto gravity = root.find("gravity")) scene.gravity = gravity->vector(kGravity, 2).head<2>();
  if (const auto h = root.find("h")) scene.h = h->number(kTimeStep);
}

void readPoint(const JsonValue& entry, FrameworkScene& scene) {
  entry.expectKeys({"at", "mass", "fixed", "velocity"});
  Framework& framework = scene.framework;
  const auto fixed = entry.find("fixed"), mass = entry.find("mass"), velocity = entry.find("velocity");
  const bool stays = fixed && fixed->flag();
  if (stays && mass) mass->fail("the mass of a fixed point", "none");
  if (stays && velocity) velocity->fail("the velocity of a fixed point", "none");
  framework.masses.push_back(stays ? 0.0 : entry.at("mass").number(kMass));
  const Eigen::Index end = framework.positions.size();
  framework.positions.conservativeResize(end + 2);
  scene.velocities.conservativeResize(end + 2);
  framework.positions.tail<2>() = entry.at("at").vector(kCoordinate, 2).head<2>();
  scene.velocities.tail<2>() = velocity ? Vec2(velocity->vector(kSpeed, 2).head<2>()) : Vec2(Vec2::Zero());
}

int readIndex(const JsonValue& value, const Framework& framework) {
  return value.integer(0, framework.points() - 1);
}

// [i, j], or {"ends": [i, j], "length": L, "strut": true}.
Bar readBar(const JsonValue& entry, const Framework& framework, bool may_be_strut) {
  const bool plain = entry.isArray();
  if (!plain)
    entry.expectKeys(may_be_strut ? std::vector<std::string_view>{"ends", "length", "strut"}
                                  : std::vector<std::string_view>{"ends", "length"});
  const JsonValue pair = plain ? entry : entry.at("ends");
  const std::vector<JsonValue> ends = pair.items(2, 2);
  Bar bar{readIndex(ends[0], framework), readIndex(ends[1], framework), 0.0};
  if (bar.i == bar.j) ends[1].fail("the same point twice", "two points");
  if (framework.isFixed(bar.i) && framework.isFixed(bar.j)) pair.fail("two fixed points", "one that moves");
  bar.length = (at(framework.positions, bar.i) - at(framework.positions, bar.j)).norm();
  if (bar.length == 0.0) pair.fail("two points at the same place", "a bar with a direction");
  if (plain) return bar;
  if (const auto length = entry.find("length")) bar.length = length->number(kLength);
  if (const auto strut = entry.find("strut")) bar.strut = strut->flag();
  return bar;
}

void readBars(const JsonValue& root, std::string_view key, const Framework& framework,
              std::set<std::pair<int, int>>& known, std::vector<Bar>& bars) {
  const auto list = root.find(key);
  if (!list) return;
  for (const JsonValue& entry : list->items(0, kMostBars)) {
    bars.push_back(readBar(entry, framework, key == "bars"));
    if (!known.insert(std::minmax(bars.back().i, bars.back().j)).second)
      entry.fail(
          "a second bar between points " + std::to_string(bars.back().i) + " and " + std::to_string(bars.back().j),
          "one");
  }
}

// Convex and counter-clockwise, to rounding.
bool isConvex(const Framework& framework, const std::vector<int>& corners) {
  const std::size_t n = corners.size();
  double turns = 0.0;  // [rad], in all: once around
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = at(framework.positions, corners[i]), b = at(framework.positions, corners[(i + 1) % n]),
               c = at(framework.positions, corners[(i + 2) % n]);
    const double area = doubledArea(a, b, c);
    if (!(area > 1e-12 * (b - a).norm() * (c - b).norm())) return false;
    turns += std::atan2(area, (b - a).dot(c - b));
  }
  return std::abs(turns - 2.0 * M_PI) < 1e-6;
}

void readOutline(const JsonValue& entry, FrameworkScene& scene) {
  entry.expectKeys({"corners", "name"});
  Framework& framework = scene.framework;
  const JsonValue list = entry.at("corners");
  PointOutline outline;
  Vec2 mean = Vec2::Zero();
  for (const JsonValue& corner : list.items(3, kMostCorners)) {
    outline.corners.push_back(readIndex(corner, framework));
    mean += at(framework.positions, outline.corners.back());
  }
  mean /= static_cast<double>(outline.corners.size());
  if (std::set<int>(outline.corners.begin(), outline.corners.end()).size() != outline.corners.size())
    list.fail("a corner twice", "each once");
  if (!isConvex(framework, outline.corners))
    list.fail("corners that go another way", "a convex polygon, counter-clockwise");
  for (const int corner : outline.corners)
    outline.radius = std::max(outline.radius, (at(framework.positions, corner) - mean).norm());
  framework.outlines.push_back(std::move(outline));
  const auto name = entry.find("name");
  scene.names.push_back(name ? name->text() : "outline_" + std::to_string(framework.outlines.size() - 1));
}

void readSide(const JsonValue& entry, Framework& framework) {
  const std::vector<JsonValue> points = entry.items(3, 3);
  std::array<int, 3> side{};
  for (std::size_t k = 0; k < 3; ++k) side[k] = readIndex(points[k], framework);
  if (side[0] == side[1] || side[1] == side[2] || side[0] == side[2]) entry.fail("a point twice", "three points");
  if (framework.isFixed(side[0]) && framework.isFixed(side[1]) && framework.isFixed(side[2]))
    entry.fail("three fixed points", "one that moves");
  const Vec2 i = at(framework.positions, side[0]), j = at(framework.positions, side[1]);
  if ((j - i).norm() == 0.0) entry.fail("an edge between two points at the same place", "one with a direction");
  if (doubledArea(i, j, at(framework.positions, side[2])) < -1e-9 * (j - i).squaredNorm())
    entry.fail("a point on the right of its edge", "one on the left, or on it");
  framework.sides.push_back(side);
}

FrameworkScene readFramework(const JsonValue& root, const std::string& path) {
  FrameworkScene scene;
  scene.id = scene.name = fs::path(path).stem().string();
  readHead(root, scene);
  const JsonValue points = root.at("points");
  for (const JsonValue& point : points.items(1, kMostPoints)) readPoint(point, scene);
  Framework& framework = scene.framework;
  if (std::ranges::all_of(framework.masses, [](double mass) { return mass == 0.0; }))
    points.fail("none that moves", "at least one point with a mass");
  std::set<std::pair<int, int>> known;
  readBars(root, "bars", framework, known, framework.bars);
  readBars(root, "braces", framework, known, framework.braces);
  if (const auto outlines = root.find("outlines"))
    for (const JsonValue& entry : outlines->items(0, kMostPoints)) readOutline(entry, scene);
  if (const auto sides = root.find("sidedness"))
    for (const JsonValue& entry : sides->items(0, kMostBars)) readSide(entry, framework);
  return scene;
}

fs::path frameworkDir(const std::string& asset_dir) {
  return fs::path(asset_dir) / "frameworks";
}

}  // namespace

std::string findFramework(const std::string& name, const std::string& asset_dir) {
  std::error_code error;
  const fs::path known = frameworkDir(asset_dir) / (name + ".json");
  const bool is_file = !name.empty() && fs::exists(name, error) && !fs::is_directory(name, error);
  if (!is_file && !name.empty() && fs::is_regular_file(known, error)) return known.string();
  try {
    return findScene(name, asset_dir);
  } catch (const SceneError&) {
    throw SceneError(oneLine(name, 200) + ": found no such file, framework or scene, expected a framework file, a " +
                     "planar scene, or the name of one in frameworks or scenes of " + asset_dir);
  }
}

std::vector<SceneEntry> listFrameworkEntries(const std::string& asset_dir) {
  return entriesIn(frameworkDir(asset_dir).string());
}

bool isFrameworkFile(const std::string& path) {
  std::error_code error;
  if (fs::path(path).extension() != ".json" || !fs::is_regular_file(path, error)) return false;
  try {
    const nlohmann::json file = readJsonFile(path);
    return file.is_object() && file.contains("framework");
  } catch (const std::exception&) {
    return false;
  }
}

FrameworkScene loadFramework(const std::string& path, const std::string& asset_dir, BrickMasses model) {
  const nlohmann::json document = readJsonFile(parseAddress(path).path);
  if (document.is_object() && document.contains("framework")) return readFramework(JsonValue(document, path), path);
  const bool scene = document.is_object() && document.contains("keystone");
  if (!scene)
    JsonValue(document, path).fail("neither \"framework\" nor \"keystone\"", "a framework file or a planar scene");
  return frameworkOf(loadScene(path, asset_dir), model);
}

}  // namespace keystone

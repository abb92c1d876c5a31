// What is collected while a scene file and the files it includes are read.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "scene/json_value.h"
#include "scene/scene_def.h"
#include "world/world.h"

namespace keystone {

inline constexpr long kMaxBodies = 200000;

// A shape whose reference frame (in which the file gives its points) need not sit at its centre of mass.
struct PlacedShape {
  Shape shape;
  Vec3 center = Vec3::Zero();  // [m], the centre of mass in the reference frame
  std::string word;            // "box", "mesh", ...: names bodies that have no name of their own
};

// Everything of a body but its shape and place: what a body entry and a generator share.
struct Matter {
  BodyKind kind = BodyKind::Dynamic;
  Material material;
  std::optional<double> mass;  // [kg], of each body; else from the density
  double density = 1000.0;     // [kg/m^3]
  std::uint32_t layer = 1;     // bits, as in Collider
  std::uint32_t mask = 0xffffffffu;
  Vec3 surface_velocity = Vec3::Zero();  // [m/s], as in Collider
  std::vector<PartSurface> surfaces;     // as in Collider
  Vec3 colour = Vec3::Constant(-1.0);    // sRGB; negative = the viewer chooses
};

struct BodyPlan {
  std::string name;  // as the file gives it, unique; empty = `stem` and a number
  std::string stem;  // of generated names
  PlacedShape shape;
  Pose pose;                       // of the shape's reference frame
  bool pose_is_of_centre = false;  // pose.position is the centre of mass instead
  Vec3 velocity = Vec3::Zero();    // [m/s]
  Vec3 omega = Vec3::Zero();       // [rad/s]
  std::optional<Mat3> inertia;     // [kg m^2], about the centre of mass, body frame; else the shape's
  bool rested = false;             // it may sleep after the first step (sleep/sleep.h)
};

// One scene in the making. Bodies are numbered in the order they are added.
class SceneContext {
 public:
  SceneContext(bool planar, std::string asset_dir);

  bool planar() const { return world_.planar; }
  World& world() { return world_; }
  const std::string& assetDir() const { return asset_dir_; }

  // Fails at `at` when the scene would hold more than kMaxBodies; called before a generator builds anything.
  void reserve(const JsonValue& at, long long count) const;
  // Adds a body; `at` is blamed for what is wrong with it.
  void add(const JsonValue& at, const BodyPlan& plan, const Matter& matter);
  // Numbers the bodies without a name and hands the world out.
  World finish();

  // Entries of /joints, /forces, /no_contact and /labels, to be read when the bodies have their names; the documents
  // they stand in are kept for them.
  std::vector<JsonValue> joints, forces, no_contact, labels;
  std::vector<std::shared_ptr<const nlohmann::json>> documents;

  std::vector<int> rested;  // bodies that may sleep after the first step

  std::optional<OverhangChallenge> challenge;  // of the scene's own file

  // A mesh is read once, however many bodies use it.
  // Path, scale, close_holes, key that says how, its value.
  using MeshKey = std::tuple<std::string, double, int, std::string, double>;
  std::map<MeshKey, PlacedShape> meshes;
  int files_read = 0;

 private:
  World world_;
  std::string asset_dir_;
  std::set<std::string> names_;
  std::vector<std::pair<std::size_t, std::string>> unnamed_;  // body index, stem
};

// One file of the scene: its folder and the materials it names.
struct FileScope {
  SceneContext& scene;
  std::filesystem::path folder;
  std::map<std::string, Material> materials = {};
};

}  // namespace keystone

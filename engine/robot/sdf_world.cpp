#include "robot/sdf_world.h"

#include <algorithm>
#include <set>

#include "robot/link_numbers.h"
#include "robot/mjcf_world.h"
#include "robot/sdf_file.h"
#include "robot/sdf_joint.h"
#include "robot/sdf_shapes.h"
#include "robot/sdf_surface.h"

namespace keystone {
namespace {

class SdfBuilder {
 public:
  SdfBuilder(const SdfFile& file, const ImportOptions& options, Robot& robot)
      : file_(file), options_(options), robot_(robot) {}

  void build() {
    readSettings();
    std::vector<std::vector<Solid>> solids;
    for (const SdfLink& link : file_.links) solids.push_back(sdfSolids(link.element, bitmasks_, robot_.notes));
    letSmallerFrictionHold(solids);
    for (std::size_t i = 0; i < solids.size(); ++i) bodies_.push_back(addLink(file_.links[i], solids[i]));
    for (const SdfJoint& joint : file_.joints) addSdfJoint(file_, joint, bodies_, options_, robot_);
    keepModelsFromThemselves();
  }

 private:
  World& world() { return robot_.world; }

  // Gravity of the world, until version 1.5 of <physics>, and its step.
  void readSettings() {
    const Vec3 gravity(0.0, 0.0, -9.8);  // the format's own default
    world().gravity = yUp(gravity);
    if (!file_.world) return;
    constexpr double kStep = 1e-3;  // [s], the format's own default
    world().h = kStep;
    const auto physics = physicsThatHolds();
    const XmlElement& in = physics && physics->has("gravity") ? *physics : *file_.world;
    const Vec3 given = in.vector("gravity", gravity);
    if (!(given.norm() <= kGravity.high)) in.failAt("gravity", "at most 1e4 m/s^2");
    world().gravity = yUp(given);
    if (!physics) return;
    world().h = physics->number("max_step_size", kStep);
    if (!(world().h >= 1.0 / kStepRate.high && world().h <= 1.0 / kStepRate.low))
      physics->failAt("max_step_size", "1e-5 to 1 s");
    noteOtherParts(*physics, {"max_step_size", "real_time_factor", "real_time_update_rate", "gravity", "max_contacts"},
                   robot_.notes);
  }

  // Of several the one that is the default, else the first.
  std::optional<XmlElement> physicsThatHolds() {
    std::vector<XmlElement> all;
    forChildren(*file_.world, [&](const XmlElement& part) {
      if (part.is("physics")) all.push_back(withTexts(part));
    });
    if (all.empty()) return std::nullopt;
    const auto is_default = [](const XmlElement& physics) { return sdfFlag(physics, "default", false); };
    const auto found = std::ranges::find_if(all, is_default);
    const std::size_t holds = found == all.end() ? 0 : static_cast<std::size_t>(found - all.begin());
    for (std::size_t i = 0; i < all.size(); ++i)
      if (i != holds) noteNotTaken(all[i], robot_.notes);
    return all[holds];
  }

  int add(const SdfLink& link, BodyKind kind, const Pose& frame, const MassProperties& mass,
          const std::vector<Solid>& solids) {
    try {
      const int body = addSolids(world(), link.name, kind, frame, mass, solids);
      setLayers(body, solids);
      return body;
    } catch (const std::invalid_argument& problem) {
      failNamed(link.element, std::string("an unusable link (") + problem.what() + ")", "one of solids");
    }
  }

  // A collision's bits are its layers, and those that it touches.
  void setLayers(int body, const std::vector<Solid>& solids) {
    if (std::ranges::all_of(bitmasks_, [](std::uint32_t bits) { return bits == kSdfBitmask || bits == 0; })) return;
    Collider& collider = world().colliders[body];
    std::vector<PartSurface> surfaces;
    for (const Solid& solid : solids) {
      if (!solid.collides) continue;
      const std::uint32_t bits = bitmasks_[solid.contact_class];
      surfaces.push_back({materialOf(collider, static_cast<int>(surfaces.size())), bits, bits});
    }
    if (!surfaces.empty()) setSurfaces(collider, std::move(surfaces));
  }

  int addLink(const SdfLink& link, const std::vector<Solid>& solids) {
    noteOtherParts(link.element,
                   {"inertial", "collision", "visual", "pose", "gravity", "self_collide", "kinematic", "enable_wind",
                    "must_be_base_link"},
                   robot_.notes);
    const Pose frame = file_.frames.pose(link.frame);
    if (!(frame.position.norm() <= kFarthestPlace)) failNamed(link.element, "a place beyond 1e6 m", "one within");
    if (link.is_static) return addStatic(link, frame, solids);
    if (sdfFlag(link.element, "kinematic", false))
      noteNamed(link.element, "kinematic not taken: it moves by forces", robot_.notes);
    std::vector<Solid> finite;
    for (const Solid& solid : solids)
      if (!isHalfSpace(solid.shape)) finite.push_back(solid);
    if (finite.size() < solids.size()) noteNamed(link.element, "a plane on a moving link not taken", robot_.notes);
    const int body = add(link, BodyKind::Dynamic, frame, massOfLink(link, finite), finite);
    if (!sdfFlag(link.element, "gravity", true)) holdWeight(link, body);
    return body;
  }

  // Planes each by itself, the rest together. -1, the world, where there is nothing.
  int addStatic(const SdfLink& link, const Pose& frame, const std::vector<Solid>& solids) {
    std::vector<Solid> finite;
    int plane = -1;
    for (Solid solid : solids) {
      if (!isHalfSpace(solid.shape)) {
        finite.push_back(solid);
        continue;
      }
      const Pose place = frame * solid.pose;
      const Vec3 normal = place.rotate(Vec3::UnitZ()).normalized();
      solid.shape = HalfSpace{normal, normal.dot(place.position)};
      solid.pose = {};
      solid.material.grain = frame.rotate(solid.material.grain);
      plane = add(link, BodyKind::Static, {}, {}, {solid});
    }
    return finite.empty() ? plane : add(link, BodyKind::Static, frame, {}, finite);
  }

  // 1 kg and 1 kg m^2 where the file says nothing.
  MassProperties massOfLink(const SdfLink& link, const std::vector<Solid>& solids) {
    const auto inertial = partOf(link.element, "inertial");
    if (!inertial) return {1.0, Vec3::Zero(), Mat3::Identity()};
    noteOtherParts(*inertial, {"mass", "inertia", "pose", "density"}, robot_.notes);
    const bool by_shapes = sdfFlag(*inertial, "auto", false);
    const MassProperties shapes = by_shapes ? massOf(solids) : MassProperties{};
    const double mass = inertial->number("mass", by_shapes ? shapes.mass : 1.0);
    if (!(mass > 0.0)) failNamed(link.element, "a mass of 0 kg or less", "one above 0 kg");
    if (by_shapes) {
      if (!(shapes.mass > 0.0)) failNamed(link.element, "auto inertia without a collision", "a solid with a density");
      return {mass, shapes.center, shapes.inertia * (mass / shapes.mass)};
    }
    const auto given = partOf(*inertial, "inertia");
    const Mat3 moments = inertiaBy([&](const char* key) {
      const bool is_diagonal = key[1] == key[2];
      return given ? given->number(key, is_diagonal ? 1.0 : 0.0) : (is_diagonal ? 1.0 : 0.0);
    });
    return inFrame({mass, Vec3::Zero(), usableInertia(link.element, moments, mass, solids, robot_.notes)},
                   sdfPose(*inertial));
  }

  // A force that cancels the weight of a link without gravity.
  void holdWeight(const SdfLink& link, int body) {
    if (world().gravity.isZero(0.0)) return;
    AppliedForce force;
    force.name = link.name;
    force.body = body;
    force.force = -world().bodies[body].mass * world().gravity;
    world().forces.push_back(force);
  }

  // Links of one model do not touch, unless both may.
  void keepModelsFromThemselves() {
    std::set<std::pair<int, int>> joined;
    for (const Joint& joint : world().joints) joined.emplace(std::minmax(joint.a, joint.b));
    const auto mayTouchAny = [&](std::size_t i) {
      return !file_.links[i].is_static && world().colliders[bodies_[i]].mask != 0;
    };
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!mayTouchAny(i)) continue;
      for (std::size_t k = i + 1; k < bodies_.size() && file_.links[k].model == file_.links[i].model; ++k) {
        const std::pair<int, int> pair = std::minmax(bodies_[i], bodies_[k]);
        const bool both = file_.links[i].self_collide && file_.links[k].self_collide;
        if (mayTouchAny(k) && !both && !joined.contains(pair)) world().no_contact.push_back(pair);
      }
    }
  }

  const SdfFile& file_;
  const ImportOptions& options_;
  Robot& robot_;
  std::vector<std::uint32_t> bitmasks_;  // by Solid::contact_class
  std::vector<int> bodies_;              // [links], -1: the world
};

}  // namespace

void buildSdfWorld(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path,
                   const ImportOptions& options, Robot& robot) {
  const SdfFile file = readSdf(std::move(document), path, robot.notes);
  robot.name = file.name;
  SdfBuilder(file, options, robot).build();
  if (robot.world.bodies.empty())
    throw RobotError(path + ":1: found no body" + file.frames.missing() + ", expected one");
}

}  // namespace keystone

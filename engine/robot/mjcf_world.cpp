#include "robot/mjcf_world.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "math/rounding.h"
#include "robot/mjcf_geom.h"
#include "robot/solids.h"

namespace keystone {
namespace {

// What carries the next bodies.
struct Carrier {
  int body = -1;  // -1: the world
  Pose frame;     // in the world
  bool moves = false;
  std::string child_class;
  bool is_world = false;
};

class MjcfBuilder {
 public:
  MjcfBuilder(MjcfFile& file, const ImportOptions& options, World& world)
      : file_(file), options_(options), world_(world) {}

  void build() {
    world_.gravity = yUp(file_.gravity);
    world_.h = file_.step;
    for (const XmlElement& section : file_.sections)
      if (section.is("worldbody")) addWorldBody(section);
    for (const XmlElement& section : file_.sections) {
      if (section.is("equality")) forChildren(section, [&](const XmlElement& e) { addEquality(e); });
      if (section.is("actuator")) forChildren(section, [&](const XmlElement& e) { addActuator(e); });
      if (section.is("contact")) forChildren(section, [&](const XmlElement& e) { file_.note(e, "not taken"); });
    }
  }

 private:
  struct JointPlan {
    XmlElement element;
    std::string type;
  };

  void addWorldBody(const XmlElement& section) {
    const Carrier world{-1, {Vec3::Zero(), upright()}, false, section.text("childclass"), true};
    forChildren(section, [&](const XmlElement& child) {
      if (child.is("geom")) return addGround(child, world);
      if (child.is("body")) return addBodyOf(child, world);
      noteChild(child);
    });
  }

  void noteChild(const XmlElement& child) {
    const bool seen_only = child.is("light") || child.is("camera") || child.is("site");
    file_.note(child, seen_only ? "not taken (no effect on motion)" : "not taken");
  }

  void addGround(const XmlElement& child, const Carrier& carrier) {
    const std::vector<Solid> solids = solidsOf({child}, carrier.child_class);
    addStatic(child, solids, carrier.frame, child.text("name", "ground"));
  }

  // Bodies that do not move: half-spaces each by itself, the rest together.
  int addStatic(const XmlElement& at, const std::vector<Solid>& solids, const Pose& frame, const std::string& name) {
    std::vector<Solid> others;
    int body = -1;
    for (Solid solid : solids) {
      if (!isHalfSpace(solid.shape)) {
        others.push_back(solid);
        continue;
      }
      const Pose place = frame * solid.pose;
      const Vec3 normal = place.rotate(Vec3::UnitZ()).normalized();
      solid.shape = HalfSpace{normal, normal.dot(place.position)};
      solid.pose = {};
      add(at, name, BodyKind::Static, {}, {}, {solid});
    }
    if (!others.empty()) {
      MassProperties mass = massOf(others);
      body = add(at, name, BodyKind::Static, frame, mass, others);
    }
    return body;
  }

  int add(const XmlElement& at, const std::string& name, BodyKind kind, const Pose& frame, const MassProperties& mass,
          const std::vector<Solid>& solids) {
    try {
      return addSolids(world_, name, kind, frame, mass, solids);
    } catch (const std::invalid_argument& problem) {
      at.fail(std::string("an unusable body (") + problem.what() + ")", "one of solids");
    }
  }

  std::vector<Solid> solidsOf(const std::vector<XmlElement>& geoms, const std::string& child_class) {
    std::vector<Solid> solids;
    for (const XmlElement& geom : geoms) readMjcfGeom(file_, file_.defaults.complete(geom, child_class), solids);
    return solids;
  }

  void addBodyOf(const XmlElement& element, const Carrier& carrier) {
    file_.noteOthers(element, {"name", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "childclass"});
    const Pose frame = carrier.frame * file_.pose(element);
    const std::string child_class = element.text("childclass", carrier.child_class);
    std::vector<XmlElement> geoms, bodies;
    std::vector<JointPlan> joints;
    std::optional<MassProperties> given;
    forChildren(element, [&](const XmlElement& child) {
      if (child.is("geom")) return geoms.push_back(child);
      if (child.is("body")) return bodies.push_back(child);
      if (child.is("inertial")) {
        given = readInertial(child);
        return;
      }
      if (child.is("freejoint")) return joints.push_back({child, "free"});
      if (child.is("joint")) {
        const XmlElement joint = file_.defaults.complete(child, child_class);
        return joints.push_back({joint, joint.text("type", "hinge")});
      }
      noteChild(child);
    });
    const std::vector<Solid> solids = solidsOf(geoms, child_class);
    const MassProperties mass = massFor(element, solids, given);
    Carrier own{-1, frame, carrier.moves || !joints.empty(), child_class};
    if (!own.moves) {
      const int body = addStatic(element, solids, frame, nameOf(element));
      own.body = body >= 0 ? body : carrier.body;
    } else if (joints.empty() && !(mass.mass > 0.0) && solids.empty()) {
      own.body = carrier.body;  // a frame on what carries it
    } else {
      own.body = addMoving(element, carrier, frame, mass, solids, joints);
    }
    if (element.has("name") && !body_of_.emplace(element.text("name"), own.body).second)
      element.failAt("name", "a name that no other body has");
    frame_of_[element.text("name")] = frame;
    for (const XmlElement& body : bodies) addBodyOf(body, own);
  }

  std::string nameOf(const XmlElement& element) {
    return element.text("name", "body" + std::to_string(world_.bodies.size()));
  }

  MassProperties massFor(const XmlElement& element, const std::vector<Solid>& solids,
                         const std::optional<MassProperties>& given) const {
    if (file_.from_geoms == MjcfFile::FromGeoms::Always) return massOf(solids);
    if (given) return *given;
    if (file_.from_geoms == MjcfFile::FromGeoms::Never && !solids.empty())
      element.fail("no <inertial>", "one, as the compiler's inertiafromgeom is false");
    return massOf(solids);
  }

  MassProperties readInertial(const XmlElement& element) const {
    MassProperties mass;
    const Pose pose = file_.pose(element);
    mass.mass = element.number("mass", 0.0);
    mass.center = pose.position;
    if (!(mass.mass >= 0.0)) element.failAt("mass", "0 kg or more");
    const std::vector<double> diagonal = element.numbers("diaginertia", 3, 3),
                              full = element.numbers("fullinertia", 6, 6);
    Mat3 inertia = Mat3::Zero();
    if (!diagonal.empty()) inertia.diagonal() << diagonal[0], diagonal[1], diagonal[2];
    if (!full.empty()) inertia << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2];
    if (diagonal.empty() && full.empty()) element.fail("no inertia", "diaginertia or fullinertia");
    const Mat3 axes = pose.orientation.toRotationMatrix();
    mass.inertia = axes * inertia * axes.transpose();
    return mass;
  }

  void checkMass(const XmlElement& element, const MassProperties& mass) const {
    if (!(mass.mass > 1e-9)) element.fail("a moving body without mass", "geoms or <inertial>");
    if (!isInertia(mass.inertia, kNegligible))
      element.fail("principal moments that no body has", "positive ones, none above the sum of the others");
  }

  int addMoving(const XmlElement& element, const Carrier& carrier, const Pose& frame, const MassProperties& mass,
                const std::vector<Solid>& given, const std::vector<JointPlan>& joints) {
    checkMass(element, mass);
    if (joints.size() > 1)
      joints[1].element.fail("a second joint of one body", "one (give each joint a body of its own with some mass)");
    std::vector<Solid> solids;
    for (const Solid& solid : given) {
      if (isHalfSpace(solid.shape))
        file_.note(element, "a plane on a moving body not taken");
      else
        solids.push_back(solid);
    }
    const int body = add(element, nameOf(element), BodyKind::Dynamic, frame, mass, solids);
    if (joints.empty()) {
      addJoint(JointKind::Fixed, nameOf(element), carrier.body, body, frame.position, frame.rotate(Vec3::UnitZ()));
    } else if (joints[0].type == "free") {
      if (!carrier.is_world) joints[0].element.fail("a free joint inside a body", "one in <worldbody>");
      file_.noteOthers(joints[0].element, {"name", "type", "class", "group", "limited"});
    } else {
      addJointOf(joints[0], carrier, body, frame);
    }
    return body;
  }

  Joint& addJoint(JointKind kind, const std::string& name, int a, int b, const Vec3& at, const Vec3& axis) {
    Joint joint;
    joint.kind = kind;
    joint.name = name;
    joint.a = a;
    joint.b = b;
    attach(joint, world_.bodies, at, at, axis);
    world_.joints.push_back(joint);
    return world_.joints.back();
  }

  void addJointOf(const JointPlan& plan, const Carrier& carrier, int body, const Pose& frame) {
    const XmlElement& element = plan.element;
    static const std::map<std::string, JointKind, std::less<>> kKinds{
        {"hinge", JointKind::Hinge}, {"slide", JointKind::Slider}, {"ball", JointKind::Ball}};
    const auto kind = kKinds.find(plan.type);
    if (kind == kKinds.end()) element.failAt("type", "free, ball, slide or hinge");
    const Vec3 axis = element.vector("axis", Vec3::UnitZ());
    if (!(axis.norm() > 1e-12)) element.failAt("axis", "a vector that is not zero");
    const std::string name = element.text("name", "joint" + std::to_string(world_.joints.size()));
    Joint& joint = addJoint(kind->second, name, carrier.body, body, frame.toWorld(element.vector("pos", Vec3::Zero())),
                            frame.rotate(axis.normalized()));
    if (!joint_of_.emplace(name, static_cast<int>(world_.joints.size()) - 1).second)
      element.failAt("name", "a name that no other joint has");
    file_.noteOthers(element, {"name", "class", "type", "pos", "axis", "range", "limited", "stiffness", "springref",
                               "damping", "frictionloss", "ref", "group"});
    joint.friction = std::max(0.0, element.number("frictionloss", 0.0));
    if (joint.kind == JointKind::Ball) {
      joint.frame_b = Quat::Identity();
      joint.frame_a = poseOf(world_.bodies, joint.a).orientation.conjugate() * poseOf(world_.bodies, body).orientation;
      for (const char* key : {"range", "stiffness", "damping"})
        if (element.has(key)) file_.note(element, std::string(key) + " of a ball joint not taken");
      return;
    }
    readCoordinate(element, joint);
  }

  // Limits and spring, from the joint's place in the file, where its coordinate is `ref`, on.
  void readCoordinate(const XmlElement& element, Joint& joint) {
    const bool turns = joint.kind == JointKind::Hinge;
    const auto inUnits = [&](double value) { return turns ? file_.angle(value) : value; };
    const double ref = inUnits(element.number("ref", 0.0));
    const std::vector<double> range = element.numbers("range", 2, 2);
    const std::string limited = element.text("limited", "auto");
    if (limited != "auto" && limited != "true" && limited != "false") element.failAt("limited", "true, false or auto");
    if (limited == "true" && range.empty()) element.fail("limited without a range", "range=\"LOW HIGH\"");
    if (!range.empty() && (limited == "true" || (limited == "auto" && file_.limits_by_range))) {
      joint.low = inUnits(range[0]) - ref;
      joint.high = inUnits(range[1]) - ref;
      if (!(joint.low < joint.high)) element.failAt("range", "LOW below HIGH");
      const double most = infoOf(joint.kind).most, widest = infoOf(joint.kind).widest;
      if (-joint.low > most || joint.high > most || (widest > 0.0 && joint.high - joint.low > widest)) {
        file_.note(element, "limits of more than a turn not taken");
        joint.low = -std::numeric_limits<double>::infinity();
        joint.high = std::numeric_limits<double>::infinity();
      }
    }
    joint.stiffness = element.number("stiffness", 0.0);
    joint.damping = element.number("damping", 0.0);
    if (!(joint.stiffness >= 0.0)) element.failAt("stiffness", "0 or more");
    if (!(joint.damping >= 0.0)) element.failAt("damping", "0 or more");
    joint.rest = joint.stiffness > 0.0 ? inUnits(element.number("springref", 0.0)) - ref : 0.0;
    if (std::abs(joint.rest) > infoOf(joint.kind).most) element.failAt("springref", "less than a turn");
  }

  int bodyNamed(const XmlElement& element, std::string_view key) const {
    if (!element.has(key)) return -1;
    const auto found = body_of_.find(element.text(key));
    if (found == body_of_.end()) element.failAt(key, "the name of a body");
    return found->second;
  }

  void addEquality(const XmlElement& given) {
    const XmlElement element = file_.defaults.complete(given, "");
    if (!element.flag("active", true)) return;
    if (!element.is("connect") && !element.is("weld")) return file_.note(element, "not taken");
    file_.noteOthers(element, {"name", "class", "active", "body1", "body2", "anchor"});
    const int a = bodyNamed(element, "body1"), b = bodyNamed(element, "body2");
    if (!element.has("body1")) element.fail("no body1", "the name of a body");
    const auto moves = [&](int body) { return body >= 0 && world_.bodies[body].isDynamic(); };
    if (a == b || (!moves(a) && !moves(b))) element.fail("two ends that cannot move apart", "two bodies, one moving");
    const Pose frame = frame_of_.at(element.text("body1"));
    if (element.is("weld")) {
      addJoint(JointKind::Fixed, element.text("name"), a, b, frame.position, frame.rotate(Vec3::UnitZ()));
      return;
    }
    if (!element.has("anchor")) element.fail("no anchor", "anchor=\"X Y Z\"");
    addJoint(JointKind::Ball, element.text("name"), a, b, frame.toWorld(element.vector("anchor", Vec3::Zero())),
             Vec3::UnitZ());
  }

  // The most [N] or [N m] that an actuator brings to its joint; infinite where nothing bounds it.
  double mostOf(const XmlElement& element, double gain) const {
    const auto bound = [&](const char* range, const char* flag) {
      const std::vector<double> ends = element.numbers(range, 2, 2);
      const std::string limited = element.text(flag, "auto");
      const bool is = !ends.empty() && (limited == "true" || (limited == "auto" && file_.limits_by_range));
      return is ? std::max(std::abs(ends[0]), std::abs(ends[1])) : std::numeric_limits<double>::infinity();
    };
    return std::min(bound("ctrlrange", "ctrllimited") * gain, bound("forcerange", "forcelimited"));
  }

  void addActuator(const XmlElement& given) {
    const XmlElement element = file_.defaults.complete(given, "");
    const bool motor = element.is("motor"), servo = element.is("position") || element.is("velocity");
    if (!motor && !servo) return file_.note(element, "not taken");
    if (!element.has("joint")) return file_.note(element, "not taken: it drives no joint");
    const auto found = joint_of_.find(element.text("joint"));
    if (found == joint_of_.end()) element.failAt("joint", "the name of a hinge, slide or ball joint");
    Joint& joint = world_.joints[found->second];
    if (!joint.hasCoordinate()) return file_.note(element, "not taken: a ball joint has no motor");
    const std::vector<double> gear = element.numbers("gear", 1, 6);
    const double gain = gear.empty() ? 1.0 : std::abs(gear[0]);
    // A servo's control is a place or a speed: its range bounds no force.
    XmlElement bounded = element;
    if (servo) bounded.attributes.erase("ctrlrange");
    const double most = gain * mostOf(bounded, 1.0);
    if (!options_.motors) return;
    if (!std::isfinite(most) || !(most > 0.0))
      return file_.note(element, "not taken: nothing bounds its force (forcerange, or ctrlrange of a motor)");
    joint.motor_max = most;
    file_.note(element, "taken as a motor that holds speed 0 with at most its limit");
  }

  MjcfFile& file_;
  const ImportOptions& options_;
  World& world_;
  std::map<std::string, int, std::less<>> body_of_, joint_of_;
  std::map<std::string, Pose, std::less<>> frame_of_;
};

}  // namespace

Quat upright() {
  return Quat(std::sqrt(0.5), -std::sqrt(0.5), 0.0, 0.0);
}

Vec3 yUp(const Vec3& v) {
  return {v.x(), v.z(), 0.0 - v.y()};  // no -0
}

Vec3 zUp(const Vec3& v) {
  return {v.x(), 0.0 - v.z(), v.y()};
}

void buildMjcfWorld(MjcfFile& file, const ImportOptions& options, World& world) {
  MjcfBuilder(file, options, world).build();
}

}  // namespace keystone

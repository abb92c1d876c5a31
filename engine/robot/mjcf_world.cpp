#include "robot/mjcf_world.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "math/rounding.h"
#include "robot/mjcf_contact.h"
#include "robot/mjcf_frames.h"
#include "robot/mjcf_geom.h"
#include "robot/mjcf_joint.h"
#include "robot/mjcf_keyframe.h"
#include "robot/set_coordinates.h"
#include "robot/solids.h"

namespace keystone {
namespace {

// What carries the next bodies.
struct Carrier {
  int body = -1;  // -1: the world
  int weld = -1;  // the first of the bodies that are fixed to each other, this one among them; -1: it does not move
  Pose frame;     // in the world
  std::string child_class;
  std::string suffix;  // of names in it
  bool is_world = false;

  bool moves() const { return weld >= 0; }
};

constexpr std::size_t kMostActuators = 5000;

class MjcfBuilder {
 public:
  MjcfBuilder(MjcfFile& file, const ImportOptions& options, World& world)
      : file_(file), options_(options), world_(world), contacts_(file) {}

  void build() {
    world_.gravity = yUp(file_.gravity);
    world_.h = file_.step;
    const Carrier ground{-1, -1, {Vec3::Zero(), upright()}, "", "", true};
    names_.bodies["world"].frame = ground.frame;
    forSections("worldbody", [&](const XmlElement& section) { addWorldBody(section, ground); });
    contacts_.apply(world_);
    keepFromParents();
    const std::optional<XmlElement> key = findMjcfKey(file_, options_.keyframe);
    const std::size_t tree_joints = world_.joints.size();
    forSections("equality", [&](const XmlElement& section) {
      forChildren(section, [&](const XmlElement& e) { addMjcfEquality(file_, names_, e, world_); });
    });
    if (options_.motors) addActuators(key);
    if (key) applyMjcfKey(file_, names_, *key, tree_joints, world_);
    forSections("contact", [&](const XmlElement& section) {
      forChildren(section, [&](const XmlElement& e) {
        if (e.is("exclude"))
          addMjcfExclude(file_, names_, e, world_);
        else if (!e.is("pair"))
          file_.note(e, "not taken");
      });
    });
  }

 private:
  struct JointPlan {
    XmlElement element;  // with its defaults
    Pose within;
    std::string suffix;
    bool is_free = false;
  };
  // What stands in a body.
  struct Parts {
    std::vector<Placed> geoms, bodies;
    std::vector<JointPlan> joints;
    std::optional<MassProperties> inertial;
  };

  template <class Visit>
  void forSections(std::string_view tag, const Visit& visit) const {
    for (const XmlElement& section : file_.sections)
      if (section.is(tag)) visit(section);
  }

  void addActuators(const std::optional<XmlElement>& key) {
    std::vector<double> controls;
    if (key) controls = key->numbers("ctrl", 0, kMostActuators);
    std::size_t next = 0;
    forSections("actuator", [&](const XmlElement& section) {
      forChildren(section, [&](const XmlElement& e) {
        const double control = next < controls.size() ? controls[next] : 0.0;
        ++next;
        addMjcfActuator(file_, names_, e, control, world_);
      });
    });
    if (!controls.empty() && controls.size() != next) key->failAt("ctrl", std::to_string(next) + " numbers");
  }

  void addWorldBody(const XmlElement& section, Carrier ground) {
    ground.child_class = section.text("childclass");
    forPlaced(file_, {section, {}, ground.child_class, ""}, [&](const Placed& child) {
      if (child.element.is("geom")) return addGround(child, ground);
      if (child.element.is("body")) return addBodyOf(child, ground);
      noteChild(child.element);
    });
  }

  void noteChild(const XmlElement& child) {
    const bool seen_only = child.is("light") || child.is("camera") || child.is("site");
    file_.note(child, seen_only ? "not taken (no effect on motion)" : "not taken");
  }

  void addGround(const Placed& child, const Carrier& carrier) {
    const std::vector<Solid> solids = solidsOf({child});
    addStatic(child.element, solids, carrier.frame, child.element.text("name", "ground") + child.suffix,
              names_.bodies["world"].solids);
  }

  // Bodies that do not move: half-spaces each by itself, the rest together. Appends them to `bodies`.
  int addStatic(const XmlElement& at, const std::vector<Solid>& solids, const Pose& frame, const std::string& name,
                std::vector<int>& bodies) {
    std::vector<Solid> others;
    for (Solid solid : solids) {
      if (!isHalfSpace(solid.shape)) {
        others.push_back(solid);
        continue;
      }
      const Pose place = frame * solid.pose;
      const Vec3 normal = place.rotate(Vec3::UnitZ()).normalized();
      solid.shape = HalfSpace{normal, normal.dot(place.position)};
      solid.pose = {};
      bodies.push_back(add(at, name, BodyKind::Static, {}, {}, {solid}));
    }
    if (others.empty()) return -1;
    bodies.push_back(add(at, name, BodyKind::Static, frame, massOf(others), others));
    return bodies.back();
  }

  int add(const XmlElement& at, const std::string& name, BodyKind kind, const Pose& frame, const MassProperties& mass,
          const std::vector<Solid>& solids) {
    try {
      const int body = addSolids(world_, name, kind, frame, mass, solids);
      contacts_.placed(body, solids);
      welds_.push_back(-1);
      return body;
    } catch (const std::invalid_argument& problem) {
      at.fail(std::string("an unusable body (") + problem.what() + ")", "one of solids");
    }
  }

  std::vector<Solid> solidsOf(const std::vector<Placed>& geoms) {
    std::vector<Solid> solids;
    for (const Placed& geom : geoms) {
      const std::size_t before = solids.size();
      readMjcfGeom(file_, file_.defaults.complete(geom.element, geom.child_class), contacts_, solids);
      if (solids.size() > before) solids.back().pose = geom.within * solids.back().pose;
    }
    return solids;
  }

  void addBodyOf(const Placed& placed, const Carrier& carrier) {
    const XmlElement& element = placed.element;
    file_.noteOthers(element, {"name", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "childclass"});
    const Pose frame = carrier.frame * placed.within * file_.pose(element);
    const std::string child_class = element.text("childclass", placed.child_class);
    const Parts parts = partsOf(placed, frame, true);
    const std::vector<Solid> solids = solidsOf(parts.geoms);
    const MassProperties mass = massFor(element, solids, parts.inertial);
    const std::string name = nameOf(placed);
    MjcfNames::OfBody named{carrier.body, frame, {}};
    Carrier own{carrier.body, carrier.weld, frame, child_class, placed.suffix};
    if (!carrier.moves() && parts.joints.empty()) {
      if (const int body = addStatic(element, solids, frame, name, named.solids); body >= 0) own.body = body;
    } else if (!parts.joints.empty() || mass.mass > 0.0 || !solids.empty()) {  // else a frame on what carries it
      own.body = addMoving(element, name, carrier, frame, mass, solids, parts);
      own.weld = parts.joints.empty() ? carrier.weld : own.body;
      welds_[own.body] = own.weld;
      named.solids.push_back(own.body);
    }
    named.body = own.body;
    if (element.has("name") && !names_.bodies.emplace(name, named).second)
      element.failAt("name", "a name that no other body has");
    for (const Placed& body : parts.bodies) addBodyOf(body, own);
  }

  // Of a body at `frame`; `says` whether what is not taken is noted.
  Parts partsOf(const Placed& placed, const Pose& frame, bool says) {
    Parts parts;
    const Pose within = file_.global ? inverseOf(frame) * Pose{Vec3::Zero(), upright()} : Pose{};
    const std::string child_class = placed.element.text("childclass", placed.child_class);
    forPlaced(file_, {placed.element, within, child_class, placed.suffix}, [&](const Placed& child) {
      const XmlElement& own = child.element;
      if (own.is("geom")) return parts.geoms.push_back(child);
      if (own.is("body")) return parts.bodies.push_back(child);
      if (own.is("freejoint")) return parts.joints.push_back({own, child.within, child.suffix, true});
      if (own.is("joint")) {
        const XmlElement joint = file_.defaults.complete(own, child.child_class);
        return parts.joints.push_back({joint, child.within, child.suffix, joint.text("type") == "free"});
      }
      if (own.is("inertial"))
        parts.inertial = inFrame(readInertial(own), child.within);
      else if (says)
        noteChild(own);
    });
    return parts;
  }

  // The mass of the first body with any that is fixed to another one, in that one's frame. Notes nothing.
  MassProperties massFixedTo(const Parts& parts, const Pose& frame) {
    const std::vector<std::string> notes = file_.notes;
    MassProperties mass;
    for (const Placed& body : parts.bodies) {
      const Pose pose = body.within * file_.pose(body.element);
      const Parts own = partsOf(body, frame * pose, false);
      if (!own.joints.empty() || mass.mass > 0.0) continue;
      mass = inFrame(massFor(body.element, solidsOf(own.geoms), own.inertial), pose);
    }
    file_.notes = notes;
    return mass;
  }

  std::string nameOf(const Placed& placed) {
    return placed.element.text("name", "body" + std::to_string(world_.bodies.size())) + placed.suffix;
  }

  MassProperties massFor(const XmlElement& element, const std::vector<Solid>& solids,
                         const std::optional<MassProperties>& given) const {
    const bool never = file_.from_geoms == MjcfFile::FromGeoms::Never;
    if (!given && never && !solids.empty())
      element.fail("no <inertial>", "one, as the compiler's inertiafromgeom is false");
    const bool by_geoms = !given || file_.from_geoms == MjcfFile::FromGeoms::Always;
    return bounded(by_geoms ? massOf(solids) : *given);
  }

  // With what the compiler demands of masses.
  MassProperties bounded(MassProperties mass) const {
    if (file_.least_inertia > 0.0) {
      const Eigen::SelfAdjointEigenSolver<Mat3> principal(mass.inertia);
      const Vec3 moments = principal.eigenvalues().cwiseMax(file_.least_inertia);
      mass.inertia = principal.eigenvectors() * moments.asDiagonal() * principal.eigenvectors().transpose();
    }
    mass.mass = std::max(mass.mass, file_.least_mass);
    if (file_.balance_inertia && !isInertia(mass.inertia, kNegligible))
      mass.inertia = mass.inertia.trace() / 3.0 * Mat3::Identity();
    return mass;
  }

  MassProperties readInertial(const XmlElement& element) const {
    MassProperties mass;
    const Pose pose = file_.pose(element);
    mass.mass = element.number("mass", 0.0);
    if (!(mass.mass >= 0.0)) element.failAt("mass", "0 kg or more");
    const std::vector<double> diagonal = element.numbers("diaginertia", 3, 3),
                              full = element.numbers("fullinertia", 6, 6);
    Mat3 inertia = Mat3::Zero();
    if (!diagonal.empty()) inertia.diagonal() << diagonal[0], diagonal[1], diagonal[2];
    if (!full.empty()) inertia << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2];
    if (diagonal.empty() && full.empty()) element.fail("no inertia", "diaginertia or fullinertia");
    return inFrame({mass.mass, Vec3::Zero(), inertia}, pose);
  }

  void checkMass(const XmlElement& element, const MassProperties& mass) const {
    constexpr double kLeast = 1e-15;  // [kg], as in MuJoCo
    if (!(mass.mass >= kLeast)) element.fail("a moving body without mass", "geoms or <inertial>");
    if (!isInertia(mass.inertia, kNegligible))
      element.fail("principal moments that no body has", "positive ones, none above the sum of the others");
  }

  int addMoving(const XmlElement& element, const std::string& name, const Carrier& carrier, const Pose& frame,
                MassProperties mass, const std::vector<Solid>& given, const Parts& parts) {
    const std::vector<JointPlan>& joints = parts.joints;
    MassProperties between = negligibleMass(mass);  // of links that MuJoCo does not have
    if (mass.mass == 0.0)
      between = mass = negligibleMass(joints.empty() ? massOfWeld(carrier.weld, frame) : massFixedTo(parts, frame));
    checkMass(element, mass);
    std::vector<Solid> solids;
    for (const Solid& solid : given) {
      if (isHalfSpace(solid.shape))
        file_.note(element, "a plane on a moving body not taken");
      else
        solids.push_back(solid);
    }
    for (const JointPlan& plan : joints) {
      if (!plan.is_free) continue;
      if (!carrier.is_world) plan.element.fail("a free joint inside a body", "one in <worldbody>");
      if (joints.size() > 1) joints[1].element.fail("a joint beside a free one", "the free one alone");
      file_.noteOthers(plan.element, {"name", "type", "class", "group", "limited", "pos", "axis", "range", "ref",
                                      "springref", "margin", "solreflimit", "solimplimit"});
      const int body = add(element, name, BodyKind::Dynamic, frame, mass, solids);
      names_.coordinates.push_back({-1, 0.0, body, {mass.center, Quat::Identity()}});
      return body;
    }
    int from = carrier.body;
    for (std::size_t k = 0; k + 1 < joints.size(); ++k) {
      const int link = add(element, name + "~" + std::to_string(k + 1), BodyKind::Dynamic, frame, between, {});
      addJointOf(joints[k], carrier, from, link, frame);
      from = link;
    }
    const int body = add(element, name, BodyKind::Dynamic, frame, mass, solids);
    if (joints.empty())
      addJoint(JointKind::Fixed, name, from, body, frame.position, frame.rotate(Vec3::UnitZ()));
    else
      addJointOf(joints.back(), carrier, from, body, frame);
    if (joints.size() > 1 && carrier.moves()) parents_.emplace_back(carrier.weld, body);
    return body;
  }

  // The heaviest of the bodies that are fixed to each other, in a frame of the world.
  MassProperties massOfWeld(int weld, const Pose& frame) const {
    int heaviest = weld;
    for (int body = 0; body < static_cast<int>(welds_.size()); ++body)
      if (welds_[body] == weld && world_.bodies[body].mass > world_.bodies[heaviest].mass) heaviest = body;
    return massIn(world_.bodies[heaviest], frame);
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

  void addJointOf(const JointPlan& plan, const Carrier& carrier, int from, int body, const Pose& frame) {
    const XmlElement& element = plan.element;
    const JointKind kind = kindOfMjcfJoint(element);
    const Vec3 axis = element.vector("axis", Vec3::UnitZ());
    if (!(axis.norm() > 1e-12)) element.failAt("axis", "a vector that is not zero");
    const std::string name = element.text("name", "joint" + std::to_string(world_.joints.size())) + plan.suffix;
    const Pose place = frame * plan.within;
    Joint& joint = addJoint(kind, name, from, body, place.toWorld(element.vector("pos", Vec3::Zero())),
                            place.rotate(axis.normalized()));
    joint.collide = from >= 0 && !carrier.moves();  // only what moves is kept from touching what it carries
    const int index = static_cast<int>(world_.joints.size()) - 1;
    const double ref = refOfMjcfJoint(file_, element, kind);
    names_.coordinates.push_back({index, ref, body, {}});
    if (!names_.joints.emplace(name, MjcfNames::OfJoint{index, ref}).second)
      element.failAt("name", "a name that no other joint has");
    if (kind == JointKind::Ball) {
      joint.frame_b = Quat::Identity();
      joint.frame_a = poseOf(world_.bodies, joint.a).orientation.conjugate() * poseOf(world_.bodies, body).orientation;
    }
    readMjcfJoint(file_, element, joint);
  }

  // No joint connects a body of several joints to what carries it, and yet they do not touch; nor do those that are
  // fixed to them.
  void keepFromParents() {
    const auto forFixedTo = [&](int weld, const auto& visit) {
      for (int body = 0; body < static_cast<int>(welds_.size()); ++body)
        if (welds_[body] == weld && world_.colliders[body].mask != 0) visit(body);
    };
    for (const auto& [carrier, carried] : parents_)
      forFixedTo(carrier, [&, body = carried](int a) {
        forFixedTo(body, [&](int b) { world_.no_contact.emplace_back(std::minmax(a, b)); });
      });
  }

  MjcfFile& file_;
  const ImportOptions& options_;
  World& world_;
  MjcfContacts contacts_;
  MjcfNames names_;
  std::vector<int> welds_;                    // [bodies], as Carrier::weld
  std::vector<std::pair<int, int>> parents_;  // welds of carriers, and of the bodies that they carry by several joints
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

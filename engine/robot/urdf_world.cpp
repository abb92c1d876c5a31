#include "robot/urdf_world.h"

#include <limits>

#include "robot/link_numbers.h"
#include "robot/mjcf_world.h"
#include "robot/overlaps.h"
#include "robot/urdf_file.h"

namespace keystone {
namespace {

constexpr double kAnyNumber = std::numeric_limits<double>::max();  // where files have 1e16 for infinity

class UrdfBuilder {
 public:
  UrdfBuilder(const UrdfFile& file, const ImportOptions& options, Robot& robot)
      : file_(file), options_(options), robot_(robot) {}

  void build() {
    robot_.world.gravity = {0.0, -9.81, 0.0};
    std::vector<Branch> todo{placeRoot()};
    while (!todo.empty()) {
      const Branch branch = todo.back();
      todo.pop_back();
      const int body = branch.joint < 0 ? branch.carrier : addLink(branch);
      const std::vector<int>& joints = linkAt(branch.link).joints;
      for (auto joint = joints.rbegin(); joint != joints.rend(); ++joint)
        todo.push_back({jointAt(*joint).child, body, branch.frame * jointAt(*joint).origin, *joint});
    }
    ignoreOverlapsOfLinks();
  }

 private:
  struct Branch {
    int link = -1;
    int carrier = -1;  // body; of the root: its own
    Pose frame;        // of the link, in the world
    int joint = -1;
  };
  struct Heavy {
    int link = -1;
    Pose pose;  // in the first link's frame
  };

  const UrdfLink& linkAt(int link) const { return file_.links[static_cast<std::size_t>(link)]; }
  const UrdfJoint& jointAt(int joint) const { return file_.joints[static_cast<std::size_t>(joint)]; }
  static bool isFixed(const UrdfJoint& joint) { return joint.type == "fixed"; }

  // The first link with mass among a link and those that it carries, near ones first.
  Heavy firstWithMass(int link, bool by_fixed_joints) const {
    std::vector<Heavy> links{{link, {}}};
    for (std::size_t i = 0; i < links.size(); ++i) {
      const Heavy at = links[i];
      if (linkAt(at.link).mass.mass > 0.0) return at;
      for (const int joint : linkAt(at.link).joints)
        if (isFixed(jointAt(joint)) || !by_fixed_joints)
          links.push_back({jointAt(joint).child, at.pose * jointAt(joint).origin});
    }
    return {};
  }

  // A robot that moves freely does so by the first link with mass that its root is, or is fixed to.
  Branch placeRoot() {
    const UrdfLink& root = linkAt(file_.root);
    const Pose frame{Vec3::Zero(), upright()};
    const bool has_mass = root.mass.mass > 0.0;
    base_ = firstWithMass(file_.root, true);
    const bool is_world = !has_mass && (root.name == "world" || base_.link < 0);
    if (options_.base == ImportOptions::Base::Fixed || (options_.base == ImportOptions::Base::ByFile && is_world)) {
      base_ = {};
      return {file_.root, root.solids.empty() ? -1 : add(root, BodyKind::Static, frame, {}), frame};
    }
    if (base_.link < 0) failNamed(root.element, "a free base without mass", "a link with mass, fixed to it");
    const UrdfLink& heavy = linkAt(base_.link);
    base_body_ = add(heavy, BodyKind::Dynamic, frame * base_.pose, heavy.mass);
    if (!has_mass && options_.base == ImportOptions::Base::ByFile)
      noteNamed(root.element, "moves freely, with link " + inQuotes(heavy.name) + " (--base fixed: it is held)",
                robot_.notes);
    if (!has_mass && !root.solids.empty()) addMassless(root, root.name, base_body_, frame);
    return {file_.root, base_body_, frame};
  }

  int add(const UrdfLink& link, BodyKind kind, const Pose& frame, const MassProperties& mass) {
    try {
      return addSolids(robot_.world, link.name, kind, frame, mass, link.solids);
    } catch (const std::invalid_argument& problem) {
      failNamed(link.element, std::string("an unusable link (") + problem.what() + ")", "one of solids");
    }
  }

  // The body of a link: its own, or where it has neither mass nor shape, the one that it is fixed to.
  int addLink(const Branch& branch) {
    if (branch.link == base_.link) return base_body_;
    const UrdfLink& link = linkAt(branch.link);
    const UrdfJoint& joint = jointAt(branch.joint);
    if (link.mass.mass > 0.0) return addMoving(link, joint, branch, link.mass);
    const Heavy heavy = firstWithMass(branch.link, false);
    if (!isFixed(joint) && heavy.link >= 0)
      return addMoving(link, joint, branch, negligibleMass(inFrame(linkAt(heavy.link).mass, heavy.pose)));
    if (!isFixed(joint)) noteNamed(joint.element, "taken as fixed: nothing behind it has mass", robot_.notes);
    return link.solids.empty() ? branch.carrier : addMassless(link, joint.name, branch.carrier, branch.frame);
  }

  int addMoving(const UrdfLink& link, const UrdfJoint& joint, const Branch& branch, const MassProperties& mass) {
    const int body = add(link, BodyKind::Dynamic, branch.frame, mass);
    addJoint(joint, branch.carrier, body, branch.frame);
    return body;
  }

  // A link with shapes only, fixed to a body by a joint of that name.
  int addMassless(const UrdfLink& link, const std::string& name, int carrier, const Pose& frame) {
    const std::vector<Body>& bodies = robot_.world.bodies;
    if (carrier < 0 || !bodies[carrier].isDynamic()) return add(link, BodyKind::Static, frame, {});
    const int body = add(link, BodyKind::Dynamic, frame, negligibleMass(massIn(bodies[carrier], frame)));
    Joint joint{.name = name, .kind = JointKind::Fixed, .a = carrier, .b = body};
    attach(joint, bodies, frame.position, frame.position, Vec3::UnitZ());
    robot_.world.joints.push_back(joint);
    return body;
  }

  void addJoint(const UrdfJoint& given, int carrier, int body, const Pose& frame) {
    static const std::map<std::string, JointKind, std::less<>> kKinds{
        {"revolute", JointKind::Hinge}, {"continuous", JointKind::Hinge}, {"prismatic", JointKind::Slider},
        {"planar", JointKind::Planar},  {"fixed", JointKind::Fixed},      {"spherical", JointKind::Ball},
    };
    if (given.type == "floating") return;
    const auto kind = kKinds.find(given.type);
    if (kind == kKinds.end())
      failNamed(given.element, "type=" + inQuotes(given.type),
                "revolute, continuous, prismatic, planar, spherical, fixed or floating");
    Joint joint{.name = given.name, .kind = kind->second, .a = carrier, .b = body};
    Vec3 axis = Vec3::UnitX();
    forChildren(given.element, [&](const XmlElement& part) {
      if (part.is("axis")) axis = part.vector("xyz", axis);
      if (part.is("mimic") || part.is("safety_controller") || part.is("calibration"))
        noteNamed(given.element, std::string(part.tag()) + " not taken", robot_.notes);
    });
    if (isFixed(given)) axis = Vec3::UnitZ();
    if (!(axis.norm() > 1e-9)) failNamed(given.element, "no axis", "a vector that is not zero");
    attach(joint, robot_.world.bodies, frame.position, frame.position, frame.rotate(axis.normalized()));
    if (joint.hasCoordinate()) readCoordinate(given, joint);
    robot_.world.joints.push_back(joint);
  }

  void readCoordinate(const UrdfJoint& given, Joint& joint) {
    bool has_limit = given.type == "continuous";
    forChildren(given.element, [&](const XmlElement& part) {
      if (part.is("dynamics")) {
        joint.damping = part.number("damping", 0.0);
        joint.friction = part.number("friction", 0.0);
        if (!(joint.damping >= 0.0) || !(joint.friction >= 0.0))
          part.fail("negative dynamics", "damping and friction of 0 or more");
      } else if (part.is("limit")) {
        has_limit = true;
        readLimit(given, part, joint);
      }
    });
    if (!has_limit) noteNamed(given.element, "without <limit>: taken as one that has no end", robot_.notes);
  }

  void readLimit(const UrdfJoint& given, const XmlElement& limit, Joint& joint) {
    const auto number = [&](const char* key) { return limit.number(key, 0.0, kAnyNumber); };
    const JointLimit read{number("lower"), number("upper"), number("effort"), number("velocity")};
    setLimit(given.element, read, given.type != "continuous", options_.motors, joint, robot_.notes);
  }

  void ignoreOverlapsOfLinks() {
    const std::vector<std::pair<int, int>> pairs = ignoreOverlaps(robot_.world);
    if (pairs.empty()) return;
    const auto name = [&](int body) { return inQuotes(robot_.world.bodies[static_cast<std::size_t>(body)].name); };
    robot_.notes.push_back(linkAt(file_.root).element.place() +
                           ": pairs of links that overlap here do not touch: " + std::to_string(pairs.size()) +
                           ", the first " + name(pairs[0].first) + " and " + name(pairs[0].second));
  }

  const UrdfFile& file_;
  const ImportOptions& options_;
  Robot& robot_;
  Heavy base_;  // the link that carries all others, where the robot moves freely
  int base_body_ = -1;
};

}  // namespace

void buildUrdfWorld(const XmlElement& root, const ImportOptions& options, Robot& robot) {
  const UrdfFile file = readUrdf(root, robot.notes);
  robot.name = file.name;
  UrdfBuilder(file, options, robot).build();
}

}  // namespace keystone

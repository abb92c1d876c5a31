#include "robot/sdf_joint.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "robot/link_numbers.h"

namespace keystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNoEnd = 1e16;  // what the format's own defaults have for infinity
constexpr int kAxesInModel = 4;  // the last version that has axes in the model's frame

struct SdfKind {
  JointKind kind;
  int axes;
};

const std::map<std::string, SdfKind, std::less<>>& sdfKinds() {
  static const std::map<std::string, SdfKind, std::less<>> kKinds{
      {"revolute", {JointKind::Hinge, 1}},   {"continuous", {JointKind::Hinge, 1}},
      {"prismatic", {JointKind::Slider, 1}}, {"ball", {JointKind::Ball, 0}},
      {"fixed", {JointKind::Fixed, 0}},      {"universal", {JointKind::Hinge, 2}},
      {"revolute2", {JointKind::Hinge, 2}},  {"screw", {JointKind::Cylindrical, 1}},
  };
  return kKinds;
}

double unbounded(double end) {
  return std::abs(end) >= kNoEnd ? std::copysign(kInfinity, end) : end;
}

class SdfJointBuilder {
 public:
  SdfJointBuilder(const SdfFile& file, const SdfJoint& given, const ImportOptions& options, Robot& robot)
      : file_(file), given_(given), options_(options), robot_(robot) {}

  void add(const SdfKind& kind, int a, int b) const {
    if (kind.axes < 2) return addOne(kind, given_.name, a, b, "axis");
    const int between = addBetween(moves(b) ? b : a);
    addOne(kind, given_.name, a, between, "axis");
    addOne(kind, given_.name + "~2", between, b, "axis2");
  }

  bool moves(int body) const { return body >= 0 && robot_.world.bodies[body].isDynamic(); }

 private:
  // The link between two hinges, of the mass of a body that it is joined to, but for its share.
  int addBetween(int body) const {
    const Pose frame = file_.frames.pose(given_.frame);
    const MassProperties mass = negligibleMass(massIn(robot_.world.bodies[body], frame));
    try {
      return addSolids(robot_.world, given_.name + "~1", BodyKind::Dynamic, frame, mass, {});
    } catch (const std::invalid_argument& problem) {
      failNamed(given_.element, std::string("an unusable link between (") + problem.what() + ")", "fewer bodies");
    }
  }

  void addOne(const SdfKind& kind, const std::string& name, int a, int b, const char* tag) const {
    Joint joint{.name = name, .kind = kind.kind, .a = a, .b = b};
    const auto axis = partOf(given_.element, tag);
    const Pose frame = file_.frames.pose(given_.frame);
    const Vec3 direction = kind.axes > 0 && axis ? directionOf(*axis) : frame.rotate(Vec3::UnitZ());
    attach(joint, robot_.world.bodies, frame.position, frame.position, direction);
    if (axis && joint.hasCoordinate()) readAxis(*axis, joint);
    if (axis && !joint.hasCoordinate() && kind.axes == 0) noteNotTaken(*axis, robot_.notes);
    robot_.world.joints.push_back(joint);
  }

  Vec3 directionOf(const XmlElement& axis) const {
    const Vec3 given = axis.vector("xyz", Vec3::UnitZ());
    if (!(given.norm() > 1e-9)) axis.failAt("xyz", "a vector that is not zero");
    const auto xyz = childOf(axis, "xyz");
    const std::string named = xyz ? xyz->text("expressed_in") : "";
    const bool in_model = sdfFlag(axis, "use_parent_model_frame", given_.scope.version <= kAxesInModel);
    int frame = in_model ? given_.scope.frame : given_.frame;
    if (!named.empty()) frame = file_.frames.find(*xyz, given_.scope, named);
    return file_.frames.pose(frame).rotate(given.normalized());
  }

  void readAxis(const XmlElement& axis, Joint& joint) const {
    noteOtherParts(axis, {"xyz", "limit", "dynamics", "use_parent_model_frame"}, robot_.notes);
    if (const auto dynamics = partOf(axis, "dynamics")) readDynamics(*dynamics, joint);
    const auto limit = partOf(axis, "limit");
    if (!limit) return;
    const auto number = [&](const char* key, double otherwise) { return limit->number(key, otherwise, kInfinity); };
    const double effort = number("effort", 0.0), velocity = number("velocity", 0.0);
    const JointLimit read{unbounded(number("lower", -kInfinity)), unbounded(number("upper", kInfinity)),
                          effort < kNoEnd ? std::max(0.0, effort) : 0.0, velocity < kNoEnd ? velocity : 0.0};
    setLimit(given_.element, read, given_.element.text("type") != "continuous", options_.motors, joint, robot_.notes);
  }

  void readDynamics(const XmlElement& dynamics, Joint& joint) const {
    const auto number = [&](const char* key) {
      const double value = dynamics.number(key, 0.0);
      if (!(value >= 0.0)) dynamics.failAt(key, "0 or more");
      return value;
    };
    noteOtherParts(dynamics, {"damping", "friction", "spring_reference", "spring_stiffness"}, robot_.notes);
    joint.damping = number("damping");
    joint.friction = number("friction");
    joint.stiffness = number("spring_stiffness");
    joint.rest = joint.stiffness > 0.0 ? dynamics.number("spring_reference", 0.0) : 0.0;
    if (std::abs(joint.rest) > infoOf(joint.kind).most) dynamics.failAt("spring_reference", "less than a turn");
  }

  const SdfFile& file_;
  const SdfJoint& given_;
  const ImportOptions& options_;
  Robot& robot_;
};

}  // namespace

void addSdfJoint(const SdfFile& file, const SdfJoint& given, const std::vector<int>& bodies,
                 const ImportOptions& options, Robot& robot) {
  const XmlElement& element = given.element;
  const std::string type = element.text("type");
  if (type == "gearbox") return noteNamed(element, "a gearbox is not taken", robot.notes);
  const auto kind = sdfKinds().find(type);
  if (kind == sdfKinds().end())
    failNamed(element, "type=" + inQuotes(type),
              "revolute, continuous, prismatic, ball, fixed, universal, revolute2, screw or gearbox");
  if (type == "screw") noteNamed(element, "a screw is taken without its thread: it travels and turns", robot.notes);
  noteOtherParts(element, {"parent", "child", "pose", "axis", "axis2", "thread_pitch", "screw_thread_pitch"},
                 robot.notes);
  const auto bodyAt = [&](const char* end) {
    const int link = file.frames.linkOf(file.frames.find(element, given.scope, element.text(end)));
    return link < 0 ? -1 : bodies[static_cast<std::size_t>(link)];
  };
  const int a = bodyAt("parent"), b = bodyAt("child");
  const SdfJointBuilder builder(file, given, options, robot);
  if (a == b || (!builder.moves(a) && !builder.moves(b)))
    return noteNamed(element, "not taken: its two ends cannot move apart", robot.notes);
  builder.add(kind->second, a, b);
}

}  // namespace keystone

// The format as the ROS wiki has it (urdf/XML). Numbers of a kind that are missing are 0, as there.
#include "robot/urdf_file.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "math/decimal.h"
#include "robot/urdf_shapes.h"

namespace keystone {
namespace {

std::string nameOf(const XmlElement& element) {
  return std::string(element.tag()) + " " + inQuotes(element.text("name"));
}

std::optional<XmlElement> childOf(const XmlElement& parent, std::string_view tag) {
  const auto* node = parent.node->FirstChildElement(std::string(tag).c_str());
  return node != nullptr ? std::optional(elementOf(node, parent.file)) : std::nullopt;
}

// The inertia of solids that weigh `mass` [kg] together, about their centre; of a ball of 1 cm where there are none.
Mat3 inertiaByShapes(const std::vector<Solid>& solids, double mass) {
  const MassProperties shapes = massOf(solids);
  if (shapes.mass > 0.0) return shapes.inertia * (mass / shapes.mass);
  constexpr double kRadius = 0.01;  // [m]
  return 0.4 * mass * kRadius * kRadius * Mat3::Identity();
}

class UrdfReader {
 public:
  UrdfReader(UrdfFile& file, std::vector<std::string>& notes) : file_(file), notes_(notes) {}

  void read(const XmlElement& robot) {
    file_.name = robot.text("name");
    file_.path = robot.file;
    UrdfShapes shapes(robot, notes_);
    forChildren(robot, [&](const XmlElement& part) {
      if (part.is("link"))
        inPart(part, [&] { addLink(part, shapes); });
      else if (!part.is("joint") && !part.is("material"))
        notes_.push_back(part.place() + ": <" + std::string(part.tag()) + ">: not taken");
    });
    forChildren(robot, [&](const XmlElement& part) {
      if (part.is("joint")) inPart(part, [&] { addJoint(part); });
    });
    if (file_.links.empty()) robot.fail("no link", "one at least");
    findRoot();
  }

 private:
  // Complaints about numbers say in which link or joint they are.
  template <class Read>
  void inPart(const XmlElement& part, const Read& read) const {
    if (part.text("name").empty()) part.fail("no name", "name=\"NAME\"");
    try {
      read();
    } catch (const RobotError& problem) {
      const std::string what = problem.what(), name = nameOf(part);
      throw RobotError(what.find(name) == what.npos ? what + ", in " + name : what);
    }
  }

  void addLink(const XmlElement& element, UrdfShapes& shapes) {
    UrdfLink link{element, element.text("name"), {}, shapes.solidsOf(element), -1, {}};
    if (!links_.emplace(link.name, static_cast<int>(file_.links.size())).second)
      failUrdf(element, "a second link of that name", "one");
    if (const auto inertial = childOf(element, "inertial")) link.mass = readMass(element, *inertial, link.solids);
    file_.links.push_back(std::move(link));
  }

  MassProperties readMass(const XmlElement& link, const XmlElement& inertial, const std::vector<Solid>& solids) const {
    MassProperties mass;
    if (const auto given = childOf(inertial, "mass")) mass.mass = given->number("value", 0.0);
    if (!(mass.mass >= 0.0 && mass.mass <= kMass.high))
      failUrdf(link, "a mass of " + exactDecimal(mass.mass) + " kg", "0 kg or more");
    const Pose origin = originOf(inertial);
    Mat3 I = Mat3::Zero();
    if (const auto given = childOf(inertial, "inertia")) {
      const auto set = [&](const char* key, int row, int column) {
        I(row, column) = I(column, row) = given->number(key, 0.0);
      };
      set("ixx", 0, 0);
      set("ixy", 0, 1);
      set("ixz", 0, 2);
      set("iyy", 1, 1);
      set("iyz", 1, 2);
      set("izz", 2, 2);
    }
    if (mass.mass == 0.0) return mass;
    constexpr double kRounding = 1e-3;  // of the largest moment: URDF files are written with few digits
    if (!isInertia(I, kRounding)) {
      const std::string given = I.isZero(0.0) ? "an inertia of 0" : "an inertia that no body has";
      noteUrdf(link, given + " is taken as that of its shapes, or of a ball of 1 cm where it has none", notes_);
      I = inertiaByShapes(solids, mass.mass);
    }
    return inFrame({mass.mass, Vec3::Zero(), I}, origin);
  }

  int linkOf(const XmlElement& joint, std::string_view end) const {
    const auto given = childOf(joint, end);
    if (!given) failUrdf(joint, "no <" + std::string(end) + ">", "one that names a link");
    const auto found = links_.find(given->text("link"));
    if (found == links_.end()) given->failAt("link", "the name of a link");
    return found->second;
  }

  void addJoint(const XmlElement& element) {
    const int index = static_cast<int>(file_.joints.size());
    UrdfJoint joint{element,
                    element.text("name"),
                    element.text("type"),
                    linkOf(element, "parent"),
                    linkOf(element, "child"),
                    originOf(element)};
    if (!names_.insert(joint.name).second) failUrdf(element, "a second joint of that name", "one");
    UrdfLink& child = file_.links[static_cast<std::size_t>(joint.child)];
    if (child.joint >= 0) failUrdf(element, "a second joint that leads to link " + inQuotes(child.name), "one");
    child.joint = index;
    file_.links[static_cast<std::size_t>(joint.parent)].joints.push_back(index);
    file_.joints.push_back(std::move(joint));
  }

  // The link that no joint leads to, from which all others are reached.
  void findRoot() const {
    for (std::size_t i = 0; i < file_.links.size(); ++i) {
      if (file_.links[i].joint >= 0) continue;
      if (file_.root >= 0)
        failUrdf(file_.links[i].element, "a second root beside link " + inQuotes(file_.links[root()].name),
                 "a tree of links and joints");
      file_.root = static_cast<int>(i);
    }
    if (file_.root < 0) failUrdf(file_.links[0].element, "joints in a circle", "a tree of links and joints");
    std::vector<std::size_t> reached{root()};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const int joint : file_.links[reached[i]].joints)
        reached.push_back(static_cast<std::size_t>(file_.joints[static_cast<std::size_t>(joint)].child));
    if (reached.size() == file_.links.size()) return;
    std::ranges::sort(reached);
    std::size_t missing = 0;
    while (missing < reached.size() && reached[missing] == missing) ++missing;
    failUrdf(file_.links[missing].element, "joints in a circle", "a tree of links and joints");
  }

  std::size_t root() const { return static_cast<std::size_t>(file_.root); }

  UrdfFile& file_;
  std::vector<std::string>& notes_;
  std::map<std::string, int> links_;
  std::set<std::string> names_;  // of joints
};

}  // namespace

void failUrdf(const XmlElement& element, const std::string& found, const std::string& expected) {
  throw RobotError(element.place() + ": " + nameOf(element) + ": found " + found + ", expected " + expected);
}

void noteUrdf(const XmlElement& element, const std::string& what, std::vector<std::string>& notes) {
  notes.push_back(element.place() + ": " + nameOf(element) + ": " + what);
}

UrdfFile readUrdf(const XmlElement& robot, std::vector<std::string>& notes) {
  UrdfFile file;
  UrdfReader(file, notes).read(robot);
  return file;
}

}  // namespace keystone

// The format as the ROS wiki has it (urdf/XML). Numbers of a kind that are missing are 0, as there.
#include "robot/urdf_file.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "math/decimal.h"
#include "robot/link_numbers.h"
#include "robot/urdf_shapes.h"

namespace keystone {
namespace {

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
      failNamed(element, "a second link of that name", "one");
    if (const auto inertial = childOf(element, "inertial")) link.mass = readMass(element, *inertial, link.solids);
    file_.links.push_back(std::move(link));
  }

  MassProperties readMass(const XmlElement& link, const XmlElement& inertial, const std::vector<Solid>& solids) const {
    MassProperties mass;
    if (const auto given = childOf(inertial, "mass")) mass.mass = given->number("value", 0.0);
    if (!(mass.mass >= 0.0 && mass.mass <= kMass.high))
      failNamed(link, "a mass of " + exactDecimal(mass.mass) + " kg", "0 kg or more");
    const Pose origin = originOf(inertial);
    const auto given = childOf(inertial, "inertia");
    const Mat3 moments = inertiaBy([&](const char* key) { return given ? given->number(key, 0.0) : 0.0; });
    if (mass.mass == 0.0) return mass;
    const Mat3 I = usableInertia(link, moments, mass.mass, solids, notes_);
    return inFrame({mass.mass, Vec3::Zero(), I}, origin);
  }

  int linkOf(const XmlElement& joint, std::string_view end) const {
    const auto given = childOf(joint, end);
    if (!given) failNamed(joint, "no <" + std::string(end) + ">", "one that names a link");
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
    if (!names_.insert(joint.name).second) failNamed(element, "a second joint of that name", "one");
    UrdfLink& child = file_.links[static_cast<std::size_t>(joint.child)];
    if (child.joint >= 0) failNamed(element, "a second joint that leads to link " + inQuotes(child.name), "one");
    child.joint = index;
    file_.links[static_cast<std::size_t>(joint.parent)].joints.push_back(index);
    file_.joints.push_back(std::move(joint));
  }

  // The link that no joint leads to, from which all others are reached.
  void findRoot() const {
    for (std::size_t i = 0; i < file_.links.size(); ++i) {
      if (file_.links[i].joint >= 0) continue;
      if (file_.root >= 0)
        failNamed(file_.links[i].element, "a second root beside link " + inQuotes(file_.links[root()].name),
                  "a tree of links and joints");
      file_.root = static_cast<int>(i);
    }
    if (file_.root < 0) failNamed(file_.links[0].element, "joints in a circle", "a tree of links and joints");
    std::vector<std::size_t> reached{root()};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const int joint : file_.links[reached[i]].joints)
        reached.push_back(static_cast<std::size_t>(file_.joints[static_cast<std::size_t>(joint)].child));
    if (reached.size() == file_.links.size()) return;
    std::ranges::sort(reached);
    std::size_t missing = 0;
    while (missing < reached.size() && reached[missing] == missing) ++missing;
    failNamed(file_.links[missing].element, "joints in a circle", "a tree of links and joints");
  }

  std::size_t root() const { return static_cast<std::size_t>(file_.root); }

  UrdfFile& file_;
  std::vector<std::string>& notes_;
  std::map<std::string, int> links_;
  std::set<std::string> names_;  // of joints
};

}  // namespace

UrdfFile readUrdf(const XmlElement& robot, std::vector<std::string>& notes) {
  UrdfFile file;
  UrdfReader(file, notes).read(robot);
  return file;
}

}  // namespace keystone

#include "robot/urdf_world.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <cmath>
#include <filesystem>
#include <mutex>

#include "math/decimal.h"
#include "robot/mjcf_world.h"
#include "robot/solids.h"
#include "robot/urdf_numbers.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

// Keeps what urdfdom says of a file instead of printing it.
class LastComplaint : public console_bridge::OutputHandler {
 public:
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && first.empty()) first = text;
  }
  std::string first;
};

urdf::ModelInterfaceSharedPtr parseQuietly(const std::string& text, const std::string& path) {
  static std::mutex only_one;  // the handler is the process's
  const std::lock_guard lock(only_one);
  LastComplaint complaint;
  console_bridge::OutputHandler* before = console_bridge::getOutputHandler();
  console_bridge::useOutputHandler(&complaint);
  urdf::ModelInterfaceSharedPtr model;
  try {
    model = urdf::parseURDF(text);
  } catch (const std::exception& problem) {
    complaint.first = problem.what();
  }
  console_bridge::useOutputHandler(before);
  if (!model || !model->getRoot())
    throw RobotError(path + ":1: found no URDF (" + inQuotes(complaint.first) +
                     "), expected a tree of links and joints");
  return model;
}

Vec3 vectorOf(const urdf::Vector3& v) {
  return {v.x, v.y, v.z};
}

Pose poseOfOrigin(const urdf::Pose& pose) {
  const Quat turn(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
  return {vectorOf(pose.position), turn.normalized()};
}

std::string nameOf(const urdf::Link& link) {
  return "link " + inQuotes(link.name);
}

std::string nameOf(const urdf::Joint& joint) {
  return "joint " + inQuotes(joint.name);
}

class UrdfBuilder {
 public:
  UrdfBuilder(const UrdfPlaces& places, const std::string& path, const ImportOptions& options, Robot& robot)
      : places_(places), path_(path), options_(options), robot_(robot) {}

  void build(const urdf::ModelInterface& model) {
    robot_.world.gravity = {0.0, -9.81, 0.0};
    const urdf::LinkConstSharedPtr root = model.getRoot();
    std::vector<Branch> todo{{root, -1, {Vec3::Zero(), upright()}}};
    const bool is_world = !root->inertial;
    while (!todo.empty()) {
      const Branch branch = todo.back();
      todo.pop_back();
      const bool at_root = branch.link == root;
      const int body = at_root && is_world ? addFixed(branch) : addLink(branch, at_root);
      for (auto joint = branch.link->child_joints.rbegin(); joint != branch.link->child_joints.rend(); ++joint) {
        const auto link = model.links_.find((*joint)->child_link_name);
        if (link == model.links_.end()) fail(nameOf(**joint), "a child that is no link", "a link");
        const Pose at =
            branch.frame * checked(poseOfOrigin((*joint)->parent_to_joint_origin_transform), nameOf(**joint));
        todo.push_back({link->second, body, at, *joint});
      }
    }
  }

 private:
  struct Branch {
    urdf::LinkConstSharedPtr link;
    int carrier;  // body
    Pose frame;   // of the link, in the world
    urdf::JointConstSharedPtr joint = nullptr;
  };

  [[noreturn]] void fail(const std::string& name, const std::string& found, const std::string& expected) const {
    throw RobotError(path_ + ":" + line(name) + ": " + name + ": found " + found + ", expected " + expected);
  }
  void note(const std::string& name, const std::string& what) const {
    robot_.notes.push_back(path_ + ":" + line(name) + ": " + name + ": " + what);
  }
  std::string line(const std::string& name) const {
    const auto found = places_.find(name);
    return std::to_string(found == places_.end() ? 1 : found->second);
  }
  Pose checked(const Pose& pose, const std::string& name) const {
    if (!(pose.position.norm() <= kFarthestPlace) || !pose.orientation.coeffs().allFinite())
      fail(name, "an origin that is not a place", "numbers within 1e6 m");
    return pose;
  }

  std::optional<fs::path> meshPath(const std::string& name) const {
    std::string file = name;
    for (const std::string_view scheme : {"package://", "file://"})
      if (file.starts_with(scheme)) file = file.substr(scheme.size());
    const fs::path folder = fs::path(path_).parent_path();
    std::error_code error;
    // A package's own name is the first part of the path; its files are beside the URDF, or beside its folder.
    const std::string inside = file.find('/') == std::string::npos ? file : file.substr(file.find('/') + 1);
    for (const fs::path& found : {folder / file, folder / inside, folder / ".." / inside, folder / ".." / file})
      if (fs::is_regular_file(found, error)) return found;
    return std::nullopt;
  }

  bool readGeometry(const urdf::Geometry& geometry, const std::string& name, const Pose& origin, Solid& solid) const {
    solid.pose = origin;
    const auto isLength = [&](double length) {
      if (!(length >= 1e-6 && length <= 1e5)) fail(name, "a length of " + exactDecimal(length), "1e-6 to 1e5 m");
    };
    if (geometry.type == urdf::Geometry::SPHERE) {
      const double radius = static_cast<const urdf::Sphere&>(geometry).radius;
      isLength(radius);
      solid.shape = Sphere{radius};
    } else if (geometry.type == urdf::Geometry::BOX) {
      const Vec3 size = vectorOf(static_cast<const urdf::Box&>(geometry).dim);
      for (int k = 0; k < 3; ++k) isLength(size[k]);
      solid.shape = Box{0.5 * size};
    } else if (geometry.type == urdf::Geometry::CYLINDER) {
      const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
      isLength(cylinder.radius);
      isLength(cylinder.length);
      solid.shape = cylinderShape(cylinder.radius, 0.5 * cylinder.length);
      solid.pose.orientation = origin.orientation * Quat(Eigen::AngleAxisd(0.5 * EIGEN_PI, Vec3::UnitX()));
    } else {
      const auto& mesh = static_cast<const urdf::Mesh&>(geometry);
      const std::optional<fs::path> file = meshPath(mesh.filename);
      if (!file) {
        note(name, "the mesh " + inQuotes(mesh.filename) + " is not there, not taken");
        return false;
      }
      MeshHull hull;
      try {
        hull = hullOfMesh(file->string(), vectorOf(mesh.scale));
      } catch (const std::exception& problem) {
        note(name, "the mesh " + inQuotes(mesh.filename) + " is not taken: " + inQuotes(problem.what()));
        return false;
      }
      note(name, hull.note);
      solid.shape = hull.shape;
      solid.pose = origin * Pose{hull.center, Quat::Identity()};
    }
    return true;
  }

  std::vector<Solid> solidsOf(const urdf::Link& link) const {
    std::vector<Solid> solids;
    const auto add = [&](const auto& part, bool collides) {
      if (!part || !part->geometry) return;
      Solid solid;
      solid.collides = collides;
      if (readGeometry(*part->geometry, nameOf(link), checked(poseOfOrigin(part->origin), nameOf(link)), solid))
        solids.push_back(solid);
    };
    for (const auto& collision : link.collision_array) add(collision, true);
    if (solids.empty())
      for (const auto& visual : link.visual_array) add(visual, false);
    if (!solids.empty() && !link.visual_array.empty() && link.visual_array[0] && link.visual_array[0]->material) {
      const urdf::Color& colour = link.visual_array[0]->material->color;
      solids[0].colour = Vec3(colour.r, colour.g, colour.b).cwiseMax(0.0).cwiseMin(1.0);
      if (!solids[0].colour.allFinite()) solids[0].colour.setConstant(-1.0);
    }
    return solids;
  }

  MassProperties massOfLink(const urdf::Link& link) const {
    const urdf::Inertial& given = *link.inertial;
    MassProperties mass;
    const Pose origin = checked(poseOfOrigin(given.origin), nameOf(link));
    mass.mass = given.mass;
    mass.center = origin.position;
    Mat3 inertia;
    inertia << given.ixx, given.ixy, given.ixz, given.ixy, given.iyy, given.iyz, given.ixz, given.iyz, given.izz;
    const Mat3 axes = origin.orientation.toRotationMatrix();
    mass.inertia = axes * inertia * axes.transpose();
    return mass;
  }

  int add(const urdf::Link& link, BodyKind kind, const Pose& frame, const MassProperties& mass) {
    try {
      return addSolids(robot_.world, link.name, kind, frame, mass, solidsOf(link));
    } catch (const std::invalid_argument& problem) {
      fail(nameOf(link), std::string("an unusable link (") + problem.what() + ")", "one of solids");
    }
  }

  // A link that stands for the world.
  int addFixed(const Branch& branch) {
    if (branch.link->collision_array.empty() && branch.link->visual_array.empty()) return -1;
    return add(*branch.link, BodyKind::Static, branch.frame, {});
  }

  int addLink(const Branch& branch, bool at_root) {
    const urdf::Link& link = *branch.link;
    const bool rigid = !at_root && branch.joint->type == urdf::Joint::FIXED;
    if (!link.inertial) {
      if (!rigid) fail(nameOf(link), "a moving link without mass", "<inertial>");
      if (!link.collision_array.empty() || !link.visual_array.empty())
        note(nameOf(link), "shapes of a link without <inertial> not taken");
      return branch.carrier;
    }
    const MassProperties mass = massOfLink(link);
    constexpr double kRounding = 1e-3;  // of the largest moment: URDF files are written with few digits
    if (!(mass.mass > 1e-9 && mass.mass <= 1e12))
      fail(nameOf(link), "a mass of " + exactDecimal(mass.mass) + " kg", "one above 0");
    if (!isInertia(mass.inertia, kRounding))
      fail(nameOf(link), "principal moments that no body has", "positive ones, none above the sum of the others");
    const int body = add(link, BodyKind::Dynamic, branch.frame, mass);
    if (!at_root) addJoint(*branch.joint, branch.carrier, body, branch.frame);
    return body;
  }

  void addJoint(const urdf::Joint& given, int carrier, int body, const Pose& frame) {
    if (given.type == urdf::Joint::FLOATING) return;
    Joint joint;
    joint.name = given.name;
    joint.a = carrier;
    joint.b = body;
    Vec3 axis = vectorOf(given.axis);
    switch (given.type) {
      case urdf::Joint::REVOLUTE:
      case urdf::Joint::CONTINUOUS:
        joint.kind = JointKind::Hinge;
        break;
      case urdf::Joint::PRISMATIC:
        joint.kind = JointKind::Slider;
        break;
      case urdf::Joint::FIXED:
        joint.kind = JointKind::Fixed;
        axis = Vec3::UnitZ();
        break;
      default:
        fail(nameOf(given), "a planar joint or one of no known type",
             "revolute, continuous, prismatic, fixed or floating");
    }
    if (!(axis.norm() > 1e-9)) fail(nameOf(given), "no axis", "a vector that is not zero");
    attach(joint, robot_.world.bodies, frame.position, frame.position, frame.rotate(axis.normalized()));
    if (joint.kind != JointKind::Fixed) readLimits(given, joint);
    if (given.mimic) note(nameOf(given), "mimic not taken");
    if (given.safety) note(nameOf(given), "safety_controller not taken");
    if (given.calibration) note(nameOf(given), "calibration not taken");
    robot_.world.joints.push_back(joint);
  }

  void readLimits(const urdf::Joint& given, Joint& joint) const {
    if (given.dynamics) {
      joint.damping = given.dynamics->damping;
      joint.friction = given.dynamics->friction;
      if (!(joint.damping >= 0.0 && joint.damping <= 1e12) || !(joint.friction >= 0.0 && joint.friction <= 1e12))
        fail(nameOf(given), "negative dynamics", "damping and friction of 0 or more");
    }
    if (!given.limits) return;
    if (given.type != urdf::Joint::CONTINUOUS) {
      const double low = given.limits->lower, high = given.limits->upper;
      const JointKindInfo& kind = infoOf(joint.kind);
      if (!(low <= high)) fail(nameOf(given), "a lower limit above the upper one", "lower <= upper");
      const bool fits = low >= kind.least && high <= kind.most && (kind.widest <= 0.0 || high - low <= kind.widest);
      if (fits) {
        joint.low = low;
        joint.high = high;
      } else {
        note(nameOf(given), "limits of more than a turn not taken");
      }
    }
    const double effort = given.limits->effort;
    if (!(effort >= 0.0 && effort <= 1e12)) fail(nameOf(given), "an effort that is negative or vast", "0 to 1e12");
    if (options_.motors && effort > 0.0) {
      joint.motor_max = effort;
      note(nameOf(given), "effort taken as a motor that holds speed 0 with at most that much");
    }
    if (given.limits->velocity > 0.0) note(nameOf(given), "velocity limit not taken");
  }

  const UrdfPlaces& places_;
  const std::string& path_;
  const ImportOptions& options_;
  Robot& robot_;
};

}  // namespace

void buildUrdfWorld(const std::string& text, const tinyxml2::XMLDocument& document, const std::string& path,
                    const ImportOptions& options, Robot& robot) {
  const UrdfPlaces places = checkUrdfNumbers(elementOf(document.RootElement(), path));
  const urdf::ModelInterfaceSharedPtr model = parseQuietly(text, path);
  robot.name = model->getName();
  forChildren(elementOf(document.RootElement(), path), [&](const XmlElement& child) {
    if (!child.is("link") && !child.is("joint") && !child.is("material"))
      robot.notes.push_back(child.place() + ": <" + std::string(child.tag()) + ">: not taken");
  });
  UrdfBuilder(places, path, options, robot).build(*model);
}

}  // namespace keystone

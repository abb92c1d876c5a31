#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "articulated/forest.h"
#include "robot/mjcf_world.h"
#include "shape/compound.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

std::string numberText(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string textOf(const Vec3& v) {
  return numberText(v.x()) + " " + numberText(v.y()) + " " + numberText(v.z());
}

std::string textOf(const Quat& q) {
  return numberText(q.w()) + " " + numberText(q.x()) + " " + numberText(q.y()) + " " + numberText(q.z());
}

std::string placeText(const Pose& pose) {
  return " pos=\"" + textOf(pose.position) + "\" quat=\"" + textOf(pose.orientation) + "\"";
}

// A name in XML.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '<')
      text += "&lt;";
    else if (c == '&')
      text += "&amp;";
    else if (c == '"')
      text += "&quot;";
    else if (static_cast<unsigned char>(c) >= 32)
      text += c;
  }
  return text;
}

Pose relative(const Pose& base, const Pose& pose) {
  return {base.toLocal(pose.position), (base.orientation.conjugate() * pose.orientation).normalized()};
}

class MjcfWriter {
 public:
  MjcfWriter(const World& world, std::vector<std::string>& notes) : world_(world), notes_(notes) {
    buildForest(world.bodies, world.joints, world.planar, forest_);
    std::set<std::string> taken;
    for (std::size_t b = 0; b < world.bodies.size(); ++b)
      names_.push_back(unique(escaped(world.bodies[b].name), "body", b, taken));
    taken.clear();
    for (std::size_t j = 0; j < world.joints.size(); ++j)
      joint_names_.push_back(unique(escaped(world.joints[j].name), "joint", j, taken));
  }

  std::string write(const std::string& name) {
    std::string bodies;
    for (std::size_t b = 0; b < world_.bodies.size(); ++b)
      if (forest_.link_of_body[b] < 0) writeStatic(b, bodies);
    for (std::size_t i = 0; i < forest_.links.size(); ++i)
      if (forest_.links[i].parent < 0) writeLink(i, {Vec3::Zero(), upright()}, "    ", bodies);
    std::string constraints, motors, excluded;
    writeExcluded(excluded);
    for (std::size_t j = 0; j < world_.joints.size(); ++j) {
      writeConstraint(j, constraints);
      writeMotor(j, motors);
    }
    if (world_.planar) notes_.push_back("planar: bodies are not held in their plane");
    for (const auto& [list, what] : {std::pair{!world_.forces.empty(), "forces"}, {!world_.paths.empty(), "paths"}})
      if (list) notes_.push_back(std::string(what) + ": not taken");
    return "<mujoco model=\"" + escaped(name) + "\">\n  <compiler angle=\"radian\" autolimits=\"true\"/>\n" +
           "  <option timestep=\"" + numberText(world_.h) + "\" gravity=\"" + textOf(zUp(world_.gravity)) + "\"/>\n" +
           section("asset", assets_) + section("worldbody", bodies) + section("contact", excluded) +
           section("equality", constraints) + section("actuator", motors) + "</mujoco>\n";
  }

 private:
  static std::string unique(const std::string& name, const char* kind, std::size_t index,
                            std::set<std::string>& taken) {
    std::string candidate = name.empty() ? kind + std::to_string(index) : name;
    while (!taken.insert(candidate).second) candidate += "~" + std::to_string(index);
    return candidate;
  }

  static std::string section(const std::string& tag, const std::string& inside) {
    return inside.empty() ? "" : "  <" + tag + ">\n" + inside + "  </" + tag + ">\n";
  }

  void writeSolid(std::size_t body, const Shape& shape, const Pose& pose, const std::string& more, std::string& out) {
    const Quat to_y(Eigen::AngleAxisd(-0.5 * EIGEN_PI, Vec3::UnitX()));  // z of MJCF's capsules is y here
    const auto geom = [&](const std::string& type, const std::string& size, const Pose& at) {
      out += "<geom type=\"" + type + "\" size=\"" + size + "\"" + placeText(at) + more + "/>\n";
    };
    if (marginOf(shape) > 0.0) notes_.push_back(names_[body] + ": its margin is not taken");
    if (const auto* sphere = std::get_if<Sphere>(&shape)) return geom("sphere", numberText(sphere->radius), pose);
    if (const auto* box = std::get_if<Box>(&shape)) return geom("box", textOf(box->half), pose);
    const Pose round{pose.position, (pose.orientation * to_y).normalized()};
    if (const auto* capsule = std::get_if<Capsule>(&shape))
      return geom("capsule", numberText(capsule->radius) + " " + numberText(capsule->half_length), round);
    if (const auto* convex = std::get_if<Convex>(&shape)) {
      if (convex->kind->id == "cylinder")
        return geom("cylinder", numberText(convex->sizes.x()) + " " + numberText(0.5 * convex->sizes.y()), round);
      if (convex->kind->id == "ellipsoid") return geom("ellipsoid", textOf(convex->sizes), pose);
    }
    if (const auto* plane = std::get_if<HalfSpace>(&shape))
      return geom("plane", "0 0 1",
                  {pose.toWorld(plane->offset * plane->normal),
                   pose.orientation * Quat::FromTwoVectors(Vec3::UnitZ(), plane->normal)});
    if (const auto* hull = std::get_if<Hull>(&shape)) return writeHull(*hull->data, pose, more, out);
    notes_.push_back(names_[body] + ": its " + std::string(kindOf(shape).id) + " is not taken");
  }

  // MuJoCo puts a mesh where its own centre of mass and axes of inertia are; its pose undoes that.
  void writeHull(const HullData& hull, const Pose& pose, const std::string& more, std::string& out) {
    const std::string name = "hull" + std::to_string(hulls_++);
    std::string points;
    for (const Vec3& vertex : hull.vertices) points += (points.empty() ? "" : "  ") + textOf(vertex);
    assets_ += "    <mesh name=\"" + name + "\" vertex=\"" + points + "\"/>\n";
    out += "<geom type=\"mesh\" mesh=\"" + name + "\"" + placeText(pose) + more + "/>\n";
  }

  static std::string frictionText(const Material& material) {
    const int needed = material.rolling > 0.0 ? 6 : material.torsional > 0.0 ? 4 : 3;
    const int condim = std::min(needed, material.condim);
    std::string text =
        " friction=\"" + textOf(Vec3(material.friction_static, material.torsional, material.rolling)) + "\"";
    if (condim != 3) text += " condim=\"" + std::to_string(condim) + "\"";
    if (material.priority != 0) text += " priority=\"" + std::to_string(material.priority) + "\"";
    return text;
  }

  // Layers as masks: alike where what one collides with collides with it.
  static std::string masksText(std::uint32_t layer, std::uint32_t mask) {
    if (layer == 1 && mask == 0xffffffffU) return "";
    if (layer == 0 || mask == 0) return " contype=\"0\" conaffinity=\"0\"";
    return " contype=\"" + std::to_string(static_cast<std::int32_t>(layer)) + "\" conaffinity=\"" +
           std::to_string(static_cast<std::int32_t>(mask)) + "\"";
  }

  static bool isTriangles(const Shape& shape) {
    const PartView part = partOf(shape, 0);
    const auto* hull = std::get_if<Hull>(&part.shape);
    return hull != nullptr && hull->data->vertices.size() < 4;
  }

  // What MuJoCo's materials do not have.
  void noteMaterial(std::size_t body) {
    const Collider& collider = world_.colliders[body];
    const Material& material = collider.material;
    const auto notTaken = [&](bool is, const char* what) {
      if (is) notes_.push_back(names_[body] + ": its " + what + " is not taken");
    };
    notTaken(material.restitution > 0.0, "restitution");
    notTaken(material.friction_dynamic != material.friction_static, "smaller friction while it slides");
    notTaken(material.across != 1.0 && !material.grain.isZero(0.0), "friction across its grain");
    notTaken(material.coupled, "coupled friction of sliding and spin");
    notTaken(!collider.surface_velocity.isZero(0.0), "belt's speed");
    const bool one_sided = std::ranges::any_of(world_.colliders, [&](const Collider& other) {
      if (collider.mask == 0 || other.mask == 0) return false;
      return ((collider.layer & other.mask) != 0) != ((other.layer & collider.mask) != 0);
    });
    notTaken(one_sided, "way not to collide with what collides with it");
  }

  static PartSurface surfaceOf(const Collider& collider, int part) {
    if (collider.parts.empty()) return {collider.material, collider.layer, collider.mask};
    return collider.parts[static_cast<std::size_t>(part)];
  }

  void writeSolids(std::size_t body, const std::string& indent, const Pose& frame, std::string& out) {
    const Collider& collider = world_.colliders[body];
    std::string colour_text;
    if (const Vec3& colour = world_.colours[body]; colour.minCoeff() >= 0.0)
      colour_text = " rgba=\"" + textOf(colour) + " 1\"";
    noteMaterial(body);
    if (isSurface(collider.shape)) {
      notes_.push_back(names_[body] + ": its surface is not taken");
      return;
    }
    if (isTriangles(collider.shape)) {
      notes_.push_back(names_[body] + ": its triangles are not taken");
      return;
    }
    for (int k = 0; k < partCount(collider.shape); ++k) {
      const PartView part = partOf(collider.shape, k);
      out += indent;
      const std::size_t before = out.size();
      const PartSurface surface = surfaceOf(collider, k);
      const std::string more =
          " mass=\"0\"" + frictionText(surface.material) + masksText(surface.layer, surface.mask) + colour_text;
      writeSolid(body, part.shape, frame * part.pose, more, out);
      if (out.size() == before) out.resize(before - indent.size());
    }
  }

  void writeStatic(std::size_t b, std::string& out) {
    if (world_.bodies[b].kind == BodyKind::Kinematic) notes_.push_back(names_[b] + ": its motion is not taken");
    out += "    <body name=\"" + names_[b] + "\"" +
           placeText(relative({Vec3::Zero(), upright()}, world_.bodies[b].pose)) + ">\n";
    // MuJoCo takes no body of several massless geoms without one.
    if (partCount(world_.colliders[b].shape) > 1)
      out += "      <inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>\n";
    writeSolids(b, "      ", {}, out);
    out += "    </body>\n";
  }

  void writeLink(std::size_t i, const Pose& carrier, const std::string& indent, std::string& out) {
    const Link& link = forest_.links[i];
    const auto b = static_cast<std::size_t>(link.body);
    const Body& body = world_.bodies[b];
    const Mat3& I = body.inertia;
    if (!(body.velocity.isZero(0.0) && body.omega.isZero(0.0)))
      notes_.push_back(names_[b] + ": its velocity is not taken");
    out += indent + "<body name=\"" + names_[b] + "\"" + placeText(relative(carrier, body.pose)) + ">\n";
    out += indent + "  <inertial pos=\"0 0 0\" mass=\"" + numberText(body.mass) + "\" fullinertia=\"" +
           textOf(Vec3(I.diagonal())) + " " + textOf(Vec3(I(0, 1), I(0, 2), I(1, 2))) + "\"/>\n";
    writeJoint(link, body, indent + "  ", out);
    writeSolids(b, indent + "  ", {}, out);
    for (std::size_t k = i + 1; k < forest_.links.size(); ++k)
      if (forest_.links[k].parent == static_cast<int>(i)) writeLink(k, body.pose, indent + "  ", out);
    out += indent + "</body>\n";
  }

  void writeJoint(const Link& link, const Body& body, const std::string& indent, std::string& out) {
    if (link.isFree()) {
      out += indent + "<freejoint/>\n";
      return;
    }
    const auto j = static_cast<std::size_t>(link.joint);
    const Joint& joint = world_.joints[j];
    if (joint.kind == JointKind::Fixed) return;
    const char* type = joint.kind == JointKind::Hinge ? "hinge" : joint.kind == JointKind::Slider ? "slide" : "ball";
    out += indent + "<joint name=\"" + joint_names_[j] + "\" type=\"" + type + "\" pos=\"" +
           textOf(link.reversed ? joint.anchor_a : joint.anchor_b) + "\"";
    if (joint.friction > 0.0) out += " frictionloss=\"" + numberText(joint.friction) + "\"";
    if (joint.hasCoordinate()) {
      const Vec3 axis = body.pose.orientation.conjugate() * axisOf(joint, world_.bodies);
      out += " axis=\"" + textOf(Vec3(link.reversed ? -axis : axis)) + "\" ref=\"" +
             numberText(coordinateOf(joint, world_.bodies)) + "\"";
      if (std::isfinite(joint.low) && std::isfinite(joint.high))
        out += " limited=\"true\" range=\"" + numberText(joint.low) + " " + numberText(joint.high) + "\"";
      else if (std::isfinite(joint.low) || std::isfinite(joint.high))
        notes_.push_back(joint_names_[j] + ": a limit on one side is not taken");
      if (joint.armature > 0.0) out += " armature=\"" + numberText(joint.armature) + "\"";
      if (joint.hasSpring())
        out += " stiffness=\"" + numberText(joint.stiffness) + "\" damping=\"" + numberText(joint.damping) +
               "\" springref=\"" + numberText(joint.rest) + "\"";
    }
    out += "/>\n";
  }

  void writeConstraint(std::size_t j, std::string& out) {
    const Joint& joint = world_.joints[j];
    if (forest_.is_tree_joint[j] != 0) return;
    if (joint.kind != JointKind::Ball && joint.kind != JointKind::Fixed) {
      const bool could_be = joint.kind == JointKind::Hinge || joint.kind == JointKind::Slider;
      notes_.push_back(joint_names_[j] + ": a " + std::string(toString(joint.kind)) +
                       (could_be ? " that closes a loop" : "") + " is not taken");
      return;
    }
    const bool from_b = joint.a < 0;
    const int one = from_b ? joint.b : joint.a, two = from_b ? joint.a : joint.b;
    out +=
        std::string("    <") + (joint.kind == JointKind::Ball ? "connect" : "weld") + " body1=\"" + names_[one] + "\"";
    if (two >= 0) out += " body2=\"" + names_[two] + "\"";
    if (joint.kind == JointKind::Ball) out += " anchor=\"" + textOf(from_b ? joint.anchor_b : joint.anchor_a) + "\"";
    out += "/>\n";
  }

  // What MuJoCo would let touch: not a link and the one that carries it, nor two bodies that do not move.
  void writeExcluded(std::string& out) {
    std::vector<std::pair<int, int>> pairs = world_.no_contact;
    for (std::size_t j = 0; j < world_.joints.size(); ++j) {
      const Joint& joint = world_.joints[j];
      if (joint.collide || joint.a < 0 || joint.b < 0) continue;
      const bool carries = world_.bodies[joint.a].isDynamic() && world_.bodies[joint.b].isDynamic();
      if (forest_.is_tree_joint[j] == 0 || !carries) pairs.emplace_back(joint.a, joint.b);
    }
    for (const auto& [a, b] : pairs)
      if (world_.colliders[a].mask != 0 && world_.colliders[b].mask != 0)
        out += "    <exclude body1=\"" + names_[a] + "\" body2=\"" + names_[b] + "\"/>\n";
  }

  void writeMotor(std::size_t j, std::string& out) {
    const Joint& joint = world_.joints[j];
    if (!(joint.motor_max > 0.0)) return;
    if (forest_.is_tree_joint[j] == 0 || !joint.hasCoordinate()) {
      notes_.push_back(joint_names_[j] + ": its motor is not taken");
      return;
    }
    if (joint.motor_speed != 0.0) notes_.push_back(joint_names_[j] + ": the speed of its motor is not taken");
    const std::string most = numberText(joint.motor_max);
    out += "    <motor joint=\"" + joint_names_[j] + "\" ctrllimited=\"true\" ctrlrange=\"-" + most + " " + most +
           "\"/>\n";
  }

  const World& world_;
  std::vector<std::string>& notes_;
  Forest forest_;
  std::vector<std::string> names_, joint_names_;
  std::string assets_;
  int hulls_ = 0;
};

}  // namespace

std::string mjcfText(const World& world, const std::string& name, std::vector<std::string>& notes) {
  return MjcfWriter(world, notes).write(name);
}

}  // namespace keystone

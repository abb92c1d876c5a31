#include "robot/urdf_shapes.h"

#include <algorithm>
#include <filesystem>

#include "robot/urdf_file.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

Quat about(const Vec3& axis, double angle) {
  return Quat(Eigen::AngleAxisd(angle, axis));
}

// A file that a URDF names. The first part of package://PACKAGE/PATH is a folder of that name beside the URDF or above
// it; where none is, PATH is looked up there.
std::optional<fs::path> findMesh(const std::string& name, const std::string& urdf) {
  std::string file = name;
  for (const std::string_view scheme : {"package://", "model://", "file://"})
    if (file.starts_with(scheme)) file = file.substr(scheme.size());
  const std::size_t slash = file.find('/');
  const std::string inside = slash == std::string::npos ? file : file.substr(slash + 1);
  std::error_code error;
  for (fs::path folder = fs::absolute(urdf, error).parent_path();; folder = folder.parent_path()) {
    for (const fs::path& found : {folder / file, folder / inside})
      if (fs::is_regular_file(found, error)) return found;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

// [m] The sizes of a geometry that is no mesh, in the order of its attributes.
std::vector<double> sizesOf(const XmlElement& given) {
  std::vector<double> sizes;
  const auto read = [&](const char* key, std::size_t count) {
    const std::vector<double> numbers = given.numbers(key, count, count);
    if (numbers.empty()) given.fail("no " + std::string(key), "its length in m");
    for (const double size : numbers) {
      if (size != 0.0 && !(size >= kLength.low && size <= kLength.high)) given.failAt(key, "lengths of 1e-6 to 1e5 m");
      sizes.push_back(size);
    }
  };
  if (given.is("box")) read("size", 3);
  if (!given.is("box")) read("radius", 1);
  if (given.is("cylinder") || given.is("capsule")) read("length", 1);
  return sizes;
}

}  // namespace

Pose originOf(const XmlElement& element) {
  const auto* node = element.node->FirstChildElement("origin");
  if (node == nullptr) return {};
  const XmlElement origin = elementOf(node, element.file);
  const Vec3 place = origin.vector("xyz", Vec3::Zero()), turn = origin.vector("rpy", Vec3::Zero());
  if (!(place.norm() <= kFarthestPlace)) origin.failAt("xyz", "a place within 1e6 m");
  const Quat orientation =
      about(Vec3::UnitZ(), turn.z()) * about(Vec3::UnitY(), turn.y()) * about(Vec3::UnitX(), turn.x());
  return {place, orientation.normalized()};
}

UrdfShapes::UrdfShapes(const XmlElement& robot, std::vector<std::string>& notes) : notes_(notes) {
  forChildren(robot, [&](const XmlElement& material) {
    const auto* colour = material.is("material") ? material.node->FirstChildElement("color") : nullptr;
    if (colour == nullptr) return;
    const std::vector<double> rgba = elementOf(colour, robot.file).numbers("rgba", 4, 4);
    if (!rgba.empty()) colours_.emplace(material.text("name"), Vec3(rgba[0], rgba[1], rgba[2]));
  });
}

Vec3 UrdfShapes::colourOf(const XmlElement& visual) {
  const auto* node = visual.node->FirstChildElement("material");
  if (node == nullptr) return Vec3::Constant(-1.0);
  const XmlElement material = elementOf(node, visual.file);
  std::vector<double> rgba;
  if (const auto* colour = node->FirstChildElement("color"))
    rgba = elementOf(colour, visual.file).numbers("rgba", 4, 4);
  if (!rgba.empty()) colours_.emplace(material.text("name"), Vec3(rgba[0], rgba[1], rgba[2]));
  if (!rgba.empty()) return Vec3(rgba[0], rgba[1], rgba[2]).cwiseMax(0.0).cwiseMin(1.0);
  const auto known = colours_.find(material.text("name"));
  return known == colours_.end() ? Vec3::Constant(-1.0) : Vec3(known->second.cwiseMax(0.0).cwiseMin(1.0));
}

bool UrdfShapes::readMesh(const XmlElement& link, const XmlElement& mesh, Solid& solid) {
  const std::string name = mesh.text("filename");
  const Vec3 scale = mesh.vector("scale", Vec3::Ones());
  const std::optional<fs::path> file = findMesh(name, link.file);
  if (!file) {
    noteUrdf(link, "the mesh " + inQuotes(name) + " is not there, not taken", notes_);
    return false;
  }
  try {
    const MeshHull hull = hullOfMesh(file->string(), scale);
    noteUrdf(link, hull.note, notes_);
    solid.shape = hull.shape;
    solid.pose = solid.pose * Pose{hull.center, Quat::Identity()};
    return true;
  } catch (const std::exception& problem) {
    noteUrdf(link, "the mesh " + inQuotes(name) + " is not taken: " + problem.what(), notes_);
    return false;
  }
}

bool UrdfShapes::readGeometry(const XmlElement& link, const XmlElement& part, Solid& solid) {
  const auto* geometry = part.node->FirstChildElement("geometry");
  const auto* node = geometry != nullptr ? geometry->FirstChildElement() : nullptr;
  if (node == nullptr) {
    noteUrdf(link, "a <" + std::string(part.tag()) + "> without a geometry is not taken", notes_);
    return false;
  }
  const XmlElement given = elementOf(node, part.file);
  solid.pose = originOf(part);
  if (given.is("mesh")) return readMesh(link, given, solid);
  const auto notTaken = [&](const std::string& what) {
    noteUrdf(link, "a <" + std::string(given.tag()) + "> " + what + " is not taken", notes_);
    return false;
  };
  const bool is_round = given.is("cylinder") || given.is("capsule");
  if (!is_round && !given.is("sphere") && !given.is("box")) return notTaken("as geometry");
  const std::vector<double> sizes = sizesOf(given);
  if (std::ranges::find(sizes, 0.0) != sizes.end()) return notTaken("with a size of 0");
  if (given.is("sphere")) {
    solid.shape = Sphere{sizes[0]};
  } else if (given.is("box")) {
    solid.shape = Box{0.5 * Vec3(sizes[0], sizes[1], sizes[2])};
  } else {
    const double radius = sizes[0], half = 0.5 * sizes[1];
    solid.shape = given.is("capsule") ? Shape(Capsule{radius, half}) : cylinderShape(radius, half);
    solid.pose.orientation = (solid.pose.orientation * about(Vec3::UnitX(), 0.5 * EIGEN_PI)).normalized();
  }
  return true;
}

std::vector<Solid> UrdfShapes::solidsOf(const XmlElement& link) {
  std::vector<Solid> solids;
  Vec3 colour = Vec3::Constant(-1.0);
  const auto add = [&](std::string_view tag) {
    forChildren(link, [&](const XmlElement& part) {
      if (!part.is(tag)) return;
      Solid solid;
      solid.collides = tag == "collision";
      if (readGeometry(link, part, solid)) solids.push_back(solid);
    });
  };
  forChildren(link, [&](const XmlElement& part) {
    if (part.is("visual") && colour.minCoeff() < 0.0) colour = colourOf(part);
  });
  add("collision");
  if (solids.empty()) add("visual");
  if (!solids.empty()) solids[0].colour = colour;
  return solids;
}

}  // namespace keystone

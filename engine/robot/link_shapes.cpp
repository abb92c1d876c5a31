#include "robot/link_shapes.h"

#include <algorithm>

#include "shape/shape_kind.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

struct SolidKind {
  std::string_view tag;
  std::vector<std::pair<const char*, std::size_t>> sizes;  // attributes, with how many numbers each has
  Shape (*shape)(const std::vector<double>& sizes);
  bool is_long = false;  // lies along z in the file, and along y here
};

const SolidKind* solidKind(std::string_view tag) {
  static const SolidKind kKinds[] = {
      {"box", {{"size", 3}}, [](const auto& s) { return Shape(Box{0.5 * Vec3(s[0], s[1], s[2])}); }},
      {"sphere", {{"radius", 1}}, [](const auto& s) { return Shape(Sphere{s[0]}); }},
      {"ellipsoid",
       {{"radii", 3}},
       [](const auto& s) {
         return ellipsoidShape({s[0], s[1], s[2]});
       }},
      {"cylinder", {{"radius", 1}, {"length", 1}}, [](const auto& s) { return cylinderShape(s[0], 0.5 * s[1]); }, true},
      {"capsule",
       {{"radius", 1}, {"length", 1}},
       [](const auto& s) {
         return Shape(Capsule{s[0], 0.5 * s[1]});
       },
       true},
      {"cone",
       {{"radius", 1}, {"length", 1}},
       [](const auto& s) {
         return makeShape("cone", {s[0], s[1], 0.0});
       },
       true},
  };
  const auto found = std::ranges::find(kKinds, tag, &SolidKind::tag);
  return found == std::end(kKinds) ? nullptr : found;
}

// [m] The sizes of a solid in the order of its attributes.
std::vector<double> sizesOfSolid(const XmlElement& given, const SolidKind& kind) {
  std::vector<double> sizes;
  for (const auto& [key, count] : kind.sizes) {
    const std::vector<double> numbers = given.numbers(key, count, count);
    if (numbers.empty()) given.fail("no " + std::string(key), "its length in m");
    for (const double size : numbers) {
      if (size != 0.0 && !(size >= kLength.low && size <= kLength.high)) given.failAt(key, "lengths of 1e-6 to 1e5 m");
      sizes.push_back(size);
    }
  }
  return sizes;
}

}  // namespace

std::optional<fs::path> findNamed(const std::string& name, const std::string& from) {
  std::string file = name;
  for (const std::string_view scheme : {"package://", "model://", "file://"})
    if (file.starts_with(scheme)) file = file.substr(scheme.size());
  const std::size_t slash = file.find('/');
  const std::string inside = slash == std::string::npos ? file : file.substr(slash + 1);
  std::error_code error;
  if (inside.empty()) return std::nullopt;
  for (fs::path folder = fs::absolute(from, error).parent_path();; folder = folder.parent_path()) {
    for (const fs::path& found : {folder / file, folder / "models" / file, folder / inside})
      if (fs::exists(found, error)) return found;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

Quat turnByRpy(const Vec3& angles) {
  const auto about = [](const Vec3& axis, double angle) { return Quat(Eigen::AngleAxisd(angle, axis)); };
  const Quat turn =
      about(Vec3::UnitZ(), angles.z()) * about(Vec3::UnitY(), angles.y()) * about(Vec3::UnitX(), angles.x());
  return turn.normalized();
}

bool readMesh(const XmlElement& link, const std::string& name, const Vec3& scale, Solid& solid,
              std::vector<std::string>& notes) {
  const std::optional<fs::path> file = findNamed(name, link.file);
  std::error_code error;
  if (!file || !fs::is_regular_file(*file, error)) {
    noteNamed(link, "the mesh " + inQuotes(name) + " is not there, not taken", notes);
    return false;
  }
  try {
    const MeshHull hull = hullOfMesh(file->string(), scale);
    noteNamed(link, hull.note, notes);
    solid.shape = hull.shape;
    solid.pose = solid.pose * Pose{hull.center, Quat::Identity()};
    return true;
  } catch (const std::exception& problem) {
    noteNamed(link, "the mesh " + inQuotes(name) + " is not taken: " + problem.what(), notes);
    return false;
  }
}

bool readSolid(const XmlElement& link, const XmlElement& given, Solid& solid, std::vector<std::string>& notes) {
  const auto notTaken = [&](const std::string& what) {
    noteNamed(link, "a <" + std::string(given.tag()) + "> " + what + " is not taken", notes);
    return false;
  };
  const SolidKind* kind = solidKind(given.tag());
  if (kind == nullptr) return notTaken("as geometry");
  const std::vector<double> sizes = sizesOfSolid(given, *kind);
  if (std::ranges::find(sizes, 0.0) != sizes.end()) return notTaken("with a size of 0");
  solid.shape = kind->shape(sizes);
  // The file's origin of a cone is halfway up; here it is the centre of mass, a quarter of the length above the base.
  if (given.is("cone")) solid.pose.position = solid.pose.toWorld({0.0, 0.0, -0.25 * sizes[1]});
  if (kind->is_long) {
    const Quat along_z(Eigen::AngleAxisd(0.5 * EIGEN_PI, Vec3::UnitX()));
    solid.pose.orientation = (solid.pose.orientation * along_z).normalized();
  }
  return true;
}

}  // namespace keystone

// The format as MuJoCo's XML reference has it. Where versions differ: `limited` and `autolimits` as from
// version 2.3 on, where a range limits a joint unless the file says that it does not.
#include "robot/mjcf_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

namespace keystone {
namespace {

namespace fs = std::filesystem;

class MjcfReader {
 public:
  explicit MjcfReader(MjcfFile& file) : file_(file) {}

  void readRoot(const XmlElement& root) {
    if (!root.is("mujoco")) root.fail("this element", "<mujoco>");
    file_.model = root.text("model");
    forChildren(root, [&](const XmlElement& section) { sections_.push_back(section); });
  }

  // In the order in which they build on each other, whatever theirs in the files.
  void readSections() {
    for (const XmlElement& section : sections_)
      if (section.is("compiler")) readCompiler(section);
    for (const XmlElement& section : sections_) {
      if (section.is("option")) readOption(section);
      if (section.is("default")) file_.defaults.read(section);
    }
    for (const XmlElement& section : sections_)
      if (section.is("asset")) forChildren(section, [&](const XmlElement& asset) { readAsset(asset); });
    for (const XmlElement& section : sections_) {
      const auto is_one_of = [&](std::initializer_list<std::string_view> tags) {
        return std::ranges::find(tags, section.tag()) != tags.end();
      };
      if (is_one_of({"worldbody", "equality", "actuator", "contact", "keyframe"}))
        file_.sections.push_back(section);
      else if (!is_one_of({"compiler", "option", "default", "asset"}))
        file_.note(section, "not taken");
    }
  }

 private:
  void readCompiler(const XmlElement& element) {
    const std::string angle = element.text("angle", file_.degrees ? "degree" : "radian");
    if (angle != "degree" && angle != "radian") element.failAt("angle", "degree or radian");
    file_.degrees = angle == "degree";
    file_.limits_by_range = element.flag("autolimits", file_.limits_by_range);
    const std::string coordinate = element.text("coordinate", file_.global ? "global" : "local");
    if (coordinate != "local" && coordinate != "global") element.failAt("coordinate", "local or global");
    file_.global = coordinate == "global";
    file_.euler_order = element.text("eulerseq", file_.euler_order);
    if (file_.euler_order.size() != 3 || file_.euler_order.find_first_not_of("xyzXYZ") != std::string::npos)
      element.failAt("eulerseq", "three of x, y, z, X, Y, Z");
    if (element.has("inertiafromgeom")) {
      const std::string from = element.text("inertiafromgeom");
      if (from == "auto")
        file_.from_geoms = MjcfFile::FromGeoms::Missing;
      else
        file_.from_geoms =
            element.flag("inertiafromgeom", false) ? MjcfFile::FromGeoms::Always : MjcfFile::FromGeoms::Never;
    }
    file_.mesh_folder = element.text("meshdir", element.text("assetdir", file_.mesh_folder));
    file_.strip_paths = element.flag("strippath", file_.strip_paths);
    file_.fit_bounds = element.flag("fitaabb", file_.fit_bounds);
    file_.balance_inertia = element.flag("balanceinertia", file_.balance_inertia);
    file_.least_mass = element.number("boundmass", file_.least_mass);
    file_.least_inertia = element.number("boundinertia", file_.least_inertia);
    file_.noteOthers(element,
                     {"angle", "autolimits", "coordinate", "eulerseq", "inertiafromgeom", "meshdir", "assetdir",
                      "strippath", "fitaabb", "balanceinertia", "boundmass", "boundinertia", "texturedir"});
  }

  void readOption(const XmlElement& element) {
    file_.step = element.number("timestep", file_.step);
    if (!(file_.step >= 1e-5 && file_.step <= 1.0)) element.failAt("timestep", "1e-5 to 1 s");
    file_.gravity = element.vector("gravity", file_.gravity);
    file_.noteOthers(element, {"timestep", "gravity"});
    forChildren(element, [&](const XmlElement& child) {
      if (!child.is("flag")) return file_.note(child, "not taken");
      file_.contacts = readFlag(child, "contact", file_.contacts);
      if (!readFlag(child, "gravity", true)) file_.gravity.setZero();
      file_.noteOthers(child, {"contact", "gravity"});
    });
  }

  static bool readFlag(const XmlElement& element, std::string_view key, bool otherwise) {
    const std::string value = element.text(key, otherwise ? "enable" : "disable");
    if (value != "enable" && value != "disable") element.failAt(key, "enable or disable");
    return value == "enable";
  }

  void readAsset(const XmlElement& given) {
    const XmlElement asset = file_.defaults.complete(given, "");
    if (asset.is("mesh")) return readMesh(asset);
    if (asset.is("material")) {
      const std::vector<double> rgba = asset.numbers("rgba", 4, 4);
      if (!rgba.empty())
        file_.colours[asset.text("name")] = Vec3(rgba[0], rgba[1], rgba[2]).cwiseMax(0.0).cwiseMin(1.0);
      return;
    }
    file_.note(asset, "not taken");
  }

  void readMesh(const XmlElement& asset) {
    const std::string name = asset.text("file");
    MjcfMesh mesh{"", {}, asset.vector("scale", Vec3::Ones()), asset.place()};
    if (!(mesh.scale.cwiseAbs().minCoeff() > 0.0)) asset.failAt("scale", "no factor of 0");
    if (name.empty()) {
      if (!asset.has("vertex") || !asset.has("name")) asset.fail("no points", "a file, or a name and vertices");
      const std::vector<double> numbers = asset.numbers("vertex", 3, 3 * kMostVertices);
      if (numbers.size() % 3 != 0) asset.failAt("vertex", "three numbers a vertex");
      for (std::size_t k = 0; k < numbers.size(); k += 3)
        mesh.vertices.emplace_back(numbers[k], numbers[k + 1], numbers[k + 2]);
    } else {
      const fs::path given(name);
      mesh.path =
          (fs::path(file_.folder) / file_.mesh_folder / (file_.strip_paths ? given.filename() : given)).string();
    }
    file_.meshes[asset.text("name", fs::path(name).stem().string())] = mesh;
    file_.noteOthers(asset, {"name", "class", "file", "scale", "vertex", "face", "normal", "texcoord"});
  }

  static constexpr std::size_t kMostVertices = 1000000;  // of a mesh in the file itself
  MjcfFile& file_;
  std::vector<XmlElement> sections_;
};

Quat aboutAxis(char axis, double angle) {
  const Vec3 unit = axis == 'x' || axis == 'X'   ? Vec3::UnitX()
                    : axis == 'y' || axis == 'Y' ? Vec3::UnitY()
                                                 : Vec3::UnitZ();
  return Quat(Eigen::AngleAxisd(angle, unit));
}

}  // namespace

void MjcfFile::noteOthers(const XmlElement& element, std::initializer_list<std::string_view> known) {
  constexpr std::string_view kNothingAtZero[] = {"armature", "damping", "frictionloss", "gap", "margin", "stiffness"};
  for (const auto& [key, value] : element.attributes) {
    const bool is_zero = value.find_first_not_of("0+-. ") == std::string::npos;
    if (key == "user" || (is_zero && std::ranges::find(kNothingAtZero, key) != std::end(kNothingAtZero))) continue;
    if (std::ranges::find(known, key) == known.end()) note(element, inQuotes(key) + " not taken");
  }
}

double MjcfFile::angle(double given) const {
  return degrees ? given * std::numbers::pi / 180.0 : given;
}

Quat MjcfFile::orientation(const XmlElement& element) const {
  int ways = 0;
  for (const char* key : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) ways += element.has(key) ? 1 : 0;
  if (ways > 1) element.fail("more than one orientation", "one of quat, axisangle, xyaxes, zaxis, euler");
  const auto unit = [&](const Vec3& v, std::string_view key) {
    if (!(v.norm() > 1e-12)) element.failAt(key, "vectors that are not zero");
    return v.normalized();
  };
  if (const std::vector<double> q = element.numbers("quat", 4, 4); !q.empty()) {
    const Quat given(q[0], q[1], q[2], q[3]);
    if (!(given.norm() > 1e-12)) element.failAt("quat", "a quaternion that is not zero");
    return given.normalized();
  }
  if (const std::vector<double> a = element.numbers("axisangle", 4, 4); !a.empty())
    return Quat(Eigen::AngleAxisd(angle(a[3]), unit({a[0], a[1], a[2]}, "axisangle")));
  if (const std::vector<double> a = element.numbers("xyaxes", 6, 6); !a.empty()) {
    Mat3 axes;
    axes.col(0) = unit({a[0], a[1], a[2]}, "xyaxes");
    const Vec3 y(a[3], a[4], a[5]);
    axes.col(1) = unit(y - axes.col(0) * axes.col(0).dot(y), "xyaxes");
    axes.col(2) = axes.col(0).cross(axes.col(1));
    return Quat(axes).normalized();
  }
  if (element.has("zaxis")) return turnFromZ(unit(element.vector("zaxis", Vec3::UnitZ()), "zaxis"));
  Quat turn = Quat::Identity();
  if (const std::vector<double> e = element.numbers("euler", 3, 3); !e.empty())
    for (std::size_t k = 0; k < 3; ++k) {
      const Quat by = aboutAxis(euler_order[k], angle(e[k]));
      turn = euler_order[k] >= 'a' ? turn * by : by * turn;  // lower case turns with the frame
    }
  return turn.normalized();
}

Pose MjcfFile::pose(const XmlElement& element) const {
  return {element.vector("pos", Vec3::Zero()), orientation(element)};
}

Quat turnFromZ(const Vec3& v) {
  if (v.head<2>().norm() <= 1e-10 * -v.z()) return {0.0, 1.0, 0.0, 0.0};
  return Quat::FromTwoVectors(Vec3::UnitZ(), v).normalized();
}

void readMjcf(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path, MjcfFile& file) {
  file.path = path;
  file.folder = fs::path(path).parent_path().string();
  file.includes = std::make_unique<XmlIncludes>(file.folder);
  file.document = std::move(document);
  MjcfReader reader(file);
  reader.readRoot(elementOf(file.document->RootElement(), path, file.includes.get()));
  reader.readSections();
}

}  // namespace keystone

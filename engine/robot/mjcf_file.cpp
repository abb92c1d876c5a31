// The format as MuJoCo's XML reference has it. Where versions differ: `limited` and `autolimits` as from
// version 2.3 on, where a range limits a joint unless the file says that it does not.
#include "robot/mjcf_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

namespace keystone {
namespace {

namespace fs = std::filesystem;

class MjcfReader {
 public:
  explicit MjcfReader(MjcfFile& file) : file_(file) {}

  void readDocument(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path) {
    const XmlElement root = elementOf(document->RootElement(), path);
    file_.documents.push_back(std::move(document));
    if (!root.is("mujoco") && !root.is("mujocoinclude")) root.fail("this element", "<mujoco>");
    if (file_.model.empty()) file_.model = root.text("model");
    collect(root);
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
      if (section.is("worldbody") || section.is("equality") || section.is("actuator") || section.is("contact"))
        file_.sections.push_back(section);
      else if (!section.is("compiler") && !section.is("option") && !section.is("default") && !section.is("asset"))
        file_.note(section, "not taken");
    }
  }

 private:
  void collect(const XmlElement& parent) {
    forChildren(parent, [&](const XmlElement& section) {
      if (section.is("include"))
        include(section);
      else
        sections_.push_back(section);
    });
  }

  void include(const XmlElement& element) {
    const std::string name = element.text("file");
    if (name.empty()) element.fail("no file", "file=\"NAME\"");
    std::error_code error;
    const fs::path path = fs::weakly_canonical(fs::path(file_.folder) / name, error);
    if (error || !fs::is_regular_file(path, error)) element.failAt("file", "a file beside this one");
    if (!included_.insert(path.string()).second) element.failAt("file", "each file once");
    if (included_.size() > kMostFiles) element.fail("too many includes", "at most " + std::to_string(kMostFiles));
    readDocument(parseXml(readTextFile(path.string()), path.string()), path.string());
  }

  void readCompiler(const XmlElement& element) {
    const std::string angle = element.text("angle", "degree");
    if (angle != "degree" && angle != "radian") element.failAt("angle", "degree or radian");
    file_.degrees = angle == "degree";
    file_.limits_by_range = element.flag("autolimits", true);
    if (element.text("coordinate", "local") != "local") element.failAt("coordinate", "local");
    file_.euler_order = element.text("eulerseq", file_.euler_order);
    if (file_.euler_order.size() != 3 || file_.euler_order.find_first_not_of("xyzXYZ") != std::string::npos)
      element.failAt("eulerseq", "three of x, y, z, X, Y, Z");
    if (element.has("inertiafromgeom")) {
      const std::string from = element.text("inertiafromgeom");
      if (from != "auto")
        file_.from_geoms =
            element.flag("inertiafromgeom", false) ? MjcfFile::FromGeoms::Always : MjcfFile::FromGeoms::Never;
    }
    file_.mesh_folder = element.text("meshdir", file_.mesh_folder);
    file_.noteOthers(element, {"angle", "autolimits", "coordinate", "eulerseq", "inertiafromgeom", "meshdir"});
  }

  void readOption(const XmlElement& element) {
    file_.step = element.number("timestep", file_.step);
    if (!(file_.step >= 1e-5 && file_.step <= 1.0)) element.failAt("timestep", "1e-5 to 1 s");
    file_.gravity = element.vector("gravity", file_.gravity);
    file_.noteOthers(element, {"timestep", "gravity"});
    forChildren(element, [&](const XmlElement& child) { file_.note(child, "not taken"); });
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
    if (name.empty()) return file_.note(asset, "not taken: a mesh without a file");
    const fs::path path = fs::path(file_.folder) / file_.mesh_folder / name;
    MjcfMesh mesh{path.string(), asset.vector("scale", Vec3::Ones()), asset.place()};
    if (!(mesh.scale.cwiseAbs().minCoeff() > 0.0)) asset.failAt("scale", "no factor of 0");
    file_.meshes[asset.text("name", fs::path(name).stem().string())] = mesh;
    file_.noteOthers(asset, {"name", "class", "file", "scale"});
  }

  MjcfFile& file_;
  std::vector<XmlElement> sections_;
  std::set<std::string> included_;
};

Quat aboutAxis(char axis, double angle) {
  const Vec3 unit = axis == 'x' || axis == 'X'   ? Vec3::UnitX()
                    : axis == 'y' || axis == 'Y' ? Vec3::UnitY()
                                                 : Vec3::UnitZ();
  return Quat(Eigen::AngleAxisd(angle, unit));
}

}  // namespace

void MjcfFile::noteOthers(const XmlElement& element, std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : element.attributes)
    if (std::ranges::find(known, key) == known.end()) note(element, inQuotes(key) + " not taken");
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
  if (element.has("zaxis"))
    return Quat::FromTwoVectors(Vec3::UnitZ(), unit(element.vector("zaxis", Vec3::UnitZ()), "zaxis")).normalized();
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

void readMjcf(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path, MjcfFile& file) {
  file.folder = fs::path(path).parent_path().string();
  MjcfReader reader(file);
  reader.readDocument(std::move(document), path);
  reader.readSections();
}

}  // namespace keystone

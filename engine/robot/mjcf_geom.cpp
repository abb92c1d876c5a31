#include "robot/mjcf_geom.h"

namespace keystone {
namespace {

// Capsules and cylinders lie along z in MJCF and along y here.
Quat alongZ() {
  return Quat(Eigen::AngleAxisd(0.5 * EIGEN_PI, Vec3::UnitX()));
}

std::vector<double> sizesOf(const XmlElement& element, std::size_t count) {
  const std::vector<double> size = element.numbers("size", count, 3);
  if (size.empty()) element.fail("no size", "size with " + std::to_string(count) + " numbers");
  for (std::size_t k = 0; k < count; ++k)
    if (!(size[k] >= 1e-6 && size[k] <= 1e5)) element.failAt("size", "lengths of 1e-6 to 1e5 m");
  return size;
}

// A capsule or cylinder, by its size and place or from one point to another.
void readRound(const XmlElement& element, const Pose& pose, Solid& solid) {
  const bool capsule = element.text("type") == "capsule";
  const std::vector<double> ends = element.numbers("fromto", 6, 6);
  const std::vector<double> size = sizesOf(element, ends.empty() ? 2 : 1);
  double half = ends.empty() ? size[1] : 0.0;
  solid.pose = pose;
  if (!ends.empty()) {
    const Vec3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
    half = 0.5 * (to - from).norm();
    if (!(half > 1e-9)) element.failAt("fromto", "two points apart");
    solid.pose = {0.5 * (from + to), Quat::FromTwoVectors(Vec3::UnitZ(), (to - from).normalized())};
  }
  solid.pose.orientation = (solid.pose.orientation * alongZ()).normalized();
  solid.shape = capsule ? Shape(Capsule{size[0], half}) : cylinderShape(size[0], half);
}

bool readMesh(MjcfFile& file, const XmlElement& element, const Pose& pose, Solid& solid) {
  const auto mesh = file.meshes.find(element.text("mesh"));
  if (mesh == file.meshes.end()) element.failAt("mesh", "the name of a mesh in <asset>");
  MeshHull hull;
  try {
    hull = hullOfMesh(mesh->second.path, mesh->second.scale);
  } catch (const std::runtime_error& problem) {
    throw RobotError(mesh->second.place + ": <mesh>: " + problem.what());
  } catch (const std::invalid_argument& problem) {
    throw RobotError(mesh->second.place + ": <mesh>: found an unusable mesh (" + problem.what() +
                     "), expected one that spans a volume");
  }
  file.note(element, hull.note + ", its mass too");
  solid.shape = hull.shape;
  solid.pose = pose * Pose{hull.center, Quat::Identity()};
  return true;
}

// Whether the element is a solid that is taken.
bool readShapeOf(MjcfFile& file, const XmlElement& element, const Pose& pose, Solid& solid) {
  const std::string type = element.text("type", "sphere");
  solid.pose = pose;
  if (type == "sphere") {
    solid.shape = Sphere{sizesOf(element, 1)[0]};
  } else if (type == "box" || type == "ellipsoid") {
    if (element.has("fromto")) element.failAt("fromto", "a pos and a size, for this type of geom");
    const std::vector<double> size = sizesOf(element, 3);
    const Vec3 half(size[0], size[1], size[2]);
    solid.shape = type == "box" ? Shape(Box{half}) : ellipsoidShape(half);
  } else if (type == "capsule" || type == "cylinder") {
    readRound(element, pose, solid);
  } else if (type == "plane") {
    solid.shape = HalfSpace{Vec3::UnitZ(), 0.0};
  } else if (type == "mesh") {
    return readMesh(file, element, pose, solid);
  } else if (type == "hfield" || type == "sdf") {
    file.note(element, type + " not taken");
    return false;
  } else {
    element.failAt("type", "plane, sphere, capsule, ellipsoid, cylinder, box or mesh");
  }
  return true;
}

}  // namespace

void readMjcfGeom(MjcfFile& file, const XmlElement& element, std::vector<Solid>& solids) {
  Solid solid;
  if (!readShapeOf(file, element, file.pose(element), solid)) return;
  file.noteOthers(element, {"name",   "class",   "type",        "pos",  "quat",     "axisangle", "xyaxes",
                            "zaxis",  "euler",   "fromto",      "size", "density",  "mass",      "friction",
                            "condim", "contype", "conaffinity", "rgba", "material", "mesh",      "group"});
  solid.density = element.number("density", 1000.0);
  if (!(solid.density >= 0.0 && solid.density <= 1e9)) element.failAt("density", "0 to 1e9 kg/m^3");
  if (element.has("mass")) {
    solid.mass = element.number("mass", 0.0);
    if (!(*solid.mass >= 0.0)) element.failAt("mass", "0 kg or more");
  }
  const std::vector<double> friction = element.numbers("friction", 1, 3);
  if (!friction.empty()) solid.friction = friction[0];
  if (!(solid.friction >= 0.0 && solid.friction <= 1e3)) element.failAt("friction", "0 to 1000");
  const double condim = element.number("condim", 3.0);
  if (condim == 1.0) solid.friction = 0.0;
  if (condim > 3.0) file.note(element, "torsional and rolling friction (condim above 3) not taken");
  const double type = element.number("contype", 1.0), affinity = element.number("conaffinity", 1.0);
  solid.collides = type != 0.0 || affinity != 0.0;
  if (solid.collides && (type != 1.0 || affinity != 1.0))
    file.note(element, "contype and conaffinity are taken as: it collides with all");
  const std::vector<double> rgba = element.numbers("rgba", 4, 4);
  if (!rgba.empty())
    solid.colour = Vec3(rgba[0], rgba[1], rgba[2]).cwiseMax(0.0).cwiseMin(1.0);
  else if (const auto colour = file.colours.find(element.text("material")); colour != file.colours.end())
    solid.colour = colour->second;
  solids.push_back(solid);
}

}  // namespace keystone

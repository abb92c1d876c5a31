#include "robot/mjcf_geom.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

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

// The sizes of a solid along z, a radius or half sizes across and then half its length, and its place.
struct LongSolid {
  std::vector<double> sizes;
  Pose pose;
};

// By its sizes and place, or from one point to another.
LongSolid readLong(const XmlElement& element, const Pose& pose, bool round) {
  const std::vector<double> ends = element.numbers("fromto", 6, 6);
  if (ends.empty()) return {sizesOf(element, round ? 2 : 3), pose};
  const Vec3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
  const double half = 0.5 * (to - from).norm(), across = sizesOf(element, 1)[0];
  if (!(half > 1e-9)) element.failAt("fromto", "two points apart");
  LongSolid result{{across}, {0.5 * (from + to), turnFromZ((from - to).normalized())}};
  if (!round) result.sizes.push_back(across);
  result.sizes.push_back(half);
  return result;
}

MeshHull meshOf(const MjcfFile& file, const XmlElement& element) {
  const auto mesh = file.meshes.find(element.text("mesh"));
  if (mesh == file.meshes.end()) element.failAt("mesh", "the name of a mesh in <asset>");
  try {
    const MjcfMesh& given = mesh->second;
    return given.path.empty() ? hullOfPoints(given.vertices, given.scale) : hullOfMesh(given.path, given.scale);
  } catch (const std::runtime_error& problem) {
    throw RobotError(mesh->second.place + ": <mesh>: " + problem.what());
  } catch (const std::invalid_argument& problem) {
    throw RobotError(mesh->second.place + ": <mesh>: found an unusable mesh (" + problem.what() +
                     "), expected one that spans a volume");
  }
}

// A box that stands for a mesh, along its principal axes, the longest along z.
struct MeshBox {
  Vec3 half, middle;  // in these axes
  Mat3 axes;
};

// With the mesh's moments of inertia, about its centre of mass, or the one that bounds the mesh.
MeshBox boxOf(const MeshHull& hull, bool fit_bounds) {
  const MassProperties mass = massProperties(hull.shape, 1.0);
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(mass.inertia);
  MeshBox box{Vec3::Zero(), Vec3::Zero(), principal.eigenvectors().rowwise().reverse()};
  if (box.axes.determinant() < 0.0) box.axes.col(0) *= -1.0;
  if (fit_bounds) {
    const Aabb around = bounds(hull.shape, {Vec3::Zero(), Quat(box.axes).conjugate()}, 0.0);
    box.half = 0.5 * (around.upper - around.lower);
    box.middle = 0.5 * (around.upper + around.lower);
  } else {
    const Vec3 moments = principal.eigenvalues().reverse();
    box.half = (1.5 / mass.mass * (Vec3::Constant(moments.sum()) - 2.0 * moments)).cwiseSqrt();
  }
  return box;
}

// The solid that is put in a mesh's place, as large as the box on the whole; of one that bounds the mesh, as large as
// to have bounds no smaller.
LongSolid fitted(MjcfFile& file, const XmlElement& element, const Pose& pose, std::string_view type) {
  const MeshHull hull = meshOf(file, element);
  file.note(element, hull.note + ", and a " + std::string(type) + " is fitted to it");
  const MeshBox box = boxOf(hull, file.fit_bounds);
  const double scale = element.number("fitscale", 1.0);
  if (!(scale >= 1e-6 && scale <= 1e6)) element.failAt("fitscale", "1e-6 to 1e6");
  const Vec3 half = scale * box.half;
  LongSolid result{{half[0], half[1], half[2]}, pose * Pose{hull.center + box.axes * box.middle, Quat(box.axes)}};
  const double across = file.fit_bounds ? std::max(half[0], half[1]) : 0.5 * (half[0] + half[1]);
  const double of_cap = file.fit_bounds ? across : 0.5 * across;
  if (type == "sphere") result.sizes = {file.fit_bounds ? half.maxCoeff() : half.mean()};
  if (type == "cylinder") result.sizes = {across, half[2]};
  if (type == "capsule") result.sizes = {across, std::max(0.0, half[2] - of_cap)};
  return result;
}

LongSolid sizedOf(MjcfFile& file, const XmlElement& element, const Pose& pose, std::string_view type) {
  if (element.has("mesh")) return fitted(file, element, pose, type);
  if (type == "sphere") return {sizesOf(element, 1), pose};
  return readLong(element, pose, type == "capsule" || type == "cylinder");
}

// Whether the element is a solid that is taken.
bool readShapeOf(MjcfFile& file, const XmlElement& element, const Pose& pose, Solid& solid) {
  const std::string type = element.text("type", "sphere");
  solid.pose = pose;
  if (type == "sphere") {
    const LongSolid given = sizedOf(file, element, pose, type);
    solid.shape = Sphere{given.sizes[0]};
    solid.pose = given.pose;
  } else if (type == "box" || type == "ellipsoid") {
    const LongSolid given = sizedOf(file, element, pose, type);
    const Vec3 half(given.sizes[0], given.sizes[1], given.sizes[2]);
    solid.shape = type == "box" ? Shape(Box{half}) : ellipsoidShape(half);
    solid.pose = given.pose;
  } else if (type == "capsule" || type == "cylinder") {
    const LongSolid given = sizedOf(file, element, pose, type);
    const double radius = given.sizes[0], half = given.sizes[1];
    solid.shape = type == "capsule" ? Shape(Capsule{radius, half}) : cylinderShape(radius, half);
    solid.pose = {given.pose.position, (given.pose.orientation * alongZ()).normalized()};
  } else if (type == "plane") {
    solid.shape = HalfSpace{Vec3::UnitZ(), 0.0};
  } else if (type == "mesh") {
    const MeshHull hull = meshOf(file, element);
    file.note(element, hull.note + ", its mass too");
    solid.shape = hull.shape;
    solid.pose = pose * Pose{hull.center, Quat::Identity()};
  } else if (type == "hfield" || type == "sdf") {
    file.note(element, type + " not taken");
    return false;
  } else {
    element.failAt("type", "plane, sphere, capsule, ellipsoid, cylinder, box or mesh");
  }
  return true;
}

// Of two geoms the larger friction holds, unless one has priority.
Material readFriction(const XmlElement& element) {
  Material material;
  material.rule = FrictionRule::Larger;
  std::vector<double> friction = element.numbers("friction", 1, 3);
  constexpr double kDefault[] = {1.0, 0.005, 1e-4};  // mu; torsional and rolling [m]
  while (friction.size() < std::size(kDefault)) friction.push_back(kDefault[friction.size()]);
  for (const double value : friction)
    if (!(value >= 0.0 && value <= 1e3)) element.failAt("friction", "0 to 1000");
  material.friction_static = material.friction_dynamic = friction[0];
  material.torsional = friction[1];
  material.rolling = friction[2];
  const double priority = element.number("priority", 0.0), condim = element.number("condim", 3.0);
  if (!(std::abs(priority) <= 1e6) || std::floor(priority) != priority)
    element.failAt("priority", "a whole number within 1e6");
  if (condim != 1.0 && condim != 3.0 && condim != 4.0 && condim != 6.0) element.failAt("condim", "1, 3, 4 or 6");
  material.priority = static_cast<int>(priority);
  material.condim = static_cast<int>(condim);
  return material;
}

}  // namespace

void readMjcfGeom(MjcfFile& file, const XmlElement& element, MjcfContacts& contacts, std::vector<Solid>& solids) {
  Solid solid;
  if (!readShapeOf(file, element, file.pose(element), solid)) return;
  file.noteOthers(element, {"name",        "class",  "type",     "pos",     "quat",  "axisangle", "xyaxes",  "zaxis",
                            "euler",       "fromto", "size",     "density", "mass",  "friction",  "condim",  "contype",
                            "conaffinity", "rgba",   "material", "mesh",    "group", "priority",  "fitscale"});
  solid.density = element.number("density", 1000.0);
  if (!(solid.density >= 0.0 && solid.density <= 1e9)) element.failAt("density", "0 to 1e9 kg/m^3");
  if (element.has("mass")) {
    solid.mass = element.number("mass", 0.0);
    if (!(*solid.mass >= 0.0)) element.failAt("mass", "0 kg or more");
  }
  solid.material = readFriction(element);
  solid.contact_class = contacts.classOf(element);
  solid.collides = solid.contact_class >= 0;
  const std::vector<double> rgba = element.numbers("rgba", 4, 4);
  if (!rgba.empty())
    solid.colour = Vec3(rgba[0], rgba[1], rgba[2]).cwiseMax(0.0).cwiseMin(1.0);
  else if (const auto colour = file.colours.find(element.text("material")); colour != file.colours.end())
    solid.colour = colour->second;
  solids.push_back(solid);
}

}  // namespace keystone

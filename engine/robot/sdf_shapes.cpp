#include "robot/sdf_shapes.h"

#include <algorithm>

#include "robot/link_shapes.h"
#include "robot/sdf_surface.h"

namespace keystone {
namespace {

// sRGB; negative: none given.
Vec3 colourOfVisual(const XmlElement& visual) {
  const auto material = partOf(visual, "material");
  for (const char* key : {"diffuse", "ambient"}) {
    if (!material || !material->has(key)) continue;
    const std::vector<double> rgba = material->numbers(key, 3, 4);
    return Vec3(rgba[0], rgba[1], rgba[2]).cwiseMax(0.0).cwiseMin(1.0);
  }
  return Vec3::Constant(-1.0);
}

bool readSdfMesh(const XmlElement& link, const XmlElement& mesh, Solid& solid, std::vector<std::string>& notes) {
  const std::string uri = mesh.text("uri", mesh.text("filename"));
  if (const auto submesh = partOf(mesh, "submesh")) {
    noteNamed(link, "a part of a mesh (<submesh>) is not taken", notes);
    return false;
  }
  noteOtherParts(mesh, {"uri", "filename", "scale"}, notes);
  return readMesh(link, uri, mesh.vector("scale", Vec3::Ones()), solid, notes);
}

// With the sizes [m] that the format gives a solid without any.
XmlElement withDefaultSizes(XmlElement solid) {
  const bool is_slender = solid.is("capsule") || solid.is("cone");
  solid.attributes.emplace("radius", is_slender ? "0.5" : "1");
  solid.attributes.emplace("length", "1");
  for (const char* key : {"size", "radii"}) solid.attributes.emplace(key, "1 1 1");
  return solid;
}

// Whether the geometry of a collision or a visual is a solid that is taken.
bool readSdfGeometry(const XmlElement& link, const XmlElement& part, Solid& solid, std::vector<std::string>& notes) {
  const auto geometry = childOf(part, "geometry");
  const auto* node = geometry ? geometry->node->FirstChildElement() : nullptr;
  if (node == nullptr) {
    noteNamed(link, "a <" + std::string(part.tag()) + "> without a geometry is not taken", notes);
    return false;
  }
  const XmlElement given = withTexts(elementOf(node, part.file));
  solid.pose = sdfPose(part);
  if (given.is("empty")) return false;
  if (given.is("mesh")) return readSdfMesh(link, given, solid, notes);
  if (!given.is("plane")) return readSolid(link, withDefaultSizes(given), solid, notes);
  const Vec3 normal = given.vector("normal", Vec3::UnitZ());
  if (!(normal.norm() > 1e-9)) given.failAt("normal", "a vector that is not zero");
  solid.shape = HalfSpace{Vec3::UnitZ(), 0.0};
  solid.pose.orientation = (solid.pose.orientation * Quat::FromTwoVectors(Vec3::UnitZ(), normal)).normalized();
  return true;
}

int placeIn(std::vector<std::uint32_t>& bitmasks, std::uint32_t bits) {
  const auto known = std::ranges::find(bitmasks, bits);
  const int place = static_cast<int>(known - bitmasks.begin());
  if (known == bitmasks.end()) bitmasks.push_back(bits);
  return place;
}

}  // namespace

std::vector<Solid> sdfSolids(const XmlElement& link, std::vector<std::uint32_t>& bitmasks,
                             std::vector<std::string>& notes) {
  std::vector<Solid> solids;
  Vec3 colour = Vec3::Constant(-1.0);
  const auto inertial = partOf(link, "inertial");
  const double density = inertial ? inertial->number("density", 1000.0) : 1000.0;
  forChildren(link, [&](const XmlElement& part) {
    if (part.is("visual") && colour.minCoeff() < 0.0) colour = colourOfVisual(part);
    if (!part.is("collision")) return;
    const XmlElement collision = withTexts(part);
    noteOtherParts(collision, {"geometry", "pose", "surface", "density", "auto_inertia_params", "max_contacts"}, notes);
    Solid solid;
    if (!readSdfGeometry(link, collision, solid, notes)) return;
    solid.density = collision.number("density", density, kDensity.high);
    if (!(solid.density >= 0.0)) collision.failAt("density", "0 kg/m^3 or more");
    const std::uint32_t bits = readSdfSurface(collision, solid, notes);
    solid.collides = bits != 0;
    solid.contact_class = placeIn(bitmasks, bits);
    solids.push_back(solid);
  });
  if (!childOf(link, "collision")) {
    forChildren(link, [&](const XmlElement& part) {
      Solid solid;
      solid.collides = false;
      if (part.is("visual") && readSdfGeometry(link, part, solid, notes) && !isHalfSpace(solid.shape))
        solids.push_back(solid);
    });
  }
  for (Solid& solid : solids) solid.colour = colour;  // whichever is the first that is shown
  return solids;
}

}  // namespace keystone

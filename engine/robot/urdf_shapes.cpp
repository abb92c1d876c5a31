#include "robot/urdf_shapes.h"

#include "robot/link_shapes.h"
#include "robot/urdf_file.h"

namespace keystone {

Pose originOf(const XmlElement& element) {
  const auto* node = element.node->FirstChildElement("origin");
  if (node == nullptr) return {};
  const XmlElement origin = elementOf(node, element.file);
  const Vec3 place = origin.vector("xyz", Vec3::Zero()), turn = origin.vector("rpy", Vec3::Zero());
  if (!(place.norm() <= kFarthestPlace)) origin.failAt("xyz", "a place within 1e6 m");
  return {place, turnByRpy(turn)};
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

bool UrdfShapes::readGeometry(const XmlElement& link, const XmlElement& part, Solid& solid) {
  const auto* geometry = part.node->FirstChildElement("geometry");
  const auto* node = geometry != nullptr ? geometry->FirstChildElement() : nullptr;
  if (node == nullptr) {
    noteNamed(link, "a <" + std::string(part.tag()) + "> without a geometry is not taken", notes_);
    return false;
  }
  const XmlElement given = elementOf(node, part.file);
  solid.pose = originOf(part);
  if (given.is("mesh"))
    return readMesh(link, given.text("filename"), given.vector("scale", Vec3::Ones()), solid, notes_);
  return readSolid(link, given, solid, notes_);
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

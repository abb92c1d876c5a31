// The geometry of links, as URDF and SDFormat both have it, and the files that they name.
#pragma once

#include <filesystem>
#include <optional>

#include "robot/solids.h"
#include "robot/xml_file.h"

namespace keystone {

// What a robot's file `from` names: a path, or a URI of package://, model:// or file://. The first part of
// package://PACKAGE/PATH is a folder of that name beside the file or above it, or in a folder `models` there; where
// none is, PATH is looked up.
std::optional<std::filesystem::path> findNamed(const std::string& name, const std::string& from);

// The convex hull of a mesh's file. Else false, with a note at `link` that says why it is not taken.
bool readMesh(const XmlElement& link, const std::string& name, const Vec3& scale, Solid& solid,
              std::vector<std::string>& notes);

// The turn by angles [rad] about fixed axes: x, then y, then z.
Quat turnByRpy(const Vec3& angles);

// A box, sphere, cylinder, capsule, ellipsoid or cone by its attributes: `size`, `radius`, `length`, `radii`. Those
// that lie along z in the file lie along z at the solid's pose. Else false, with a note. Throws RobotError.
bool readSolid(const XmlElement& link, const XmlElement& given, Solid& solid, std::vector<std::string>& notes);

}  // namespace keystone

// Building convex polyhedra: from points, and from OBJ meshes through tinyobjloader.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shape/shape.h"

namespace keystone {

// The convex hull of the points [m], swept by a ball of radius `margin` [m] and shifted so that its centre of mass is
// the origin; the shift goes to *center. Throws std::invalid_argument when the points span no volume.
std::shared_ptr<const HullData> hullFromPoints(const std::vector<Vec3>& points, Vec3* center = nullptr,
                                               double margin = 0.0);

// Reads an OBJ mesh, scales it and takes its convex hull, which must be the mesh itself (a concave mesh is an error), swept by a
// ball of radius `margin` [m].
// Throws std::runtime_error naming the file and what is wrong.
std::shared_ptr<const HullData> hullFromObj(const std::string& path, double scale = 1.0, Vec3* center = nullptr,
                                            double margin = 0.0);

}  // namespace keystone

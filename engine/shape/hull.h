// Building convex polyhedra: from points, and from mesh files.
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

// The hull of a mesh file (mesh_file.h), its lengths times `scale`, swept by a ball of radius `margin` [m]. The hull
// must be the mesh itself: an open or concave one is an error. Throws std::runtime_error of one line that names the
// file, the place, what was found and what was expected.
std::shared_ptr<const HullData> hullFromMesh(const std::string& path, double scale = 1.0, Vec3* center = nullptr,
                                             double margin = 0.0);

}  // namespace keystone

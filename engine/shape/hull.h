// Building convex polyhedra: from points, and from mesh files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "shape/shape.h"

namespace keystone {

// Of one hull: keeps the narrow phase and its feature numbers within bounds.
constexpr std::size_t kMostHullVertices = 512;

// The convex hull of the points [m], swept by a ball of radius `margin` [m] and shifted so that its centre of mass is
// the origin; the shift goes to *center. Corners within 1e-5 of the extent of a plane lie on one face, and points that
// close inside of a face are no corners; all others are kept. Throws std::invalid_argument when the points span no
// volume (thinner than 1e-9 of their extent), when a face has more than 64 corners, or while it is made more than
// `most_corners` of them are corners.
std::shared_ptr<const HullData> hullFromPoints(const std::vector<Vec3>& points, Vec3* center = nullptr,
                                               double margin = 0.0,
                                               std::size_t most_corners = std::numeric_limits<std::int32_t>::max());
// The same of any number of points. Where it has more corners than kMostHullVertices, or faces that are not told apart,
// *is_coarse, and it is the hull of those points that lie farthest in some of 512 directions (at worst 64).
std::shared_ptr<const HullData> coarseHullFromPoints(const std::vector<Vec3>& points, Vec3* center, bool* is_coarse);

// The hull of a mesh file, read by readClosedMesh (closed_mesh.h), swept by a ball of radius `margin` [m]. The hull
// must be the mesh itself: a concave one is an error. Throws std::runtime_error of one line that names the file, the
// place, what was found and what was expected.
std::shared_ptr<const HullData> hullFromMesh(const std::string& path, double scale = 1.0, Vec3* center = nullptr,
                                             double margin = 0.0, int close_holes = 0);

}  // namespace keystone

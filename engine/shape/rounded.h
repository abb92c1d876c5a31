// Convex polyhedra swept by a ball: the polyhedron, a prism on each face, a wedge of a cylinder along each edge and a
// wedge of a ball at each corner. These parts do not overlap, and each has closed forms.
#pragma once

#include <optional>

#include "shape/polyhedron.h"
#include "shape/ray.h"
#include "shape/shape_kind.h"

namespace keystone {

// `core` swept by a ball of `radius` [m]: Steiner's formula, and the same for the moments.
VolumeIntegrals integrateRounded(const HullData& core, double radius);
std::optional<RayHit> castRounded(const HullData& core, double radius, const LocalRay& ray);
// `around` points to a circle.
Surface roundedSurface(const HullData& core, double radius, int around);

}  // namespace keystone

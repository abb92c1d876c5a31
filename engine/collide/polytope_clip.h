// Clipping a face of one polytope to the column over a face of another.
#pragma once

#include "collide/polytope.h"

namespace keystone {

struct ClippedFace {
  static constexpr int kCapacity = 128;
  static constexpr std::uint32_t kOwnCorner = 0x4000;  // in the name of a corner of the incident face
  struct Corner {
    Vec3 point;          // [m], on the incident face
    std::uint32_t name;  // of the features that meet here, 15 bits, unique within the polygon
    std::uint32_t edge;  // of the polygon's edge that starts here: below 64 the incident face's, above the reference's
  };
  int count = 0;
  std::array<Corner, kCapacity> corners;

  // Whether the polygon is nowhere wider than `width` [m], or empty.
  bool isSliver(double width) const;
};

// The face that looks most against `normal` among those that hold the vertex deepest against it; ties within `tie` [m]
// and angles within rounding go to the first face.
int opposingFace(const Polytope& solid, const Vec3& normal, double tie);

// Clips a polygon to the column over a face, as below; its corners must be named, and its edges numbered from 0.
void clipToColumn(const Polytope& reference, int reference_face, const Vec3& reference_center, double on_plane,
                  ClippedFace& polygon);

// Clips face `incident_face` to the column over `reference_face`. Corners within `on_plane` [m] of a side of the column
// stay as they are, so that flush faces keep their names. Centres relative to a common origin, as is the result.
void clipFace(const Polytope& reference, int reference_face, const Vec3& reference_center, const Polytope& incident,
              int incident_face, const Vec3& incident_center, double on_plane, ClippedFace& result);

}  // namespace keystone

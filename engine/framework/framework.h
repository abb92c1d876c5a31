// Rigid and articulated planar objects as point masses held together by bars [rotezwick, sections 2 and 8.1].
#pragma once

#include <array>
#include <span>
#include <vector>

#include "math/types.h"

namespace keystone {

struct Bar {
  int i, j;            // points
  double length;       // [m], original
  bool strut = false;  // pushes alone, as a stone does: it refuses tension, and its ends may part
};

// What may not be entered: a convex polygon whose corners are points, counter-clockwise.
struct PointOutline {
  std::vector<int> corners;
  double radius = 0.0;  // [m], around the mean of the corners: holds the outline whatever way it turns
};

struct Framework {
  std::vector<double> masses;  // [points], [kg]; 0 = fixed to the world
  VecX positions;              // [2 points], [m], as built: x, y, x, y, ...
  std::vector<Bar> bars;       // held exactly
  std::vector<Bar> braces;     // redundant bars, held by the penalty of section 8.4
  std::vector<PointOutline> outlines;
  std::vector<std::array<int, 3>> sides;  // (i, j, k): point k keeps to the left of the way from i to j while it stands
                                          // beside it, A(p_i, p_j, p_k) >= 0, beside what the outlines ask for

  int points() const { return static_cast<int>(masses.size()); }
  bool isFixed(int point) const { return masses[point] == 0.0; }
};

inline Vec2 at(const VecX& v, int point) {
  return v.segment<2>(2 * point);
}

enum class BrickMasses {
  Four,  // equal masses at the corners, as in the paper's animation; turns as if it were three times as heavy to turn
  Nine   // corners 1/36, edge midpoints 4/36, centre 16/36: the homogeneous brick's moments up to degree 2 (figure 10)
};

// Each returns the index of the outline it adds. Bars are minimal (2 n - 3 for n points) and lie symmetrically about
// the brick's or the base edge's own upright axis, so that mirrored objects have mirrored bars.
int addBrick(Framework& framework, const Vec2& center, const Vec2& size, double angle, double mass, BrickMasses model);
// A homogeneous convex polygon of `mass` [kg], corners [m] counter-clockwise: masses at the corners, at the centroid
// and at the centroids of the triangles between them, with the polygon's moments up to degree 2 (a triangle is 1/12 at
// each corner and 9/12 at its centroid). Its bars start from its lowest edge.
int addPolygon(Framework& framework, std::span<const Vec2> corners, double mass);
// A polygon that never moves.
int addFixedPolygon(Framework& framework, std::span<const Vec2> corners);

// Makes two points one, with the mass of both: the joint of an articulated object. `second` disappears, later points
// move down by one. Outlines that share a point do not collide with each other.
void mergePoints(Framework& framework, int first, int second);

// The bars that are missing between the points of every outline's corners become braces: overbraced, as figure 10.
void addBraces(Framework& framework);

}  // namespace keystone

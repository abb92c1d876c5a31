// The kinds of shape a body can have, each in its body's frame (origin = centre of mass).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "math/types.h"

namespace keystone {

struct Box {
  Vec3 half = Vec3::Constant(0.5);  // [m], half extents along the body's axes
  double margin = 0.0;              // [m], radius of a ball that the box is swept by: it comes on top

  bool operator==(const Box&) const = default;
};

struct Sphere {
  double radius = 0.5;  // [m]

  bool operator==(const Sphere&) const = default;
};

// A segment along the body's y axis, thickened.
struct Capsule {
  double radius = 0.25;       // [m]
  double half_length = 0.25;  // [m], of the segment

  bool operator==(const Capsule&) const = default;
};

// Solid where normal . x <= offset. Static bodies only.
struct HalfSpace {
  Vec3 normal = Vec3::UnitY();  // unit, points out of the solid
  double offset = 0.0;          // [m]

  bool operator==(const HalfSpace&) const = default;
};

// A convex polyhedron. Faces list their vertices counter-clockwise seen from outside.
struct HullData {
  std::vector<Vec3> vertices;           // [m]
  std::vector<std::vector<int>> faces;  // indices into vertices, coplanar faces merged
  std::vector<Vec3> normals;            // unit outward normal per face
  std::vector<double> offsets;          // [m], normal . x = offset on the face
  std::vector<std::pair<int, int>> edges;
  std::vector<std::pair<int, int>> edge_faces;  // the faces left and right of each edge, seen from outside
  std::string source;                           // mesh path as the scene names it; empty when built from points
  double scale = 1.0;                           // applied to the mesh's coordinates
  double margin = 0.0;  // [m], radius of a ball that the polyhedron is swept by: it comes on top
};

struct Hull {
  std::shared_ptr<const HullData> data;

  bool operator==(const Hull&) const = default;  // one and the same
};

struct CompoundData;

// Several convex solids fixed to each other (compound.h).
struct Compound {
  std::shared_ptr<const CompoundData> data;

  bool operator==(const Compound&) const = default;  // one and the same
};

struct ShapeKind;

// A convex solid known by its row in the table of shapes alone (shape_kind.h): it collides by the general path.
struct Convex {
  const ShapeKind* kind = nullptr;  // from makeShape
  Vec3 sizes = Vec3::Zero();        // [m], in the order of the kind's sizes, 0 where there are fewer

  bool operator==(const Convex&) const = default;
};

using Shape = std::variant<Box, Sphere, Capsule, HalfSpace, Hull, Compound, Convex>;

// Axis-aligned bounds.
struct Aabb {
  Vec3 lower, upper;  // [m]
  bool overlaps(const Aabb& other) const {
    return (lower.array() <= other.upper.array()).all() && (other.lower.array() <= upper.array()).all();
  }
};

// Bounds of a box that is placed.
Aabb boundsOf(const Aabb& box, const Pose& pose);

inline bool isHalfSpace(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}

// World bounds of a shape at a pose, grown by `margin` [m] on every side. Half-spaces are unbounded (infinite).
Aabb bounds(const Shape& shape, const Pose& pose, double margin);

// Farthest point [m] of the shape in body-frame direction d (need not be unit). Not for half-spaces.
Vec3 support(const Shape& shape, const Vec3& d);

// Radius [m] of the smallest origin-centred ball that holds the shape; infinite for half-spaces.
double boundingRadius(const Shape& shape);

// Radius [m] of a ball about its own origin that each part of the shape holds: half of what it is thick, or less;
// infinite for half-spaces. `planar`: a disc in the plane z = 0.
double innerRadius(const Shape& shape, bool planar);

// Radius [m] of the ball that a box or hull is swept by; 0 for all else.
double marginOf(const Shape& shape);

// Where a ray (world frame, direction unit) first enters the shape: distance [m] and outward unit normal.
struct RayHit {
  double distance;  // [m] along the ray
  Vec3 normal;      // unit, world frame
};
// False if the ray misses within max_distance [m]; a ray that starts inside a shape does not enter it.
bool castRay(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
             RayHit& hit);

}  // namespace keystone

// One view of boxes and hulls for everything that clips, cuts or separates convex polyhedra.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "shape/shape.h"

namespace keystone {

// A placed polyhedron: world axes, relative to its own centre.
struct Polytope {
  Vec3 position;                    // [m], world
  std::span<const Vec3> vertices;   // [m]
  std::span<const Vec3> normals;    // unit, outward
  std::span<const double> offsets;  // [m], normal . vertex on the face
  const HullData* topology = nullptr;
  bool is_box = false;

  std::span<const int> face(int f) const { return topology->faces[f]; }
  int faceCount() const { return static_cast<int>(normals.size()); }
  int vertexCount() const { return static_cast<int>(vertices.size()); }
  double size() const { return vertices[0].norm(); }  // [m], the order of magnitude
};

// A box's faces: +x +y +z -x -y -z. Its vertex v has the sign + along axis k where bit k of v is set. Its edge 4 k + s
// is parallel to axis k, with the signs of the two following axes in the bits of s.
const HullData& boxTopology();

// Placed copies of shapes; they live as long as the store.
class PolytopeStore {
 public:
  // Box or hull only.
  const Polytope& place(const Shape& shape, const Pose& pose);

 private:
  struct Placed {
    Polytope view;
    std::vector<Vec3> vectors;
    std::array<double, 6> box_offsets;
  };
  std::deque<Placed> placed_;
};

}  // namespace keystone

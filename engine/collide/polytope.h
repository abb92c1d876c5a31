// One view of boxes and hulls for everything that clips, cuts or separates convex polyhedra.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "shape/box_polyhedron.h"

namespace keystone {

// A placed polyhedron: world axes, relative to its own centre.
struct Polytope {
  Vec3 position;                    // [m], world
  std::span<const Vec3> vertices;   // [m]
  std::span<const Vec3> normals;    // unit, outward
  std::span<const double> offsets;  // [m], normal . vertex on the face
  const HullData* topology = nullptr;
  bool is_box = false;
  double margin = 0.0;  // [m], around it

  std::span<const int> face(int f) const { return topology->faces[f]; }
  int faceCount() const { return static_cast<int>(normals.size()); }
  double size() const { return vertices[0].norm(); }  // [m], the order of magnitude
};

// The vertex least far along `direction`; of several the first.
const Vec3& lowestVertex(const Polytope& solid, const Vec3& direction);

// Placed copies of shapes; they live until the store is emptied.
class PolytopeStore {
 public:
  // For so many copies at most.
  explicit PolytopeStore(std::size_t capacity = 0) { empty(capacity); }
  // For so many new ones.
  void empty(std::size_t capacity) {
    if (placed_.size() < capacity) placed_.resize(capacity);
    used_ = 0;
  }
  // Box or hull only.
  const Polytope& place(const Shape& shape, const Pose& pose);

 private:
  struct Placed {
    Polytope view;
    std::array<Vec3, 14> box_vectors;  // vertices, then normals
    std::array<double, 6> box_offsets;
    std::vector<Vec3> hull_vectors;
  };
  std::vector<Placed> placed_;  // does not grow while there are copies: views look into it
  std::size_t used_ = 0;
};

}  // namespace keystone

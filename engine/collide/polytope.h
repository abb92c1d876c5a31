// One view of boxes and hulls for everything that clips, cuts or separates convex polyhedra.
#pragma once

#include <array>
#include <bit>
#include <span>
#include <vector>

#include "math/rounding.h"
#include "math/simd_double4.h"
#include "shape/box_polyhedron.h"

namespace keystone {

// A placed polyhedron: world axes, relative to its own centre.
struct Polytope {
  Vec3 position;                    // [m], world
  std::span<const Vec3> vertices;   // [m]
  std::span<const Vec3> normals;    // unit, outward
  std::span<const double> offsets;  // [m], normal . vertex on the face
  // The same in fours. The last four are filled up with the last vector, the offsets in memory with infinite ones.
  std::span<const SimdDouble4x3> vertices4, normals4;
  const HullData* topology = nullptr;
  bool is_box = false;
  double margin = 0.0;  // [m], around it

  std::span<const int> face(int f) const { return topology->faces[f]; }
  int faceCount() const { return static_cast<int>(normals.size()); }
  double size() const { return vertices[0].norm(); }  // [m], the order of magnitude
};

// So many fours hold the count.
inline std::size_t foursOf(std::size_t count) {
  return (count + kSimdWidth - 1) / kSimdWidth;
}

inline SimdDouble4x3 broadcast(const Vec3& vector) {
  return {broadcast(vector.x()), broadcast(vector.y()), broadcast(vector.z())};
}

// A product that no compiler fuses with a sum.
[[gnu::always_inline]] inline SimdDouble4 rounded(SimdDouble4 product) {
#ifdef __FMA__
  asm("" : "+x"(product));
#endif
  return product;
}

// Of four vectors along a direction [m]. Summed and rounded as Eigen's product of two vectors with lanes of two is:
// which of corners that are level is the lowest then does not depend on how many are looked at at once.
[[gnu::always_inline]] inline SimdDouble4 heights(const SimdDouble4x3& vectors, const SimdDouble4x3& direction) {
  return (rounded(direction[0] * vectors[0]) + rounded(direction[1] * vectors[1])) + direction[2] * vectors[2];
}

// The first of the largest numbers that are offered four at a time, in the order of their groups.
class Largest4 {
 public:
  [[gnu::always_inline]] void offer(SimdDouble4 values) {
    group_ = values > most_ ? next_ : group_;
    most_ = larger(values, most_);
    next_ += 1;
  }
  // 0 where none was a number above minus infinity.
  std::size_t index() const {
    const double most = largest(most_);
    std::int64_t first = INT64_MAX;
    for (unsigned lanes = whereTrue(most_ == broadcast(most)); lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      first = std::min(first, kSimdWidth * group_[lane] + lane);
    }
    return static_cast<std::size_t>(first);
  }

 private:
  SimdDouble4 most_ = broadcast(-kInfinity);
  Bits group_{}, next_{};
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
  const Polytope& place(const Shape& shape, const Pose& pose) { return placeAt(used_++, shape, pose); }
  // In a place of its own, below the capacity: several threads may, each in another one.
  const Polytope& placeAt(std::size_t number, const Shape& shape, const Pose& pose);

 private:
  // Vectors are vertices, then normals. Those of a box lie beside it: memory is slower than what is done with them.
  struct Placed {
    Polytope view;
    std::array<Vec3, 14> box_vectors;
    std::array<double, 8> box_offsets;
    std::array<SimdDouble4x3, 4> box_vectors4;
    std::vector<Vec3> hull_vectors;
    std::vector<double> hull_offsets;
    std::vector<SimdDouble4x3> hull_vectors4;
  };
  std::vector<Placed> placed_;  // does not grow while there are copies: views look into it
  std::size_t used_ = 0;
};

}  // namespace keystone

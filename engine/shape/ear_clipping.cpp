// Cost: O(n) of a fan, O(n^3) of a face of n corners at worst.
#include "shape/ear_clipping.h"

#include "math/rounding.h"

namespace keystone {
namespace {

class Polygon {
 public:
  Polygon(const std::vector<Vec3>& vertices, const std::vector<int>& face) : vertices_(vertices), left_(face) {
    for (std::size_t i = 1; i + 1 < face.size(); ++i) normal_ += doubleArea(face[0], face[i], face[i + 1]);
    rounding_ = kManyRoundings * normal_.norm();
    normal_.normalize();
  }

  bool isFan() const {
    for (std::size_t i = 1; i + 1 < left_.size(); ++i)
      if (areaOf(left_[0], left_[i], left_[i + 1]) < -rounding_) return false;
    return true;
  }

  void cutFan(std::vector<std::array<int, 3>>& triangles) const {
    for (std::size_t i = 1; i + 1 < left_.size(); ++i) triangles.push_back({left_[0], left_[i], left_[i + 1]});
  }

  void cutEars(std::vector<std::array<int, 3>>& triangles) {
    while (left_.size() > 3) {
      const std::size_t tip = nextEar();
      triangles.push_back(cornerAt(tip));
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(tip));
    }
    triangles.push_back({left_[0], left_[1], left_[2]});
  }

 private:
  Vec3 doubleArea(int a, int b, int c) const {
    return (vertices_[b] - vertices_[a]).cross(vertices_[c] - vertices_[a]);
  }

  // [m^2] Twice the area as seen along the normal; negative where the triangle is turned over.
  double areaOf(int a, int b, int c) const { return doubleArea(a, b, c).dot(normal_); }

  // A corner with those before and after it.
  std::array<int, 3> cornerAt(std::size_t i) const {
    const std::size_t count = left_.size();
    return {left_[(i + count - 1) % count], left_[i], left_[(i + 1) % count]};
  }

  bool isEmpty(const std::array<int, 3>& corner) const {
    const auto& [a, b, c] = corner;
    for (const int v : left_) {
      if (v == a || v == b || v == c) continue;
      if (areaOf(a, b, v) >= -rounding_ && areaOf(b, c, v) >= -rounding_ && areaOf(c, a, v) >= -rounding_) return false;
    }
    return true;
  }

  std::size_t nextEar() const {
    std::size_t sharpest = 0;
    double largest = -1.0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const std::array<int, 3> corner = cornerAt(i);
      const double area = areaOf(corner[0], corner[1], corner[2]);
      if (area > rounding_ && isEmpty(corner)) return i;
      if (area <= largest) continue;
      largest = area;
      sharpest = i;
    }
    return sharpest;
  }

  const std::vector<Vec3>& vertices_;
  std::vector<int> left_;
  Vec3 normal_ = Vec3::Zero();
  double rounding_ = 0.0;  // [m^2]
};

}  // namespace

void triangulate(const std::vector<Vec3>& vertices, const std::vector<int>& face,
                 std::vector<std::array<int, 3>>& triangles) {
  Polygon polygon(vertices, face);
  polygon.isFan() ? polygon.cutFan(triangles) : polygon.cutEars(triangles);
}

}  // namespace keystone

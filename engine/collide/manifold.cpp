#include "collide/manifold.h"

namespace keystone {

void tangents(const Vec3& normal, Vec3& t1, Vec3& t2) {
  // Away from the z axis, t2 is as close to z as it gets, and t1 = t2 x n lies in the xy plane. Near the z axis t1
  // would lose its digits, so there it lies in the xz plane instead.
  constexpr double kNearAxis = 0.9;
  if (normal.z() == 0.0) {
    t1 = Vec3(normal.y(), -normal.x(), 0.0);
  } else if (std::abs(normal.z()) < kNearAxis) {
    t1 = Vec3(normal.y(), -normal.x(), 0.0).normalized();
  } else {
    t1 = Vec3(normal.z(), 0.0, -normal.x()).normalized();
  }
  t2 = normal.cross(t1);
}

}  // namespace keystone

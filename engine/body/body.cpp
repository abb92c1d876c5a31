#include "body/body.h"

#include <cmath>

#include "math/rounding.h"

namespace keystone {

std::string_view toString(BodyKind kind) {
  constexpr std::string_view kNames[] = {"static", "kinematic", "dynamic"};
  return kNames[static_cast<int>(kind)];
}

Mat3 worldInertia(const Body& body) {
  const Mat3 rotation = body.pose.orientation.toRotationMatrix();
  return rotation * body.inertia * rotation.transpose();
}

InverseMass activeInverseMass(const Body& body) {
  return body.isActive() ? inverseMass(body) : InverseMass{};
}

InverseMass inverseMass(const Body& body) {
  InverseMass inverse;
  if (!body.isDynamic()) return inverse;
  inverse.linear.setConstant(1.0 / body.mass);
  if (body.planar) {
    inverse.linear.z() = 0.0;
    inverse.angular(2, 2) = 1.0 / body.inertia(2, 2);  // rotations about z leave this entry alone
    return inverse;
  }
  const Mat3 rotation = body.pose.orientation.toRotationMatrix();
  inverse.angular = rotation * body.inertia.inverse() * rotation.transpose();
  return inverse;
}

Mat3 angularRoot(const InverseMass& inverse) {
  const Mat3& A = inverse.angular;
  Mat3 C = Mat3::Zero();
  for (int k = 0; k < 3; ++k) {
    const double pivot = A(k, k) - C.row(k).head(k).squaredNorm();
    if (!(pivot > kInert * A(k, k))) continue;  // rounding: a locked direction
    C(k, k) = std::sqrt(pivot);
    for (int i = k + 1; i < 3; ++i) C(i, k) = (A(i, k) - C.row(i).head(k).dot(C.row(k).head(k))) / C(k, k);
  }
  return C;
}

double kineticEnergy(const Body& body) {
  if (!body.isDynamic()) return 0.0;
  return 0.5 * body.mass * body.velocity.squaredNorm() + 0.5 * body.omega.dot(worldInertia(body) * body.omega);
}

Vec3 angularMomentum(const Body& body) {
  if (!body.isDynamic()) return Vec3::Zero();
  return body.pose.position.cross(body.mass * body.velocity) + worldInertia(body) * body.omega;
}

}  // namespace keystone

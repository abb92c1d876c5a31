#include "body/body.h"

namespace keystone {

Mat3 worldInertia(const Body& body) {
  const Mat3 rotation = body.pose.orientation.toRotationMatrix();
  return rotation * body.inertia * rotation.transpose();
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

double kineticEnergy(const Body& body) {
  if (!body.isDynamic()) return 0.0;
  return 0.5 * body.mass * body.velocity.squaredNorm() + 0.5 * body.omega.dot(worldInertia(body) * body.omega);
}

Vec3 angularMomentum(const Body& body) {
  if (!body.isDynamic()) return Vec3::Zero();
  return body.pose.position.cross(body.mass * body.velocity) + worldInertia(body) * body.omega;
}

}  // namespace keystone

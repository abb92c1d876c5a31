// The engine's numbers: double precision, SI units, right-handed frames, +y up.
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCore>

namespace keystone {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;
using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

// A rigid placement: world = position + orientation * local.
struct Pose {
  Vec3 position = Vec3::Zero();         // [m]
  Quat orientation = Quat::Identity();  // unit quaternion, body to world

  Vec3 toWorld(const Vec3& local) const { return position + orientation * local; }
  Vec3 toLocal(const Vec3& world) const { return orientation.conjugate() * (world - position); }
  Vec3 rotate(const Vec3& local) const { return orientation * local; }
  // That of a frame placed in this one's.
  Pose operator*(const Pose& local) const { return {toWorld(local.position), orientation * local.orientation}; }
  bool operator==(const Pose&) const = default;
};

}  // namespace keystone

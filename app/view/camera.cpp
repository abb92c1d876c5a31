#include "view/camera.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr double kRadiansPerPixel = 0.006;
constexpr double kPitchLimit = 1.55;   // [rad], a little short of the poles, where yaw loses its meaning
constexpr double kZoomPerStep = 0.88;  // factor on the distance per wheel step
constexpr double kNearest = 1e-3;      // [m]
constexpr double kFarthest = 1e5;      // [m]
constexpr double kFrameMargin = 1.12;  // free space around a framed box
constexpr double kFlyPerSecond = 0.9;  // camera distances flown per second at unit direction
constexpr double kNearPerDistance = 0.02;
constexpr double kFarPerDistance = 200.0;
constexpr double kOrthoDepthPerDistance = 20.0;

// Half the depth [m] that an orthographic view shows on either side of its target.
double orthoHalfDepth(double distance) {
  return std::max(100.0, kOrthoDepthPerDistance * distance);
}

}  // namespace

void Camera::setViewport(int width, int height) {
  width_ = std::max(width, 1);
  height_ = std::max(height, 1);
}

void Camera::orbit(double dx, double dy) {
  yaw = std::remainder(yaw - kRadiansPerPixel * dx, 2.0 * M_PI);
  pitch = std::clamp(pitch + kRadiansPerPixel * dy, -kPitchLimit, kPitchLimit);
}

void Camera::pan(double dx, double dy) {
  target += metresPerPixel(target) * (dy * up() - dx * right());
}

void Camera::zoom(double steps, double x, double y) {
  const double wanted = std::clamp(distance * std::pow(kZoomPerStep, steps), kNearest, kFarthest);
  const double factor = wanted / distance;
  // A homothety about the point under the mouse, in the plane of the target, keeps that point in place.
  const double metres = metresPerPixel(target);
  const Vec3 fixed = target + metres * ((x - 0.5 * width_) * right() + (0.5 * height_ - y) * up());
  target = fixed + factor * (target - fixed);
  distance = wanted;
}

void Camera::fly(const Vec3& direction, double seconds) {
  const Vec3 world = direction.x() * right() + direction.y() * up() - direction.z() * forward();
  target += kFlyPerSecond * distance * seconds * world;
}

void Camera::frame(const Vec3& lower, const Vec3& upper) {
  target = 0.5 * (lower + upper);
  const double tan_y = std::tan(0.5 * fov_y);
  const double tan_x = tan_y * width_ / height_;
  double needed = kNearest;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at((corner & 1) != 0 ? upper.x() : lower.x(), (corner & 2) != 0 ? upper.y() : lower.y(),
                  (corner & 4) != 0 ? upper.z() : lower.z());
    const Vec3 arm = at - target;
    const double nearer = orthographic ? 0.0 : -arm.dot(forward());
    const double across = std::max(std::abs(arm.dot(right())) / tan_x, std::abs(arm.dot(up())) / tan_y);
    needed = std::max(needed, kFrameMargin * across + nearer);
  }
  distance = std::min(needed, kFarthest);
}

Ray Camera::rayThrough(double x, double y) const {
  x -= shift.x();
  y -= shift.y();
  const double metres = metresPerPixel(target);
  const Vec3 on_plane = target + metres * ((x - 0.5 * width_) * right() + (0.5 * height_ - y) * up());
  if (orthographic) return {on_plane - orthoHalfDepth(distance) * forward(), forward()};
  return {eye(), (on_plane - eye()).normalized()};
}

bool Camera::project(const Vec3& point, Vec2& pixel) const {
  const Vec3 arm = point - target;
  const double depth = orthographic ? distance : distance + arm.dot(forward());
  if (depth <= 0.0) return false;
  const double metres = 2.0 * depth * std::tan(0.5 * fov_y) / height_;
  pixel = Vec2(0.5 * width_ + arm.dot(right()) / metres, 0.5 * height_ - arm.dot(up()) / metres) + shift;
  return true;
}

double Camera::metresPerPixel(const Vec3& at) const {
  const double depth = orthographic ? distance : std::max(kNearest, (at - eye()).dot(forward()));
  return 2.0 * depth * std::tan(0.5 * fov_y) / height_;
}

Vec3 Camera::eye() const {
  return target - distance * forward();
}

Vec3 Camera::forward() const {
  return -Vec3(std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch));
}

Vec3 Camera::right() const {
  return {std::cos(yaw), 0.0, -std::sin(yaw)};
}

Vec3 Camera::up() const {
  return right().cross(forward());
}

Eigen::Matrix4d Camera::view() const {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.block<1, 3>(0, 0) = right().transpose();
  matrix.block<1, 3>(1, 0) = up().transpose();
  matrix.block<1, 3>(2, 0) = -forward().transpose();
  matrix.block<3, 1>(0, 3) = -matrix.block<3, 3>(0, 0) * eye();
  return matrix;
}

Eigen::Matrix4d Camera::projection() const {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Zero();
  const double tan_y = std::tan(0.5 * fov_y);
  const double tan_x = tan_y * width_ / height_;
  const auto shifted = [this](Eigen::Matrix4d result) {
    result.row(0) += 2.0 * shift.x() / width_ * result.row(3);
    result.row(1) -= 2.0 * shift.y() / height_ * result.row(3);
    return result;
  };
  if (orthographic) {
    const double half_depth = orthoHalfDepth(distance);
    const double near = distance - half_depth, far = distance + half_depth;
    matrix.diagonal() << 1.0 / (distance * tan_x), 1.0 / (distance * tan_y), -2.0 / (far - near), 1.0;
    matrix(2, 3) = -(far + near) / (far - near);
    return shifted(matrix);
  }
  const double near = kNearPerDistance * distance, far = kFarPerDistance * distance;
  matrix(0, 0) = 1.0 / tan_x;
  matrix(1, 1) = 1.0 / tan_y;
  matrix(2, 2) = -(far + near) / (far - near);
  matrix(2, 3) = -2.0 * far * near / (far - near);
  matrix(3, 2) = -1.0;
  return shifted(matrix);
}

}  // namespace keystone

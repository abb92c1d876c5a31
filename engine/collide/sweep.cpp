#include "collide/sweep.h"

#include <cmath>
#include <limits>

#include "body/free_rotation.h"
#include "collide/parting.h"
#include "math/scratch_pool.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr int kMostSteps = 1000;     // bodies that turn fast a hair's breadth apart take hundreds
constexpr double kRounding = 1e-12;  // of the size: what a distance is known to

bool isHalfSpace(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}

// The body after t [s].
Pose poseAfter(const Moving& moving, double t) {
  Body body;
  body.kind = moving.body.kind;
  body.planar = moving.body.planar;
  body.inertia = moving.body.inertia;
  body.pose = moving.body.pose;
  body.omega = moving.omega;
  body.pose.position += t * moving.v + 0.5 * t * t * moving.a;
  rotateFreely(body, t);
  return body.pose;
}

// [rad/s], that a free rotation never exceeds: twice the energy over the least moment, |momentum| over it.
double fastestSpin(const Moving& moving) {
  if (!moving.body.isDynamic() || moving.body.planar || moving.omega.isZero(0.0)) return moving.omega.norm();
  const Vec3 omega = moving.body.pose.orientation.conjugate() * moving.omega;
  const Vec3 momentum = moving.body.inertia * omega;
  const double least =
      Eigen::SelfAdjointEigenSolver<Mat3>(moving.body.inertia, Eigen::EigenvaluesOnly).eigenvalues()[0];
  return std::min(std::sqrt(omega.dot(momentum) / least), momentum.norm() / least);
}

// Makes cores of shapes; those of boxes and hulls live in its store, until it is emptied.
class Cores {
 public:
  void empty() { store_.empty(2); }
  ConvexCore core(const Shape& shape, const Pose& pose, const Vec3& center) {
    if (std::holds_alternative<Convex>(shape)) return {shape, pose, center};
    if (std::holds_alternative<Sphere>(shape) || std::holds_alternative<Capsule>(shape)) {
      return ConvexCore(makeRoundSegment(shape, pose, center));
    }
    return {store_.place(shape, pose), center};
  }

 private:
  PolytopeStore store_;
};

// How far the bodies are apart along a direction, the best one or nearly so.
struct Separation {
  Vec3 normal;      // unit, a to b
  double distance;  // [m], no more than the distance of the bodies
};

Separation separate(const Shape& shape_a, const Pose& a, const Shape& shape_b, const Pose& b, double size,
                    Cores& cores) {
  cores.empty();
  if (isHalfSpace(shape_a)) {
    const Vec3 normal = a.rotate(std::get<HalfSpace>(shape_a).normal);
    const ConvexCore solid = cores.core(shape_b, b, b.position - a.position);
    return {normal, normal.dot(solid.support(-normal)) - solid.radius() - std::get<HalfSpace>(shape_a).offset};
  }
  const ConvexCore core_a = cores.core(shape_a, a, Vec3::Zero());
  const ConvexCore core_b = cores.core(shape_b, b, b.position - a.position);
  Parting parting;
  findParting(core_a, core_b, size, std::numeric_limits<double>::infinity(), parting);
  return {parting.normal, parting.separation - core_a.radius() - core_b.radius()};
}

}  // namespace

double timeToCover(double distance, double speed, double acceleration) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const double under_root = speed * speed + 2.0 * acceleration * distance;
  if (!(under_root >= 0.0) || (speed <= 0.0 && acceleration <= 0.0)) return kNever;
  const double root = std::sqrt(under_root);
  return speed > 0.0 ? 2.0 * distance / (speed + root) : (root - speed) / acceleration;  // no cancellation
}

std::optional<double> timeOfImpact(const Moving& a, const Moving& b, double h, double slop) {
  if (isHalfSpace(b.shape)) return isHalfSpace(a.shape) ? std::nullopt : timeOfImpact(b, a, h, slop);
  if (isHalfSpace(a.shape) && !a.omega.isZero(0.0)) return 0.0;
  const double radius_b = boundingRadius(b.shape);
  const double radius_a = isHalfSpace(a.shape) ? 0.0 : boundingRadius(a.shape);
  const double size = radius_a > 0.0 ? std::min(radius_a, radius_b) : radius_b;
  const auto turningOf = [](const Moving& moving, double radius) {  // [m/s]; a ball's surface stays where it is
    return std::holds_alternative<Sphere>(moving.shape) ? 0.0 : radius * fastestSpin(moving);
  };
  const double turning = turningOf(a, radius_a) + turningOf(b, radius_b);
  const Scratch<Cores> cores;
  double t = 0.0;
  for (int n = 0; n < kMostSteps; ++n) {
    const Separation found = separate(a.shape, poseAfter(a, t), b.shape, poseAfter(b, t), size, *cores);
    const double apart = found.distance - kRounding * size;
    if (apart <= slop) return t;
    const double faster = found.normal.dot(a.a - b.a);                          // [m/s^2], along the normal
    const double closing = found.normal.dot(a.v - b.v) + t * faster + turning;  // [m/s], along the normal at most
    const double dt = timeToCover(apart, closing, faster);
    if (!(dt < h - t)) return std::nullopt;
    t += dt;
  }
  return t;
}

}  // namespace keystone

#include "collide/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "body/free_rotation.h"
#include "collide/parting.h"
#include "math/scratch_pool.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr int kMostSteps = 100;      // bodies that turn fast a hair's breadth apart take tens
constexpr double kMostTurn = 100.0;  // [rad] in h: to follow more takes longer than a frame
constexpr double kRounding = 1e-12;  // of the size: what a distance is known to

bool isHalfSpace(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}

// [m] How far the core reaches from the body's centre: what of a shape turns with it.
double reachOf(const Shape& shape) {
  if (isHalfSpace(shape) || std::holds_alternative<Sphere>(shape)) return 0.0;
  return boundingRadius(shape);
}

// [rad/s^2] What a point's acceleration never exceeds in a free rotation, by its distance from the centre:
// |alpha| + |omega|^2. The spin is at most twice the energy over the least moment, or |momentum| over it; by Euler's
// equations alpha_i = (I_j - I_k) / I_i omega_j omega_k, and the sum of these products' squares is omega^4 / 3 at most.
double bendOf(const Moving& moving) {
  if (!moving.body.isDynamic() || moving.body.planar || moving.omega.isZero(0.0)) return moving.omega.squaredNorm();
  const Vec3 omega = moving.body.pose.orientation.conjugate() * moving.omega;
  const Vec3 momentum = moving.body.inertia * omega;
  const Eigen::SelfAdjointEigenSolver<Mat3> moments(moving.body.inertia, Eigen::EigenvaluesOnly);
  const Vec3 I = moments.eigenvalues();
  const double spin = std::min(omega.dot(momentum) / I[0], momentum.squaredNorm() / (I[0] * I[0]));
  const double uneven = std::max({(I[2] - I[1]) / I[0], (I[2] - I[0]) / I[1], (I[1] - I[0]) / I[2]});
  return spin * (1.0 + uneven / std::sqrt(3.0));
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

// Two bodies at a moment of their way.
class Moment {
 public:
  Moment(const Moving& a, const Moving& b, double t, Cores& cores)
      : a_(bodyAfter(a, t)),
        b_(bodyAfter(b, t)),
        faster_(b.a - a.a),
        solid_(cores.core(b.shape, b_.pose, b_.pose.position - a_.pose.position)) {
    if (isHalfSpace(a.shape))
      plane_ = std::get<HalfSpace>(a.shape);
    else
      other_.emplace(cores.core(a.shape, a_.pose, Vec3::Zero()));
  }

  // Along a direction, the best one or nearly so: unit, a to b.
  void separate(double size) {
    if (!other_) {
      normal_ = a_.pose.rotate(plane_.normal);
      return;
    }
    Parting parting;
    findParting(*other_, solid_, size, std::numeric_limits<double>::infinity(), parting);
    normal_ = parting.normal;
  }

  // [m] How far they are apart along that direction s [s] later, if their points kept their velocities but for the
  // acceleration with which they close. Concave.
  double apart(double s) const {
    const Vec3 turned_b = normal_ + s * normal_.cross(b_.omega), turned_a = normal_ + s * normal_.cross(a_.omega);
    const Vec3 arm_b = solid_.support(-turned_b) - solid_.center();
    const double far_b = normal_.dot(solid_.center() + s * b_.velocity) + turned_b.dot(arm_b) - solid_.radius();
    const double far_a = other_ ? turned_a.dot(other_->support(turned_a)) + other_->radius() : plane_.offset;
    return far_b - far_a - s * normal_.dot(a_.velocity) + 0.5 * s * s * std::min(0.0, normal_.dot(faster_));
  }

 private:
  Body a_, b_;
  Vec3 faster_;  // [m/s^2], b relative to a
  HalfSpace plane_;
  std::optional<ConvexCore> other_;
  ConvexCore solid_;
  Vec3 normal_ = Vec3::UnitY();
};

// [s] A time of `left` at most until which `bound`, concave and positive at 0, is not negative: all of it, or nearly
// the longest. Between two values a chord lies below what is concave.
template <class Bound>
double safeTime(const Bound& bound, double left) {
  double to = left, value = bound(to);
  if (value >= 0.0) return left;
  double beyond = to, negative = value;
  for (; value < 0.0; value = bound(to)) {
    beyond = to;
    negative = value;
    to *= 0.5;
  }
  return to + (beyond - to) * value / (value - negative);
}

}  // namespace

double timeToCover(double distance, double speed, double acceleration) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const double under_root = speed * speed + 2.0 * acceleration * distance;
  if (!(under_root >= 0.0) || (speed <= 0.0 && acceleration <= 0.0)) return kNever;
  const double root = std::sqrt(under_root);
  return speed > 0.0 ? 2.0 * distance / (speed + root) : (root - speed) / acceleration;  // no cancellation
}

Body bodyAfter(const Moving& moving, double t) {
  Body body;
  body.kind = moving.body.kind;
  body.planar = moving.body.planar;
  body.inertia = moving.body.inertia;
  body.pose = moving.body.pose;
  body.velocity = moving.v + t * moving.a;
  body.omega = moving.omega;
  body.pose.position += t * moving.v + 0.5 * t * t * moving.a;
  rotateFreely(body, t);
  return body;
}

std::optional<double> timeOfImpact(const Moving& a, const Moving& b, double h, double slop) {
  if (isHalfSpace(b.shape)) return isHalfSpace(a.shape) ? std::nullopt : timeOfImpact(b, a, h, slop);
  if (isHalfSpace(a.shape) && !a.omega.isZero(0.0)) return 0.0;
  if (h * std::max(a.omega.norm(), b.omega.norm()) > kMostTurn) return 0.0;
  const double radius_b = boundingRadius(b.shape);
  const double size = isHalfSpace(a.shape) ? radius_b : std::min(boundingRadius(a.shape), radius_b);
  const double bend = reachOf(a.shape) * bendOf(a) + reachOf(b.shape) * bendOf(b);  // [m/s^2]
  const double least = slop + kRounding * size;
  const Scratch<Cores> cores;
  double t = 0.0;
  for (int n = 0; n < kMostSteps; ++n) {
    cores->empty();
    Moment moment(a, b, t, *cores);
    moment.separate(size);
    if (moment.apart(0.0) <= least) return t;
    const double left = h - t;
    const double safe = safeTime([&](double s) { return moment.apart(s) - least - 0.5 * bend * s * s; }, left);
    if (safe == left) return std::nullopt;
    t += safe;
  }
  return t;
}

}  // namespace keystone

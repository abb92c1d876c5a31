#include "collide/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "body/free_rotation.h"
#include "collide/separation.h"
#include "math/rounding.h"
#include "math/scratch_pool.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr int kMostSteps = 1000;  // bodies that turn a hair's breadth apart take a hundred: 0.1 mm, 0.1 rad

// [m] How far the core reaches from the body's centre: what of a shape turns with it.
double reachOf(const Moving& moving) {
  const Shape& shape = moving.shape;
  const bool is_point = isHalfSpace(shape) || std::holds_alternative<Sphere>(shape);
  return moving.place.position.norm() + (is_point ? 0.0 : boundingRadius(shape));
}

// [1/s^2] The acceleration of a point that turns with the body at most, by its distance from the centre.
double bend(const SpinBound& spin) {
  return spin.alpha + spin.omega * spin.omega;
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

// Two bodies on their way, of which a may be a half-space.
struct Pair {
  const Moving &a, &b;
  double reach_a, reach_b;  // [m]
  SpinBound spin_a, spin_b;
  double size;  // [m], of the smaller one

  // [m/s^2] With what points of one close on points of the other at most, but for the accelerations of the centres.
  double closing() const { return reach_a * bend(spin_a) + reach_b * bend(spin_b); }
};

// A frame of reference: the world's, or that of one of the bodies, in which its faces stand still.
enum class Frame { World, OfA, OfB };

// The pair at a moment.
class Moment {
 public:
  // `normal`, from a to b: along which they may be apart.
  Moment(const Pair& pair, double t, const Vec3& normal, Cores& cores)
      : pair_(pair),
        a_(bodyAfter(pair.a, t)),
        b_(bodyAfter(pair.b, t)),
        faster_(pair.b.a - pair.a.a),
        center_(b_.pose.position - a_.pose.position),
        solid_(place(pair.b, b_.pose, cores)),
        normal_(normal) {
    if (isHalfSpace(pair.a.shape))
      plane_ = std::get<HalfSpace>(pair.a.shape);
    else
      other_.emplace(place(pair.a, a_.pose, cores));
  }

  // Along the best direction: unit, a to b.
  void separate() {
    if (!other_) {
      normal_ = a_.pose.rotate(plane_.normal);
      return;
    }
    Separation axis;
    findSeparation(*other_, solid_, pair_.size, std::numeric_limits<double>::infinity(), axis);
    normal_ = axis.normal;
  }
  // Along one that is nearly so, which serves from afar.
  void separateRoughly() {
    if (!other_ || !findWay(*other_, solid_, pair_.size, normal_)) separate();
  }

  // [m] How far they are apart along that direction s [s] later at least, s <= left, where the direction stands still
  // in the frame. Concave: each point's own velocity, less all that it may accelerate.
  double apart(double s, Frame frame, double left) const {
    const Vec3 turn = frame == Frame::World ? Vec3::Zero() : frame == Frame::OfA ? a_.omega : b_.omega;
    const Vec3 turned_b = normal_ + s * normal_.cross(b_.omega - turn);
    const Vec3 turned_a = normal_ + s * normal_.cross(a_.omega - turn);
    const Vec3 velocity = b_.velocity - a_.velocity - turn.cross(center_);
    const double far_b = normal_.dot(center_ + s * velocity) + turned_b.dot(solid_.support(-turned_b) - center_);
    const double far_a = other_ ? turned_a.dot(other_->support(turned_a)) + other_->radius() : plane_.offset;
    return far_b - solid_.radius() - far_a - 0.5 * s * s * closing(frame, left);
  }

  const Vec3& normal() const { return normal_; }

  // Whether directions that stand still there turn in the world; none but its normal parts a half-space from others.
  bool isTurning(Frame frame) const {
    if (frame == Frame::World || !other_) return false;
    return !(frame == Frame::OfA ? a_.omega : b_.omega).isZero(0.0);
  }

 private:
  // In a frame about a's centre.
  ConvexCore place(const Moving& moving, const Pose& body, Cores& cores) const {
    const Pose pose = body * moving.place;
    return cores.core(moving.shape, pose, pose.position - a_.pose.position);
  }

  // [m/s^2] With what they close along the direction at most. Seen from a body that turns, a point at r with velocity v
  // has -alpha x r + omega x (omega x r) - 2 omega x v besides its own.
  double closing(Frame frame, double left) const {
    if (frame == Frame::World) return pair_.closing() - std::min(0.0, normal_.dot(faster_));
    const bool of_a = frame == Frame::OfA;
    const SpinBound &own = of_a ? pair_.spin_a : pair_.spin_b, &others = of_a ? pair_.spin_b : pair_.spin_a;
    const double reach = of_a ? pair_.reach_b : pair_.reach_a;
    const double faster = faster_.norm(), v = (b_.velocity - a_.velocity).norm() + left * faster;
    const double r = center_.norm() + left * v + reach;
    return faster + reach * bend(others) + r * bend(own) + 2.0 * own.omega * (v + others.omega * reach);
  }

  const Pair& pair_;
  Body a_, b_;
  Vec3 faster_;  // [m/s^2], b relative to a
  Vec3 center_;  // [m], of b from a's
  HalfSpace plane_;
  std::optional<ConvexCore> other_;
  ConvexCore solid_;
  Vec3 normal_;
};

// [s] A time of `left` at most until which `bound`, concave and positive at 0, is not negative: all of it, or nearly
// the longest. Between two values a chord lies below what is concave. Of one chord too many steps fall short; more than
// two take longer than the steps that they save (a pile of 128 hulls: 8.9, 7.5 and 10.5 ms a step by 1, 2 and 4).
template <class Bound>
double safeTime(const Bound& bound, double left) {
  constexpr int kChords = 2;
  double safe = 0.0, positive = bound(0.0), beyond = left, negative = bound(left);
  if (negative >= 0.0) return left;
  for (int i = 0; i < kChords; ++i) {
    safe += (beyond - safe) * positive / (positive - negative);
    positive = bound(safe);
    if (positive <= 0.0) return safe;  // but for rounding
    const double middle = 0.5 * (safe + beyond);
    const double ahead = bound(middle);
    if (ahead >= 0.0) {
      safe = middle;
      positive = ahead;
    } else {
      beyond = middle;
      negative = ahead;
    }
  }
  return safe + (beyond - safe) * positive / (positive - negative);
}

}  // namespace

double timeToCover(double distance, double speed, double acceleration) {
  const double under_root = speed * speed + 2.0 * acceleration * distance;
  if (!(under_root >= 0.0) || (speed <= 0.0 && acceleration <= 0.0)) return kInfinity;
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

std::optional<double> timeOfImpact(const Moving& a, const Moving& b, double h, double slop, Vec3* normal) {
  if (isHalfSpace(b.shape)) return isHalfSpace(a.shape) ? std::nullopt : timeOfImpact(b, a, h, slop);
  if (isHalfSpace(a.shape) && !a.omega.isZero(0.0)) return 0.0;
  if (h * std::max(a.omega.norm(), b.omega.norm()) > kMostTurn) return 0.0;
  const double radius_b = boundingRadius(b.shape);
  const double size = isHalfSpace(a.shape) ? radius_b : std::min(boundingRadius(a.shape), radius_b);
  const Pair pair{a, b, reachOf(a), reachOf(b), greatestSpin(a.body, a.omega), greatestSpin(b.body, b.omega), size};
  const double least = slop + kManyRoundings * size;
  const Scratch<Cores> cores;
  if (normal != nullptr && !isHalfSpace(a.shape)) {
    cores->empty();
    const Moment start(pair, 0.0, *normal, *cores);
    const auto stays_apart = [&](double s) { return start.apart(s, Frame::World, h) > least; };
    if (stays_apart(0.0) && stays_apart(h)) return std::nullopt;
  }
  Vec3 along = normal != nullptr ? *normal : Vec3(b.body.pose.position - a.body.pose.position);
  double t = 0.0;
  for (int n = 0; n < kMostSteps; ++n) {
    cores->empty();
    Moment moment(pair, t, along, *cores);
    const auto is_meeting = [&] { return moment.apart(0.0, Frame::World, 0.0) <= least; };
    moment.separateRoughly();
    if (is_meeting()) moment.separate();
    along = moment.normal();
    if (normal != nullptr && !isHalfSpace(a.shape)) *normal = along;
    if (is_meeting()) return t;
    const double left = h - t;
    double safe = 0.0;
    for (const Frame frame : {Frame::World, Frame::OfA, Frame::OfB}) {
      if (frame != Frame::World && !moment.isTurning(frame)) continue;
      safe = std::max(safe, safeTime([&](double s) { return moment.apart(s, frame, left) - least; }, left));
      if (safe == left) return std::nullopt;
    }
    if (t + safe == t) return t;
    t += safe;
  }
  return t;
}

}  // namespace keystone

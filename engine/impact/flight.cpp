#include "impact/flight.h"

#include <algorithm>

#include "collide/sweep.h"
#include "impact/collisions.h"
#include "math/rounding.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "shape/compound.h"
#include "world/motion.h"

namespace keystone {
namespace {

constexpr double kFlightRounding = 1e-12;  // [m], of gaps: bodies that go along with each other do not meet
constexpr double kApart = 1e-9;  // [m], a sweep begins where bodies are so far apart; shorter hops are straight

// Whether both bodies fly, or move as they are told.
bool isKnown(const World& world, const Flight& flight, const Manifold& manifold) {
  const auto known = [&](int body) { return flight.flies[body] != 0 || !world.bodies[body].isActive(); };
  return known(manifold.a) && known(manifold.b);
}

class FlightFinder {
 public:
  FlightFinder(const StepContext& step, Flight& flight)
      : step_(step),
        world_(step.world),
        manifolds_(step.result.manifolds),
        flight_(flight),
        whole_(step.world.h),
        left_(step.dt),
        touching_(touchingGap(step.dt)),
        v_(6 * static_cast<Eigen::Index>(step.world.bodies.size())) {
    velocitiesOf(world_.bodies, *v_);
  }

  void find(const EventCount& events) {
    ground(events);
    for (bool changed = true; changed;) {
      settle();
      changed = false;
      for (std::size_t i = 0; i < manifolds_.size(); ++i) {
        flight_.meets[i] = flight_.held[i] != 0 ? kInfinity : meetingTime(manifolds_[i]);
        if (flight_.meets[i] > kNow * whole_ || isFast(manifolds_[i])) continue;
        hold(i);
        changed = true;
      }
    }
  }

  // The way of a step is x + h v_end: that of twice the acceleration.
  bool findAgain(double left) {
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
      if (!world_.bodies[i].isActive() || flight_.flies[i] != 0) continue;
      const auto column = 6 * static_cast<Eigen::Index>(i);
      flight_.bends[i] = (2.0 / step_.dt) * (step_.workspace.v - *v_).segment<3>(column);
    }
    left_ = left;
    bool any = false;
    for (std::size_t i = 0; i < manifolds_.size(); ++i) {
      if (flight_.meets[i] == kInfinity || isKnown(world_, flight_, manifolds_[i])) continue;
      flight_.meets[i] = meetingTime(manifolds_[i]);
      any = true;
    }
    return any;
  }

  // Touching, and faster than what counts as rest.
  bool isFast(const Manifold& manifold) const {
    return !manifold.apart && std::ranges::any_of(pointsOf(manifold), [&](const ManifoldPoint& point) {
      return point.gap <= touching_ && speed(manifold, point) < -step_.input.params.restitution_threshold;
    });
  }

 private:
  // Who does not fly whatever touches it.
  void ground(const EventCount& events) {
    findFlying(world_, flight_.flies);
    flight_.bends.assign(world_.bodies.size(), Vec3::Zero());
    flight_.held.assign(manifolds_.size(), 0);
    flight_.meets.assign(manifolds_.size(), kInfinity);
    const auto isTired = [&](int body) { return world_.bodies[body].isActive() && events[body] > kMostEvents; };
    for (std::size_t i = 0; i < world_.bodies.size(); ++i)
      if (isTired(static_cast<int>(i))) flight_.flies[i] = 0;
    for (std::size_t i = 0; i < manifolds_.size(); ++i)
      if (isTired(manifolds_[i].a) || isTired(manifolds_[i].b)) hold(i);
  }

  // Who rests on something that does not fly, does not fly either.
  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < manifolds_.size(); ++i) {
        if (flight_.held[i] != 0 || !rests(manifolds_[i])) continue;
        hold(i);
        changed = true;
      }
    }
  }

  void hold(std::size_t i) {
    flight_.held[i] = 1;
    flight_.flies[manifolds_[i].a] = flight_.flies[manifolds_[i].b] = 0;
  }

  double speed(const Manifold& manifold, const ManifoldPoint& point) const {
    return normalSpeed(world_.bodies, *v_, manifold, point.point);
  }
  Vec3 acceleration(int body) const { return fallOf(world_, flight_, body) + flight_.bends[body]; }
  double normalAcceleration(const Manifold& manifold) const {
    return manifold.normal.dot(acceleration(manifold.b) - acceleration(manifold.a));
  }
  bool touches(const Manifold& manifold) const {
    const auto is_closed = [&](const ManifoldPoint& point) { return point.gap <= touching_; };
    return !manifold.apart && std::ranges::any_of(pointsOf(manifold), is_closed);
  }

  // [s] until a point with a gap up to `reach` [m] closes, as it moves now.
  double closingTime(const Manifold& manifold, double reach) const {
    double first = kInfinity;
    for (const ManifoldPoint& point : pointsOf(manifold)) {
      if (point.gap > reach) continue;
      const double gap = std::max(point.gap, 0.0) + kFlightRounding;
      first = std::min(first, timeToCover(gap, -speed(manifold, point), -normalAcceleration(manifold)));
    }
    return first;
  }

  bool rests(const Manifold& manifold) const {
    if (!touches(manifold) || isFast(manifold)) return false;
    const bool overlaps =
        std::ranges::any_of(pointsOf(manifold), [&](const auto& point) { return point.gap < -touching_; });
    return overlaps || staysClosed(manifold) || closingTime(manifold, touching_) < kShortestFlight * whole_;
  }

  // Whether no point is or comes apart by more than rounding before the step's end, where a body does not fly. What
  // presses such a body is not known yet: contacts of which nothing but rounding parts them must not wait for it.
  bool staysClosed(const Manifold& manifold) const {
    if (isKnown(world_, flight_, manifold)) return false;
    const double a = normalAcceleration(manifold);
    return std::ranges::all_of(pointsOf(manifold), [&](const ManifoldPoint& point) {
      const double v = speed(manifold, point), turns = a < 0.0 ? std::clamp(-v / a, 0.0, left_) : left_;
      return std::max(point.gap, point.gap + turns * (v + 0.5 * turns * a)) < kApart;
    });
  }

  // Bodies that part are looked for again from where they are apart.
  double meetingTime(const Manifold& manifold) const {
    double start = 0.0;
    if (touches(manifold) && !isFast(manifold)) {
      const double closing = closingTime(manifold, kInfinity);
      start = 0.5 * std::min(closing, left_);
      const double a = normalAcceleration(manifold);
      for (const ManifoldPoint& point : pointsOf(manifold))
        if (point.gap + start * (speed(manifold, point) + 0.5 * start * a) < kApart)
          return closing < left_ ? closing : kInfinity;
    }
    const auto moving_a = [&](const Body& body) { return moving(body, manifold.a, manifold.part_a); };
    const auto moving_b = [&](const Body& body) { return moving(body, manifold.b, manifold.part_b); };
    const Body a = bodyAfter(moving_a(world_.bodies[manifold.a]), start);
    const Body b = bodyAfter(moving_b(world_.bodies[manifold.b]), start);
    const auto time = timeOfImpact(moving_a(a), moving_b(b), left_ - start, 0.0);
    return time ? start + *time : kInfinity;
  }

  Moving moving(const Body& body, int index, int part) const {
    const bool fixed = body.isFixed();
    const auto [shape, place] = partOf(world_.colliders[index].shape, part);
    return {body,
            shape,
            fixed ? Vec3(Vec3::Zero()) : body.velocity,
            fixed ? Vec3(Vec3::Zero()) : body.omega,
            acceleration(index),
            place};
  }

  const StepContext& step_;
  const World& world_;
  const std::vector<Manifold>& manifolds_;
  Flight& flight_;
  double whole_, left_;  // [s]
  double touching_;      // [m]
  Scratch<VecX> v_;      // [6 bodies]
};

}  // namespace

void findFlying(const World& world, std::vector<char>& flies) {
  flies.clear();
  for (const Body& body : world.bodies) flies.push_back(body.isActive() ? 1 : 0);
  const auto hold = [&](int body) {
    if (body >= 0) flies[body] = 0;
  };
  for (const Joint& joint : world.joints) {
    hold(joint.a);
    hold(joint.b);
  }
  for (const Drag& drag : world.drags) hold(drag.body);
  for (const AppliedForce& force : world.forces) hold(force.body);
}

void findFlight(const StepContext& step, const EventCount& events, Flight& flight) {
  FlightFinder(step, flight).find(events);
}

bool meetAsSolved(const StepContext& step, double left, Flight& flight) {
  return FlightFinder(step, flight).findAgain(left);
}

bool countMeetings(const StepContext& step, const Flight& flight, double dt, EventCount& events) {
  bool meet = false;
  for (std::size_t i = 0; i < flight.meets.size(); ++i) {
    if (flight.meets[i] > dt) continue;
    const Manifold& manifold = step.result.manifolds[i];
    ++events[manifold.a];
    ++events[manifold.b];
    meet = true;
  }
  return meet;
}

Vec3 fallOf(const World& world, const Flight& flight, int body) {
  if (flight.flies[body] == 0) return Vec3::Zero();
  return keystone::fallOf(world, world.bodies[body]);
}

void contactsOfPhase(const StepContext& step, const Flight& flight, double dt, std::vector<Manifold>& contacts) {
  const World& world = step.world;
  contacts.clear();
  for (std::size_t i = 0; i < flight.meets.size(); ++i) {
    const Manifold& manifold = step.result.manifolds[i];
    if (flight.held[i] == 0) {
      if (isKnown(world, flight, manifold)) continue;
      if (flight.meets[i] <= dt + kNow * world.h) continue;
    }
    contacts.push_back(manifold);
    const Vec3 a = fallOf(world, flight, manifold.b) - fallOf(world, flight, manifold.a);
    for (ManifoldPoint& point : contacts.back().points) point.gap -= 0.5 * dt * dt * manifold.normal.dot(a);
  }
}

}  // namespace keystone

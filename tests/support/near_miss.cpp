#include "support/near_miss.h"

#include <cmath>
#include <span>

#include "body/free_rotation.h"
#include "support/surface_distance.h"

namespace keystone {
namespace {

constexpr double kFlightTime = kFlightSteps * kTrialStep;  // [s]

// [m], or more than `bound` where it is more than that.
double distanceAt(const Flight& a, const Flight& b, double t, double bound = HUGE_VAL) {
  const Pose pose_a = a.after(t), pose_b = b.after(t);
  const double spheres = (pose_a.position - pose_b.position).norm() - boundingRadius(a.shape) - boundingRadius(b.shape);
  return spheres >= bound ? spheres : surfaceDistance(a.shape, pose_a, b.shape, pose_b, bound);
}

// The least distance [m] on the way, sampled, and sampled more and more finely about the least sample: every 1.3 us in
// the end.
double leastDistance(const Flight& a, const Flight& b) {
  double from = 0.0, to = kFlightTime, best = 0.5 * kFlightTime, least = distanceAt(a, b, best);
  for (const int samples : {60, 12, 12, 12, 12}) {
    const double every = (to - from) / samples;
    for (int i = 0; i <= samples; ++i) {
      const double d = distanceAt(a, b, from + i * every, least);
      if (d >= least) continue;
      least = d;
      best = from + i * every;
    }
    from = std::max(0.0, best - every);
    to = std::min(kFlightTime, best + every);
  }
  return least;
}

// Brings the flyer sideways from afar to where it misses the target by `miss` [m]: a shift brings no two bodies nearer
// than by as much. Returns the least distance [m] that it came to.
double aim(Flight& flyer, const Flight& target, const Vec3& sideways, double miss) {
  constexpr int kMostShifts = 60;
  const Vec3 meeting = target.body.pose.position + 0.5 * kFlightTime * (target.body.velocity - flyer.body.velocity);
  const double far = boundingRadius(flyer.shape) + (isHalfSpace(target.shape) ? 0.0 : boundingRadius(target.shape));
  double offset = far + miss, least = HUGE_VAL;
  for (int n = 0; n < kMostShifts && offset > -far; ++n) {
    flyer.body.pose.position = meeting + offset * sideways;
    least = leastDistance(flyer, target);
    if (least < 1.1 * miss) break;
    offset -= least - miss;
  }
  return least;
}

Flight randomFlight(const Shape& shape, RandomShapes& random, const Vec3& velocity, double spin) {
  Flight flight{shape, bodyOf(shape, 100.0)};
  flight.body.pose.orientation = random.turn();
  flight.body.velocity = velocity;
  flight.body.omega = spin * random.direction();
  return flight;
}

Flight fixed(const Shape& shape, const Quat& turn) {
  Flight flight{shape, {}};
  flight.body.kind = BodyKind::Static;
  flight.body.pose.orientation = turn;
  return flight;
}

Simulation simulationOf(const TrialMethod& method, std::initializer_list<const Flight*> flights) {
  Simulation result = emptySimulation(method);
  for (const Flight* flight : flights) addBody(result.world, flight->body, {flight->shape, {0.5, 0.5, 0.5}});
  return result;
}

// Along the way of steps whose free rotation is made of `parts` each.
bool doTouch(const NearMiss& miss, int parts) {
  constexpr int kSamples = 4000;
  constexpr double kTouching = 1e-9;  // [m]
  Flight a = miss.flyer, b = miss.target;
  for (int n = 0; n < kFlightSteps * parts; ++n) {
    for (int i = 0; i <= kSamples / parts; ++i)
      if (distanceAt(a, b, i * kTrialStep / kSamples, kTouching) < kTouching) return true;
    moveFreely(a.body, kTrialStep / parts);
    moveFreely(b.body, kTrialStep / parts);
  }
  return false;
}

}  // namespace

Pose Flight::after(double t) const {
  Body moved = body;
  moveFreely(moved, t);
  return moved.pose;
}

NearMiss randomNearMiss(RandomShapes& random, ShapeSource source, ShapeSource ground) {
  for (;;) {
    NearMiss trial;
    const double speed = std::pow(10.0, random.uniform(0.0, 2.0)), miss = std::pow(10.0, random.uniform(-4.0, -1.53));
    const double kind = random.uniform(0.0, 1.0);
    trial.flyer = randomFlight(source(random), random, speed * random.direction(), random.uniform(0.0, 20.0));
    Vec3 sideways = Vec3::UnitY();
    if (kind < 0.15) {
      trial.target = fixed(ground(random), Quat::Identity());
      trial.flyer.body.velocity = speed * sideways.cross(random.direction()).normalized();
    } else {
      trial.target = kind < 0.5 ? fixed(source(random), random.turn())
                                : randomFlight(source(random), random, random.uniform(0.0, 1.0) * random.direction(),
                                               random.uniform(0.0, 3.0));
      const Vec3 way = trial.flyer.body.velocity - trial.target.body.velocity;
      sideways = way.cross(random.direction()).normalized();
    }
    trial.miss = aim(trial.flyer, trial.target, sideways, miss);
    if (trial.miss > 0.5 * miss && trial.miss < 0.03) return trial;
  }
}

Simulation start(const NearMiss& miss, const TrialMethod& method) {
  return simulationOf(method, {&miss.flyer, &miss.target});
}

TrialResult run(const NearMiss& miss, const TrialMethod& method) {
  Simulation both = start(miss, method), flyer = simulationOf(method, {&miss.flyer}),
             target = simulationOf(method, {&miss.target});
  TrialResult result;
  for (int n = 0; n < kFlightSteps; ++n) {
    for (Simulation* simulation : {&both, &flyer, &target}) result.rejected |= step(*simulation).rejected;
    for (std::size_t i = 0; i < 2; ++i) {
      const Body &body = both.world.bodies[i], &alone = (i == 0 ? flyer : target).world.bodies[0];
      result.change = std::max(result.change, (body.velocity - alone.velocity).norm());
      result.spin = std::max(result.spin, (body.omega - alone.omega).norm());
    }
  }
  if (std::max(result.change, result.spin) > kTrialRounding) result.touched = doTouch(miss, substepsOf(method.stepper));
  return result;
}

}  // namespace keystone

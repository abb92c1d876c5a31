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

// The least distance [m] that bodies come to on their way, known to a tenth of it or to 0.1 um; where they overlap,
// that of a moment at which they do. By branch and bound: no surface comes nearer by more than `closing` [m/s].
class LeastDistance {
 public:
  LeastDistance(const Flight& a, const Flight& b) : a_(a), b_(b), closing_(fastest()) {
    constexpr int kPieces = 60;
    const double every = kFlightTime / kPieces;
    double before = sample(0.0, every);
    for (int i = 0; i < kPieces; ++i) {
      const double after = sample((i + 1) * every, every);
      search(i * every, before, (i + 1) * every, after);
      before = after;
    }
  }
  double found() const { return least_; }

  static double tolerance(double least) { return std::max(1e-7, 0.1 * least); }

 private:
  double fastest() const {
    const auto turning = [](const Flight& flight) {
      if (isHalfSpace(flight.shape)) return 0.0;
      return greatestSpin(flight.body, flight.body.omega).omega * boundingRadius(flight.shape);
    };
    return (a_.body.velocity - b_.body.velocity).norm() + turning(a_) + turning(b_);
  }
  // Exact where it matters to pieces of that width [s], else too small.
  double sample(double t, double width) {
    const double d = distanceAt(a_, b_, t, least_ + closing_ * width);
    least_ = std::min(least_, d);
    return d;
  }
  void search(double from, double at_from, double to, double at_to) {
    const double bound = 0.5 * (at_from + at_to - closing_ * (to - from));
    if (least_ <= 0.0 || bound >= least_ - tolerance(least_)) return;
    const double middle = 0.5 * (from + to), at_middle = sample(middle, 0.5 * (to - from));
    search(from, at_from, middle, at_middle);
    search(middle, at_middle, to, at_to);
  }

  const Flight &a_, &b_;
  double closing_;
  double least_ = HUGE_VAL;
};

// Brings the flyer sideways from afar to where it misses the target by `miss` [m]: a shift brings no two bodies nearer
// than by as much. Returns the least distance [m] that it came to.
double aim(Flight& flyer, const Flight& target, const Vec3& sideways, double miss) {
  constexpr int kMostShifts = 60;
  const Vec3 meeting = target.body.pose.position + 0.5 * kFlightTime * (target.body.velocity - flyer.body.velocity);
  const double far = boundingRadius(flyer.shape) + (isHalfSpace(target.shape) ? 0.0 : boundingRadius(target.shape));
  double offset = far + miss, least = HUGE_VAL;
  for (int n = 0; n < kMostShifts && offset > -far; ++n) {
    flyer.body.pose.position = meeting + offset * sideways;
    least = LeastDistance(flyer, target).found();
    if (least < 1.2 * miss) break;
    offset -= least - LeastDistance::tolerance(least) - miss;
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

// Collision of spheres strewn at random: broad phase and narrow phase, one thread.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>

#include "collide/collide.h"

namespace keystone::bench {
namespace {

constexpr double kStep = 1.0 / 60.0;
constexpr double kFilled = 0.3;  // share of the cube that the spheres take, were they apart

struct Spheres {
  std::vector<Body> bodies;
  std::vector<Collider> colliders;
};

// Radii of 0.1 to 0.2 m, velocities of up to 1 m/s.
Spheres strew(int count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const double volume = 4.0 / 3.0 * std::numbers::pi * (std::pow(0.2, 4) - std::pow(0.1, 4)) / (4.0 * 0.1);
  const double side = std::cbrt(count * volume / kFilled);
  Spheres spheres;
  for (int i = 0; i < count; ++i) {
    Body body;
    body.pose.position = side * Vec3(unit(random), unit(random), unit(random));
    body.velocity = Vec3(unit(random), unit(random), unit(random)) - Vec3::Constant(0.5);
    spheres.bodies.push_back(body);
    spheres.colliders.push_back({Sphere{0.1 + 0.1 * unit(random)}, {}});
  }
  return spheres;
}

void broadPhaseOfSpheres(benchmark::State& state) {
  const Spheres spheres = strew(static_cast<int>(state.range(0)));
  std::vector<std::pair<int, int>> pairs;
  while (state.KeepRunning()) broadPhase(spheres.bodies, spheres.colliders, {}, kStep, pairs);
  state.counters["pairs"] = static_cast<double>(pairs.size());
}

void narrowPhaseOfSpheres(benchmark::State& state) {
  const Spheres spheres = strew(static_cast<int>(state.range(0)));
  std::vector<std::pair<int, int>> pairs;
  std::vector<Manifold> manifolds;
  broadPhase(spheres.bodies, spheres.colliders, {}, kStep, pairs);
  while (state.KeepRunning()) narrowPhase(spheres.bodies, spheres.colliders, pairs, {}, kStep, manifolds);
  state.counters["contacts"] = static_cast<double>(manifolds.size());
}

BENCHMARK(broadPhaseOfSpheres)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(narrowPhaseOfSpheres)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace keystone::bench

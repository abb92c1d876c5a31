// Collision, one thread: spheres strewn at random, and hulls packed side by side.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>

#include "collide/collide.h"
#include "math/parallel.h"
#include "shape/hull.h"

namespace keystone::bench {
namespace {

constexpr double kStep = 1.0 / 60.0;
constexpr double kFilled = 0.3;  // share of the cube that the spheres take, were they apart

struct Solids {
  std::vector<Body> bodies;
  std::vector<Collider> colliders;
};

// Radii of 0.1 to 0.2 m, velocities of up to 1 m/s.
Solids strew(int count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const double volume = 4.0 / 3.0 * std::numbers::pi * (std::pow(0.2, 4) - std::pow(0.1, 4)) / (4.0 * 0.1);
  const double side = std::cbrt(count * volume / kFilled);
  Solids spheres;
  for (int i = 0; i < count; ++i) {
    Body body;
    body.pose.position = side * Vec3(unit(random), unit(random), unit(random));
    body.velocity = Vec3(unit(random), unit(random), unit(random)) - Vec3::Constant(0.5);
    spheres.bodies.push_back(body);
    spheres.colliders.push_back({Sphere{0.1 + 0.1 * unit(random)}, {}});
  }
  return spheres;
}

// A thousand in a cubic lattice, of random corners on ellipsoids of 0.35 to 0.5 m, that creep at up to 1 cm/s. The
// lattice is so narrow that neighbours touch as they do in a pile.
Solids pack(int corners) {
  constexpr int kSide = 10;
  constexpr double kSpacing = 0.8;  // [m]
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  Solids hulls;
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    const Vec3 radii = Vec3::Constant(0.35) + 0.15 * Vec3(unit(random), unit(random), unit(random));
    std::vector<Vec3> points;
    for (int k = 0; k < corners; ++k) points.push_back(radii.cwiseProduct(vector().normalized()));
    Body body;
    body.pose.position = kSpacing * Vec3(i % kSide, i / kSide % kSide, i / (kSide * kSide));
    body.pose.orientation = Quat(normal(random), normal(random), normal(random), normal(random)).normalized();
    body.velocity = 0.01 * vector().normalized();
    hulls.bodies.push_back(body);
    hulls.colliders.push_back({Hull{hullFromPoints(points)}, {}});
  }
  return hulls;
}

void broadPhaseOfSpheres(benchmark::State& state) {
  const Solids spheres = strew(static_cast<int>(state.range(0)));
  std::vector<std::pair<int, int>> pairs;
  while (state.KeepRunning()) broadPhase(spheres.bodies, spheres.colliders, {}, kStep, pairs);
  state.counters["pairs"] = static_cast<double>(pairs.size());
}

void narrowPhaseOfSpheres(benchmark::State& state) {
  setThreads(1);
  const Solids spheres = strew(static_cast<int>(state.range(0)));
  std::vector<std::pair<int, int>> pairs;
  std::vector<Manifold> manifolds;
  broadPhase(spheres.bodies, spheres.colliders, {}, kStep, pairs);
  while (state.KeepRunning()) narrowPhase(spheres.bodies, spheres.colliders, pairs, {}, kStep, manifolds);
  state.counters["contacts"] = static_cast<double>(manifolds.size());
}

void narrowPhaseOfHulls(benchmark::State& state) {
  setThreads(1);
  const Solids hulls = pack(static_cast<int>(state.range(0)));
  std::vector<std::pair<int, int>> pairs;
  std::vector<Manifold> manifolds;
  broadPhase(hulls.bodies, hulls.colliders, {}, kStep, pairs);
  while (state.KeepRunning()) narrowPhase(hulls.bodies, hulls.colliders, pairs, {}, kStep, manifolds);
  state.counters["pairs"] = static_cast<double>(pairs.size());
  state.counters["touching"] = static_cast<double>(manifolds.size());
}

BENCHMARK(broadPhaseOfSpheres)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(narrowPhaseOfSpheres)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(narrowPhaseOfHulls)->Arg(8)->Arg(32)->Arg(128)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace keystone::bench

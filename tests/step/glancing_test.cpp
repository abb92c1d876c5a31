// Balls that hit others in passing: the impact is along the line of centres of the moment at which they touch, which
// within a step at speed is far from that of its start.
#include <gtest/gtest.h>

#include <random>

#include "scene/scene_fixture.h"
#include "shape/distance_field.h"
#include "shape/surface_mesh.h"
#include "support/effort.h"
#include "support/surface_meshes.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

// A ball that hits another one at rest, aside of its centre.
struct Hit {
  double r, mass, other_mass, speed, e, aside;  // [m], [kg], [kg], [m/s], -, [m]
  double way;                                   // [m] to where they touch
  double reach;                                 // [m], between the centres there
  Vec3 line() const { return Vec3(-std::sqrt(reach * reach - aside * aside), aside, 0.0) / reach; }
  double change() const { return (1.0 + e) * other_mass / (mass + other_mass) * speed; }  // [m/s], head on
  Vec3 velocity() const { return Vec3(speed, 0, 0) - change() * line().x() * line(); }
  // Whether the line is another one than at the step's start.
  bool turns() const {
    const Vec3 at_first = (reach * line() - Vec3(std::fmod(way, speed / 60.0), 0, 0)).normalized();
    return std::acos(std::min(1.0, line().dot(at_first))) > 4.0 * kKnown;
  }

  static constexpr double kKnown = 0.05;  // [rad], to which the line is known (kTurned in step/speculative_check.cpp)
};

class RandomHits {
 public:
  // `equal`: balls of one radius.
  Hit next(bool equal) {
    Hit hit{};
    hit.r = uniform(0.05, 0.5);
    hit.reach = hit.r + (equal ? hit.r : uniform(0.05, 0.5));
    hit.mass = uniform(0.1, 10.0);
    hit.other_mass = uniform(0.1, 10.0);
    hit.speed = std::pow(10.0, uniform(0.0, 2.0));
    hit.e = uniform(0.0, 1.0);
    hit.aside = hit.reach * uniform(0.0, 0.999);
    hit.way = hit.speed / 60.0 * uniform(1.0, 3.0);
    return hit;
  }

 private:
  double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  std::mt19937 random_{81};
};

Simulation emptyWorld(StepperKind stepper) {
  Simulation result = keystone::simulation(*findSolver("exact"));
  result.stepper = stepper;
  result.params.restitution_threshold = 0.0;
  result.world.gravity.setZero();
  return result;
}

// The velocity of the ball, the last body, after it has hit the other one, which is at `place`.
void expectHit(Simulation simulation, const Hit& hit, const Vec3& place) {
  const Material smooth{0.0, 0.0, hit.e};
  addSphere(simulation.world, hit.reach - hit.r, hit.other_mass, place, smooth);
  addSphere(simulation.world, hit.r, hit.mass, place + hit.reach * hit.line() - Vec3(hit.way, 0, 0), smooth);
  simulation.world.bodies.back().velocity = {hit.speed, 0, 0};
  for (int n = 0; n < 5; ++n) step(simulation);
  EXPECT_LE((simulation.world.bodies.back().velocity - hit.velocity()).norm(), Hit::kKnown * hit.change())
      << hit.speed << " m/s, " << hit.aside / hit.reach << " aside, e " << hit.e;
}

class GlancingHits : public ::testing::TestWithParam<StepperKind> {};

TEST_P(GlancingHits, AreAlongTheLineOfCentres) {
  RandomHits hits;
  int turned = 0;
  for (int trial = 0; trial < trials(2000); ++trial) {
    const Hit hit = hits.next(false);
    SCOPED_TRACE(trial);
    expectHit(emptyWorld(GetParam()), hit, Vec3::Zero());
    turned += hit.turns() ? 1 : 0;
  }
  EXPECT_GT(turned, trials(300)) << "what never turns proves nothing";
}

// The table, which they touch, may do anything to them: the solve alone says which way they would go.
TEST_P(GlancingHits, AreSoOnATable) {
  RandomHits hits;
  for (int trial = 0; trial < trials(500); ++trial) {
    const Hit hit = hits.next(true);
    SCOPED_TRACE(trial);
    Simulation table = emptyWorld(GetParam());
    addBox(table.world, {20, 20, 0.5}, 1.0, {0, 0, -0.5}, {0.0, 0.0, 0.0});
    table.world.bodies.back().kind = BodyKind::Static;
    expectHit(std::move(table), hit, {0, 0, hit.r});
  }
}

// One that moves and bears them: what pushes them is another body's doing.
TEST_P(GlancingHits, AreSoOnABlock) {
  RandomHits hits;
  for (int trial = 0; trial < trials(500); ++trial) {
    const Hit hit = hits.next(true);
    SCOPED_TRACE(trial);
    Simulation block = emptyWorld(GetParam());
    block.world.gravity = {0, 0, -9.81};
    addBox(block.world, {20, 20, 0.5}, 1.0, {0, 0, -1.5}, {0.0, 0.0, 0.0});
    block.world.bodies.back().kind = BodyKind::Static;
    addBox(block.world, {20, 20, 0.5}, 1000.0, {0, 0, -0.5}, {0.0, 0.0, 0.0});
    expectHit(std::move(block), hit, {0, 0, hit.r});
  }
}

// A cube as the shapes of the engine have it.
std::vector<Shape> cubes() {
  const Vec3 half(0.5, 0.5, 0.5);
  Part back, front;
  back.shape = front.shape = Box{{0.5, 0.5, 0.25}};
  back.pose.position.z() = -0.25;
  front.pose.position.z() = 0.25;
  const TriangleMesh mesh = boxMesh(half, {});
  return {Box{half}, makeCompound({back, front}), makeSurface(mesh.vertices, mesh.triangles, Sides::Front),
          makeSurface(mesh.vertices, mesh.triangles, Sides::Both),
          makeDistanceField(mesh.vertices, mesh.triangles, 0.05)};
}

// A sharp edge turns the normal twice as fast as an equal ball does. Under `position` the way of a ball that does not
// bounce ends on the cube, somewhere around its edge.
TEST_P(GlancingHits, AreAlongTheLineFromAnEdge) {
  const std::vector<Shape> shapes = cubes();
  RandomHits hits;
  for (int trial = 0; trial < trials(300); ++trial) {
    Hit hit = hits.next(true);
    hit.reach = hit.r;
    hit.aside *= 0.5;
    hit.other_mass = 1e12;
    hit.e *= trial % 2;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      Simulation simulation = emptyWorld(GetParam());
      const Material smooth{0.0, 0.0, hit.e};
      Body cube;
      cube.kind = BodyKind::Static;
      cube.pose.position = {0.5, -0.5, 0.0};
      addBody(simulation.world, cube, {shapes[i], smooth});
      addSphere(simulation.world, hit.r, hit.mass, hit.reach * hit.line() - Vec3(hit.way, 0, 0.8 * hit.r - 0.4),
                smooth);
      simulation.world.bodies.back().velocity = {hit.speed, 0, 0};
      for (int n = 0; n < 5; ++n) step(simulation);
      const double known = GetParam() == StepperKind::Position && hit.e == 0.0 ? 0.2 : 2.0 * Hit::kKnown;
      EXPECT_LE((simulation.world.bodies.back().velocity - hit.velocity()).norm(), known * hit.change())
          << "trial " << trial << ", shape " << i << ", " << hit.speed << " m/s, e " << hit.e;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Steppers, GlancingHits,
                         testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Position),
                         [](const auto& instance) { return std::string(toString(instance.param)); });

}  // namespace
}  // namespace keystone

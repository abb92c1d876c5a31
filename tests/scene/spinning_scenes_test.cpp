// Tops that friction turns over or round, against laws.
#include <gtest/gtest.h>

#include <cmath>

#include "scene/scene_fixture.h"
#include "shape/compound.h"
#include "step/step.h"

namespace keystone {
namespace {

// Sliding friction acts at the contact, so that it has no moment about the line from the centre of mass to it that
// would change this: -L . r, r from the centre of mass to the contact (Jellett 1872).
TEST(SpinningScenes, TheTippeTopTurnsOverAndKeepsJellettsIntegral) {
  constexpr double kRadius = 0.2;
  Scene scene = loadById("tippe_top");
  Simulation& simulation = scene.simulation;
  const Vec3 ball = partOf(simulation.world.colliders[1].shape, 0).pose.position;
  const auto jellett = [&] {
    const Body& top = simulation.world.bodies[1];
    const Vec3 arm = top.pose.rotate(ball) - kRadius * Vec3::UnitY();
    return -(worldInertia(top) * top.omega).dot(arm);
  };
  const auto upright = [&] { return simulation.world.bodies[1].pose.rotate(Vec3::UnitY()).y(); };
  const double start = jellett();
  EXPECT_GT(upright(), 0.99);
  for (int n = 0; n < 3 * 480; ++n) {
    step(simulation);
    ASSERT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n;
    ASSERT_NEAR(jellett(), start, 5e-4 * start) << n;
  }
  EXPECT_LT(upright(), -0.45);
  EXPECT_GT(simulation.world.bodies[1].pose.position.y(), kRadius) << "its centre of mass has risen";
}

TEST(SpinningScenes, ARattlebackTurnsRoundInOneSenseAlone) {
  Scene scene = loadById("rattleback");
  Simulation& simulation = scene.simulation;
  const auto spin = [&](std::size_t body) { return simulation.world.bodies[body].omega.y(); };
  EXPECT_EQ(spin(1), 2.2);
  EXPECT_EQ(spin(2), -2.2);
  for (int n = 0; n < 2 * 480; ++n) step(simulation);
  EXPECT_LT(spin(2), -2.1) << "it begins slowly";
  for (int n = 0; n < 8 * 480; ++n) step(simulation);
  EXPECT_GT(spin(1), 2.19);
  EXPECT_GT(spin(2), 1.0);
  EXPECT_EQ(simulation.report.solve.status, SolveStatus::Converged);
}

// [s] From the start, at which the middle axis spins fastest, until it has turned half over: a quarter of the period of
// Euler's equations, K(k) / rate (Landau and Lifshitz, Mechanics, section 37), for 2 T I_mid > L^2. I ascending, spin
// about the axes of I.
double quarterOfAFlip(const Vec3& I, const Vec3& spin) {
  const Vec3 L = I.cwiseProduct(spin);
  const double energy = spin.dot(L), square = L.squaredNorm();  // 2 T, L^2
  const double rate = std::sqrt((I[1] - I[0]) * (energy * I[2] - square) / I.prod());
  const double k2 = (I[2] - I[1]) * (square - energy * I[0]) / ((I[1] - I[0]) * (energy * I[2] - square));
  return std::comp_ellint_1(std::sqrt(k2)) / rate;
}

// The box's x is its middle axis, y its least, z its largest. Free rotation is of second order in the step, and keeps
// the momentum to rounding.
TEST(SpinningScenes, TheBoxTurnsOverWhenEulersEquationsSayAndKeepsItsMomentum) {
  const auto errorAt = [](double hertz) {
    Scene scene = loadById("dzhanibekov");
    Simulation& simulation = scene.simulation;
    simulation.world.h = 1.0 / hertz;
    const Body& box = simulation.world.bodies[0];
    const auto spin = [&] { return (box.pose.orientation.conjugate() * box.omega).x(); };
    const Vec3 momentum = worldInertia(box) * box.omega;
    const double energy = 0.5 * momentum.dot(box.omega);
    const Vec3 I(box.inertia(1, 1), box.inertia(0, 0), box.inertia(2, 2));
    const double quarter = quarterOfAFlip(I, {box.omega.y(), box.omega.x(), box.omega.z()});
    int flips = 0;
    double last = 0.0;  // [s]
    while (flips < 5) {
      const double before = spin();
      step(simulation);
      EXPECT_LE((worldInertia(box) * box.omega - momentum).norm(), 1e-11 * momentum.norm());
      EXPECT_NEAR(0.5 * box.omega.dot(worldInertia(box) * box.omega), energy, 1e-3 * energy);
      if (before * spin() > 0.0) continue;
      ++flips;
      last = simulation.world.time - simulation.world.h * spin() / (spin() - before);
    }
    return std::abs(last / (9.0 * quarter) - 1.0);
  };
  const double coarse = errorAt(60.0), fine = errorAt(120.0);
  EXPECT_LE(coarse, 1e-2);
  EXPECT_NEAR(fine / coarse, 0.25, 0.05);
}

// A cone that rolls on a slope has the kinetic energy 3 m h^2 (1 + 5 cos^2) / 40 of its swing squared, with the cosine
// of half its opening (Landau and Lifshitz, Mechanics, section 32): a pendulum, let go at 0.3 rad.
TEST(SpinningScenes, TheConeSwingsAboutItsApexAsAPendulum) {
  const double height = 0.8, slope = 0.3, start = 0.3, cosine = std::cos(std::atan(0.3 / height));
  const double rate =
      std::sqrt(5.0 * kSceneGravity * std::sin(slope) * cosine / (height * (1.0 + 5.0 * cosine * cosine)));
  const double quarter = std::comp_ellint_1(std::sin(0.5 * start)) / rate;
  Scene scene = loadById("shapes_cones");
  Simulation& simulation = scene.simulation;
  const auto side = [&] { return named(scene, "cone").pose.position.z(); };
  std::vector<double> crossings;  // [s]
  while (crossings.size() < 4 && simulation.world.time < 10.0) {
    const double before = side();
    step(simulation);
    if (before * side() <= 0.0)
      crossings.push_back(simulation.world.time - simulation.world.h * side() / (side() - before));
  }
  ASSERT_EQ(crossings.size(), 4u);
  EXPECT_NEAR(crossings[0], quarter, simulation.world.h);                     // velocities are half a step ahead
  EXPECT_NEAR((crossings[3] - crossings[0]) / 6.0, quarter, 2e-4 * quarter);  // (rate h)^2 / 24
}

}  // namespace
}  // namespace keystone

// Rotation without torque, against what it conserves and against closed forms.
#include "body/free_rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "body/body.h"

namespace keystone {
namespace {

Vec3 momentumOf(const Body& body) {
  return body.pose.orientation * (body.inertia * (body.pose.orientation.conjugate() * body.omega));
}

double energyOf(const Body& body) {
  return 0.5 * body.omega.dot(momentumOf(body));
}

Vec3 randomVector(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

// Principal moments that a body can have: none is above the sum of the others.
Vec3 randomMoments(std::mt19937_64& random) {
  std::uniform_real_distribution<double> square(0.01, 1.0);
  const Vec3 second(square(random), square(random), square(random));
  return Vec3::Constant(second.sum()) - second;
}

TEST(FreeRotation, KeepsMomentumAndEnergyUpToThreeRadiansAStep) {
  std::mt19937_64 random(7);
  constexpr double kStep = 1.0 / 60.0;
  for (int spin = 0; spin < 100; ++spin) {
    Body body;
    body.inertia = randomMoments(random).asDiagonal();
    body.pose.orientation = Quat(Eigen::AngleAxisd(spin, randomVector(random).normalized()));
    const double angle = 3.0 * (spin + 1) / 100.0;
    body.omega = angle / kStep * randomVector(random).normalized();
    const Vec3 momentum = momentumOf(body);
    const double energy = energyOf(body);
    for (int n = 0; n < 600; ++n) rotateFreely(body, kStep);
    EXPECT_LE((momentumOf(body) - momentum).norm(), 1e-12 * momentum.norm()) << angle << " rad a step";
    EXPECT_NEAR(energyOf(body), energy, 1e-9 * energy) << angle << " rad a step";
  }
}

// A thousand times faster than a step resolves, and a rod whose moments differ a thousandfold.
TEST(FreeRotation, KeepsMomentumAndEnergyOfThinAndFastBodies) {
  for (const Vec3& moments : {Vec3(1e-3, 1.0, 1.0), Vec3(1e-3, 1.0, 1.0005), Vec3(1.0, 1.0, 2.0)}) {
    for (const double speed : {1.0, 60.0, 6000.0}) {
      Body body;
      body.inertia = moments.asDiagonal();
      body.omega = speed * Vec3(0.9, 0.3, -0.5);
      const Vec3 momentum = momentumOf(body);
      const double energy = energyOf(body);
      for (int n = 0; n < 10; ++n) rotateFreely(body, 1.0 / 60.0);
      EXPECT_LE((momentumOf(body) - momentum).norm(), 1e-11 * momentum.norm()) << speed;
      EXPECT_NEAR(energyOf(body), energy, 1e-9 * energy) << speed;
    }
  }
}

// A symmetric body's axis goes round the momentum L at |L| / I_1, I_1 the moment across the axis.
double precessionError(double h, int steps) {
  Body body;
  body.inertia = Vec3(1.0, 1.0, 1.8).asDiagonal();
  body.omega = {6.0, 0.0, 8.0};
  const Vec3 momentum = momentumOf(body);
  const Vec3 axis = Vec3::UnitZ();
  for (int n = 0; n < steps; ++n) rotateFreely(body, h);
  const double angle = momentum.norm() / 1.0 * h * steps;
  const Vec3 expected = Eigen::AngleAxisd(angle, momentum.normalized()) * axis;
  return (body.pose.orientation * axis - expected).norm();
}

TEST(FreeRotation, OfASymmetricBodyIsThePrecessionOfItsClosedFormToSecondOrder) {
  const double coarse = precessionError(1.0 / 60.0, 60), fine = precessionError(1.0 / 240.0, 240);
  EXPECT_LE(coarse, 0.05);
  EXPECT_NEAR(coarse / fine, 16.0, 0.5);
}

// Spun almost about the middle axis, a body turns over again and again (Dzhanibekov). Half a turn takes 2 K(k) / a, K
// the complete elliptic integral (Landau and Lifshitz, Mechanics, section 37).
TEST(FreeRotation, TurnsOverInTheTimeOfTheClosedForm) {
  const Vec3 moments(1.0, 2.0, 2.5);
  Body body;
  body.inertia = moments.asDiagonal();
  body.omega = {0.01, 6.0, 0.0};
  const double twice_energy = 2.0 * energyOf(body), squared = momentumOf(body).squaredNorm();
  const auto [i1, i2, i3] = std::tuple(moments[0], moments[1], moments[2]);
  // Of M^2 < 2 E I_2; otherwise 1 and 3 change places.
  ASSERT_LT(squared, twice_energy * i2);
  const double a = std::sqrt((i2 - i1) * (twice_energy * i3 - squared) / (i1 * i2 * i3));
  const double k = std::sqrt((i3 - i2) * (squared - twice_energy * i1) / ((i2 - i1) * (twice_energy * i3 - squared)));
  const double expected = 2.0 * std::comp_ellint_1(std::min(k, 1.0 / k)) / (k < 1.0 ? a : a * k);
  constexpr double kStep = 1.0 / 960.0;
  std::vector<double> turns;  // times at which the spin about the middle axis changes its sign
  for (int n = 1; n <= 20000; ++n) {
    const double before = (body.pose.orientation.conjugate() * body.omega).y();
    rotateFreely(body, kStep);
    const double after = (body.pose.orientation.conjugate() * body.omega).y();
    if (before * after < 0.0) turns.push_back(kStep * (n - after / (after - before)));
  }
  ASSERT_GE(turns.size(), 3U);
  for (std::size_t i = 1; i < turns.size(); ++i) EXPECT_NEAR(turns[i] - turns[i - 1], expected, 1e-3 * expected);
}

// As far as a long rotation tells, which passes everywhere on its polhode.
TEST(FreeRotation, ComesToItsGreatestSpinAndNotBeyond) {
  std::mt19937_64 random(11);
  constexpr double kStep = 1e-3;
  for (int trial = 0; trial < 40; ++trial) {
    Body body;
    const Mat3 axes = Quat(Eigen::AngleAxisd(trial, randomVector(random).normalized())).toRotationMatrix();
    Vec3 moments = randomMoments(random);
    if (trial % 4 == 0) moments[1] = moments[0];
    if (trial % 8 == 0) moments[2] = moments[0];
    body.inertia = axes * moments.asDiagonal() * axes.transpose();
    body.pose.orientation = Quat(Eigen::AngleAxisd(0.3 * trial, randomVector(random).normalized()));
    body.omega = 10.0 * randomVector(random);
    const Mat3 inverse = body.inertia.inverse();
    const SpinBound bound = greatestSpin(body, body.omega);
    double omega = 0.0, alpha = 0.0;
    for (int n = 0; n < 20000; ++n) {
      const Vec3 spin = body.pose.orientation.conjugate() * body.omega;
      omega = std::max(omega, spin.norm());
      alpha = std::max(alpha, (inverse * (body.inertia * spin).cross(spin)).norm());
      rotateFreely(body, kStep);
    }
    EXPECT_LE(omega, bound.omega * (1.0 + 1e-9)) << trial;
    EXPECT_GE(omega, bound.omega * 0.999) << trial;
    EXPECT_LE(alpha, bound.alpha * (1.0 + 1e-9) + 1e-9) << trial;
    EXPECT_GE(alpha, bound.alpha * 0.999 - 1e-9) << trial;
  }
}

}  // namespace
}  // namespace keystone

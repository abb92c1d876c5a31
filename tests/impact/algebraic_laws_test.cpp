// One contact's impact by Brach's and by Chatterjee and Ruina's law: closed forms, what the paper claims, the scene.
#include "impact/algebraic_laws.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "support/effort.h"
#include "support/settled.h"

namespace keystone {
namespace {

constexpr std::array kAlgebraic{RestitutionLaw::Brach, RestitutionLaw::ChatterjeeRuina};

double gainOf(const ImpactPoint& point, const Vec3& p) {
  return p.dot(point.u + 0.5 * point.W * p);
}

// W of random bodies, in the plane for every second one.
ImpactPoint randomImpact(std::mt19937_64& random) {
  std::uniform_real_distribution<double> one(-1.0, 1.0), share(0.0, 1.0);
  Mat3 root;
  for (double& entry : root.reshaped()) entry = one(random);
  ImpactPoint point;
  point.W = root * root.transpose() + 0.1 * Mat3::Identity();
  point.planar = random() % 2 == 0;
  point.u = Vec3(-share(random), one(random), point.planar ? 0.0 : one(random));
  point.mu_static = point.mu_dynamic = 2.0 * share(random);
  point.e = share(random);
  point.e_t = one(random);
  if (!point.planar) return point;
  point.W.row(2).setZero();
  point.W.col(2).setZero();
  point.W(2, 2) = 1.0;
  return point;
}

TEST(AlgebraicLaws, AreNewtonsAlongTheNormalWithinFrictionAndGainNoEnergy) {
  std::mt19937_64 random(8);
  int stuck = 0, reduced = 0;
  const int impacts = trials(20000);
  for (int n = 0; n < impacts; ++n) {
    const ImpactPoint point = randomImpact(random);
    for (const RestitutionLaw law : kAlgebraic) {
      const PathEnd end = algebraicImpact(law, point);
      const Vec3 after = point.u + point.W * end.lambda;
      ASSERT_LE(gainOf(point, end.lambda), 1e-12) << n;
      ASSERT_GE(end.lambda[0], 0.0) << n;
      ASSERT_LE(end.lambda.tail<2>().norm(), point.mu_dynamic * end.lambda[0] + 1e-12) << n;
      reduced += end.reduced ? 1 : 0;
      ASSERT_NEAR(after[0], -point.e * point.u[0], 1e-12 * (1.0 + end.lambda.norm())) << n;
      if (end.reduced || end.lambda.tail<2>().norm() > (1.0 - 1e-9) * point.mu_dynamic * end.lambda[0]) continue;
      ++stuck;
      const double reversed = (after.tail<2>() + point.e_t * point.u.tail<2>()).norm();
      ASSERT_LE(law == RestitutionLaw::Brach ? reversed : 0.0, 1e-10) << n;
    }
  }
  EXPECT_GT(stuck, impacts / 2);
  EXPECT_GT(reduced, 0);
}

// Both end at rest where nothing is given back and friction holds; without tangential impulse at e_t = -1 if the normal
// does not turn the contact.
TEST(AlgebraicLaws, AreTheImpulsesThatStopTheContactAtTheirLimits) {
  ImpactPoint point{Vec3(1.0, 3.5, 3.5).asDiagonal(), {-2.0, 1.0, 0.5}, false, 10.0, 10.0, 0.0};
  for (const RestitutionLaw law : kAlgebraic) {
    point.e_t = 0.0;
    EXPECT_LE((point.u + point.W * algebraicImpact(law, point).lambda).norm(), 1e-15);
    point.e_t = -1.0;
    EXPECT_LE((algebraicImpact(law, point).lambda - Vec3(2.0, 0.0, 0.0)).norm(), 1e-15);
  }
}

// A solid ball: v+ = v - 2/7 (1 + e_t) u_t, and u_t+ = -e_t u_t, at each bounce.
TEST(AlgebraicLaws, ASuperballHopsToAndFro) {
  for (const RestitutionLaw law : kAlgebraic) {
    Scene scene = loadById("superball");
    Simulation& simulation = scene.simulation;
    simulation.params.restitution_law = law;
    const std::array<double, 4> restitutions{1.0, 0.5, 0.0, -1.0};
    const double radius = 0.1, rises = std::sqrt(2.0 / 9.81);  // [s], from 1 m
    const int bounces = 4;
    std::array<double, 4> v{}, u{};
    u.fill(-20.0 * radius);
    for (int bounce = 1; bounce <= bounces; ++bounce) {
      while (simulation.world.time < 2.0 * bounce * rises) step(simulation);
      for (std::size_t k = 0; k < v.size(); ++k) {
        const Body& ball = simulation.world.bodies[k + 1];
        v[k] -= 2.0 / 7.0 * (1.0 + restitutions[k]) * u[k];
        u[k] *= -restitutions[k];
        EXPECT_NEAR(ball.velocity.x(), v[k], 1e-9) << k << " " << bounce;
        EXPECT_NEAR(ball.velocity.x() + radius * ball.omega.z(), u[k], 1e-9) << k << " " << bounce;
      }
    }
  }
}

TEST(AlgebraicLaws, AnIdleTangentialRestitutionIsSaid) {
  Scene scene = loadById("superball");
  scene.simulation.params.restitution_law = RestitutionLaw::Newton;
  for (int n = 0; n < 30 && scene.simulation.report.note.empty(); ++n) step(scene.simulation);
  EXPECT_NE(scene.simulation.report.note.find("tangential restitution has no effect"), std::string::npos);
}

}  // namespace
}  // namespace keystone

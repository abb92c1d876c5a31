// One contact's impact with friction by Poisson's and Stronge's laws: closed forms where the sliding keeps its line, an
// independent integration where it turns, and the work of random impacts.
#include "impact/impulse_path.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr std::array kBoth{RestitutionLaw::Poisson, RestitutionLaw::Stronge};

// A rod of mass 1 and half length 1, at `angle` to the ground that its lower end strikes.
ImpactPoint rod(double angle, const Vec2& u, double mu, double e) {
  const double c = std::cos(angle), s = std::sin(angle);
  Mat3 W = Mat3::Zero();
  W(0, 0) = 1.0 + 3.0 * c * c;
  W(1, 1) = 1.0 + 3.0 * s * s;
  W(0, 1) = W(1, 0) = -3.0 * s * c;
  return {W, {u.x(), u.y(), 0.0}, true, mu, mu, e};
}

double workOf(const ImpactPoint& point, const Vec3& lambda) {
  return lambda.dot(point.u + 0.5 * point.W * lambda);
}

TEST(ImpulsePath, WithoutFrictionBothLawsAreNewtons) {
  for (const RestitutionLaw law : kBoth) {
    for (const double e : {0.0, 0.3, 1.0}) {
      const ImpactPoint point = rod(0.7, {-2.0, 1.5}, 0.0, e);
      const PathEnd end = followImpact(law, point);
      EXPECT_NEAR(end.lambda[0], (1.0 + e) * 2.0 / point.W(0, 0), 1e-14);
      EXPECT_EQ(end.lambda[1], 0.0);
    }
  }
}

// The closed form of a path of two straight parts: sliding along s, then sticking or sliding back (Stronge 2000,
// section 4.2, for a rod).
struct TwoParts {
  double stop, back;         // [N s], impulse at which the sliding stops; friction over normal impulse after it
  double a1, a2;             // [1/kg], du_n/dp before and after
  double compression, work;  // [N s], [J]

  explicit TwoParts(const ImpactPoint& point) {
    const double s = point.u[1] > 0.0 ? 1.0 : -1.0, mu = point.mu_dynamic, v = -point.u[0];
    const double n = point.W(0, 0), t = point.W(1, 1), nt = point.W(0, 1);
    a1 = n - mu * s * nt;
    stop = -point.u[1] / (nt - mu * s * t);
    back = std::abs(nt / t) <= mu ? -nt / t : mu * s;
    a2 = n + back * nt;
    const double fast = v - a1 * stop;  // [m/s], approach where the sliding stops
    compression = fast > 0.0 ? stop + fast / a2 : v / a1;
    work = fast > 0.0 ? 0.5 * (v + fast) * stop + 0.5 * fast * fast / a2 : 0.5 * v * v / a1;
  }

  double normal(RestitutionLaw law, double e) const {
    if (law == RestitutionLaw::Poisson) return (1.0 + e) * compression;
    if (stop < compression) return compression + e * std::sqrt(2.0 * work / a2);
    const double whole = compression + e * std::sqrt(2.0 * work / a1);
    if (whole < stop) return whole;
    const double u = a1 * (stop - compression), left = e * e * work - 0.5 * u * (stop - compression);
    return stop + (std::sqrt(u * u + 2.0 * a2 * left) - u) / a2;
  }
};

TEST(ImpulsePath, RodsHaveTheClosedFormOfEachLaw) {
  int in_compression = 0, in_restitution = 0, never = 0, sticks = 0, turns_back = 0;
  for (double angle = 0.1; angle < 1.5; angle += 0.1) {
    for (const double mu : {0.1, 0.4, 1.0}) {
      for (const double slide : {0.05, 0.4, 1.0, 3.0}) {
        for (const double side : {-1.0, 1.0}) {
          for (const double e : {0.2, 0.5, 1.0}) {
            const ImpactPoint point = rod(angle, {-1.0, side * slide}, mu, e);
            const double decay = point.W(0, 1) - mu * side * point.W(1, 1);
            if (decay * side >= 0.0) continue;  // the sliding only grows
            const TwoParts exact(point);
            for (const RestitutionLaw law : kBoth) {
              const Vec3 lambda = followImpact(law, point).lambda;
              const double p = exact.normal(law, e);
              const double friction =
                  p < exact.stop ? -mu * side * p : -mu * side * exact.stop + exact.back * (p - exact.stop);
              ASSERT_NEAR(lambda[0], p, 1e-12) << angle << " " << mu << " " << side * slide << " " << e;
              ASSERT_NEAR(lambda[1], friction, 1e-12) << angle << " " << mu << " " << side * slide << " " << e;
              ++(exact.stop < exact.compression ? in_compression : exact.stop < p ? in_restitution : never);
              if (exact.stop < p) ++(std::abs(exact.back) < mu ? sticks : turns_back);
            }
          }
        }
      }
    }
  }
  for (const int cases : {in_compression, in_restitution, never, sticks, turns_back}) EXPECT_GT(cases, 20);
}

TEST(ImpulsePath, RodsThatFallStraightSlideOrStickFromTheFirst) {
  for (const double angle : {0.3, 0.8, 1.2}) {
    for (const double mu : {0.05, 0.2, 2.0}) {
      const ImpactPoint point = rod(angle, {-1.0, 0.0}, mu, 0.6);
      const double ratio = std::min(mu, 3.0 * std::sin(angle) * std::cos(angle) / point.W(1, 1));
      for (const RestitutionLaw law : kBoth) {
        const Vec3 lambda = followImpact(law, point).lambda;
        EXPECT_NEAR(lambda[0], 1.6 / (point.W(0, 0) + ratio * point.W(0, 1)), 1e-14);
        EXPECT_NEAR(lambda[1], ratio * lambda[0], 1e-14);
      }
    }
  }
}

class RandomImpacts : public ::testing::Test {
 protected:
  std::mt19937_64 random{5};
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }

  ImpactPoint impact(bool planar) {
    Mat3 root;
    for (double& entry : root.reshaped()) entry = uniform(-1.0, 1.0);
    const Mat3 W = root * root.transpose() + 0.05 * Mat3::Identity();
    const double mu = uniform(0.0, 1.5);
    return {W,
            {uniform(-2.0, -0.1), uniform(-3.0, 3.0), planar ? 0.0 : uniform(-3.0, 3.0)},
            planar,
            mu,
            uniform(0.5, 1.0) * mu,
            uniform(0.0, 1.0)};
  }
};

TEST_F(RandomImpacts, GainNoEnergyAndKeepTheirLaw) {
  for (int n = 0; n < 10000; ++n) {
    const ImpactPoint point = impact(n % 4 != 0);
    for (const RestitutionLaw law : kBoth) {
      const PathEnd end = followImpact(law, point);
      const Vec3 after = point.u + point.W * end.lambda;
      const double before = 0.5 * point.u.dot(point.W.ldlt().solve(point.u));  // [J], all that impulses could take
      ASSERT_LE(workOf(point, end.lambda), 1e-12 * before) << n;
      ASSERT_GE(end.lambda[0], 0.0) << n;
      ASSERT_LE(end.lambda.tail<2>().norm(), point.mu_static * end.lambda[0] * (1.0 + 1e-12)) << n;
      ASSERT_GE(after[0], -1e-12) << n;
      ASSERT_FALSE(end.reduced) << n;
    }
  }
}

// An integration of its own: Runge-Kutta in many equal parts of the impulse, for a path that keeps sliding.
TEST_F(RandomImpacts, SlidingThatTurnsIsThatOfRungeKutta) {
  int compared = 0;
  for (int n = 0; compared < 50 && n < 5000; ++n) {
    ImpactPoint point = impact(false);
    point.mu_dynamic = point.mu_static *= 0.3;
    const Vec3 lambda = followImpact(RestitutionLaw::Poisson, point).lambda;
    const auto slope = [&](const Vec3& u) {
      const Vec2 s = u.tail<2>().normalized();
      return Vec3(point.W * Vec3(1.0, -point.mu_dynamic * s.x(), -point.mu_dynamic * s.y()));
    };
    constexpr int kParts = 2000;
    const double dp = lambda[0] / kParts;
    Vec3 u = point.u;
    double slowest = u.tail<2>().norm();
    for (int part = 0; part < kParts; ++part) {
      const Vec3 k1 = slope(u), k2 = slope(u + 0.5 * dp * k1), k3 = slope(u + 0.5 * dp * k2), k4 = slope(u + dp * k3);
      u += dp / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
      slowest = std::min(slowest, u.tail<2>().norm());
    }
    if (slowest < 0.2) continue;  // near rest equal parts are too coarse
    ++compared;
    ASSERT_LE((point.u + point.W * lambda - u).norm(), 1e-4 * point.u.norm()) << n;  // kTurn^2
  }
  EXPECT_EQ(compared, 50);
}

TEST(ImpulsePath, BallsHaveOneClosedFormUnderEveryLaw) {
  // A ball on the ground: the point slides throughout, or rolls with 5/7 of its speed.
  for (const StepperKind stepper : {StepperKind::Velocity, StepperKind::Acceleration}) {
    for (const RestitutionLaw law : {RestitutionLaw::Newton, RestitutionLaw::Poisson, RestitutionLaw::Stronge}) {
      for (const double mu : {0.1, 1.0}) {
        SCOPED_TRACE(::testing::Message()
                     << toString(stepper) << " " << infoOf(restitutionLaws(), law).id << " " << mu);
        Simulation thrown = simulation(*findSolver("exact"));
        thrown.stepper = stepper;
        thrown.params.impact_time = ImpactTime::Exact;  // the lever to the ground is then the radius
        thrown.world.gravity.setZero();
        thrown.params.restitution_law = law;
        const double e = 0.6, fall = 4.0, along = 3.0;
        addPlane(thrown.world, Vec3::UnitY(), material(mu, e));
        addSphere(thrown.world, 0.1, 2.0, {0, 0.3, 0}, material(mu, e));
        thrown.world.bodies[1].velocity = {along, -fall, 0};
        for (int n = 0; n < 30; ++n) step(thrown);
        const double slides = mu * (1.0 + e) * fall;
        EXPECT_NEAR(thrown.world.bodies[1].velocity.y(), e * fall, 1e-9);
        EXPECT_NEAR(thrown.world.bodies[1].velocity.x(), along - std::min(slides, 2.0 / 7.0 * along), 1e-9);
      }
    }
  }
}

TEST(ImpulsePath, FlatBoxBouncesFlatUnderEveryLaw) {
  for (const RestitutionLaw law : {RestitutionLaw::Newton, RestitutionLaw::Poisson, RestitutionLaw::Stronge}) {
    Simulation dropped = simulation(*findSolver("exact"));
    dropped.world.gravity.setZero();
    dropped.params.restitution_law = law;
    addPlane(dropped.world, Vec3::UnitY(), material(0.5, 0.7));
    addBox(dropped.world, {0.2, 0.1, 0.2}, 1.0, {0, 0.5, 0}, material(0.5));
    dropped.world.bodies[1].velocity.y() = -3.0;
    for (int n = 0; n < 30; ++n) step(dropped);
    EXPECT_NEAR(dropped.world.bodies[1].velocity.y(), 2.1, 1e-9);
    EXPECT_LE(dropped.world.bodies[1].omega.norm(), 1e-9);
  }
}

}  // namespace
}  // namespace keystone

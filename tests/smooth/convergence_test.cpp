// The order of each integrator, against closed forms.
#include <gtest/gtest.h>

#include <string>

#include "support/closed_motions.h"

namespace keystone {
namespace {

// Of the error between `steps` and twice as many, in powers of the step.
double orderOf(const ClosedMotion& motion, Integrator integrator, int steps) {
  return std::log2(errorOf(motion, integrator, steps) / errorOf(motion, integrator, 2 * steps));
}

struct Expected {
  const char* motion;
  Integrator integrator;
  int steps;  // few enough that errors are far above rounding, enough that turns go in one part
  double order;
};

class OfIntegrators : public ::testing::TestWithParam<Expected> {};

TEST_P(OfIntegrators, IsOfTheIntegratorsOrder) {
  const auto& [name, integrator, steps, order] = GetParam();
  const ClosedMotion& motion = closedMotion(name);
  EXPECT_NEAR(orderOf(motion, integrator, steps), order, 0.2) << errorOf(motion, integrator, steps) << " m";
}

INSTANTIATE_TEST_SUITE_P(Each, OfIntegrators,
                         ::testing::Values(Expected{"projectile", Integrator::SemiImplicitEuler, 60, 1.0},
                                           Expected{"pulled_ball", Integrator::SemiImplicitEuler, 100, 1.0},
                                           Expected{"pulled_ball", Integrator::ImplicitMidpoint, 40, 2.0},
                                           Expected{"pulled_ball", Integrator::RungeKutta4, 40, 4.0},
                                           Expected{"pendulum", Integrator::SemiImplicitEuler, 2000, 1.0},
                                           Expected{"pendulum", Integrator::ImplicitMidpoint, 80, 2.0},
                                           Expected{"pendulum", Integrator::RungeKutta4, 160, 4.0},
                                           Expected{"heavy_top", Integrator::SemiImplicitEuler, 5000, 1.0},
                                           Expected{"heavy_top", Integrator::ImplicitMidpoint, 200, 2.0},
                                           Expected{"heavy_top", Integrator::RungeKutta4, 200, 4.0},
                                           Expected{"free_top", Integrator::ImplicitMidpoint, 60, 2.0},
                                           Expected{"free_top", Integrator::RungeKutta4, 60, 4.0}),
                         [](const ::testing::TestParamInfo<Expected>& instance) {
                           return std::string(instance.param.motion) + "_" +
                                  std::string(infoOf(integrators(), instance.param.integrator).id);
                         });

// A tolerance that no part exceeds leaves parts of equal length.
TEST(Convergence, CashKarpIsOfOrderFiveInEqualParts) {
  for (const auto& [name, steps] :
       {std::pair("heavy_top", 200), std::pair("free_top", 60), std::pair("pulled_ball", 40)}) {
    const ClosedMotion& motion = closedMotion(name);
    const double coarse = errorOf(motion, Integrator::CashKarp, steps, 1.0);
    const double fine = errorOf(motion, Integrator::CashKarp, 2 * steps, 1.0);
    EXPECT_NEAR(std::log2(coarse / fine), 5.0, 0.3) << name << ": " << coarse << " m";
  }
}

// Estimates are those of order 4, so that errors of some dozens of parts add up to a few times the tolerance.
TEST(Convergence, CashKarpErrsByAFewTimesItsTolerance) {
  for (const char* name : {"pendulum", "heavy_top", "free_top", "pulled_ball"}) {
    const ClosedMotion& motion = closedMotion(name);
    const int steps = static_cast<int>(std::lround(60.0 * motion.duration));
    for (const double tolerance : {1e-8, 1e-10, 1e-12})
      EXPECT_LE(errorOf(motion, Integrator::CashKarp, steps, tolerance), 10.0 * tolerance) << name;
    EXPECT_LE(errorOf(motion, Integrator::CashKarp, steps, 1e-11),
              0.05 * errorOf(motion, Integrator::CashKarp, steps, 1e-8))
        << name;
  }
}

// A parabola is what order 2 is exact for; 1e-13 is the rounding of 60 steps.
TEST(Convergence, HigherOrdersFollowAThrownBallExactly) {
  const ClosedMotion& motion = closedMotion("projectile");
  EXPECT_NEAR(errorOf(motion, Integrator::SemiImplicitEuler, 60), 0.5 * kGravityOfMotions / 60.0, 1e-12);
  for (const Integrator integrator : {Integrator::ImplicitMidpoint, Integrator::RungeKutta4, Integrator::CashKarp})
    EXPECT_LE(errorOf(motion, integrator, 60), 1e-13) << infoOf(integrators(), integrator).id;
}

}  // namespace
}  // namespace keystone

// What the velocity stepper does about errors of joints: a bar that swings on a hinge for two seconds.
#include <gtest/gtest.h>

#include "world/joint_worlds.h"

namespace keystone {
namespace {

// [m], the error in every step.
std::vector<double> errorsOf(JointErrors rule, double h, double cfm = 0.0) {
  Simulation swinging = hungRod(*findSolver("exact"), 1.2, true);
  swinging.world.h = h;
  swinging.params.joint_errors = rule;
  swinging.params.cfm = cfm;
  std::vector<double> errors;
  for (int n = 0; n < std::lround(2.0 / h); ++n) {
    step(swinging);
    EXPECT_LE(swinging.report.residual.value, 1e-9) << n;
    errors.push_back(swinging.report.joint_error);
  }
  return errors;
}

double worstOf(const std::vector<double>& errors) {
  return *std::ranges::max_element(errors);
}

TEST(JointErrors, AreClosedByDefault) {
  EXPECT_LE(worstOf(errorsOf(JointErrors::Closed, 1.0 / 60.0)), 1e-11);
}

// Multipliers alone let the hinge drift, less in smaller steps; it does not come back.
TEST(JointErrors, GrowUnderMultipliersAlone) {
  const std::vector<double> coarse = errorsOf(JointErrors::Lagrange, 1.0 / 60.0);
  const double fine = errorsOf(JointErrors::Lagrange, 1.0 / 240.0).back();
  EXPECT_GT(coarse.back(), 1e-2);
  EXPECT_GT(coarse.back(), 1.5 * coarse[coarse.size() / 2]);
  EXPECT_LT(fine, 0.5 * coarse.back());
}

TEST(JointErrors, StaySmallUnderStabilisation) {
  const double drift = worstOf(errorsOf(JointErrors::Lagrange, 1.0 / 60.0));
  for (const JointErrors rule : {JointErrors::Baumgarte, JointErrors::Erp}) {
    const double coarse = worstOf(errorsOf(rule, 1.0 / 60.0)), fine = worstOf(errorsOf(rule, 1.0 / 240.0));
    EXPECT_LT(coarse, 0.3 * drift);
    EXPECT_LT(fine, 0.5 * coarse);
    EXPECT_GT(fine, 1e-7) << "nothing else closes it";
  }
}

// A hanging bar: cfm lambda + erp C / h = 0 at rest, lambda = m g h.
TEST(JointErrors, ConstraintForceMixingLetsABarHangLower) {
  constexpr double kCfm = 1e-3;
  Simulation hanging = hungRod(*findSolver("exact"), 0.0, true);
  hanging.params.joint_errors = JointErrors::Erp;
  hanging.params.cfm = kCfm;
  for (int n = 0; n < 600; ++n) step(hanging);
  const double h = hanging.world.h, lower = kCfm * 2.0 * 9.81 * h * h / hanging.params.erp;
  EXPECT_NEAR(hanging.report.joint_error, lower, 1e-6 * lower);
}

TEST(JointErrors, AreNoMatterOfOtherSteppers) {
  Simulation swinging = hungRod(*findSolver("exact"), 1.2, true);
  swinging.stepper = StepperKind::Position;
  swinging.params.joint_errors = JointErrors::Lagrange;
  run(swinging, 1.0);
}

}  // namespace
}  // namespace keystone

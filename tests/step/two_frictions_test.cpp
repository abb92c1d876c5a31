// Static friction where a contact sticks at the start of a step, dynamic friction where it slides: under every stepper.
#include <gtest/gtest.h>

#include "step/steppers.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kStatic = 0.6, kDynamic = 0.3;
const double kAngle = std::atan(0.5);  // between the two angles of friction
const Vec3 kDownhill(std::cos(kAngle), -std::sin(kAngle), 0.0);

// After one second.
Simulation slid(StepperKind stepper, bool planar, double speed) {
  Simulation result = inclined(*findSolver("exact"), kAngle, kStatic, planar);
  result.stepper = stepper;
  for (Collider& collider : result.world.colliders) collider.material = {kStatic, kDynamic, 0.0};
  result.world.bodies[1].velocity = speed * kDownhill;
  for (int n = 0; n < 60; ++n) step(result);
  return result;
}

TEST(TwoFrictions, HoldWhatRestsAndLetSlideOnWhatSlides) {
  const double acceleration = 9.81 * (std::sin(kAngle) - kDynamic * std::cos(kAngle));
  for (const StepperInfo& stepper : steppers()) {
    if (stepper.kind == StepperKind::Quasistatic) continue;
    // Penalties, springs and substeps yield; the others are as exact as their solver.
    const bool yields = stepper.kind == StepperKind::Avbd || stepper.kind == StepperKind::TgsSoft ||
                        stepper.kind == StepperKind::Penalty;
    const double bound = yields ? 2e-2 : 1e-9;
    for (const bool planar : {true, false}) {
      EXPECT_LE(slid(stepper.kind, planar, 0.0).world.bodies[1].velocity.norm(), bound) << stepper.id << planar;
      EXPECT_NEAR(slid(stepper.kind, planar, 0.5).world.bodies[1].velocity.dot(kDownhill), 0.5 + acceleration, bound)
          << stepper.id << planar;
    }
  }
}

TEST(TwoFrictions, AreOneWithoutInertiaAndThatIsSaid) {
  const Simulation crept = slid(StepperKind::Quasistatic, true, 0.5);
  EXPECT_LE(crept.world.bodies[1].velocity.norm(), 1e-9);
  EXPECT_NE(crept.report.note.find("friction is static"), std::string::npos) << crept.report.note;
}

}  // namespace
}  // namespace keystone

// Nothing passes through a wall, however thin, at whatever speed and spin.
#include <gtest/gtest.h>

#include "support/effort.h"
#include "support/wall_shot.h"

namespace keystone {
namespace {

const std::vector<TrialMethod> kHolding{
    {StepperKind::Velocity},
    {StepperKind::Acceleration},
    {StepperKind::Position},
    {.stepper = StepperKind::Velocity, .impact_time = ImpactTime::Exact},
};

void shoot(unsigned seed, int count, ShapeSource source) {
  for (int n = 0; n < trials(count); ++n) {
    RandomShapes random = trialShapes(seed, n);
    const WallShot shot = randomWallShot(random, source);
    for (const TrialMethod& method : kHolding) {
      const TrialResult result = run(shot, method);
      EXPECT_FALSE(result.passed) << "trial " << n << ", " << nameOf(method);
      EXPECT_LE(result.gain, kTrialRounding) << "trial " << n << ", " << nameOf(method);
    }
  }
}

// By seed: of each a sixth of the shots.
class Tunnelling : public ::testing::TestWithParam<unsigned> {};

TEST_P(Tunnelling, NothingPassesThroughAWall) {
  shoot(GetParam(), 1700, plainSolid);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Tunnelling, ::testing::Range(12U, 18U));

// Fewer, which take longer. Distance fields take a second each: FastFields, bench/shots.cpp.
TEST(TunnellingOfMeshes, NothingPassesThroughAWall) {
  shoot(18, 200, concaveSolid);
}

// Those that have passed: from a generator's seed, the shot of that number.
struct Passed {
  unsigned seed;
  int trial;
  StepperKind stepper;
};

class TunnellingOnce : public ::testing::TestWithParam<Passed> {};

TEST_P(TunnellingOnce, IsHeld) {
  RandomShapes random(GetParam().seed);
  const auto next = [&] { return randomWallShot(random, [](RandomShapes& shapes) { return shapes.solid(); }); };
  for (int trial = 0; trial < GetParam().trial; ++trial) next();
  EXPECT_FALSE(run(next(), {.stepper = GetParam().stepper}).passed);
}

INSTANTIATE_TEST_SUITE_P(
    Shots, TunnellingOnce,
    ::testing::Values(Passed{11, 4017, StepperKind::Acceleration},  // swept as if its phases were one motion
                      Passed{11, 4902, StepperKind::Acceleration},  // hundreds of parts
                      Passed{11, 5114, StepperKind::Position},      // bounced ahead, and so turned into the wall
                      Passed{13, 8674, StepperKind::Acceleration},  // parts of less than a microsecond
                      Passed{16, 1415, StepperKind::Acceleration}),
    [](const auto& shot) {
      return "Seed" + std::to_string(shot.param.seed) + "Shot" + std::to_string(shot.param.trial);
    });

}  // namespace
}  // namespace keystone

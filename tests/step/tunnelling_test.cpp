// Nothing passes through a wall, however thin, at whatever speed and spin.
#include <gtest/gtest.h>

#include "support/effort.h"
#include "support/wall_shot.h"

namespace keystone {
namespace {

void shoot(unsigned seed, int count, ShapeSource source) {
  const std::vector<TrialMethod> methods = promisingMethods();
  for (int n = 0; n < trials(count); ++n) {
    RandomShapes random = trialShapes(seed, n);
    const WallShot shot = randomWallShot(random, source);
    for (const TrialMethod& method : methods) {
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

// Fewer, which take longer.
TEST(TunnellingOfMeshes, NothingPassesThroughAWall) {
  shoot(18, 200, concaveSolid);
}

TEST(TunnellingOfFields, NothingPassesThroughAWall) {
  shoot(602, 30, fieldSolid);
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

// Likewise, by trials.
struct PassedTrial {
  unsigned seed;
  int trial;
  StepperKind stepper;
  ShapeSource source;
};

class TunnellingTrial : public ::testing::TestWithParam<PassedTrial> {};

TEST_P(TunnellingTrial, IsHeld) {
  const auto& [seed, trial, stepper, source] = GetParam();
  RandomShapes random = trialShapes(seed, trial);
  EXPECT_FALSE(run(randomWallShot(random, source), {.stepper = stepper}).passed);
}

// Triangles that face the wall when they meet it, not before; whose corners the wall's middle is behind; phases of a
// step whose last one was not solved; a cut that was taken for the end of its part.
INSTANTIATE_TEST_SUITE_P(Shots, TunnellingTrial,
                         ::testing::Values(PassedTrial{602, 3, StepperKind::Velocity, fieldSolid},
                                           PassedTrial{602, 5, StepperKind::Velocity, fieldSolid},
                                           PassedTrial{602, 112, StepperKind::Position, fieldSolid},
                                           PassedTrial{602, 22, StepperKind::Acceleration, fieldSolid},
                                           PassedTrial{11, 376, StepperKind::Acceleration, plainSolid}),
                         [](const auto& shot) {
                           return std::string(toString(shot.param.stepper)) + "_" + std::to_string(shot.param.seed) +
                                  "_" + std::to_string(shot.param.trial);
                         });

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

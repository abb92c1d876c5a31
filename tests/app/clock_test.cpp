#include "session/clock.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

constexpr double kStep = 1.0 / 60.0;

// Steps taken when `seconds` pass in frames of the given length, without any limit per frame.
int stepsTaken(double frame, double seconds, double speed) {
  Clock clock;
  int steps = 0;
  const int frames = static_cast<int>(seconds / frame + 0.5);
  for (int i = 0; i < frames; ++i) {
    clock.add(frame, speed);
    for (; clock.due(kStep); clock.take(kStep)) ++steps;
  }
  return steps;
}

TEST(Clock, TheRateOfFramesDoesNotChangeTheNumberOfSteps) {
  for (const double rate : {10.0, 20.0, 30.0, 60.0, 75.0, 144.0, 1000.0}) {
    // One step either way: the last frame may end a rounding error before the last step falls due.
    EXPECT_NEAR(stepsTaken(1.0 / rate, 10.0, 1.0), 600, 1) << rate << " frames a second";
  }
}

TEST(Clock, SlowMotionTakesFewerSteps) {
  EXPECT_NEAR(stepsTaken(1.0 / 60.0, 10.0, 0.25), 150, 1);
  EXPECT_NEAR(stepsTaken(1.0 / 60.0, 10.0, 2.0), 1200, 1);
}

TEST(Clock, TimeThatWasNotSimulatedIsDroppedNotOwed) {
  Clock clock;
  clock.add(0.2, 1.0);
  clock.take(kStep);
  clock.drop(kStep);
  EXPECT_FALSE(clock.due(kStep));
  EXPECT_LT(clock.owed(), kStep);
}

TEST(Clock, AStallCountsAsAShortFrame) {
  Clock clock;
  clock.add(3600.0, 1.0);
  EXPECT_LE(clock.owed(), 0.25);
  clock.reset();
  clock.add(-1.0, 1.0);
  EXPECT_EQ(clock.owed(), 0.0);
}

TEST(RateMeter, ReportsSimulatedPerRealTime) {
  RateMeter meter;
  for (int i = 0; i < 100; ++i) meter.add(0.01, 0.005);
  EXPECT_NEAR(meter.factor(), 0.5, 1e-12);  // sums of a hundred equal terms
}

}  // namespace
}  // namespace keystone

#include "session/clock.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr double kLongestFrame = 0.25;   // [s], a longer one is a stall (a moved window, a sleeping machine)
constexpr double kClockRounding = 1e-9;  // relative, forgives the sum of many frames that should make one step exactly
constexpr double kMeterWindow = 0.5;     // [s]

}  // namespace

void Clock::add(double real_seconds, double speed) {
  owed_ += std::clamp(real_seconds, 0.0, kLongestFrame) * speed;
}

bool Clock::due(double h) const {
  return owed_ >= h * (1.0 - kClockRounding);
}

void Clock::take(double h) {
  owed_ = std::max(0.0, owed_ - h);
}

void Clock::drop(double h) {
  if (due(h)) owed_ = std::fmod(owed_, h);
}

void RateMeter::add(double real_seconds, double simulated_seconds) {
  real_ += real_seconds;
  simulated_ += simulated_seconds;
  if (real_ < kMeterWindow) return;
  factor_ = simulated_ / real_;
  real_ = simulated_ = 0.0;
}

void RateMeter::reset() {
  real_ = simulated_ = factor_ = 0.0;
}

}  // namespace keystone

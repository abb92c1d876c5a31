// Wall time around the stages of a step.
#pragma once

#include <chrono>

namespace keystone {

class Stopwatch {
 public:
  // Time [ms] since the last lap, or since the start.
  double lap() {
    const Clock::time_point now = Clock::now();
    const double elapsed = milliseconds(now - lap_);
    lap_ = now;
    return elapsed;
  }
  // Time [ms] since the start.
  double total() const { return milliseconds(Clock::now() - start_); }

 private:
  using Clock = std::chrono::steady_clock;
  static double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

  Clock::time_point start_ = Clock::now();
  Clock::time_point lap_ = start_;
};

}  // namespace keystone

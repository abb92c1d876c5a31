// The numbers of the last steps, kept for the plots and the table of stages.
#pragma once

#include <array>
#include <cstddef>

#include "world/step_report.h"

namespace keystone {

struct Sample {
  long step = 0;
  double time = 0;                       // [s]
  double pivots = 0;                     // or iterations of a method that does not pivot
  double drives = 0, zero_steps = 0;     // of the pivots, those of length zero
  double residual = 0, penetration = 0;  // dimensionless, [m]
  double kinetic = 0, potential = 0;     // [J]
  double momentum = 0, spin = 0;         // [kg m/s], [kg m^2/s] about the origin: magnitudes
  StageTimes ms;
};

struct Statistic {
  double now = 0, mean = 0, max = 0;
};

// A ring of the last kLength samples; index 0 is the oldest.
class Telemetry {
 public:
  static constexpr std::size_t kLength = 512;
  void add(const StepReport& report, const SolverInfo& solver);
  void clear() { count_ = 0; }
  std::size_t size() const { return count_ < kLength ? count_ : kLength; }
  const Sample& operator[](std::size_t index) const;

  template <class Read>
  Statistic statistic(Read read) const {
    Statistic result;
    const std::size_t n = size();
    for (std::size_t i = 0; i < n; ++i) {
      result.now = read((*this)[i]);
      result.mean += result.now / static_cast<double>(n);
      result.max = i == 0 || result.now > result.max ? result.now : result.max;
    }
    return result;
  }

 private:
  std::array<Sample, kLength> samples_;
  std::size_t count_ = 0;
};

}  // namespace keystone

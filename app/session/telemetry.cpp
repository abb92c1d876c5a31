#include "session/telemetry.h"

namespace keystone {

void Telemetry::add(const StepReport& report, const SolverInfo& solver) {
  Sample& sample = samples_[count_++ % kLength];
  sample.step = report.step;
  sample.time = report.time;
  sample.pivots = solver.pivots ? report.solve.pivots : report.solve.iterations;
  sample.drives = report.solve.drives;
  sample.zero_steps = report.solve.zero_steps;
  sample.residual = report.residual.value;
  sample.penetration = report.max_penetration;
  sample.kinetic = report.kinetic;
  sample.momentum = report.momentum.norm();
  sample.spin = report.angular_momentum.norm();
  sample.potential = report.potential;
  sample.ms = computedTimes(report);
}

const Sample& Telemetry::operator[](std::size_t index) const {
  const std::size_t first = count_ < kLength ? 0 : count_ % kLength;
  return samples_[(first + index) % kLength];
}

}  // namespace keystone

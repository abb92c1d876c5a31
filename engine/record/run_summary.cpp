#include "record/run_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "step/step_statistics.h"

namespace keystone {
namespace {

double displacement(const World& world) {
  double farthest = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (world.bodies[i].isDynamic()) {
      farthest = std::max(farthest, (world.bodies[i].pose.position - world.start[i]).norm());
    }
  }
  return farthest;
}

// Unlike std::max, keeps a NaN once it has met one.
double worst(double a, double b) {
  return std::isnan(a) || a >= b ? a : b;
}

CountSummary countSummary(const std::vector<double>& counts) {
  const Distribution found = distribution(counts);
  return {static_cast<long>(std::accumulate(counts.begin(), counts.end(), 0.0)), found.median,
          static_cast<int>(found.max)};
}

}  // namespace

Distribution distribution(std::vector<double> samples) {
  if (samples.empty()) {
    return {};
  }
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  const double median = 0.5 * (samples[(n - 1) / 2] + samples[n / 2]);
  const std::size_t rank = (99 * n + 99) / 100;  // ceil(0.99 n), from 1
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(n);
  double squares = 0.0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return {samples.front(), median, samples[rank - 1], samples.back(), mean, squares / static_cast<double>(n)};
}

RunTally::RunTally(const World& start) {
  StepReport report;
  sumState(start, report);
  sums_.bodies = report.bodies;
  sums_.energy_start = sums_.energy_end = report.kinetic + report.potential;
  sums_.state_hash = report.state_hash;
}

void RunTally::add(const Simulation& simulation) {
  const StepReport& report = simulation.report;
  ++sums_.steps;
  sums_.bodies = report.bodies;
  sums_.sleeping = report.sleeping;
  sums_.contacts_max = std::max(sums_.contacts_max, report.contacts);
  sums_.residual_max = worst(sums_.residual_max, report.residual.value);
  sums_.approach_speed_max = worst(sums_.approach_speed_max, report.residual.approach_speed);
  sums_.cone_violation_max = worst(sums_.cone_violation_max, report.residual.cone_violation);
  sums_.penetration_max = worst(sums_.penetration_max, report.max_penetration);
  sums_.joint_error_max = worst(sums_.joint_error_max, report.joint_error);
  sums_.velocity_error_max = worst(sums_.velocity_error_max, report.velocity_error);
  sums_.displacement_max = worst(sums_.displacement_max, displacement(simulation.world));
  sums_.energy_end = report.kinetic + report.potential;
  sums_.impacts += report.impacts;
  if (!report.note.empty() && noted_.insert(report.note).second)
    sums_.notes.push_back("step " + std::to_string(report.step) + ": " + report.note);
  if (!report.solve.stage.empty()) ++sums_.stages[std::string(report.solve.stage)];
  sums_.not_converged += report.rejected || report.solve.status != SolveStatus::Converged ? 1 : 0;
  sums_.grades.add(gradeOf(report));
  sums_.state_hash = report.state_hash;
  pivots_.push_back(report.solve.pivots);
  drives_.push_back(report.solve.drives);
  zero_steps_.push_back(report.solve.zero_steps);
  if (report.repeated) {
    ++sums_.repeated;
  } else {
    solve_ms_.push_back(report.ms.solve);
    step_ms_.push_back(report.ms.total);
  }
  energies_.push_back(sums_.energy_end);
  sums_.momentum = report.momentum;
  sums_.angular_momentum = report.angular_momentum;
}

RunSummary RunTally::summary() const {
  RunSummary summary = sums_;
  summary.pivots = countSummary(pivots_);
  summary.drives = countSummary(drives_);
  summary.zero_steps = countSummary(zero_steps_);
  summary.solve_ms = distribution(solve_ms_);
  summary.step_ms = distribution(step_ms_);
  summary.energy = distribution(energies_);
  return summary;
}

}  // namespace keystone

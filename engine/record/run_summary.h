// What a whole run came to: the figures that `keystone-cli run` prints.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "step/step.h"
#include "world/step_grade.h"

namespace keystone {

struct Distribution {
  double min = 0.0, median = 0.0, p99 = 0.0, max = 0.0;
  double mean = 0.0, variance = 0.0;  // of these samples, not an estimate for others
};
// Of the samples, by nearest rank (p99: the smallest value that 99 % of the samples do not exceed; the median of an
// even number is the mean of the middle two). Zeros when there are none.
Distribution distribution(std::vector<double> samples);

// Of a count of every step.
struct CountSummary {
  long total = 0;
  double median = 0.0;
  int max = 0;
};

struct RunSummary {
  long steps = 0, repeated = 0;  // of them, those that were not computed (step/fixed_point.h)
  int bodies = 0;
  int sleeping = 0;  // bodies asleep after the last step
  int contacts_max = 0;
  CountSummary pivots, drives, zero_steps;  // as in SolveReport
  Distribution solve_ms, step_ms;           // of the steps that were computed
  double residual_max = 0.0;                // NaN when a step's was
  double approach_speed_max = 0.0;          // [m/s], left at any step
  double cone_violation_max = 0.0;          // [N s], likewise
  double penetration_max = 0.0;             // [m]
  double joint_error_max = 0.0;             // [m], at the end of any step
  double velocity_error_max = 0.0;          // [m/s] and [rad/s], as in StepReport
  double displacement_max = 0.0;            // [m], of any dynamic body at any step, from where it started
  double energy_start = 0.0;                // [J], as in StepReport, before the first step
  double energy_end = 0.0;                  // [J]
  Distribution energy;                      // [J], after every step
  Vec3 momentum = Vec3::Zero();             // [kg m/s], at the end
  Vec3 angular_momentum = Vec3::Zero();     // [kg m^2/s], about the origin, at the end
  long impacts = 0;                         // contacts pushed apart by impact solves (acceleration stepper)
  std::vector<std::string>
      notes;  // what was out of the ordinary: each thing said once, with the first step it was said of
  std::map<std::string, long, std::less<>> stages;  // of a solver that has several: steps that each solved
  long not_converged = 0;                           // steps whose solve did not converge or that were rejected
  GradeCounts grades;                               // of all steps
  std::uint64_t state_hash = 0;
};

// Fed with the simulation before the first step and after every one.
class RunTally {
 public:
  explicit RunTally(const World& start);
  void add(const Simulation& simulation);
  RunSummary summary() const;

 private:
  RunSummary sums_;
  std::vector<double> solve_ms_, step_ms_, pivots_, drives_, zero_steps_, energies_;
  std::set<std::string> noted_;
};

}  // namespace keystone

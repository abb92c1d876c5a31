// What one step did and how well.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "problem/index_sets.h"
#include "problem/residual.h"
#include "solver/solver.h"

namespace keystone {

struct StageTimes {  // [ms]
  double broad = 0, narrow = 0, assemble = 0, solve = 0, integrate = 0;
  double sweep = 0;  // whether bodies passed each other on their way (step/continuous.h)
  double total = 0;
};

struct StepReport {
  long step = 0;    // number of steps done, this one included
  double time = 0;  // [s], simulated, at the end of the step
  int bodies = 0, contacts = 0, rows = 0, islands = 0;
  int sleeping = 0;  // bodies asleep; contacts, rows and islands are those of the others
  SolveReport solve;
  std::string_view fallback;  // id of the solver that stood in after `solve` failed (trouble says so); else empty
  SolveReport recovery;       // of the removal of overlap; as default when there was none to remove
  SetCounts sets;
  bool sets_inferred = false;
  Residual residual;
  double max_penetration = 0;            // [m], >= 0, at the start of the step
  double joint_error = 0;                // [m], >= 0, at the end of the step; turns count at a lever of 1 m
  double kinetic = 0, potential = 0;     // [J], at the end of the step
  Vec3 momentum = Vec3::Zero();          // [kg m/s]
  Vec3 angular_momentum = Vec3::Zero();  // [kg m^2/s], about the origin
  // [m/s] and [rad/s], by how much velocities differ from those that the impulses give by the rows of the step's
  // problem; of steppers that are methods of their own, 0 under the others.
  double velocity_error = 0;
  StageTimes ms;
  std::uint64_t state_hash = 0;
  bool rejected = false;  // nothing was changed: NaN met, or solver unsupported
  bool repeated = false;  // it is an earlier step again, and was not computed (step/fixed_point.h)
  StageTimes first_ms;    // of that step
  double force_time =
      0;            // [s], impulses of the simulation's solution divided by this are forces [N]; 0 = the step's length
  int impacts = 0;  // contacts that an impact solve of its own pushed apart (acceleration stepper)
  double largest_impact = 0;  // [N s], the largest normal impulse of those
  int isolated = 0;     // pairs that met by themselves, whose impulses are not in the step's (step/isolated_impacts.h)
  std::string note;     // one line on something out of the ordinary that is no trouble; else empty
  std::string trouble;  // one line for the user when rejected or not converged; else empty
};

// Of the step itself, or of the one that it repeats.
inline const StageTimes& computedTimes(const StepReport& report) {
  return report.repeated ? report.first_ms : report.ms;
}

}  // namespace keystone

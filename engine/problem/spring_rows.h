// Springs and dampers in a step: what acts as a force at its start, and what enters the problem as a soft row.
#pragma once

#include "problem/assemble_joints.h"

namespace keystone {

struct SpringStep {
  double h;           // [s], length of the step
  double force_time;  // [s], velocity that a force adds over the acceleration it gives: h where bodies have inertia
};

// [N/m] or [N m/rad] The most of a row's stiffness whose force at the step's start may act for the whole step, at a
// body with so many springs; `mobility` is the row's own entry of the Delassus operator.
inline double mostExplicit(double mobility, int springs, const SpringStep& step) {
  return 1.0 / (step.h * step.force_time * mobility * springs);
}

// The part of each row's stiffness [N/m] or [N m/rad] whose force at the step's start acts for the whole step, [rows];
// 0 for rows that are no springs: all of it up to mostExplicit.
void explicitStiffness(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list,
                       const SpringStep& step, VecX& stiffness);

// The rest of a spring row, which acts by the velocity u that the step ends with: u + compliance lambda = -bias. A
// rotor is all in it; `before` [m/s] or [rad/s] is the row's velocity when the step began.
struct SoftRow {
  double bias = 0.0;        // [m/s] or [rad/s]
  double compliance = 0.0;  // [1/kg] or [1/(kg m^2)]; 0: nothing is left, and the row has no impulse
};
SoftRow softRow(const JointRow& row, double explicit_stiffness, double mobility, double before, const SpringStep& step);

}  // namespace keystone

// Contacts and joints as springs and dampers, in substeps: see penalty_stepper.cpp.
#pragma once

#include "step/substeps.h"

namespace keystone {

struct PenaltyParams {
  int substeps;        // at least 1
  double hertz;        // [Hz], of contacts
  double stick_hertz;  // [Hz], of friction that sticks, motors and dry friction
  double joint_hertz;  // [Hz]
  double damping;      // 1, damping ratio of all rows but contacts with restitution
};

struct PenaltyState {
  SubstepState sub;
  VecX stiff, damp;  // [rows], [kg], h^2 k and h d of a row in substeps of h
  VecX elastic;      // [rows], [N s], h times the force in the springs of friction and motors
  VecX share;        // [bodies], of the frequencies asked for, what their rows are left with
  int slowed = 0;    // rows that have less than was asked for
  double least_share = 1.0;
};

// The coefficient of restitution that a damping ratio gives, e = exp(-2 zeta acos(zeta) / sqrt(1 - zeta^2)), for a mass
// that meets a damped spring which does not pull (schwager2007), and the damping ratio that gives e in (0, 1].
double restitutionOf(double damping_ratio);
double dampingRatioOf(double restitution);

// All substeps of a step of the problem's length. `start` [rows]: of friction and motors the impulse of a step that
// their springs begin with.
void runPenaltySubsteps(const World& world, const ContactProblem& problem, const PenaltyParams& params,
                        const VecX& start, PenaltyState& state);

}  // namespace keystone

// Substeps of soft constraints: see tgs_soft_stepper.cpp.
#pragma once

#include "step/substeps.h"

namespace keystone {

struct TgsSoftParams {
  int substeps;                           // at least 1
  double contact_hertz, contact_damping;  // [Hz], 1
  double joint_hertz, joint_damping;      // [Hz], 1
  double push_speed;                      // [m/s], at most, against overlap
  double restitution_threshold;           // [m/s], slower impacts do not bounce
};

// What makes a constraint that is off a damped spring (catto2011), given the length of a step.
struct Softness {
  double rate = 0.0;     // [1/s], velocity asked for over the error
  double mass = 1.0;     // share of the row's effective mass
  double impulse = 0.0;  // share of the impulse so far that is taken back
};
// Of a frequency [Hz] and a damping ratio in steps of h [s]; hard if both rows and steps are.
Softness softness(double hertz, double damping_ratio, double h);

// All substeps of a step of result.problem's length, from the impulses `start` [rows] of a whole step, and the impacts
// after them.
void runSubsteps(const World& world, const ContactProblem& problem, const TgsSoftParams& params, const VecX& start,
                 SubstepState& state);

}  // namespace keystone

// Substeps of soft constraints: see tgs_soft_stepper.cpp.
#pragma once

#include "step/soft_contacts.h"
#include "step/substeps.h"

namespace keystone {

struct TgsSoftParams {
  int substeps;                           // at least 1
  double contact_hertz, contact_damping;  // [Hz], 1
  double joint_hertz, joint_damping;      // [Hz], 1
  double push_speed;                      // [m/s], at most, against overlap
  double restitution_threshold;           // [m/s], slower impacts do not bounce
};

// Of a frequency [Hz] and a damping ratio in steps of h [s]; hard if both rows and steps are.
Softness softness(double hertz, double damping_ratio, double h);

struct SoftState {
  SubstepState sub;  // of rows those of joints; of contacts the impulses after each substep
  SoftContacts contacts;
};

// All substeps of a step of result.problem's length, from the impulses `start` [rows] of a whole step, and the impacts
// after them.
void runSubsteps(const World& world, const ContactProblem& problem, const TgsSoftParams& params, const VecX& start,
                 SoftState& state);

}  // namespace keystone

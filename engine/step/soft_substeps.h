// Substeps of soft constraints: see tgs_soft_stepper.cpp.
#pragma once

#include <vector>

#include "problem/assemble_joints.h"
#include "step/pair_rows.h"
#include "world/motion.h"

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

struct SubstepState {
  std::vector<PairRow> rows;
  std::vector<std::array<Vec6, 2>> weighted;  // [rows], M^-1 j
  VecX mass;                                  // [rows], [kg], 1 / W_ii without compliance, or 0
  VecX lambda, total;                         // [rows], [N s], of a substep and of all so far
  VecX v, way;                                // [6 bodies]: velocities but for `turned`; [m] and [rad], their sum
  VecX gain;                                  // [6 bodies], of velocities by gravity and forces, but springs, in a step
  VecX spring;                                // [joint rows], [N/m], what of springs pulls by the extension now
  VecX turned;                                // [6 bodies], of velocities by free rotation, so far
  VecX spun;                                  // [6 bodies], v + turned
  SparseRows J;                               // of the joints, with the bodies where they are
  std::vector<Body> bodies;                   // where they are
  JointRowList joints;                        // with the bodies there
  std::vector<Motion> motions;
  double h = 0.0;  // [s], of a substep
};

struct World;

// All substeps of a step of result.problem's length, from the impulses `start` [rows] of a whole step, and the impacts
// after them.
void runSubsteps(const World& world, const ContactProblem& problem, const TgsSoftParams& params, const VecX& start,
                 SubstepState& state);

}  // namespace keystone

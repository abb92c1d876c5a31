// Impulses on joints until their errors at the end of the step are within a tolerance: see impulse_stepper.cpp.
#pragma once

#include <vector>

#include "problem/assemble_joints.h"
#include "problem/joint_system.h"
#include "step/pair_rows.h"
#include "world/motion.h"

namespace keystone {

struct World;

struct ImpulseParams {
  int rounds;                 // at most
  double tolerance;           // [m] or [rad], of joints at the step's end
  double velocity_tolerance;  // [m/s] or [rad/s], of joints after the step; of all else, by what a round moves it
  double recovery_speed;      // [m/s] or [rad/s], at which errors at the step's start are taken away, at most
};

// The rows of joints that hold without bounds, with the bodies where they are.
struct HeldRows {
  JointRowList list;
  SparseRows J;
  JointSystem system;
};

// What a unit impulse on a row does to the velocity of a body.
struct RowResponse {
  int body;
  Vec6 change;  // linear [1/kg], angular
};

struct ImpulseState {
  double h = 0.0;  // [s]
  int rounds = 0;  // so far
  std::vector<PairRow> rows;
  std::vector<std::array<Vec6, 2>> weighted;  // [rows], M^-1 j
  std::vector<char> joined;                   // [bodies], whether held rows name it
  std::vector<RowResponse> responses;         // of the rows that joints do not hold, one row after another
  std::vector<int> first_response;            // [rows + 1]
  VecX mass;                                  // [rows], [kg], of the row while joints hold; 0: it cannot move
  VecX bias;                                  // [rows], as the problem's, but of limits: by the preview
  VecX lambda, v;                             // [rows] [N s], [6 bodies]
  VecX left;                                  // [joint rows], [m] or [rad], what a step leaves of errors at its start
  HeldRows held;                              // at the step's start, then at its end
  std::vector<int> held_row;                  // [held rows], in the problem
  std::vector<int> loose;                     // joint rows in the problem that have bounds or are springs
  VecX off, wanted, asked;                    // [held rows], [m] or [rad] off; [m/s] or [rad/s] wanted, still asked for
  VecX best_lambda, best_v;                   // those whose preview was best
  VecX start_lambda, start_v;                 // of a round
  VecX moved, carried;                        // [6 bodies]
  JointRowList ahead;                         // all rows of joints, where the velocities of the moment lead
  std::vector<Motion> motions;
  std::vector<Pose> poses;
};

// Fills `state` with the rows of a step of `world` and the impulses it starts from.
void beginImpulses(const World& world, const ContactProblem& problem, const VecX& start, const ImpulseParams& params,
                   ImpulseState& state);

// Rounds until all joints are within the tolerance where the velocities lead; state.rounds says how many it took.
void runImpulses(const World& world, const ContactProblem& problem, const ImpulseParams& params, ImpulseState& state);

// Takes out of the velocities v [6 bodies] of `bodies`, which are where a step has led, what joints without bounds
// forbid there, with the step's contacts that bear and limits that are reached as they are. Overwrites state's
// impulses.
void correctVelocities(const World& world, const ContactProblem& problem, const std::vector<Body>& bodies,
                       const ImpulseParams& params, ImpulseState& state, VecX& v);

}  // namespace keystone

// What steppers share that go in short substeps by the contacts of the step's start: rows, velocities, ways and springs
// of a substep, and how bodies go on after it.
#pragma once

#include <vector>

#include "problem/assemble_joints.h"
#include "step/pair_rows.h"
#include "world/motion.h"

namespace keystone {

struct World;

struct SubstepState {
  std::vector<PairRow> rows;
  std::vector<std::array<Vec6, 2>> weighted;  // [rows], M^-1 j
  VecX mass;                                  // [rows], [kg], 1 / W_ii without compliance, or 0
  VecX lambda, total;                         // [rows], [N s], of a substep and of all so far
  VecX v, way;                                // [6 bodies]: velocities but for `turned`; [m] and [rad], their sum
  VecX gain;                                  // [6 bodies], of velocities by gravity and forces, but springs, in a step
  VecX spring;                                // [joint rows], [N/m], what of springs pulls by the extension now
  VecX before;                                // [joint rows], [m/s], velocities of springs when the substep began
  VecX turned;                                // [6 bodies], of velocities by free rotation, so far
  VecX spun;                                  // [6 bodies], v + turned
  SparseRows J;                               // of the joints, with the bodies where they are
  std::vector<Body> bodies;                   // where they are
  JointRowList joints;                        // with the bodies there
  std::vector<Motion> motions;
  double h = 0.0;  // [s], of a substep
};

// The state at the start of a step in so many substeps, from the impulses `start` [rows] of a whole step, with the rows
// from `first_row` on. What the step's problem has of springs among its forces is taken out of them: they pull anew in
// every substep (pullSprings).
void beginSubsteps(const World& world, const ContactProblem& problem, int substeps, const VecX& start, int first_row,
                   SubstepState& state);
// More rows of the problem, for who visits few of them.
void loadRows(const ContactProblem& problem, int first, int count, SubstepState& state);

// An impulse [N s] along a row acts on the velocities.
void push(SubstepState& state, int row, double impulse);
// The row's impulse becomes lambda [N s]; the difference acts.
void change(SubstepState& state, int row, double lambda);

// Of a contact, whose plane is that of the step's start: without what free rotation has changed since.
inline double velocityOf(const SubstepState& state, int row) {
  return state.rows[row].times(state.v);
}
// Of a joint, which is where the bodies are.
inline double jointVelocityOf(const SubstepState& state, int row) {
  return velocityOf(state, row) + state.rows[row].times(state.turned);
}

// What of springs pulls by the extension at the substep's start (problem/spring_rows.h). Comes before all that changes
// velocities, for their rates are those that rotors begin the substep with.
void pullSprings(const World& world, const ContactProblem& problem, SubstepState& state);
// The rest of a spring, joint row `index`, by the velocity that it ends with if nothing else acts.
void relaxSpring(const ContactProblem& problem, int index, SubstepState& state);

// The bodies go on for a substep by the velocities of the moment, and the rows of joints with them.
void moveOn(const World& world, const ContactProblem& problem, SubstepState& state);

// After the last substep: a spring that is all force in the step's problem has no impulse there.
void forgetIdleSprings(const ContactProblem& problem, SubstepState& state);
// Where the substeps led: velocities [6 bodies] with what free rotation made of them, and motions [bodies].
void endSubsteps(const SubstepState& state, VecX& v, std::vector<Motion>& motions);

}  // namespace keystone

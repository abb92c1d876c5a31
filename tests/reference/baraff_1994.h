// Baraff 1994 to the letter: sections 4.3 (drives), 5.3 (static friction), 6 (dynamic friction, by b). Dense and slow;
// the judge of the solver `pivoting`.
//
// In space each tangent row is bounded by itself (section 5.4's box). Joint rows without bounds are in C from the
// start, limits are normals without friction; no motors. Names are the paper's: f forces, a accelerations (here
// impulses and velocities), A for W, b for q. Where the paper leaves a choice:
//   - dependent rows stay in C, x is the solution of least norm;
//   - friction that was given up loses its force, until that is zero or its conditions hold;
//   - what is given up is a row that changes sets twice while no force changes, not only by two steps in a row;
//   - a normal that opens takes its friction out, and brings it back, sticking or sliding, when it closes.
#pragma once

#include "problem/contact_problem.h"

namespace keystone::reference {

enum class Order { Lowest, MostViolated };

// The end of a solve by its own account: every condition holds; a force can grow without bound; sliding friction leaves
// no direction, or clamped rows move in the end; more drives than asked for, or more steps in one.
enum class Outcome { Solved, Ray, Breakdown, Limit };

struct Baraff {
  Outcome outcome = Outcome::Limit;
  VecX f;
  int drives = 0, pivots = 0, zero_steps = 0, given_up = 0;
};

// `most_drives` in multiples of the rows.
Baraff solveBaraff(const ContactProblem& problem, Order order, int most_drives = 20);

}  // namespace keystone::reference

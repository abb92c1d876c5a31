// The proximal Newton method on the contact problem: the index sets of all rows change together.
//
// Round by round the proximal problem
//   lambda = P(lambda - (u + epsilon (lambda - centre))),  u = W lambda + q  (Alart and Curnier 1991)
// is solved by a few semismooth Newton steps, and its centre moves to the result, so that nothing is left of epsilon in
// the end (Rockafellar 1976). W may be singular: lambda holds on to the centre by epsilon. A large epsilon, a share of
// W's diagonal, is solved from anywhere and leads on slowly; a small one leads there at once where the sets are nearly
// known. A round that arrives makes it smaller, one that gets lost larger. Newton's steps are whole: shares of them
// gained nothing (docs/exact-solver.md).
#pragma once

#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// All numbers of the method. Impulses and velocities are scaled as ConeRows: W has a unit diagonal, max |q| is one.
struct NewtonOptions {
  double tolerance = 1e-11;  // of the defect, of max(1, the largest impulse): ends the method
  double weight = 1e-2;      // first epsilon
  double factor = 0.1;       // on epsilon, after a round that arrived
  double least = 1e-6;       // epsilon: smaller ones lose digits
  double stronger = 10.0;    // on epsilon, after a round that got lost
  double arrived = 0.5;      // a round ends where its own defect is that share of the contact problem's
  bool ends_lost = false;    // whether a round that gets lost ends the method
  int steps = 5;             // of one round, without coming nearer, after which it is lost
  int factorizations = 250;  // at most, and as many rounds, some of which need none
};

struct NewtonResult {
  bool solved = false;
  int steps = 0;        // Newton steps, of all rounds
  double defect = 0.0;  // max |lambda - P(lambda - u)|, scaled, of the best point
};

// lambda: the start, and the best point found, scaled as `rows`. `factorizations` counts on.
NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonOptions& options, VecX& lambda,
                                 int& factorizations, const NewtonWatch& watch = {});

}  // namespace keystone

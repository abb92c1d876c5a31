// The proximal Newton method on the contact problem: the index sets of all rows change together.
//
// Round by round a proximal problem (proximal_problem.h) is solved by a few semismooth Newton steps, and its centre
// moves to the result, so that nothing is left of the proximal weight in the end (Rockafellar 1976). One schedule rules
// the weight: a round that arrives makes it smaller, by a factor that becomes bolder from round to round; a round that
// gets lost is taken back, makes it ten times as large, and the factor more cautious. A large weight, a share of W's
// diagonal, is solved from anywhere and leads on slowly; a small one leads there at once where the sets are nearly
// known.
#pragma once

#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

struct NewtonOptions {
  double tolerance = 1e-11;   // of max(1, the largest scaled impulse): the defect that rounds aim at
  double sufficient = 3e-10;  // likewise: enough where rounds bring little more
  double weight = 1e-3;       // first proximal weight, of W's unit diagonal
  double factor = 1e-2;       // on the weight after a round that arrived; tends to 1e-2
  double rho = 1.0;           // of the law's argument lambda - rho u, of the inverse of W's unit diagonal
  int factorizations = 250;   // at most
};

struct NewtonResult {
  bool solved = false;
  int rounds = 0;
  double defect = 0.0;  // max |lambda - P(lambda - u)|, scaled, of the best point
};

// lambda: the start, and the best point found, scaled as `rows`. `factorizations` counts on.
NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonOptions& options, VecX& lambda,
                                 int& factorizations, const NewtonWatch& watch = {});

}  // namespace keystone

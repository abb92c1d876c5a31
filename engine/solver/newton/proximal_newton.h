// Newton's method on the whole contact problem at once, in proximal rounds: the index sets of all rows change together.
#pragma once

#include "solver/newton/cone_system.h"
#include "solver/newton/newton_judge.h"
#include "solver/newton/newton_watch.h"

namespace keystone {

struct NewtonLimits {
  double tolerance = 1e-11;  // of max(1, the largest scaled impulse): what the rounds aim at
  double start = 5e-11;  // likewise: a start that close is left as it is; of a pile at rest about every other one is
  double sufficient = 3e-10;  // likewise: enough where rounds bring little more
  int factorizations = 250;   // of each attempt
  int work = 0;               // factorizations in all; 0: as many as the attempts take
  bool inside = true;         // through the inside of the law, and by other r, where the first rounds get lost
  bool only_at_rest = false;  // no more than rest_correction.h does; else the solution stays as it is
};

struct NewtonResult {
  bool solved = false;
  bool at_once = false;  // the start was close enough, and is left as it was
  int rounds = 0, factorizations = 0;
  int kept = 0;         // of the factorizations, those that were there from before (ConeSystem::factorNearly)
  double defect = 0.0;  // max |lambda - P(lambda - u)|, scaled
  double shift = 0.0;   // [m], by which contacts have to be off for it (solveByNewton)
};

// What is at rest is put right by rest_correction.h. Else proximal problems (proximal_problem.h), round after round
// with the anchor moved to the last result, so that nothing is left of epsilon in the end (Rockafellar 1976). A round
// that gets lost is taken back, and a larger epsilon leads closer in smaller steps. Where a few steps do not get there,
// soft_rounds.h leads to what a judge accepts, where it lets contacts give way. Else the rounds start anew from points
// inside the law: without friction, or toward what a judge accepts, of interior_path.h, else and then of
// smoothing_path.h; where that does not end, from the best point with more steps, and then with other r. lambda: the
// start and the best point found, scaled as `rows`.
NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonLimits& limits, VecX& lambda,
                                 const NewtonWatch& watch = {}, NewtonJudge* judge = nullptr);

}  // namespace keystone

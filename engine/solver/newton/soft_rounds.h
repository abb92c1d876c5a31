// From a start that may be far away to what a judge accepts, by contacts that give way less and less.
#pragma once

#include "solver/newton/newton_judge.h"
#include "solver/newton/proximal_problem.h"

namespace keystone {

// Proximal rounds whose epsilon is so large in the beginning, a share of W's diagonal, that a handful of Newton's
// steps solves each: every contact then gives way by epsilon (lambda - anchor), and that is how far it is off. Round by
// round the anchor follows, and the contacts that are off by too much are made stiffer, each for itself. `problem` is
// at the start, and at the point accepted in the end, with impulses inside the law; false, and it is anywhere, where no
// point is after so many factorizations.
bool followSoftRounds(ProximalProblem& problem, const ConeRows& rows, NewtonJudge& judge, const int& factorizations,
                      int most);

}  // namespace keystone

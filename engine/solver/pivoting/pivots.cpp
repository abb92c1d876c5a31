#include "solver/pivoting/pivots.h"

#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "solver/pivoting/isotropy.h"

namespace keystone {

SolveReport solveByPivots(const ContactProblem& problem, FrictionLaw law, const PivotOptions& options,
                          Solution& solution, SolverTrace* trace) {
  SolveReport report;
  BoxOptions box = options.box;
  box.trace = trace;
  const Scratch<SparseRows> W(problem.rows());
  formDelassus(problem, *W);
  if (problem.dim == 3 && law == FrictionLaw::Cone) {
    solveIsotropic(problem, *W, box, options.turns, solution, report);
    return report;
  }
  const Scratch<BoxState> state(problem.rows());
  state->lambda = solution.lambda;
  state->sets = solution.sets;
  solveBox(problem, *W, problem.q, box, *state, report);
  solution.lambda = state->lambda;
  solution.sets = state->sets;
  if (report.status == SolveStatus::Ray) solution.ray = state->ray;
  return report;
}

}  // namespace keystone

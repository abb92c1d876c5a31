#include "solver/parametric/pivots.h"

#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "solver/trace.h"
#include "solver/turning/isotropy.h"

namespace keystone {
namespace {

struct Turned {
  SparseRows W;
  VecX q;
};

}  // namespace

SolveReport solveByPivots(const ContactProblem& problem, FrictionLaw law, const PivotOptions& options,
                          Solution& solution, SolverTrace* trace) {
  SolveReport report;
  BoxOptions box = options.box;
  box.trace = trace;
  const Scratch<SparseRows> W(problem.rows());
  formDelassus(problem, *W);
  if (problem.dim == 3 && law == FrictionLaw::Cone) {
    const Scratch<Turned> turned(problem.rows());
    const auto solve_box = [&](const TangentFrames& frames, BoxState& state, SolveReport& sum) {
      turnDelassus(problem, frames, *W, turned->W);
      turned->q = problem.q;
      intoFrames(problem, frames, turned->q);
      const TraceMap unturned(trace, [&](VecX x) {
        outOfFrames(problem, frames, x);
        return x;
      });
      solveBox(problem, turned->W, turned->q, box, state, sum);
    };
    solveIsotropic(problem, solve_box, options.turns, solution, report);
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

// The solve of a method that relaxes blocks, whose size is its parameter "blocks".
#pragma once

#include "math/scratch_pool.h"
#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/sweep_until_still.h"

namespace keystone {

// `BlockSweeper`: a Sweeper that has chooseBlocks(solver's parameters).
template <const SolverInfo& solver, class BlockSweeper>
SolveReport solveByBlocks(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                          SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(solver, problem, values, solution, trace, report)) return report;
  const Scratch<BlockSweeper> sweeper(problem.rows());
  sweeper->chooseBlocks(values);
  sweeper->begin(problem, FrictionLaw::Cone, parameter(solver, values, "omega"), solution.lambda);
  addReport(sweepUntilStill(*sweeper, sweepLimits(solver, values), trace, solution.lambda), report);
  return report;
}

}  // namespace keystone

#include "solver/pivoting/baraff_method.h"

#include <algorithm>

#include "math/scratch_pool.h"
#include "solver/pivoting/drives.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {
namespace {

constexpr double kFrame = 16e-3, kRate = 2e10;  // [s] of a solve by default, [1/s] of operations, as counted
constexpr int kLeastRounds = 100;               // however large the problem is
constexpr int kPivotsOfRow = 10;                // from cold: four times what solves need that end
constexpr int kLeastPivots = 36;                // of a few rows

BaraffWork workOf(const ContactSystem& contacts, const BaraffOptions& options, bool is_warm) {
  BaraffWork work;
  if (options.work > 0) work.pivots = options.work;
  if (options.work != 0) return work;
  if (is_warm)
    work.rounds = std::max(kLeastRounds, static_cast<int>(kFrame * kRate / (contacts.system().operations() + 1.0)));
  else
    work.pivots = kPivotsOfRow * contacts.rows().rows() + kLeastPivots;
  return work;
}

}  // namespace

SolveReport solveBaraff(const ContactProblem& problem, FrictionLaw law, const BaraffOptions& options,
                        Solution& solution, SolverTrace* trace) {
  SolveReport sum;
  BaraffWork work =
      workOf(ContactSystem(problem, law), options, !solution.sets.empty() || !solution.lambda.isZero(0.0));
  const auto solveIn = [&](const ContactProblem& turned, BoxState& state, SolveReport& report) {
    const TraceWork done(trace, report.factorizations);
    const SolveReport part = drive(turned, options, state, work, trace);
    report.drives += part.drives;
    report.pivots += part.pivots;
    report.zero_steps += part.zero_steps;
    report.factorizations += part.factorizations;
    report.end(part.status, part.message);
  };
  if (problem.dim == 3 && law == FrictionLaw::Cone) {
    const Scratch<ContactProblem> turned(problem.rows());
    const auto solve_box = [&](const TangentFrames& frames, BoxState& state, SolveReport& report) {
      ++report.iterations;
      turnProblem(problem, frames, *turned);
      const TraceMap unturned(trace, [&](VecX x) {
        outOfFrames(problem, frames, x);
        return x;
      });
      solveIn(*turned, state, report);
    };
    solveIsotropic(problem, solve_box, options.turns, solution, sum);
    return sum;
  }
  const Scratch<BoxState> state(problem.rows());
  state->lambda = solution.lambda;
  state->sets = solution.sets;
  solveIn(problem, *state, sum);
  std::swap(solution.lambda, state->lambda);
  std::swap(solution.sets, state->sets);
  if (sum.status == SolveStatus::Ray) solution.ray = state->ray;
  return sum;
}

}  // namespace keystone

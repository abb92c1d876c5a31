// Pivoting: the contact problem of contact_problem.h solved exactly, by changing the index sets one row at a time.
//
// Sources: Baraff 1994 (sets, drives, friction by tied rows); Bender et al. 2014, sections 3.1.4 (velocity level)
// and 4.2. Departures, and why:
//   - a drive is parameterised by the violation that is removed, not by the force that grows: the same steps, but all
//     rows can be driven together, ties are broken by generic distances, and the path may turn back where sliding
//     friction makes the block indefinite (Lemke's rule), where growing a force alone would be stuck;
//   - a row whose Schur complement vanishes is exchanged against a row of its dependency, or left dependent when its
//     velocity cannot move: W is singular for every brick wall;
//   - the block is kept as L U, bordered where W is symmetric to the last digit, else with row exchanges;
//   - a path that ends early, on a ray or in a cycle, leads on from there under other generic distances;
//   - spatial friction: box rows in frames turned to the friction force until that opposes the slip (isotropy.h).
// Cost: a pivot O(clamped^2 + entries of W). Fails, and says so: when no impulses solve the problem (unbounded ray),
// when friction leads the path into a cycle after all restarts, when a long path through sliding contacts gets lost,
// when the sliding directions do not settle.
#include <algorithm>

#include "solver/pivoting/pivots.h"
#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kPivoting;

namespace {

PivotOptions optionsOf(const ParameterValues& values) {
  PivotOptions options;
  options.box.order = static_cast<DriveOrder>(static_cast<int>(parameter(kPivoting, values, "order")));
  options.box.blocks = parameter(kPivoting, values, "block_pivots") > 0.0;
  options.box.max_pivots = static_cast<int>(parameter(kPivoting, values, "max_pivots"));
  options.box.restarts = static_cast<int>(parameter(kPivoting, values, "restarts"));
  options.turns = static_cast<int>(parameter(kPivoting, values, "turns"));
  return options;
}

SolveReport solvePivoting(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                          SolverTrace* trace) {
  return solveByPivots(problem, frictionLaw(kPivoting, values), optionsOf(values), solution, trace);
}

}  // namespace

constinit const SolverInfo kPivoting{
    {"pivoting", "Pivoting (Baraff)", "direct", "Baraff 1994"},
    {.exact = true, .pivots = true},
    {.unsymmetric = true},
    {choiceOf("order", "Driving order", "together|lowest|most_violated",
              "all violations in one drive, rows by index, or the most violated row first"),
     choiceOf("block_pivots", "Block pivots", "off|on",
              "all rows that break their conditions change sets at once, as long as that helps; then single pivots"),
     kFrictionParameter,
     wholeNumber("max_pivots", "Pivots at most", 20000, 100, 1000000,
                 "a solve that needs more is given up, so that the window keeps moving"),
     wholeNumber("restarts", "Restarts", 10, 0, 50, "fresh perturbations tried after a ray or a cycle"),
     wholeNumber("turns", "Turns of the tangent frames", 100, 1, 1000,
                 "rounds of the isotropy refinement (spatial Coulomb friction)")},
    solvePivoting};

}  // namespace keystone

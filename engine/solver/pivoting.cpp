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
#include <array>

#include "solver/pivoting/pivots.h"
#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kPivoting;

namespace {

constexpr std::array kPivotingParameters{
    Parameter{"order", "Driving order", Parameter::Type::Choice, 0, 0, 2, "",
              "all violations in one drive, rows by index, or the most violated row first",
              "together|lowest|most_violated"},
    Parameter{"block_pivots", "Block pivots", Parameter::Type::Choice, 0, 0, 1, "",
              "all rows that break their conditions change sets at once, as long as that helps; then single pivots",
              "off|on"},
    kFrictionParameter,
    Parameter{"max_pivots", "Pivots at most", Parameter::Type::Integer, 20000, 100, 1000000, "",
              "a solve that needs more is given up, so that the window keeps moving"},
    Parameter{"restarts", "Restarts", Parameter::Type::Integer, 10, 0, 50, "",
              "fresh perturbations tried after a ray or a cycle"},
    Parameter{"turns", "Turns of the tangent frames", Parameter::Type::Integer, 100, 1, 1000, "",
              "rounds of the isotropy refinement (spatial Coulomb friction)"},
};

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

const SolverInfo kPivoting{"pivoting",
                           "Pivoting (Baraff)",
                           "direct",
                           "Baraff 1994",
                           {.frictionless = true,
                            .box_friction = true,
                            .cone_friction = true,
                            .joints = true,
                            .w_only = true,
                            .unsymmetric = true},
                           true,
                           kPivotingParameters,
                           solvePivoting};

}  // namespace keystone

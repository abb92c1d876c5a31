// Parametric pivoting: all violations of the contact problem removed together, along one path.
//
// The solution is followed from a perturbed problem, which the start solves, to the problem itself; the index sets
// change one row at a time. Sources: Lemke 1965 in its parametric form (Cottle, Pang and Stone 1992, section 4.5); sets
// and tied friction as in Baraff 1994.
//   - ties are broken by generic distances, and the path may turn back where sliding friction makes the block
//   indefinite;
//   - a row whose Schur complement vanishes is exchanged against a row of its dependency, or left dependent when its
//     velocity cannot move: W is singular for every brick wall;
//   - the block is kept as L U, bordered where W is symmetric to the last digit, else with row exchanges;
//   - a path that ends early, on a ray or in a cycle, leads on from there under other generic distances;
//   - spatial friction: box rows in frames turned to the friction force until that opposes the slip (isotropy.h).
// Cost: a pivot O(clamped^2 + entries of W). Fails, and says so: when no impulses solve the problem (unbounded ray),
// when friction leads the path into a cycle after all restarts, when a long path through sliding contacts gets lost,
// when the sliding directions do not settle.
#include <algorithm>

#include "solver/parametric/pivots.h"
#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kParametric;

namespace {

PivotOptions optionsOf(const ParameterValues& values) {
  PivotOptions options;
  options.box.blocks = parameter(kParametric, values, "block_pivots") > 0.0;
  options.box.max_pivots = static_cast<int>(parameter(kParametric, values, "max_pivots"));
  options.box.restarts = static_cast<int>(parameter(kParametric, values, "restarts"));
  options.turns = static_cast<int>(parameter(kParametric, values, "turns"));
  return options;
}

SolveReport solveParametric(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                            SolverTrace* trace) {
  return solveByPivots(problem, frictionLaw(kParametric, values), optionsOf(values), solution, trace);
}

}  // namespace

constinit const SolverInfo kParametric{
    {"parametric", "Parametric (Lemke's path)", "direct", "Lemke 1965"},
    {.exact = true, .pivots = true, .drives = true},
    {.unsymmetric = true},
    {choiceOf("block_pivots", "Block pivots", "off|on",
              "all rows that break their conditions change sets at once, as long as that helps; then single pivots"),
     kFrictionParameter,
     wholeNumber("max_pivots", "Pivots at most", 20000, 100, 1000000,
                 "a solve that needs more is given up, so that the window keeps moving"),
     wholeNumber("restarts", "Restarts", 10, 0, 50, "fresh perturbations tried after a ray or a cycle"),
     wholeNumber("turns", "Turns of the tangent frames", 100, 1, 1000,
                 "rounds of the isotropy refinement (spatial Coulomb friction)")},
    solveParametric};

}  // namespace keystone

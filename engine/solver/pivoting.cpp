// Pivoting: the contact problem of contact_problem.h solved exactly, by changing the index sets, in blocks or one row
// at a time.
//
// Sources: Baraff 1994 (sets, drives, friction by tied rows); Bender et al. 2014, sections 3.1.4 (velocity level)
// and 4.2. Departures, and why:
//   - a drive is parameterised by the violation that is removed, not by the force that grows: the same steps, but all
//     rows can be driven together, ties are broken by generic distances, and the path may turn back where sliding
//     friction makes the block indefinite (Lemke's rule), where growing a force alone would be stuck;
//   - a row whose Schur complement vanishes is exchanged against a row of its dependency, or held when its velocity
//     cannot move: W is singular for every brick wall;
//   - what rests is put right at once, with all its sets as they are (newton/rest_correction.h), and a large problem
//     begins with block pivots: Newton's method on all rows at once, sparse in the bodies (newton.h); what follows is
//     for where that does not settle, for small problems that move and for unsymmetric ones;
//   - the block is kept as L U, bordered on the exact path, with row exchanges where unsymmetric blocks lead far;
//   - where a long path through sliding contacts gets lost, proximal rounds lead to the solution (proximal.h);
//   - spatial friction: box rows in frames turned to the friction force (isotropy.h), then Newton's method on the cone.
// Cost: a block step is one sparse factorization, a single pivot O(clamped^2 + entries of W). Fails, and says so: when
// no impulses solve the problem (unbounded ray), when friction leads the path into a cycle after all restarts, when
// Newton does not settle on the sliding directions.
#include <algorithm>
#include <array>

#include "math/spare.h"
#include "problem/delassus.h"
#include "solver/newton.h"
#include "solver/pivoting/box_solve.h"
#include "solver/pivoting/isotropy.h"
#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kPivoting;

namespace {

constexpr std::array kKnobs{
    Knob{"order", "Driving order", Knob::Type::Choice, 0, 0, 2, "",
         "all violations in one drive, rows by index, or the most violated row first", "together|lowest|most_violated"},
    Knob{"blocks", "Block pivots first", Knob::Type::Choice, 0, 0, 2, "",
         "change the sets of all rows at once while that leads on: in large problems driven together, always, or never",
         "large|always|never"},
    kFrictionKnob,
    kWorkKnob,
    Knob{"max_pivots", "Pivots at most", Knob::Type::Integer, 20000, 100, 1000000, "",
         "a solve that needs more is given up, so that the window keeps moving"},
    Knob{"restarts", "Restarts", Knob::Type::Integer, 1, 0, 50, "", "fresh perturbations tried after a ray or a cycle"},
    Knob{"turns", "Turns of the tangent frames", Knob::Type::Integer, 3, 1, 200, "",
         "rounds of the isotropy refinement (spatial Coulomb friction)"},
};

// Smaller problems are solved as fast by single pivots, which can be watched one by one.
constexpr int kLarge = 48;
// A block phase that ended this close (scaled) is the better start for single pivots.
constexpr double kClose = 1e-2;
constexpr double kPivotWork = 1e9;  // rows^2 pivots after the blocks: more takes seconds, and is given up
// A factor of that many dense rows alone takes too long.
constexpr int kSinglePivots = 1500;

BoxOptions boxOptions(const KnobValues& values, SolverTrace* trace) {
  BoxOptions options;
  options.trace = trace;
  options.order = static_cast<DriveOrder>(static_cast<int>(knob(kPivoting, values, "order")));
  options.max_pivots = static_cast<int>(knob(kPivoting, values, "max_pivots"));
  options.restarts = static_cast<int>(knob(kPivoting, values, "restarts"));
  return options;
}

// Whether the knobs ask neither for blocks nor for single pivots.
bool isFree(const KnobValues& values) {
  return knob(kPivoting, values, "blocks") == 0.0 && knob(kPivoting, values, "order") == 0.0;
}
bool wantsBlocks(const ContactProblem& problem, const KnobValues& values) {
  const bool always = knob(kPivoting, values, "blocks") == 1.0;
  return problem.symmetric && (always || (isFree(values) && problem.rows() >= kLarge));
}
bool mayRest(const ContactProblem& problem, const KnobValues& values, const Solution& solution) {
  return problem.symmetric && isFree(values) && !solution.sets.empty();
}

int changedSets(const IndexSets& before, const IndexSets& after) {
  int changed = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool none = after[i] == RowSet::Unclamped || after[i] == RowSet::Ignored || after[i] == RowSet::Bilateral;
    changed += (before.empty() ? !none : before[i] != after[i]) ? 1 : 0;
  }
  return changed;
}

// All sets at once, by Newton's method, as long as that leads on (solver/newton/); true when it led to the solution.
// Its pivots are the rows that ended in another set. What came close is left in `solution` for single pivots.
bool solveInBlocks(const ContactProblem& problem, FrictionLaw law, int work, Solution& solution, SolveReport& report,
                   SolverTrace* trace) {
  const Spare<Solution> room(problem.rows());
  Solution& blocks = *room;
  blocks = solution;
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const NewtonResult result = solveByNewton(problem, law, {.work = work}, blocks, trace);
  addTo(result, report);
  if (result.solved) report.pivots += changedSets(solution.sets, blocks.sets);
  if (result.solved || result.defect < kClose) std::swap(solution, blocks);
  return result.solved;
}

// A small problem that last step's impulses all but solve.
bool solveAtRest(const ContactProblem& problem, FrictionLaw law, Solution& solution, SolveReport& report,
                 SolverTrace* trace) {
  const Spare<Solution> room(problem.rows());
  Solution& rest = *room;
  rest = solution;
  const NewtonResult result = solveByNewton(problem, law, {.only_at_rest = true}, rest, nullptr);
  if (!result.solved) return false;
  addTo(result, report);
  report.pivots += changedSets(solution.sets, rest.sets);
  if (trace != nullptr) {
    trace->add({.kind = TraceKind::Start}, solution.lambda, solution.sets);
    if (!result.at_once) trace->add({.kind = TraceKind::Newton, .factorizations = 1}, rest.lambda);
  }
  std::swap(solution, rest);
  return true;
}

// The problem has rows.
SolveReport solveAny(const ContactProblem& problem, const KnobValues& values, Solution& solution, SolverTrace* trace) {
  SolveReport report;
  if (solution.lambda.size() != problem.rows()) {
    solution.lambda.setZero(problem.rows());
    solution.sets.clear();
  }
  const FrictionLaw law = frictionLaw(kPivoting, values);
  BoxOptions options = boxOptions(values, trace);
  if (wantsBlocks(problem, values)) {
    const int work = static_cast<int>(knob(kPivoting, values, "work"));
    if (solveInBlocks(problem, law, work, solution, report, trace)) return report;
    if (work > 0 && report.factorizations >= work) {
      report.status = SolveStatus::IterationLimit;
      report.message = kWorkDone;
      return report;
    }
    if (problem.rows() > kSinglePivots && knob(kPivoting, values, "blocks") == 0.0) {
      report.status = SolveStatus::IterationLimit;
      report.message = "the blocks did not settle, and there are too many rows for single pivots";
      return report;
    }
    const double rows = problem.rows();
    options.max_pivots = static_cast<int>(std::min<double>(options.max_pivots, 100.0 + kPivotWork / (rows * rows)));
  } else if (mayRest(problem, values, solution) && solveAtRest(problem, law, solution, report, trace)) {
    return report;
  }
  const Spare<SparseRows> W(problem.rows());
  formDelassus(problem, *W);
  if (problem.dim == 3 && law == FrictionLaw::Cone) {
    solveIsotropic(problem, *W, options, static_cast<int>(knob(kPivoting, values, "turns")), solution, report);
    return report;
  }
  const Spare<BoxState> state(problem.rows());
  state->lambda = solution.lambda;
  state->sets = solution.sets;
  solveBox(problem, *W, problem.q, options, *state, report);
  solution.lambda = state->lambda;
  solution.sets = state->sets;
  if (report.status == SolveStatus::Ray) solution.ray = state->ray;
  return report;
}

SolveReport solve(const ContactProblem& problem, const KnobValues& values, Solution& solution, SolverTrace* trace) {
  solution.sets_inferred = false;
  solution.ray.resize(0);
  if (problem.rows() == 0) {
    solution.sets.clear();
    return {};
  }
  SolveReport report = solveAny(problem, values, solution, trace);
  if (trace != nullptr) trace->add({.kind = TraceKind::Result}, solution.lambda, solution.sets);
  return report;
}

}  // namespace

const SolverInfo kPivoting{
    "pivoting", "Pivoting (Baraff)", "direct", "Baraff 1994", {true, true, true, true, true}, true, kKnobs, solve};

}  // namespace keystone

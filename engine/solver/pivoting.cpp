// Pivoting: the contact problem of contact_problem.h solved as Baraff 1994 does, one contact after the other.
//
// Source: Baraff 1994, sections 4 to 6 and its appendix. Each row whose condition fails is driven: its impulse grows
// until its velocity is zero, while the rows in C keep theirs at rest and those in NC keep their impulses; where one
// comes to the end of its condition it changes sets. Normals come before friction, dependent rows stay in C, a row that
// goes to and fro in steps of length zero is driven again later. Under way: pivoting/.
//   - in space each of two tangents has its own bound, in frames that are turned until friction opposes the slip
//     (turning/);
//   - what the last step held is brought to rest together, before single rows are driven; where its sets hold that
//     takes no pivot, and where they lead nowhere the start is the paper's, no impulse.
// Cost: a pivot is a sparse factorization by bodies and a few solves. Fails, and says so: unbounded ray, singular C,
// cycle, work done, directions that do not settle.
#include "solver/pivoting/baraff_method.h"

namespace keystone {
extern const SolverInfo kPivoting;

namespace {

SolveReport solvePivoting(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                          SolverTrace* trace) {
  BaraffOptions options;
  options.order = static_cast<DriveOrder>(static_cast<int>(parameter(kPivoting, values, "order")));
  options.to_bound = parameter(kPivoting, values, "given_up") > 0.0;
  options.work = static_cast<int>(parameter(kPivoting, values, "work"));
  options.turns = static_cast<int>(parameter(kPivoting, values, "turns"));
  return solveBaraff(problem, frictionLaw(kPivoting, values), options, solution, trace);
}

}  // namespace

constinit const SolverInfo kPivoting{
    {"pivoting", "Pivoting (Baraff)", "direct", "Baraff 1994"},
    {.exact = true, .pivots = true, .drives = true, .keeps_start = true},
    {.unsymmetric = true},
    {choiceOf("order", "Order", "lowest|most_violated",
              "the first contact whose condition fails, or the worst, normals before friction", 1),
     choiceOf(
         "given_up", "Friction given up", "to_zero|to_bound",
         "friction that went to and fro in steps of length zero is driven to zero force first (Baraff), or only as "
         "far as its bound"),
     kFrictionParameter,
     wholeNumber(
         "work", "Work at most", 0, -1, 1000000,
         "pivots of one solve, which then returns the point reached, with its residual; one frame (0): as many as "
         "take about 20 ms, from a cold start ten per row; unbounded (-1): until it is solved",
         "unbounded|one frame"),
     wholeNumber("turns", "Turns of the tangent frames", 30, 1, 1000,
                 "rounds in which the frames of friction in space are turned along it")},
    solvePivoting};

}  // namespace keystone

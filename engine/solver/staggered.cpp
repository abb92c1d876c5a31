// Staggered projections: normal impulses with friction given, then friction with its bounds given, in turn.
//
// Sources: Kaufman, Sueda, James, Pai 2008; Bender et al. 2014, section 4.3.4, equations 83 and 84.
//   lambda_n <- argmin 1/2 lambda_n W_nn lambda_n + lambda_n (q_n + W_nt lambda_t),   lambda_n >= 0
//   lambda_t <- argmin 1/2 lambda_t W_tt lambda_t + lambda_t (q_t + W_tn lambda_n),   |lambda_t| <= mu lambda_n
// until impulses change no more. A fixed point obeys Coulomb's law exactly, since friction of a given bound dissipates
// most.
// Departures: each quadratic program is solved by a damped Newton method on its natural map
// (line_search/damped_newton.h), the friction disc as it is, where the source takes a general solver and a pyramid;
// joint rows are solved in both; friction starts from the impulses given; a program that takes many Newton steps is
// left unfinished for the next round.
// Cost: two to twenty sparse factorizations a round, fewer as the rounds settle.
// Fails: the rounds need not converge; they swing where bodies wedge (mu large, normals across each other).
#include "solver/staggered/projections.h"

#include <cmath>

#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {

extern const SolverInfo kStaggered;

namespace {

// Factorizations of one projection, of which most need two to five. One that needs more goes on in the next round.
constexpr int kOfAProjection = 12;

class Staggered {
 public:
  Staggered(const ContactSystem& contacts, const NewtonWatch& watch)
      : contacts_(contacts), watch_(watch), radius_(contacts.rows().contacts) {}

  void round(VecX& lambda, int& factorizations) {
    radius_->setZero(contacts_.rows().contacts);
    solve(Projection::Half::Normal, lambda, factorizations);
    const ConeRows& rows = contacts_.rows();
    for (int c = 0; c < rows.contacts; ++c) (*radius_)[c] = rows.mu[c] * std::max(lambda[rows.dim * c], 0.0);
    if (rows.dim > 1) solve(Projection::Half::Friction, lambda, factorizations);
  }

 private:
  void solve(Projection::Half half, VecX& lambda, int& factorizations) {
    Projection equations(contacts_.rows(), half, *radius_);
    const DampedNewtonOptions options{.factorizations = kOfAProjection};
    solveDampedNewton(contacts_.rows(), contacts_.system(), equations, options, lambda, factorizations, watch_);
  }

  const ContactSystem& contacts_;
  const NewtonWatch& watch_;
  const Scratch<VecX> radius_;  // [contacts], of the friction discs, scaled
};

SolveReport solveStaggered(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                           SolverTrace* trace) {
  solution.sets.clear();
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const ContactSystem contacts(problem, frictionLaw(kStaggered, values));
  const Scratch<VecX> lambda(problem.rows()), best(problem.rows());
  *lambda = contacts.rows().scaled(solution.lambda);
  contacts.rows().project(*lambda, *lambda);
  *best = *lambda;
  const int rounds = static_cast<int>(parameter(kStaggered, values, "iterations"));
  const double tolerance = parameter(kStaggered, values, "tolerance");
  const NewtonWatch watch = recordSteps(contacts.rows(), trace, 0);  // on the way to the end of a round
  Staggered method(contacts, watch);
  SolveReport report;
  double least = contacts.defect(*best);
  while (!(least <= tolerance)) {
    if (report.iterations == rounds) {
      report.end(SolveStatus::IterationLimit, "the rounds did not settle");
      break;
    }
    ++report.iterations;
    method.round(*lambda, report.factorizations);
    recordSweep(contacts.rows(), trace, *lambda, report.factorizations);
    if (const double defect = contacts.defect(*lambda); defect < least) {
      least = defect;
      *best = *lambda;
    }
  }
  contacts.rows().project(*best, *best);
  solution.lambda = contacts.rows().unscaled(*best);
  return report;
}

}  // namespace

constinit const SolverInfo kStaggered{
    {"staggered", "Staggered projections", "splitting", "Kaufman, Sueda, James, Pai 2008"},
    {},
    {},
    {wholeNumber("iterations", "Rounds", 30, 1, 10000, "of both projections, at most"),
     realNumber("tolerance", "Tolerance", 1e-11, 0, 1,
                "Stops when a round leaves no impulse further from its law than this share of the largest; 0 never "
                "stops early"),
     kFrictionParameter},
    solveStaggered};

}  // namespace keystone

// Projected Gauss-Seidel with subspace minimisation: sweeps find the index sets, a linear solve finds the impulses that
// belong to them.
//
// Source: Silcowitz, Niebe, Erleben 2010 (GRAPP).
//   a few sweeps of projected Gauss-Seidel; then, a few times: rows strictly inside their bounds are free (A), all
//   others stay at theirs; solve u_A = 0; put the result back inside the bounds of the new normal impulses; until the
//   sets no longer change. Then sweeps again.
// Departures:
//   - the subspace system is (W_AA + weight I) d = -u_A by the engine's own factorization (system/contact_system.h);
//     the source takes any solver. W_AA is singular where contacts are redundant: weight begins at the defect and
//     falls a hundredfold each step, so that nothing is left of it.
//   - friction on the cone, and discs: all of the rows are free or none; where they slide they stay a share mu of
//     the normal impulse along their direction.
//   - of a subspace phase the step with the smallest natural map is taken, none where all are worse than the sweeps.
// Cost: that of pgs, and a sparse factorization for each subspace step.
// Fails: as pgs where the sweeps do not find the sets; quickly otherwise.
#include <cmath>

#include "math/scratch_pool.h"
#include "math/stop.h"
#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/chosen_sweeper.h"
#include "solver/pgs/sweep_until_still.h"
#include "solver/system/contact_system.h"

namespace keystone {

extern const SolverInfo kPgsSm;

namespace {

constexpr double kAtBound = 1e-10;         // of the largest impulse: nearer to its bound a row counts as at it
constexpr double kFalls = 0.01;            // of the weight, from step to step
constexpr double kLeastFreeWeight = 1e-9;  // of W's diagonal: smaller ones lose digits

// The subspace phase, in scaled rows.
class Subspace {
 public:
  Subspace(const ContactSystem& contacts, const NewtonWatch& watch)
      : contacts_(contacts), watch_(watch), workspace_(contacts.rows().rows()) {}

  // From lambda, scaled, at most so many steps; whether one of them came nearer.
  bool solve(int steps, VecX& lambda, int& factorizations) {
    const double before = contacts_.defect(lambda);
    double weight = std::max(kLeastFreeWeight, std::min(1.0, before)), least = before;
    w_.at = lambda;
    w_.free.clear();
    for (int n = 0; n < steps; ++n) {
      w_.held.swap(w_.free);
      findFree(w_.at);
      if (n > 0 && w_.held == w_.free && weight == kLeastFreeWeight) break;
      stopIfAsked();
      ++factorizations;
      if (!minimise(weight)) break;
      w_.at = w_.next;
      if (watch_) watch_({w_.at, 1.0, factorizations});
      weight = std::max(kLeastFreeWeight, kFalls * weight);
      const double defect = contacts_.defect(w_.at);
      if (!(defect < least)) continue;
      least = defect;
      lambda = w_.at;
    }
    return least < before;
  }

 private:
  struct Workspace {
    std::vector<char> free, held;  // [rows], now and in the step before
    VecX at, u, next;
    GeneralizedJacobian S;
  };

  void findFree(const VecX& lambda) {
    const ConeRows& rows = contacts_.rows();
    const double noise = kAtBound * std::max(1.0, lambda.lpNorm<Eigen::Infinity>());
    w_.free.assign(rows.rows(), 0);
    const auto setFree = [&](int row, bool is) { w_.free[row] = is ? 1 : 0; };
    for (int c = 0; c < rows.contacts; ++c) {
      const int n = rows.dim * c;
      if (!(lambda[n] > noise)) continue;
      setFree(n, true);
      const double bound = rows.mu[c] * lambda[n] - noise;
      const double size = lambda.segment(n + 1, rows.dim - 1).norm();
      for (int row = n + 1; row < n + rows.dim; ++row)
        setFree(row, (rows.law == FrictionLaw::Box ? std::abs(lambda[row]) : size) < bound);
    }
    for (int k = 0; k < rows.joint_rows; ++k) {
      const int row = rows.firstJointRow() + k;
      setFree(row, lambda[row] > rows.lower[k] + noise && lambda[row] < rows.upper[k] - noise);
    }
    for (const FrictionDisc& disc : rows.discs) {
      const int first = rows.firstJointRow() + disc.first;
      const bool is_inside = lambda.segment(first, disc.count).norm() < rows.radiusOf(disc, lambda) - noise;
      for (int k = 0; k < disc.count; ++k) setFree(first + k, is_inside);
    }
  }

  // next, inside the bounds.
  bool minimise(double weight) {
    const ConeRows& rows = contacts_.rows();
    const int dim = rows.dim;
    contacts_.system().product(w_.at, w_.u);
    w_.u += rows.q;
    w_.S.begin(rows);
    w_.next.resize(rows.rows());
    for (int row = 0; row < rows.rows(); ++row) {
      const double held = w_.free[row] != 0 ? 1.0 / weight : 0.0;
      w_.next[row] = -held * w_.u[row];
      if (row >= rows.firstJointRow() && rows.isOnDisc(row - rows.firstJointRow()))
        setDisc(row - rows.firstJointRow(), held);
      else if (row >= rows.firstJointRow())
        w_.S.joint_rows[row - rows.firstJointRow()] = held;
      else
        w_.S.contact(row / dim)(row % dim, row % dim) = held;
    }
    if (!contacts_.system().factor(w_.S)) return false;
    contacts_.system().solveInPlace(w_.next);
    w_.next += w_.at;
    slideAlong(w_.at);
    rows.project(w_.next, w_.next);
    return w_.next.allFinite();
  }

  void setDisc(int joint_row, double held) {
    const ConeRows& rows = contacts_.rows();
    const auto at = static_cast<std::size_t>(rows.disc_of_row[joint_row]);
    const int k = joint_row - rows.discs[at].first;
    w_.S.discs[at].own(k, k) = held;
  }

  // Friction at its bound follows the normal impulse.
  void slideAlong(const VecX& lambda) {
    const ConeRows& rows = contacts_.rows();
    for (int c = 0; c < rows.contacts; ++c) {
      const int n = rows.dim * c;
      if (!(lambda[n] > 0.0)) continue;
      for (int row = n + 1; row < n + rows.dim; ++row)
        if (w_.free[row] == 0) w_.next[row] = lambda[row] * std::max(w_.next[n], 0.0) / lambda[n];
    }
    for (const FrictionDisc& disc : rows.discs) {
      const int first = rows.firstJointRow() + disc.first, n = rows.dim * disc.contact;
      if (disc.contact < 0 || !(lambda[n] > 0.0) || w_.free[first] != 0) continue;
      w_.next.segment(first, disc.count) = lambda.segment(first, disc.count) * (std::max(w_.next[n], 0.0) / lambda[n]);
    }
  }

  const ContactSystem& contacts_;
  const NewtonWatch& watch_;
  const Scratch<Workspace> workspace_;
  Workspace& w_ = *workspace_;
};

struct Limits {
  int iterations, sweeps, subspace;
  double tolerance;
};

SolveReport iterate(const ContactSystem& contacts, Sweeper& sweeper, const Limits& limits, SolverTrace* trace,
                    VecX& lambda) {
  const NewtonWatch watch = recordSteps(contacts.rows(), trace, 0);  // on the way to the next sweep
  Subspace subspace(contacts, watch);
  const Scratch<VecX> scaled(lambda.size());
  SolveReport report;
  while (true) {
    const int sweeps = std::min(limits.sweeps, limits.iterations - report.iterations);
    const TraceWork done(trace, report.factorizations);
    const SolveReport swept = sweepUntilStill(sweeper, {sweeps, limits.tolerance}, trace, lambda);
    report.iterations += swept.iterations;
    report.status = swept.status;
    report.message = swept.message;
    if (swept.status != SolveStatus::IterationLimit || report.iterations >= limits.iterations) return report;
    *scaled = contacts.rows().scaled(lambda);
    if (!subspace.solve(limits.subspace, *scaled, report.factorizations)) continue;
    lambda = contacts.rows().unscaled(*scaled);
    sweeper.setImpulses(lambda);
  }
}

SolveReport solvePgsSm(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                       SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(kPgsSm, problem, parameters, solution, trace, report)) return report;
  const FrictionLaw law = frictionLaw(kPgsSm, parameters);
  const auto whole = [&](const char* id) { return static_cast<int>(parameter(kPgsSm, parameters, id)); };
  const Limits limits{whole("iterations"), whole("sweeps"), whole("subspace"),
                      parameter(kPgsSm, parameters, "tolerance")};
  const ContactSystem contacts(problem, law);
  const ChosenSweeper sweeper(problem, law, 1.0, solution.lambda);
  addReport(iterate(contacts, *sweeper, limits, trace, solution.lambda), report);
  return report;
}

}  // namespace

constinit const SolverInfo kPgsSm{
    {"pgs_sm", "Gauss-Seidel with subspace minimisation", "iterative", "Silcowitz, Niebe, Erleben 2010 (GRAPP)"},
    {},
    {.discs = true},
    {sweepsParameter(50), kSweepTolerance,
     wholeNumber("sweeps", "Sweeps in a row", 5, 1, 100, "between two subspace phases"),
     wholeNumber("subspace", "Subspace steps", 5, 1, 100, "at most, of one factorization each, in a subspace phase"),
     kFrictionParameter, kShockParameter},
    solvePgsSm};

}  // namespace keystone

// Enumeration: every choice of index sets is tried, and the one whose impulses break the conditions least is the
// answer. Frictionless contacts are open or clamped; tangent rows stick or slide either way (planar Coulomb friction,
// and the box in space); joint rows with bounds hold or stand at either bound. The surest reference there is, and the
// slowest.
//
// Source: the definition of the problem; Bender et al. 2014, section 4.2, calls it the guessing approach. Where rows
// depend on each other the least of all impulses of a choice is taken, by a complete orthogonal decomposition.
// Bilateral rows are eliminated beforehand.
//
// Cost: 2^n choices of n contacts without friction, 4^n in the plane, 10^n in space, 3 for each joint row with bounds,
// each a dense solve; so small problems only, others are refused. Fails where no choice solves the problem.
#include <algorithm>
#include <cmath>

#include "math/least_norm.h"
#include "math/product_count.h"
#include "math/stop.h"
#include "solver/dense_problem.h"
#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kEnumeration;

namespace {

constexpr double kRankTolerance = 1e-10;  // of the largest pivot, of a unit diagonal
constexpr double kSolved = 1e-10;         // violation, of the largest impulse, that counts as none: well below 'exact'
constexpr double kPerfect = 1e-14;        // nothing better is to be found

// Per row 0 for velocity zero, +1 or -1 for sliding with the force that way (a joint row: at its upper or lower bound);
// an open contact has `kOpen` throughout.
constexpr int kOpen = 2;
using Choice = std::vector<int>;  // [rows]

// The choice of that number: a digit for each contact, 0 open, else the tangents' states in base 3; then a digit in
// base 3 for each joint row with bounds.
Choice choiceNumber(const DenseProblem& dense, long number, int states) {
  Choice choice(static_cast<std::size_t>(dense.count()), kOpen);
  for (int c = 0; c < dense.contacts; ++c) {
    long digit = number % states;
    number /= states;
    if (digit-- == 0) continue;
    const auto n = static_cast<std::size_t>(dense.dim) * static_cast<std::size_t>(c);
    choice[n] = 0;
    for (int k = 1; k < dense.dim; ++k, digit /= 3) choice[n + k] = static_cast<int>(digit % 3) - 1;
  }
  for (int i = dense.count() - dense.bounded; i < dense.count(); ++i, number /= 3)
    choice[i] = static_cast<int>(number % 3) - 1;
  return choice;
}

// Impulses that hold the choice's velocities at zero, its sliding rows at their bounds.
VecX impulsesOf(const DenseProblem& dense, const Choice& choice) {
  std::vector<int> held;
  MatX spread = MatX::Identity(dense.count(), dense.count());  // impulses from those of the held rows
  VecX fixed = VecX::Zero(dense.count());
  for (int i = 0; i < dense.count(); ++i) {
    const int state = choice[i];
    const int joint = i - (dense.count() - dense.bounded);
    if (state == 0) held.push_back(i);
    if (state != 1 && state != -1) continue;
    if (joint < 0) {
      spread(i, i - i % dense.dim) = state * dense.mu[i / dense.dim];
    } else if (const double bound = state > 0 ? dense.upper[joint] : dense.lower[joint]; std::isfinite(bound)) {
      fixed[i] = bound;
    }
  }
  if (held.empty()) return fixed;
  countProduct(1.0 + static_cast<double>(held.size()));  // of the held rows' columns, then of what is fixed
  const MatX columns = spread(Eigen::all, held);
  const MatX response = dense.W * columns;
  const VecX u = dense.W * fixed + dense.q;
  return fixed + columns * leastNormSolution(response(held, Eigen::all), VecX(-u(held)), kRankTolerance);
}

// The row's impulse put back within its bounds.
double projected(const DenseProblem& dense, const VecX& lambda, int row, double moved) {
  const int joint = row - (dense.count() - dense.bounded);
  if (joint >= 0) return std::clamp(moved, dense.lower[joint], dense.upper[joint]);
  if (row % dense.dim == 0) return std::max(moved, 0.0);
  const double bound = dense.mu[row / dense.dim] * std::max(lambda[row - row % dense.dim], 0.0);
  return std::clamp(moved, -bound, bound);
}

// Largest complementarityViolation of the problem's conditions (not of the choice's).
double complementarityViolation(const DenseProblem& dense, const VecX& lambda) {
  countProduct();
  const VecX u = dense.W * lambda + dense.q;
  double worst = 0.0;
  for (int i = 0; i < dense.count(); ++i)
    worst = std::max(worst, std::abs(lambda[i] - projected(dense, lambda, i, lambda[i] - u[i])));
  return worst / std::max(1.0, lambda.lpNorm<Eigen::Infinity>());
}

// The choice as index sets of the problem's rows.
IndexSets setsOf(const ContactProblem& problem, const DenseProblem& dense, const Choice& choice) {
  IndexSets sets(static_cast<std::size_t>(problem.rows()), RowSet::Ignored);
  for (const int row : dense.eliminated) sets[row] = RowSet::Bilateral;
  for (int i = 0; i < dense.count(); ++i) {
    const int row = dense.rows[i], state = choice[i];
    RowSet& set = sets[row];
    if (problem.isNormal(row) || problem.isLimit(row)) {
      set = state == 0 ? RowSet::Clamped : RowSet::Unclamped;
    } else if (state != kOpen) {
      set = state == 0 ? RowSet::Stick : state > 0 ? RowSet::SlideForward : RowSet::SlideBackward;
    }
  }
  return sets;
}

VecX bestOfAll(const ContactProblem& problem, const DenseProblem& dense, long choices, int states, double& least,
               SolveReport& report, SolverTrace* trace) {
  VecX best;
  for (long number = 0; number < choices && !(number > 0 && least <= kPerfect); ++number) {
    stopIfAsked();
    const Choice choice = choiceNumber(dense, number, states);
    const VecX lambda = impulsesOf(dense, choice);
    ++report.iterations;
    ++report.factorizations;
    const double size = complementarityViolation(dense, lambda);
    if (trace != nullptr) {
      const TracePause off(trace);
      trace->add({.kind = TraceKind::Guess, .step = size}, liftImpulses(problem, dense, lambda),
                 setsOf(problem, dense, choice), report.factorizations);
    }
    if (number > 0 && !(size < least)) continue;
    least = size;
    best = lambda;
  }
  return best;
}

SolveReport solveEnumeration(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                             SolverTrace* trace) {
  SolveReport report;
  const int dim = isFrictionless(problem) ? 1 : problem.dim;
  const int states = dim == 1 ? 2 : dim == 2 ? 4 : 10;
  const int bounded = limitRows(problem) + twoSidedRows(problem);
  const double choices = std::pow(states, problem.contacts) * std::pow(3, bounded);
  const double most = parameter(kEnumeration, values, "max_choices");
  if (choices > most) {
    report.end(SolveStatus::Unsupported,
               "found " + std::to_string(problem.contacts) + " contacts of " + std::to_string(states) + " states and " +
                   std::to_string(bounded) +
                   " joint rows of 3: more than max_choices = " + std::to_string(static_cast<long>(most)));
    return report;
  }
  const DenseProblem dense = denseProblem(problem);
  double least = 0.0;
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, VecX::Zero(problem.rows()));
  const VecX best = bestOfAll(problem, dense, std::lround(choices), states, least, report, trace);
  if (least > kSolved) report.end(SolveStatus::Breakdown, "no choice of index sets solves the problem");
  solution.lambda = liftImpulses(problem, dense, best);
  solution.sets.clear();
  return report;
}

}  // namespace

constinit const SolverInfo kEnumeration{
    {"enumeration", "Enumeration (every choice of sets)", "direct", "Bender et al. 2014, section 4.2"},
    {.exact = true},
    {.cone_friction = false, .unsymmetric = true},
    {wholeNumber("max_choices", "Choices at most", 5000, 2, 10'000'000,
                 "choices of index sets: 2^contacts without friction, 4^ in the plane, 10^ in space")},
    solveEnumeration};

}  // namespace keystone

// Projected Gauss-Seidel: the box or cone friction problem of contact_problem.h, one row after another.
//
// Source: bender2014, section 4.3 (projected Gauss-Seidel, successive overrelaxation).
//   z_i <- P_i(z_i - omega u_i / W_ii),  u = W z + q kept up to date row by row;
//   P_i: normal >= 0; tangent within +-mu lambda_n of the newest lambda_n; joint rows within their own bounds.
// Departures:
//   - W is never formed when the problem has bodies: u_i = q_i + J_i dv with dv = M^-1 J^T lambda updated in place.
//   - friction "cone" moves both tangent rows together, by the inverse of the largest eigenvalue of their 2 x 2 block,
//     and scales the pair back onto the disc. Row-wise step lengths would turn the friction off the sliding direction.
// Cost: O(nonzeros of J) an iteration, O(bodies + rows) memory.
// Fails: slowly. The error shrinks linearly at a rate that tends to 1 for tall stacks and large mass ratios, and not
// at all in a bad ordering of some frictional problems. It never breaks down on finite input.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "problem/delassus.h"
#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {

extern const SolverInfo kPgs;

namespace {

constexpr std::array kKnobs{
    Knob{"iterations", "Iterations", Knob::Type::Integer, 50, 1, 10000, "", "Sweeps over all rows, at most"},
    Knob{"tolerance", "Tolerance", Knob::Type::Real, 1e-10, 0, 1, "",
         "Stops when no impulse changes by more than this share of the largest; 0 never stops early"},
    Knob{"omega", "Relaxation", Knob::Type::Real, 1, 0.1, 1.9, "", "1 is Gauss-Seidel, above it overrelaxation"},
    Knob{"friction", "Friction", Knob::Type::Choice, 0, 0, 1, "", "Coulomb's cone, or each tangent by itself",
         "cone|box"}};

// u_i and its update through the bodies; T = J M^-1 shares nothing with J but its shape.
class BodySpace {
 public:
  BodySpace(const ContactProblem& problem, const VecX& lambda)
      : problem_(problem), T_(weightedJacobian(problem)), dv_(T_.transpose() * lambda) {}

  double velocity(int row) const { return problem_.q[row] + dot(problem_.J, row); }
  double coupling(int i, int j) const {  // W_ij
    double sum = 0.0;
    SparseRows::InnerIterator a(problem_.J, i);
    SparseRows::InnerIterator b(T_, j);
    while (a && b) {
      if (a.col() == b.col()) sum += a.value() * b.value();
      const bool advance_a = a.col() <= b.col();
      const bool advance_b = b.col() <= a.col();
      if (advance_a) ++a;
      if (advance_b) ++b;
    }
    return sum;
  }
  void push(int row, double impulse) {
    for (SparseRows::InnerIterator it(T_, row); it; ++it) dv_[it.col()] += it.value() * impulse;
  }

 private:
  double dot(const SparseRows& rows, int row) const {
    double sum = 0.0;
    for (SparseRows::InnerIterator it(rows, row); it; ++it) sum += it.value() * dv_[it.col()];
    return sum;
  }

  const ContactProblem& problem_;
  SparseRows T_;  // [rows x 6 bodies]
  VecX dv_;       // [6 bodies], M^-1 J^T lambda
};

// The same for a problem that has only W and q.
class MatrixSpace {
 public:
  MatrixSpace(const ContactProblem& problem, const VecX& lambda) : problem_(problem), lambda_(lambda) {}

  double velocity(int row) const {
    double sum = problem_.q[row];
    for (SparseRows::InnerIterator it(problem_.W, row); it; ++it) sum += it.value() * lambda_[it.col()];
    return sum;
  }
  double coupling(int i, int j) const { return problem_.W.coeff(i, j); }
  void push(int, double) const {}  // velocity() reads the impulses themselves

 private:
  const ContactProblem& problem_;
  const VecX& lambda_;
};

double largestEigenvalue(double a, double b, double c) {  // of [a c; c b]
  return 0.5 * (a + b) + std::hypot(0.5 * (a - b), c);
}

// Step lengths [kg]: omega / W_ii per row; for the tangents of a cone contact omega / eigenvalue. Zero where W_ii is
// zero: a row that moves nothing keeps its impulse.
template <class Space>
VecX stepLengths(const ContactProblem& problem, const Space& space, FrictionLaw law, double omega) {
  VecX curvature(problem.rows());
  for (int i = 0; i < problem.rows(); ++i) curvature[i] = space.coupling(i, i);
  if (problem.dim == 3 && law == FrictionLaw::Cone) {
    for (int contact = 0; contact < problem.contacts; ++contact) {
      const int t1 = problem.normalRow(contact) + 1;
      const double both = largestEigenvalue(curvature[t1], curvature[t1 + 1], space.coupling(t1, t1 + 1));
      curvature[t1] = curvature[t1 + 1] = both;
    }
  }
  return curvature.unaryExpr([omega](double w) { return w > 0.0 ? omega / w : 0.0; });
}

template <class Space>
double setRow(Space& space, VecX& lambda, int row, double value) {
  const double change = value - lambda[row];
  lambda[row] = value;
  if (change != 0.0) space.push(row, change);
  return std::abs(change);
}

// One contact; returns the largest change of an impulse.
template <class Space>
double relaxContact(const ContactProblem& problem, int contact, const VecX& step, FrictionLaw law, Space& space,
                    VecX& lambda) {
  const int n = problem.normalRow(contact);
  double change = setRow(space, lambda, n, std::max(0.0, lambda[n] - step[n] * space.velocity(n)));
  if (problem.dim == 1) return change;
  const double bound = problem.mu[contact] * lambda[n];
  if (problem.dim == 2 || law == FrictionLaw::Box) {
    for (int t = n + 1; t < n + problem.dim; ++t) {
      const double moved = lambda[t] - step[t] * space.velocity(t);
      change = std::max(change, setRow(space, lambda, t, std::clamp(moved, -bound, bound)));
    }
    return change;
  }
  Vec2 moved(lambda[n + 1] - step[n + 1] * space.velocity(n + 1), lambda[n + 2] - step[n + 2] * space.velocity(n + 2));
  const double size = moved.norm();
  if (size > bound) moved *= bound / size;
  change = std::max(change, setRow(space, lambda, n + 1, moved[0]));
  return std::max(change, setRow(space, lambda, n + 2, moved[1]));
}

template <class Space>
double sweep(const ContactProblem& problem, const VecX& step, FrictionLaw law, Space& space, VecX& lambda) {
  double change = 0.0;
  for (int contact = 0; contact < problem.contacts; ++contact)
    change = std::max(change, relaxContact(problem, contact, step, law, space, lambda));
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    const double moved = lambda[row] - step[row] * space.velocity(row);
    change = std::max(change, setRow(space, lambda, row, std::clamp(moved, problem.lower(row), problem.upper(row))));
  }
  return change;
}

template <class Space>
SolveReport iterate(const ContactProblem& problem, const KnobValues& knobs, Space space, VecX& lambda,
                    SolverTrace* trace) {
  const int iterations = static_cast<int>(knob(kPgs, knobs, "iterations"));
  const double tolerance = knob(kPgs, knobs, "tolerance");
  const FrictionLaw law = frictionLaw(kPgs, knobs);
  const VecX step = stepLengths(problem, space, law, knob(kPgs, knobs, "omega"));
  const double free_scale = problem.q.cwiseProduct(step).cwiseAbs().maxCoeff();  // [N s]

  SolveReport report;
  report.status = SolveStatus::IterationLimit;
  while (report.iterations < iterations) {
    const double change = sweep(problem, step, law, space, lambda);
    ++report.iterations;
    if (trace != nullptr) trace->add({.kind = TraceKind::Sweep}, lambda);
    if (!std::isfinite(change)) {
      report.status = SolveStatus::Breakdown;
      report.message = "impulses are not finite";
      return report;
    }
    const double scale = std::max(free_scale, lambda.cwiseAbs().maxCoeff());
    if (tolerance > 0.0 && change <= tolerance * scale) {
      report.status = SolveStatus::Converged;
      return report;
    }
  }
  report.message = "impulses still changed in the last iteration";
  return report;
}

SolveReport solve(const ContactProblem& problem, const KnobValues& knobs, Solution& solution, SolverTrace* trace) {
  if (!problem.symmetric) return {.status = SolveStatus::Unsupported, .message = "W is not symmetric"};
  VecX& lambda = solution.lambda;
  if (lambda.size() != problem.rows()) lambda = VecX::Zero(problem.rows());
  SolveReport report;
  if (problem.rows() > 0) {
    if (trace != nullptr) trace->add({.kind = TraceKind::Start}, lambda);
    report = problem.hasBodies() ? iterate(problem, knobs, BodySpace(problem, lambda), lambda, trace)
                                 : iterate(problem, knobs, MatrixSpace(problem, lambda), lambda, trace);
  }
  solution.sets = classify(problem, lambda);
  solution.sets_inferred = true;
  if (trace != nullptr) trace->add({.kind = TraceKind::Result}, lambda, solution.sets);
  return report;
}

}  // namespace

constexpr SolverInfo kPgs{
    "pgs",
    "Projected Gauss-Seidel",
    "iterative",
    "Bender, Erleben, Trinkle, Coumans 2014, section 4.3",
    {.frictionless = true, .box_friction = true, .cone_friction = true, .joints = true, .w_only = true},
    false,
    kKnobs,
    solve};

}  // namespace keystone

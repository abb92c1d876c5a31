// Accelerated projected gradient descent: Nesterov's method on the energy of the impulses, projected on the friction
// cones.
//
// Sources: Mazhar, Heyn, Negrut, Tasora 2015 (step length by backtracking, momentum, restarts, the best iterate
// kept); Acary, Cadoux, Lemarechal, Malick 2011 (the outer loop).
//   min 1/2 lambda W lambda + lambda (q + s),  lambda in the cones:
//   lambda+ = P_K(y - (W y + q + s) / L),  y+ = lambda+ + beta (lambda+ - lambda),
//   L doubled until d W d <= L d d for d = lambda+ - y, and shortened by a tenth each iteration.
// With s = 0 this is the convex relaxation, which lifts sliding contacts off the ground by mu |u_t|. With
// `correction` an outer loop sets s_n = mu |u_t| (de Saxce and Feng 1998) each time that the inner problem is solved
// ten times as well as the outer one; its fixed point is Coulomb's law.
// Departures: rows are scaled to a unit diagonal (cones stay cones: a contact's tangents share a scale); the condition
// of backtracking is taken from d alone, which rounding does not drown; the outer loop.
// Cost: one product with W an iteration, two where L is doubled: O(nonzeros of J), no factorization.
// Fails: slowly, though the number of iterations is the root of what gradient descent needs; the outer loop need not
// converge where friction is large.
#include <cmath>

#include "math/rounding.h"
#include "math/scratch_pool.h"
#include "math/stop.h"
#include "solver/law/second_order_cone.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {

extern const SolverInfo kApgd;

namespace {

struct ApgdWorkspace {
  VecX best, lambda, W_lambda, y, W_y, gradient, next, W_next, shift, own_shift, u, space;
};

class Apgd {
 public:
  Apgd(const ContactSystem& contacts, bool corrects, const VecX& start)
      : rows_(contacts.rows()), system_(contacts.system()), corrects_(corrects), workspace_(rows_.rows()) {
    projectOnCones(rows_, start, w_.lambda);
    system_.product(w_.lambda, w_.W_lambda);
    w_.shift.setZero(rows_.rows());
    measureAt(w_.lambda, w_.W_lambda);
    if (corrects_) w_.shift = w_.own_shift;
    w_.best = w_.lambda;
    least_ = outer_;
    restart();
    // L from one product, of ones, as the source has it.
    w_.next.setOnes(rows_.rows());
    system_.product(w_.next, w_.W_next);
    const double size = w_.W_next.norm() / std::sqrt(std::max(1.0, static_cast<double>(rows_.rows())));
    L_ = size > 0.0 ? size : 1.0;
  }

  bool isSolved(double tolerance) const { return least_ <= tolerance * rows_.scaleOf(w_.best); }
  const VecX& best() const { return w_.best; }
  const VecX& lambda() const { return w_.lambda; }

  // False when numbers are no longer finite.
  bool iterate() {
    w_.gradient = w_.W_y + rows_.q + w_.shift;
    stepFromY();
    if (!std::isfinite(measureAt(w_.next, w_.W_next))) return false;
    const double theta = 0.5 * (-theta_ * theta_ + theta_ * std::sqrt(theta_ * theta_ + 4.0));
    const double beta = theta_ * (1.0 - theta_) / (theta_ * theta_ + theta);
    theta_ = theta;
    const bool uphill = w_.gradient.dot(w_.next - w_.lambda) > 0.0;
    w_.y = w_.next + beta * (w_.next - w_.lambda);
    w_.W_y = w_.W_next + beta * (w_.W_next - w_.W_lambda);
    w_.lambda.swap(w_.next);
    w_.W_lambda.swap(w_.W_next);
    if (outer_ < least_) {
      least_ = outer_;
      w_.best = w_.lambda;
    }
    const bool moves = corrects_ && inner_ <= 0.1 * outer_;
    if (moves) w_.shift = w_.own_shift;
    if (uphill || moves) restart();
    L_ *= 0.9;
    return true;
  }

 private:
  void restart() {
    w_.y = w_.lambda;
    w_.W_y = w_.W_lambda;
    theta_ = 1.0;
  }
  // next = P(y - gradient / L) with L long enough.
  void stepFromY() {
    for (;;) {
      w_.space = w_.y - w_.gradient / L_;
      projectOnCones(rows_, w_.space, w_.next);
      system_.product(w_.next, w_.W_next);
      w_.space = w_.next - w_.y;
      const double bent = w_.space.dot(w_.W_next - w_.W_y), most = L_ * w_.space.squaredNorm();
      if (!(bent > most * (1.0 + kManyRoundings)) || !std::isfinite(L_)) return;
      L_ *= 2.0;
    }
  }
  // The defects of the inner problem, and of the law that is asked for, which is returned.
  double measureAt(const VecX& lambda, const VecX& W_lambda) {
    w_.u = W_lambda + rows_.q;
    inner_ = coneDefect(rows_, lambda, w_.u, w_.shift, w_.space);
    if (!corrects_) return outer_ = inner_;
    deSaxceShift(rows_, w_.u, w_.own_shift);
    return outer_ = coneDefect(rows_, lambda, w_.u, w_.own_shift, w_.space);
  }

  const ConeRows& rows_;
  ConeSystem& system_;
  const bool corrects_;
  const Scratch<ApgdWorkspace> workspace_;
  ApgdWorkspace& w_ = *workspace_;
  double L_ = 1.0, theta_ = 1.0, inner_ = 0.0, outer_ = 0.0, least_ = 0.0;
};

SolveReport solveApgd(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                      SolverTrace* trace) {
  solution.sets.clear();
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const ContactSystem contacts(problem, FrictionLaw::Cone);
  Apgd method(contacts, parameter(kApgd, values, "correction") < 0.5, contacts.rows().scaled(solution.lambda));
  const int iterations = static_cast<int>(parameter(kApgd, values, "iterations"));
  const double tolerance = parameter(kApgd, values, "tolerance");
  SolveReport report;
  while (!method.isSolved(tolerance)) {
    stopIfAsked();
    if (report.iterations == iterations) {
      report.end(SolveStatus::IterationLimit, "iterations at their limit");
      break;
    }
    ++report.iterations;
    const bool is_finite = method.iterate();
    recordSweep(contacts.rows(), trace, method.lambda());
    if (!is_finite) {
      report.end(SolveStatus::Breakdown, "impulses are not finite");
      break;
    }
  }
  solution.lambda = contacts.rows().unscaled(method.best());
  return report;
}

}  // namespace

constinit const SolverInfo kApgd{
    {"apgd", "Accelerated projected gradient (APGD)", "first order; convex relaxation, corrected by an outer loop",
     "Mazhar, Heyn, Negrut, Tasora 2015; Acary et al. 2011"},
    {},
    {.box_friction = false, .discs = true},
    {wholeNumber("iterations", "Iterations", 200, 1, 10000, "Gradient steps, at most"),
     realNumber("tolerance", "Tolerance", 1e-11, 0, 1,
                "Stops when no impulse is further from its law than this share of the largest; 0 never stops early"),
     choiceOf("correction", "De Saxce's correction", "on|off",
              "on: Coulomb's law, by an outer loop; off: the convex relaxation, in which sliding contacts lift off")},
    solveApgd};

}  // namespace keystone

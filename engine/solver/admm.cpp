// Alternating direction method of multipliers on the friction cones: a linear solve, a projection, and a penalty that
// adapts.
//
// Source: Carpentier, Le Lidec, Montaut 2024 (the method, its proximal term, the spectral rule for rho, De Saxce's
// correction within the loop); its own sources: Boyd et al. 2011, Nishihara et al. 2015 (rho from L and m), Acary et
// al. 2011 (the correction).
//   s   <- mu |z_t| on normals                                 (De Saxce, from the present velocities z)
//   x   <- (W + (eta + rho) I)^-1 (eta x + rho y + z - q - s)  (impulses)
//   y   <- P_K(x - z / rho)                                    (impulses inside the cones)
//   z   <- z - rho (x - y)                                     (velocities, in the dual cones)
//   rho = sqrt(L m) (L / m)^p,  L the largest eigenvalue of W, m = eta its smallest with the proximal term; p moves by
//   a twentieth when |x - y| and |rho dy + eta dx| differ by more than tenfold.
// Departures: rows are scaled to a unit diagonal; L by the power method instead of Lanczos; the factorization is the
// engine's own (system/contact_system.h), in the space of bodies, one for each value of rho.
// Cost: two triangular solves an iteration, a factorization when rho changes.
// Fails: slowly where rho is far off; the correction inside the loop is not proven to converge.
#include <cmath>

#include "math/scratch_pool.h"
#include "math/stop.h"
#include "solver/law/second_order_cone.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {

extern const SolverInfo kAdmm;

namespace {

struct AdmmWorkspace {
  VecX x, y, z, shift, x_before, y_before, right;
  GeneralizedJacobian penalty;
};

class Admm {
 public:
  Admm(const ContactSystem& contacts, double eta, double power, const VecX& start)
      : rows_(contacts.rows()), system_(contacts.system()), eta_(eta), power_(power), workspace_(rows_.rows()) {
    largest_ = std::max(largestEigenvalue(), eta);
    projectOnCones(rows_, start, w_.y);
    w_.x = w_.y;
    system_.product(w_.x, w_.z);
    w_.z += rows_.q;
    deSaxceShift(rows_, w_.z, w_.shift);
    w_.z += w_.shift;
  }

  // Whether W + (eta + rho) I could be factored.
  bool factor(int& factorizations) {
    rho_ = std::sqrt(largest_ * eta_) * std::pow(largest_ / eta_, power_);
    const double held = 1.0 / (eta_ + rho_);
    w_.penalty.begin(rows_);
    for (int c = 0; c < rows_.contacts; ++c) w_.penalty.contact(c).diagonal().setConstant(held);
    w_.penalty.joint_rows.setConstant(held);
    for (std::size_t i = 0; i < rows_.discs.size(); ++i) {
      const FrictionDisc& disc = rows_.discs[i];
      w_.penalty.joint_rows.segment(disc.first, disc.count).setZero();
      w_.penalty.discs[i].own.diagonal().head(disc.count).setConstant(held);
    }
    ++factorizations;
    return system_.factor(w_.penalty);
  }

  void iterate() {
    deSaxceShift(rows_, w_.z, w_.shift);
    w_.x_before = w_.x;
    w_.y_before = w_.y;
    w_.x = (eta_ * w_.x + rho_ * w_.y + w_.z - rows_.q - w_.shift) / (eta_ + rho_);
    system_.solveInPlace(w_.x);
    w_.right = w_.x - w_.z / rho_;
    projectOnCones(rows_, w_.right, w_.y);
    w_.z -= rho_ * (w_.x - w_.y);
    primal_ = (w_.x - w_.y).lpNorm<Eigen::Infinity>();
    dual_ = (eta_ * (w_.x - w_.x_before) + rho_ * (w_.y - w_.y_before)).lpNorm<Eigen::Infinity>();
  }

  bool isFinite() const { return std::isfinite(primal_) && std::isfinite(dual_); }
  bool isSolved(double tolerance) const { return std::max(primal_, dual_) <= tolerance * rows_.scaleOf(w_.y); }
  // Whether rho is to change.
  bool adapt() {
    if (primal_ > 10.0 * dual_)
      power_ += 0.05;
    else if (dual_ > 10.0 * primal_)
      power_ -= 0.05;
    else
      return false;
    return true;
  }
  const VecX& lambda() const { return w_.y; }

 private:
  double largestEigenvalue() {
    w_.x.setOnes(rows_.rows());
    double size = 0.0;
    for (int n = 0; n < 20; ++n) {  // rho needs L to a digit
      system_.product(w_.x, w_.right);
      size = w_.right.norm() / w_.x.norm();
      if (!(size > 0.0) || !std::isfinite(size)) return 0.0;
      w_.x = w_.right / w_.right.norm();
    }
    return size;
  }

  const ConeRows& rows_;
  ConeSystem& system_;
  const double eta_;
  double power_, largest_ = 0.0, rho_ = 0.0, primal_ = 0.0, dual_ = 0.0;
  const Scratch<AdmmWorkspace> workspace_;
  AdmmWorkspace& w_ = *workspace_;
};

SolveReport solveAdmm(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                      SolverTrace* trace) {
  solution.sets.clear();
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const ContactSystem contacts(problem, FrictionLaw::Cone);
  Admm method(contacts, parameter(kAdmm, values, "proximal"), parameter(kAdmm, values, "rho_power"),
              contacts.rows().scaled(solution.lambda));
  const int iterations = static_cast<int>(parameter(kAdmm, values, "iterations"));
  const double tolerance = parameter(kAdmm, values, "tolerance");
  SolveReport report;
  report.end(SolveStatus::IterationLimit, "iterations at their limit");
  bool is_factored = false;
  while (report.iterations < iterations) {
    stopIfAsked();
    if (!is_factored && !method.factor(report.factorizations)) break;
    is_factored = true;
    method.iterate();
    ++report.iterations;
    recordSweep(contacts.rows(), trace, method.lambda(), report.factorizations);
    if (!method.isFinite()) break;
    if (method.isSolved(tolerance)) {
      report.end(SolveStatus::Converged);
      break;
    }
    is_factored = !method.adapt();
  }
  if (!is_factored || !method.isFinite()) report.end(SolveStatus::Breakdown, "the factorization failed");
  solution.lambda = contacts.rows().unscaled(method.lambda());
  return report;
}

}  // namespace

constinit const SolverInfo kAdmm{
    {"admm", "ADMM (spectral penalty)", "proximal splitting, corrected in its loop",
     "Carpentier, Le Lidec, Montaut 2024"},
    {},
    {.box_friction = false, .discs = true},
    {wholeNumber("iterations", "Iterations", 200, 1, 10000, "at most"),
     realNumber("tolerance", "Tolerance", 1e-11, 0, 1,
                "Stops when neither impulses nor velocities miss their conditions by more than this share of the "
                "largest; 0 never stops early"),
     realNumber("proximal", "Proximal term", 1e-6, 1e-9, 1e-2,
                "eta, of W's diagonal: what makes a singular W regular; leaves nothing in the result"),
     realNumber("rho_power", "Power of rho", 0.2, -0.5, 0.5, "p at the start: rho = sqrt(L m) (L / m)^p")},
    solveAdmm};

}  // namespace keystone

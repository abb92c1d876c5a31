// Projected Jacobi: all contacts at once, each from the velocities that the last iteration left.
//
// Sources: Bender et al. 2014, section 4.3.1 (splitting M = D); Tonge, Benevolenski, Voroshilov 2012 (the damping:
// masses split among contacts; blocks solved contact by contact).
//   lambda_c <- s,  s solves  u_c = D_c / omega s + (u_c - D_c / omega lambda_c)  under the law of the contact alone,
//   u = W lambda + q of the iteration before; joint rows likewise within their bounds.
// D is not W's own diagonal, with which the method diverges as soon as bodies carry several contacts (`splitting`
// plain: M = D as the survey has it), but a block diagonal matrix above W (jacobi/splitting.h): each step lowers the
// energy for omega < 2 while friction's bounds stand still. "contact": blocks of a contact, solved exactly
// (one_contact/one_contact.h); "row": every row by itself, the tangents then put on the disc mu lambda_n of the newest
// lambda_n. Departure from Tonge et al.: impulses are not averaged over a body's contacts afterwards; splitting D alone
// gives the same fixed point and keeps M. Cost: O(nonzeros of J) an iteration. Contacts do not wait for each other:
// they are shared among threads, with the same bits for any number of them. Fails: slowest of all, by about the number
// of contacts of a body behind pgs.
#include <cmath>

#include "math/parallel.h"
#include "math/product_count.h"
#include "problem/delassus.h"
#include "solver/jacobi/splitting.h"
#include "solver/one_contact/one_contact.h"
#include "solver/pgs/disc_rows.h"
#include "solver/pgs/solve_by_blocks.h"

namespace keystone {

extern const SolverInfo kJacobi;

namespace {

constexpr int kContactsAtOnce = 128;  // of a parallel loop: some 50 microseconds

class JacobiSweeper : public Sweeper {
 public:
  void chooseBlocks(const ParameterValues& values) {
    by_rows_ = parameter(kJacobi, values, "blocks") > 0.5;
    is_plain_ = parameter(kJacobi, values, "splitting") > 0.5;
  }
  bool begin(const ContactProblem& problem, FrictionLaw, double omega, const VecX& lambda) override {
    problem_ = &problem;
    omega_ = omega;
    lambda_ = lambda;
    findSplitting(problem, by_rows_, is_plain_, D_);
    local_.resize(by_rows_ ? 0 : D_.contacts.size());
    for (std::size_t c = 0; c < local_.size(); ++c)
      if (D_.contacts[c](0, 0) > 0.0) local_[c] = OneContact(D_.contacts[c] / omega, problem.dim);
    return true;
  }
  Change sweep() override {
    countProduct();
    deltaV(*problem_, lambda_, delta_v_);
    before_ = lambda_;
    parallelFor(problem_->contacts, kContactsAtOnce, [&](int begin, int end) {
      for (int c = begin; c < end; ++c) relaxContact(c);
    });
    for (int k = 0; k < problem_->joint_rows; ++k) relaxJoint(k);
    for (const FrictionDisc& disc : problem_->discs) relaxDisc(disc);
    const double change = (lambda_ - before_).lpNorm<Eigen::Infinity>();
    return {lambda_.allFinite() ? change : std::nan(""), lambda_.lpNorm<Eigen::Infinity>()};
  }
  double freeScale() const override {
    double largest = 0.0;
    for (int row = 0; row < problem_->rows(); ++row) {
      const int i = problem_->isJoint(row) ? 0 : row % problem_->dim;
      const double d = problem_->isJoint(row) ? D_.joint_rows[row - problem_->firstJointRow()]
                                              : block(problem_->contactOf(row))(i, i);
      if (d > 0.0) largest = std::max(largest, std::abs(problem_->q[row]) / d);
    }
    return largest;
  }
  void readImpulses(VecX& lambda) const override { lambda = lambda_; }
  void setImpulses(const VecX& lambda) override { lambda_ = lambda; }

 private:
  const Mat3& block(int contact) const { return D_.contacts[contact]; }
  double velocity(int row) const { return relativeVelocity(*problem_, lambda_, delta_v_, row); }

  void relaxContact(int contact) {
    const int dim = problem_->dim, n = problem_->normalRow(contact);
    const Mat3 D = block(contact) / omega_;
    if (!(D(0, 0) > 0.0)) return;  // nothing moves it: it keeps its impulse
    const double mu = dim > 1 ? problem_->mu[contact] : 0.0;
    Vec3 u = Vec3::Zero(), before = Vec3::Zero();
    for (int i = 0; i < dim; ++i) {
      before[i] = lambda_[n + i];
      u[i] = velocity(n + i);
    }
    const Vec3 after = by_rows_ ? rowsAlone(D, u, before, mu) : local_[contact].solve(u - D * before, mu);
    lambda_.segment(n, dim) = after.head(dim);
  }

  static Vec3 rowsAlone(const Mat3& D, const Vec3& u, const Vec3& before, double mu) {
    Vec3 after = before;
    for (int i = 0; i < 3; ++i)
      if (D(i, i) > 0.0) after[i] -= u[i] / D(i, i);
    after[0] = std::max(after[0], 0.0);
    const double size = after.tail<2>().norm(), bound = mu * after[0];
    if (size > bound) after.tail<2>() *= bound / size;
    return after;
  }

  void relaxJoint(int k) {
    const int row = problem_->firstJointRow() + k;
    if (!(D_.joint_rows[k] > 0.0) || problem_->isOnDisc(row)) return;
    const double moved = lambda_[row] - omega_ * velocity(row) / D_.joint_rows[k];
    lambda_[row] = std::clamp(moved, problem_->lower(row), problem_->upper(row));
  }

  void relaxDisc(const FrictionDisc& disc) {
    const double d = D_.joint_rows[disc.first];
    if (!(d > 0.0)) return;
    const Vec3 after = relaxedDisc(*problem_, disc, omega_ / d, lambda_, [this](int row) { return velocity(row); });
    for (int k = 0; k < disc.count; ++k) lambda_[problem_->firstJointRow() + disc.first + k] = after[k];
  }

  const ContactProblem* problem_ = nullptr;
  bool by_rows_ = false, is_plain_ = false;
  double omega_ = 1.0;
  VecX lambda_, before_;
  DeltaV delta_v_;
  Splitting D_;
  std::vector<OneContact> local_;  // [contacts], of D / omega
};

}  // namespace

constinit const SolverInfo kJacobi{
    {"jacobi", "Projected Jacobi", "iterative", "Bender et al. 2014, section 4.3.1; Tonge et al. 2012"},
    {},
    {.box_friction = false, .discs = true},
    {sweepsParameter(200), kSweepTolerance,
     choiceOf("blocks", "Blocks", "contact|row", "a contact's rows together, solved exactly, or every row by itself"),
     choiceOf("splitting", "Splitting", "split_masses|plain",
              "D above W, with which it cannot diverge, or the blocks of W themselves (M = D), with which it diverges "
              "where bodies carry several contacts"),
     realNumber("omega", "Relaxation", 1, 0.05, 1.95,
                "below 2; 1 takes what masses split among contacts allow, less damps"),
     kShockParameter},
    solveByBlocks<kJacobi, JacobiSweeper>};

}  // namespace keystone

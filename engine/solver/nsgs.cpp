// Nonsmooth Gauss-Seidel: contact after contact, each solved exactly under Coulomb's law with all others as they are.
//
// Sources: Jourdan, Alart, Jean 1998 (the block method); Acary, Bremond, Huber 2018 (NSGS among its peers, local
// solvers, relaxation).
//   lambda_c <- lambda_c + omega (s - lambda_c),  s solves  u_c = W_cc s + (u_c - W_cc lambda_c)  under Coulomb's law,
//   u = W lambda + q kept up to date through the bodies, W never formed; joint rows one by one, within their bounds.
// Departures: the local solver is one_contact/one_contact.h, exact in closed steps, where the sources' libraries
// iterate; joints are relaxed by rows, not by joints; no shuffling of contacts.
// Cost: O(nonzeros of J) a sweep, and a local solve per contact: some fifty operations, a few hundred where it slides.
// Fails: slowly, as all sweeps. Convergence is not proven with friction; omega < 1 breaks cycles.
#include <array>
#include <cmath>

#include "math/scratch_pool.h"
#include "solver/one_contact/one_contact.h"
#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/row_space.h"
#include "solver/pgs/sweep_until_still.h"

namespace keystone {

extern const SolverInfo kNsgs;

namespace {

constexpr std::array kParameters{sweepsParameter(50), kSweepTolerance,
                                 Parameter{"omega", "Relaxation", Parameter::Type::Real, 1, 0.05, 1, "",
                                           "share of each contact's own solution that is taken"},
                                 kShockParameter};

class ContactSweeper : public Sweeper {
 public:
  bool begin(const ContactProblem& problem, FrictionLaw, double omega, const VecX& lambda) override {
    problem_ = &problem;
    omega_ = omega;
    lambda_ = lambda;
    problem.hasBodies() ? bodies_.begin(problem, lambda_) : matrix_.begin(problem, lambda_);
    blocks_.resize(static_cast<std::size_t>(problem.contacts));
    local_.resize(blocks_.size());
    for (int c = 0; c < problem.contacts; ++c) {
      block(c) = contactBlock(problem, c);
      if (block(c)(0, 0) > 0.0) local_[static_cast<std::size_t>(c)] = OneContact(block(c), problem.dim);
    }
    delassusDiagonal(problem, diagonal_);
    return true;
  }
  Change sweep() override {
    const double change = problem_->hasBodies() ? sweepIn(bodies_) : sweepIn(matrix_);
    return {change, lambda_.lpNorm<Eigen::Infinity>()};
  }
  double freeScale() const override {
    double largest = 0.0;
    for (int i = 0; i < problem_->rows(); ++i)
      if (diagonal_[i] > 0.0) largest = std::max(largest, std::abs(problem_->q[i]) / diagonal_[i]);
    return largest;
  }
  void readImpulses(VecX& lambda) const override { lambda = lambda_; }
  void setImpulses(const VecX& lambda) override {
    lambda_ = lambda;
    if (problem_->hasBodies()) bodies_.setImpulses();
  }

 private:
  Mat3& block(int contact) { return blocks_[static_cast<std::size_t>(contact)]; }

  template <class Space>
  double setRow(Space& space, int row, double value) {
    const double change = value - lambda_[row];
    lambda_[row] = value;
    if (change != 0.0) space.push(row, change);
    return std::abs(change);
  }

  template <class Space>
  double relaxContact(Space& space, int contact) {
    const int dim = problem_->dim, n = problem_->normalRow(contact);
    if (!(block(contact)(0, 0) > 0.0)) return 0.0;  // nothing moves it: it keeps its impulse
    Vec3 q = Vec3::Zero(), before = Vec3::Zero();
    for (int i = 0; i < dim; ++i) {
      before[i] = lambda_[n + i];
      q[i] = space.velocity(n + i);
    }
    q -= block(contact) * before;
    const double mu = dim > 1 ? problem_->mu[contact] : 0.0;
    const Vec3 after = before + omega_ * (local_[static_cast<std::size_t>(contact)].solve(q, mu) - before);
    double change = 0.0;
    for (int i = 0; i < dim; ++i) change = std::max(change, setRow(space, n + i, after[i]));
    return change;
  }

  template <class Space>
  double sweepIn(Space& space) {
    double change = 0.0;
    for (int c = 0; c < problem_->contacts; ++c) change = std::max(change, relaxContact(space, c));
    for (int row = problem_->firstJointRow(); row < problem_->rows(); ++row) {
      if (!(diagonal_[row] > 0.0)) continue;
      const double moved = lambda_[row] - space.velocity(row) / diagonal_[row];
      change = std::max(change, setRow(space, row, std::clamp(moved, problem_->lower(row), problem_->upper(row))));
    }
    // Written so that impulses that are not numbers, which comparisons pass over, are seen.
    return lambda_.allFinite() ? change : std::nan("");
  }

  const ContactProblem* problem_ = nullptr;
  double omega_ = 1.0;
  VecX lambda_, diagonal_;
  std::vector<Mat3> blocks_;       // [contacts], W_cc
  std::vector<OneContact> local_;  // [contacts]
  BodySpace bodies_;
  MatrixSpace matrix_;
};

SolveReport solve(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                  SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(kNsgs, problem, parameters, solution, trace, report)) return report;
  const Scratch<ContactSweeper> sweeper(problem.rows());
  sweeper->begin(problem, FrictionLaw::Cone, parameter(kNsgs, parameters, "omega"), solution.lambda);
  const SweepLimits limits{static_cast<int>(parameter(kNsgs, parameters, "iterations")),
                           parameter(kNsgs, parameters, "tolerance")};
  addReport(sweepUntilStill(*sweeper, limits, trace, solution.lambda), report);
  return report;
}

}  // namespace

const SolverInfo kNsgs{
    "nsgs",
    "Nonsmooth Gauss-Seidel (NSGS)",
    "iterative",
    "Jourdan, Alart, Jean 1998; Acary, Bremond, Huber 2018",
    {.frictionless = true, .box_friction = false, .cone_friction = true, .joints = true, .w_only = true},
    false,
    kParameters,
    solve,
    false};

}  // namespace keystone

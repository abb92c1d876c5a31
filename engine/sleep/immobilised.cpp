// At rest the forces balance: for any motion u = J v that begins, gravity's power is -lambda . u. What resists takes
// mu lambda_n |u_t| at a contact that slides, and u_n >= 0. Where |lambda_t| < mu lambda_n that is more than gravity
// gives, unless u is zero at every contact that holds strictly. So the bodies are held when the rows of those contacts
// have full column rank over all the dofs the bodies may go; the rank is that of J^T J, by its Cholesky pivots.
// Any forces that balance will do, and those of redundant contacts are not unique: a pivoting solver may stand a box on
// two of its corners. Hence the least-squares forces, which share the load evenly, are mixed in as far as they keep to
// the cones. Where that is not enough, it errs to the side of staying awake.
#include "sleep/immobilised.h"

#include <Eigen/SparseCholesky>

#include "math/rounding.h"
#include "problem/assemble.h"

namespace keystone {
namespace {

constexpr double kStrict = 1e-6;  // share of the largest impulse, and of a bound: far above a residual of 1e-9

bool holdsNormal(const ContactProblem& problem, const VecX& lambda, int contact, double largest) {
  return lambda[problem.normalRow(contact)] > kStrict * largest;
}

bool holdsTangent(const ContactProblem& problem, const VecX& lambda, int contact) {
  const int n = problem.normalRow(contact);
  const double friction = lambda.segment(n + 1, problem.dim - 1).norm();
  return friction < (1.0 - kStrict) * problem.mu[contact] * lambda[n];
}

const FrictionDisc& discOf(const ContactProblem& problem, int row) {
  const int disc = problem.disc_of_row[row - problem.firstJointRow()];
  return problem.discs[disc];
}
double impulseOn(const ContactProblem& problem, const FrictionDisc& disc, const VecX& lambda) {
  return lambda.segment(problem.firstJointRow() + disc.first, disc.count).norm();
}

// Between its bounds, or within its disc; of a limit, which has a lower bound alone, strictly above it.
bool holdsJoint(const ContactProblem& problem, const VecX& lambda, int row, double largest) {
  if (problem.isOnDisc(row)) {
    const FrictionDisc& disc = discOf(problem, row);
    return impulseOn(problem, disc, lambda) < (1.0 - kStrict) * problem.radiusOf(disc, lambda);
  }
  const double slack = kStrict * largest;
  return lambda[row] > problem.lower(row) + slack && lambda[row] < problem.upper(row) - slack;
}

// Rows that hold strictly; with `touching`, all rows of contacts without a gap instead of strict ones.
std::vector<int> holdingRows(const ContactProblem& problem, const VecX& lambda, bool touching) {
  const double largest = lambda.cwiseAbs().maxCoeff();
  std::vector<int> rows;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const bool normal =
        touching ? problem.gap[contact] <= touchingGap(problem.h) : holdsNormal(problem, lambda, contact, largest);
    if (!normal) continue;
    const int n = problem.normalRow(contact);
    rows.push_back(n);
    if (touching ? !(problem.mu[contact] > 0.0) : !holdsTangent(problem, lambda, contact)) continue;
    for (int k = 1; k < problem.dim; ++k) rows.push_back(n + k);
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    if (!problem.isSoft(row) && holdsJoint(problem, lambda, row, largest)) rows.push_back(row);
  return rows;
}

bool isLawful(const ContactProblem& problem, const VecX& lambda) {
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int n = problem.normalRow(contact);
    if (lambda[n] < 0.0 || lambda.segment(n + 1, problem.dim - 1).norm() > problem.mu[contact] * lambda[n])
      return false;
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    if (lambda[row] < problem.lower(row) || lambda[row] > problem.upper(row)) return false;
  for (const FrictionDisc& disc : problem.discs)
    if (impulseOn(problem, disc, lambda) > problem.radiusOf(disc, lambda)) return false;
  return true;
}

// [6 bodies], a number for each way in which a body may go; -1: locked, or nothing pushes the body.
std::vector<int> freeDofs(const ContactProblem& problem, int& count) {
  std::vector<int> dofs;
  count = 0;
  for (const InverseMass& mass : problem.inv_mass) {
    for (int k = 0; k < 3; ++k) dofs.push_back(mass.linear[k] > 0.0 ? count++ : -1);
    for (int k = 0; k < 3; ++k) dofs.push_back(mass.angular(k, k) > 0.0 ? count++ : -1);
  }
  return dofs;
}

using SparseColumns = Eigen::SparseMatrix<double>;

// The given rows of J over the dofs that are free, columns scaled to length one.
class HoldingJacobian {
 public:
  HoldingJacobian(const ContactProblem& problem, const std::vector<int>& rows) {
    int count = 0;
    const std::vector<int> dofs = freeDofs(problem, count);
    std::vector<Eigen::Triplet<double>> entries;
    VecX square = VecX::Zero(count);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (SparseRows::InnerIterator it(problem.J, rows[i]); it; ++it) {
        const int way = dofs[it.col()];
        if (way < 0) continue;
        entries.emplace_back(static_cast<int>(i), way, it.value());
        square[way] += it.value() * it.value();
      }
    if (static_cast<int>(rows.size()) < count || !(square.array() > 0.0).all()) return;
    J_.resize(static_cast<Eigen::Index>(rows.size()), count);
    J_.setFromTriplets(entries.begin(), entries.end());
    J_ = J_ * square.cwiseSqrt().cwiseInverse().asDiagonal();
    factor_.compute(J_.transpose() * J_);
    // Of a diagonal of ones; towers of a hundred bricks have pivots of 1e-6.
    full_ = factor_.info() == Eigen::Success && (factor_.vectorD().array() > kNegligible).all();
  }
  bool isFull() const { return full_; }
  // The smallest impulses [rows] that push the bodies as these do.
  VecX even(const VecX& impulses) const { return J_ * factor_.solve(J_.transpose() * impulses); }

 private:
  SparseColumns J_;  // [rows x dofs]
  Eigen::SimplicialLDLT<SparseColumns> factor_;
  bool full_ = false;
};

// Half way to the even impulses, or less far.
VecX shared(const ContactProblem& problem, const VecX& lambda, const std::vector<int>& rows,
            const HoldingJacobian& holding) {
  VecX way = VecX::Zero(lambda.size());
  way(rows) = holding.even(lambda(rows)) - lambda(rows);
  for (const double share : {0.5, 0.25, 0.125, 0.0625})
    if (const VecX mixed = lambda + share * way; isLawful(problem, mixed)) return mixed;
  return lambda;
}

}  // namespace

bool isImmobilised(const ContactProblem& problem, const VecX& lambda) {
  if (lambda.size() == 0) return false;
  if (HoldingJacobian(problem, holdingRows(problem, lambda, false)).isFull()) return true;
  const std::vector<int> rows = holdingRows(problem, lambda, true);
  const HoldingJacobian all(problem, rows);
  if (!all.isFull()) return false;
  const VecX forces = shared(problem, lambda, rows, all);
  return HoldingJacobian(problem, holdingRows(problem, forces, false)).isFull();
}

}  // namespace keystone

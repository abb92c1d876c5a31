#include "solver/turning/settle_slides.h"

#include <algorithm>
#include <cmath>

#include "math/least_norm.h"
#include "problem/residual.h"

namespace keystone {
namespace {

constexpr int kSteps = 6;  // at most: from the box problem's solution five are the rule

// The linear equations of a Newton step, row by row.
class Equations {
 public:
  Equations(const ContactProblem& problem, const SparseRows& W) : problem_(problem), W_(W), place_(problem.rows()) {
    place_.setConstant(-1);
  }

  void take(int row) {
    place_[row] = static_cast<int>(rows_.size());
    rows_.push_back(row);
  }

  void step(const std::vector<char>& slides, VecX& lambda) {
    const auto n = static_cast<Eigen::Index>(rows_.size());
    A_.setZero(n, n);
    b_.setZero(n);
    u_ = W_ * lambda + problem_.q;
    for (const int row : rows_)
      if (!isSlidingTangent(row, slides)) hold(row);
    for (const int row : rows_)
      if (!problem_.isJoint(row) && problem_.isNormal(row) && isSliding(row, slides)) slide(row, lambda);
    lambda(rows_) += leastNormSolution(A_, b_);
  }

 private:
  bool isSliding(int row, const std::vector<char>& slides) const { return slides[problem_.contactOf(row)] != 0; }
  bool isSlidingTangent(int row, const std::vector<char>& slides) const {
    return problem_.isTangent(row) && isSliding(row, slides);
  }
  // Of a row of W, into an equation.
  void add(int equation, int row, double weight) {
    for (SparseRows::InnerIterator it(W_, row); it; ++it)
      if (const int column = place_[it.col()]; column >= 0) A_(equation, column) += weight * it.value();
  }

  // u = 0.
  void hold(int row) {
    add(place_[row], row, 1.0);
    b_[place_[row]] = -u_[row];
  }

  // lambda_t = mu lambda_n d.
  void slide(int normal, const VecX& lambda) {
    const int t = normal + 1;
    if (place_[t] < 0) return;
    const double w = std::max(W_.coeff(t, t), W_.coeff(t + 1, t + 1)), mu = problem_.mu[problem_.contactOf(normal)];
    const Vec2 way = lambda.segment<2>(t) - u_.segment<2>(t) / w;
    if (!(way.norm() > 0.0)) return;
    const Vec2 d = way.normalized();
    const Eigen::Matrix2d turn = mu * lambda[normal] / way.norm() * (Eigen::Matrix2d::Identity() - d * d.transpose());
    for (int k = 0; k < 2; ++k) {
      const int equation = place_[t + k];
      b_[equation] = mu * lambda[normal] * d[k] - lambda[t + k];
      A_(equation, equation) += 1.0;
      A_(equation, place_[normal]) -= mu * d[k];
      for (int other = 0; other < 2; ++other) {
        A_(equation, place_[t + other]) -= turn(k, other);
        add(equation, t + other, turn(k, other) / w);
      }
    }
  }

  const ContactProblem& problem_;
  const SparseRows& W_;
  Eigen::VectorXi place_;  // [rows], of a row among the unknowns, or -1
  std::vector<int> rows_;
  MatX A_;
  VecX b_, u_;
};

}  // namespace

double settleSlides(const ContactProblem& problem, const SparseRows& W, const IndexSets& sets,
                    const std::vector<char>& slides, double tolerance, VecX& lambda) {
  Equations equations(problem, W);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    if (sets[n] != RowSet::Clamped) continue;
    for (int row = n; row < n + (problem.mu[c] > 0.0 ? 3 : 1); ++row) equations.take(row);
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    if (isAtZeroVelocity(sets[row])) equations.take(row);

  double left = measure(problem, lambda).value;
  VecX next = lambda;
  for (int step = 0; step < kSteps && left > tolerance; ++step) {
    equations.step(slides, next);
    const double reached = measure(problem, next).value;
    if (!std::isfinite(reached)) break;
    if (!(reached < left)) continue;
    left = reached;
    lambda = next;
  }
  return left;
}

}  // namespace keystone

#include "solver/pivoting/isotropy.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

// Block-diagonal turn of every contact's tangents, as a sparse matrix Q with x' = Q x.
SparseRows turning(const ContactProblem& problem, const TangentFrames& frames) {
  SparseRows Q(problem.rows(), problem.rows());
  Q.reserve(Eigen::VectorXi::Constant(problem.rows(), 2));
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const Vec2& t = frames[static_cast<std::size_t>(c)];
    Q.insert(n, n) = 1.0;
    Q.insert(n + 1, n + 1) = t.x();
    Q.insert(n + 1, n + 2) = t.y();
    Q.insert(n + 2, n + 1) = -t.y();
    Q.insert(n + 2, n + 2) = t.x();
  }
  for (int i = problem.dim * problem.contacts; i < problem.rows(); ++i) Q.insert(i, i) = 1.0;
  Q.makeCompressed();
  return Q;
}

// One Newton system over the rows whose impulse is unknown.
class ConeNewton {
 public:
  ConeNewton(const ContactProblem& problem, const SparseRows& W, const std::vector<char>& basic,
             const std::vector<char>& slides)
      : problem_(problem), W_(W), slides_(slides), place_(static_cast<std::size_t>(problem.rows()), -1) {
    for (int i = 0; i < problem.rows(); ++i) {
      const bool contact_row = !problem.isBilateral(i);
      const bool sliding_tangent =
          contact_row && problem.isTangent(i) && slides[static_cast<std::size_t>(problem.contactOf(i))] != 0;
      if (basic[static_cast<std::size_t>(i)] == 0 && !sliding_tangent) continue;
      place_[static_cast<std::size_t>(i)] = static_cast<int>(unknowns_.size());
      unknowns_.push_back(i);
    }
  }

  int size() const { return static_cast<int>(unknowns_.size()); }

  // Fills defect and Jacobian at lambda; returns the largest defect as an impulse.
  double linearise(const VecX& lambda, VecX& defect, MatX& jacobian) const {
    const VecX u = W_ * lambda + problem_.q;
    defect.setZero(size());
    jacobian.setZero(size(), size());
    for (int s = 0; s < size(); ++s) {
      const int row = unknowns_[static_cast<std::size_t>(s)];
      if (slidingTangent(row)) continue;
      const double weight = 1.0 / W_.coeff(row, row);
      defect[s] = weight * u[row];
      addVelocityRow(row, weight, s, jacobian);
    }
    for (int c = 0; c < problem_.contacts; ++c)
      if (slides_[static_cast<std::size_t>(c)] != 0) addSliding(c, lambda, u, defect, jacobian);
    return size() > 0 ? defect.lpNorm<Eigen::Infinity>() : 0.0;
  }

  void update(const VecX& change, VecX& lambda) const {
    for (int s = 0; s < size(); ++s) lambda[unknowns_[static_cast<std::size_t>(s)]] -= change[s];
  }

 private:
  bool slidingTangent(int row) const {
    return problem_.isTangent(row) && slides_[static_cast<std::size_t>(problem_.contactOf(row))] != 0;
  }

  void addVelocityRow(int row, double weight, int at, MatX& jacobian) const {
    for (SparseRows::InnerIterator it(W_, row); it; ++it)
      if (const int t = place_[static_cast<std::size_t>(it.col())]; t >= 0) jacobian(at, t) += weight * it.value();
  }

  // lambda_t + mu lambda_n d(u_t) = 0 with d = u_t / |u_t|, whose derivative is (I - d d^T) / |u_t|.
  void addSliding(int c, const VecX& lambda, const VecX& u, VecX& defect, MatX& jacobian) const {
    const int n = problem_.normalRow(c);
    const double mu = problem_.mu[c];
    const Vec2 slip = u.segment<2>(n + 1);
    const double speed = std::max(slip.norm(), 1e-300);
    const Vec2 d = slip / speed;
    const Eigen::Matrix2d across = (Eigen::Matrix2d::Identity() - d * d.transpose()) * (mu * lambda[n] / speed);
    for (int r = 0; r < 2; ++r) {
      const int s = place_[static_cast<std::size_t>(n + 1 + r)];
      defect[s] = lambda[n + 1 + r] + mu * lambda[n] * d[r];
      jacobian(s, s) += 1.0;
      if (const int t = place_[static_cast<std::size_t>(n)]; t >= 0) jacobian(s, t) += mu * d[r];
      for (int k = 0; k < 2; ++k) addVelocityRow(n + 1 + k, across(r, k), s, jacobian);
    }
  }

  const ContactProblem& problem_;
  const SparseRows& W_;
  const std::vector<char>& slides_;
  std::vector<int> place_;     // [rows], unknown's index or -1
  std::vector<int> unknowns_;  // rows
};

}  // namespace

VecX intoFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x) {
  return turning(problem, frames) * x;
}

VecX outOfFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x) {
  return turning(problem, frames).transpose() * x;
}

SparseRows turnDelassus(const ContactProblem& problem, const TangentFrames& frames, const SparseRows& W) {
  const SparseRows Q = turning(problem, frames);
  return Q * W * SparseRows(Q.transpose());
}

bool polishCone(const ContactProblem& problem, const SparseRows& W, const std::vector<char>& basic,
                const std::vector<char>& slides, double tolerance, VecX& lambda) {
  constexpr int kRounds = 20;
  const ConeNewton newton(problem, W, basic, slides);
  VecX defect;
  MatX jacobian;
  double previous = 0.0;
  for (int round = 0; round < kRounds; ++round) {
    const double size = newton.linearise(lambda, defect, jacobian);
    const double scale = std::max(lambda.lpNorm<Eigen::Infinity>(), 1e-300);
    if (!std::isfinite(size)) return false;
    if (size <= tolerance * scale) return true;
    if (round > 4 && size > 2.0 * previous) return false;
    previous = size;
    newton.update(Eigen::PartialPivLU<MatX>(jacobian).solve(defect), lambda);
  }
  return false;
}

}  // namespace keystone
